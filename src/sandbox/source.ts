import type { Ids } from '../api/operation.ts';
import type { JsonObject } from '../json/json.ts';
import type { Version } from './records-catalogue.ts';

/** What lists sort and filter by; times in epoch milliseconds. */
export type Traits = {
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly dev?: boolean;
  readonly tags?: Readonly<Record<string, string>>;
};

/** Why a record that is there may not be deleted. */
export type Refusal = 'not-yours' | 'in-use';

/**
 * Where the records of one kind come from. A record is addressed by its parent's ids (the scope among them)
 * and an index that counts from the newest; it is made anew each time, so nothing is kept. The kind's own
 * records never move: an index stands for the same record for as long as the sandbox runs.
 */
export type Source = {
  readonly count: (parent: Ids) => number;
  readonly indexOf: (ids: Ids) => number | undefined;
  readonly traits: (parent: Ids, index: number) => Traits;
  /** The record as a list shows it. */
  readonly item: (parent: Ids, index: number) => JsonObject;
  /** The whole record. */
  readonly record: (parent: Ids, index: number) => JsonObject;
  readonly refusal?: (parent: Ids, index: number) => Refusal | undefined;
};

/** What every made-up record depends on. */
export type Origin = {
  readonly seed: number;
  /** Epoch milliseconds that all times are relative to. */
  readonly now: number;
  /** Bots of the first workspace. */
  readonly bots: number;
  /** Ids of the workspaces, the main one first. */
  readonly workspaceIds: readonly string[];
  /** Integration versions that bots can name, by workspace. */
  readonly catalogues: readonly (readonly Version[])[];
};

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
