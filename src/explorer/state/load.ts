import type { Failure, SentRequest } from '../../failure.ts';
import type { JsonObject } from '../../json/json.ts';
import type { SafeText } from '../../text/sanitise.ts';
import type { Wait } from './retry-wait.ts';

/** Reading something: under way, there, or failed; what was read before stays. Times are epoch milliseconds. */
export type Load<T> =
  | {
      readonly phase: 'loading';
      readonly since: number;
      readonly wait?: Wait;
      readonly last?: Read<T>;
    }
  | { readonly phase: 'ready'; readonly last: Read<T> }
  | { readonly phase: 'failed'; readonly failure: Failure; readonly last?: Read<T> };

export type Read<T> = {
  readonly value: T;
  readonly at: number;
  readonly ms: number;
  /** How long the answer was. */
  readonly bytes?: number;
};

export const readOf = <T>(value: T, { at, ms, bytes }: SentRequest): Read<T> => ({
  value,
  at,
  ms,
  ...(bytes === undefined ? {} : { bytes }),
});

/** The pages of a list read so far, in the order they came, no id twice. */
export type Rows = {
  readonly items: readonly JsonObject[];
  /** Id of each row, or a made-up one (`#3`) for an item that has none. */
  readonly ids: readonly string[];
  /** Token of the next page; undefined when there is none, or when walking was stopped. */
  readonly next: string | undefined;
  readonly pages: number;
  /** Why walking stopped before the end. */
  readonly stopped?: SafeText;
  /** Items that could not be read. */
  readonly skipped: number;
};

/** A record as it was seen before, secrets masked. `isFirst`: it was never seen before its first read in this run. */
export type Earlier = { readonly record: JsonObject; readonly at: number; readonly isFirst?: true };

/** The id of a row whose record has none, by its number: it stays the same until the list is reloaded. */
export const placeholderId = (number: number): string => `#${number}`;

/** True for the id of a record; false for that of a row whose record has none, or of no row. */
export const isRecordId = (id: string | undefined): id is string =>
  id !== undefined && id !== '' && !id.startsWith('#');
