import { type Editor, edit, insert } from '../store/editor.ts';
import type { Explorer } from '../store/explorer.ts';
import { isSingle, typedFilter } from '../store/filtering.ts';
import { openFilteredList } from '../store/list-variant.ts';
import { type Motion, moved } from '../store/moving.ts';
import { currentView, type State } from '../store/state.ts';
import type { Key } from './keys.ts';

const MOTIONS: Readonly<Record<string, Motion>> = {
  down: 'down',
  up: 'up',
  pagedown: 'page-down',
  pageup: 'page-up',
};

/** Leaves the field with the filter on, in the list that the filter names; the only row that is left opens. */
function accept(explorer: Explorer): void {
  const { store, openCursor } = explorer;
  store.setState({ overlay: undefined });
  if (openFilteredList(explorer)) return;
  const state = store.getState();
  if (!isSingle(state)) return;
  store.setState(moved(state, 'first'));
  openCursor();
}

/** Moves the cursor of the list below the field: it stays where it was put. */
function moveBelow(state: State, motion: Motion): State {
  const next = moved(state, motion);
  const { overlay } = next;
  return overlay?.is === 'filter'
    ? { ...next, overlay: { ...overlay, home: currentView(next).cursor } }
    : next;
}

/** A key in the field of a filter: everything that can be printed is text. */
export function filterKey(explorer: Explorer, key: Key): void {
  const { store } = explorer;
  const motion = Object.hasOwn(MOTIONS, key.name) ? MOTIONS[key.name] : undefined;
  if (key.name === 'enter') return accept(explorer);
  if (motion !== undefined) return store.setState(state => moveBelow(state, motion));
  typeFilter(explorer, editor => edit(editor, key.name) ?? insert(editor, key.text));
}

/** Other text in the field of a filter. */
export function typeFilter({ store }: Explorer, change: (editor: Editor) => Editor): void {
  store.setState(state => typedFilter(state, change));
}
