import type { SafeText } from '../text/sanitise.ts';
import type { PlaceText } from './place-text.ts';

/** A place that is kept: its text, what it was called when last seen, and when that was (epoch milliseconds). */
export type Kept = {
  readonly place: PlaceText;
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

const without = (rows: readonly Kept[], place: PlaceText): readonly Kept[] =>
  rows.filter(row => row.place !== place);

/** The memory after a record was opened: newest of the recents, its name new everywhere. */
export function withOpened(memory: Memory, row: Kept): Memory {
  const { recents, bookmarks } = memory;
  return {
    ...memory,
    recents: [row, ...without(recents, row.place)].slice(0, MAX_RECENTS),
    bookmarks: bookmarks.map(each => (each.place === row.place ? { ...row, at: each.at } : each)),
  };
}

/** The memory after a record was not found or deleted: it is marked where it is kept, and nowhere added. */
export function withGone(memory: Memory, place: PlaceText, gone: Gone = true): Memory {
  const mark = (rows: readonly Kept[]): readonly Kept[] =>
    rows.map(row => (row.place === place ? { ...row, gone } : row));
  const isKept = [...memory.recents, ...memory.bookmarks].some(row => row.place === place && !row.gone);
  return isKept ? { ...memory, recents: mark(memory.recents), bookmarks: mark(memory.bookmarks) } : memory;
}

/** The memory without what is known to be gone. */
export function withoutGone(memory: Memory): Memory {
  const { recents, bookmarks } = memory;
  const isThere = ({ gone }: Kept): boolean => gone === undefined;
  return { ...memory, recents: recents.filter(isThere), bookmarks: bookmarks.filter(isThere) };
}

export const isBookmark = ({ bookmarks }: Memory, place: PlaceText): boolean =>
  bookmarks.some(row => row.place === place);

/** The memory with a bookmark more, or less when it was one. */
export function withToggled(memory: Memory, row: Kept): Memory {
  const { bookmarks } = memory;
  if (isBookmark(memory, row.place)) return { ...memory, bookmarks: without(bookmarks, row.place) };
  return { ...memory, bookmarks: [...bookmarks, row].slice(-MAX_BOOKMARKS) };
}
