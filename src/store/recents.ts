import { type Gone, type Kept, MAX_BOOKMARKS, MAX_RECENTS, type Memory } from '../storage/memory.ts';
import type { PlaceText } from './place-text.ts';

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
