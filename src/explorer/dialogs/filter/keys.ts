import { type Motion, moved } from '../../actions/cursor/move-cursor.ts';
import type { Explorer } from '../../actions/explorer.ts';
import { isSingle, typedFilter } from '../../actions/filter-and-sort.ts';
import { openFilteredList } from '../../actions/list-variant.ts';
import type { Key } from '../../commands/key.ts';
import { currentView, type State } from '../../state/state.ts';
import { type Editor, edit, insert } from '../../state/text-field.ts';

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
