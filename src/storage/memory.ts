import type { SafeText } from '../text/sanitise.ts';

/** A recent place or a bookmark: its text, its name when last seen, and that time (epoch milliseconds). */
export type StoredPlace = {
  readonly place: string;
  readonly name: SafeText;
  readonly at: number;
  /** Set when the record no longer exists. The row stays until the person removes it. */
  readonly gone?: GoneReason;
};

/** Evidence that a record is gone: `true`, its last read got a 404; `deleted`, this program deleted it. */
export type GoneReason = true | 'deleted';

/**
 * Undocumented calls: when the person allowed them, and when the server lacked one (by operation id; epoch
 * ms).
 */
export type UndocumentedCalls = {
  readonly consentAt?: number;
  readonly absent: { readonly [operation: string]: number };
};

/** Data of one workspace that outlives a run: recents, newest first; bookmarks, oldest first; consent. */
export type Memory = {
  readonly recents: readonly StoredPlace[];
  readonly bookmarks: readonly StoredPlace[];
  readonly extensions?: UndocumentedCalls;
};

export const MAX_RECENTS = 50;
export const MAX_BOOKMARKS = 500;

export const noMemory: Memory = { recents: [], bookmarks: [] };
