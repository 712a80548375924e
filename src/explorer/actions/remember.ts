import type { Memory, StoredPlace } from '../../storage/memory.ts';
import { withBookmarkToggled, withSavedView } from '../state/recents.ts';
import { type Ports, update } from '../state/store.ts';

/** File of recents and bookmarks: its contents at the start, and a function that saves them. */
export type MemoryFile = { readonly contents: Memory; readonly save: (memory: Memory) => void };

export type BookmarkActions = {
  /** Adds a bookmark, or removes the one of the same place. */
  readonly toggleBookmark: (bookmark: Omit<StoredPlace, 'at'>) => void;
  /** Saves a list under a name; replaces the bookmark with the same name or list. */
  readonly saveView: (view: Omit<StoredPlace, 'at'>) => void;
};

export function createBookmarkActions({ store, now }: Pick<Ports, 'store' | 'now'>): BookmarkActions {
  const change = (to: (memory: Memory) => Memory): void =>
    update(store, ({ user: { memory } }) => ({ user: { memory: to(memory) } }));
  return {
    toggleBookmark: bookmark => change(memory => withBookmarkToggled(memory, { ...bookmark, at: now() })),
    saveView: view => change(memory => withSavedView(memory, { ...view, at: now() })),
  };
}
