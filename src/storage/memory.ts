import type { SafeText } from '../text/sanitise.ts';

/** A place that is kept: its text, what it was called when last seen, and when that was (epoch milliseconds). */
export type Kept = {
  readonly place: string;
  readonly name: SafeText;
  readonly at: number;
  /** It answered 404 when it was last opened, or was deleted from here. It stays until it is cleared. */
  readonly gone?: Gone;
};

/** How it is known that something is gone: `true`, its read answered 404. */
export type Gone = true | 'deleted';

/**
 * What is known of requests outside of the description: since when they are allowed, and what the server said it
 * does not have, by the id of the operation. Epoch milliseconds.
 */
export type Extensions = {
  readonly consentAt?: number;
  readonly absent: { readonly [operation: string]: number };
};

/** What is kept between runs: the records opened, newest first, the bookmarks, oldest first, and what was allowed. */
export type Memory = {
  readonly recents: readonly Kept[];
  readonly bookmarks: readonly Kept[];
  readonly extensions?: Extensions;
};

export const MAX_RECENTS = 50;
/** More bookmarks than anyone looks through. */
export const MAX_BOOKMARKS = 500;

export const noMemory: Memory = { recents: [], bookmarks: [] };
