import { safe } from '../../../text/sanitise.ts';
import { type Motion, moved } from '../../actions/cursor/move-cursor.ts';
import type { Explorer } from '../../actions/explorer.ts';
import { isSingle, typedFilter } from '../../actions/filter-and-sort.ts';
import { openFilteredList } from '../../actions/list-variant.ts';
import type { Key } from '../../commands/key.ts';
import { currentView, type State } from '../../state/state.ts';
import { type Editor, insert } from '../../state/text-field.ts';
import { hint } from '../../view/line.ts';
import type { Dialog, DialogOf } from '../shared/dialog.ts';
import { enterHint, fieldMessage, leaveHint } from '../shared/message.ts';
import { editedBy, firstLine } from '../shared/text-field.ts';

const MOTIONS: Readonly<Record<string, Motion>> = {
  down: 'down',
  up: 'up',
  pagedown: 'page-down',
  pageup: 'page-up',
};

/** Leaves the field with the filter on, in the list that the filter names; the only row that is left opens. */
function accept(explorer: Explorer): void {
  const { store, openCursor } = explorer;
  store.setState({ dialog: undefined });
  if (openFilteredList(explorer)) return;
  const state = store.getState();
  if (!isSingle(state)) return;
  store.setState(moved(state, 'first'));
  openCursor();
}

/** Moves the cursor of the list below the field: it stays where it was put. */
function moveBelow(state: State, motion: Motion): State {
  const next = moved(state, motion);
  const { dialog } = next;
  return dialog?.kind === 'filter'
    ? { ...next, dialog: { ...dialog, home: currentView(next).cursor } }
    : next;
}

/** A key in the field of a filter: everything that can be printed is text. */
function filterKey(explorer: Explorer, key: Key): void {
  const { store } = explorer;
  const motion = Object.hasOwn(MOTIONS, key.name) ? MOTIONS[key.name] : undefined;
  if (key.name === 'enter') return accept(explorer);
  if (motion !== undefined) return store.setState(state => moveBelow(state, motion));
  typeFilter(explorer, editor => editedBy(editor, key));
}

/** Other text in the field of a filter. */
function typeFilter({ store }: Explorer, change: (editor: Editor) => Editor): void {
  store.setState(state => typedFilter(state, change));
}

/** The field of a list's filter; the list follows what is typed. */
export const filterDialog: Dialog<DialogOf<'filter'>> = {
  key: (explorer, _dialog, { key }) => filterKey(explorer, key),
  paste: (explorer, _dialog, text) => typeFilter(explorer, editor => insert(editor, firstLine(text))),
  lines: () => ({ lines: [] }),
  hints: () => [
    enterHint(safe`keep it`),
    leaveHint,
    hint(safe``, safe`words  name:x  dev:true  updated>90d  !not`),
  ],
  message: (state, { editor }) => fieldMessage(safe` /`, editor, state),
  speech: (_state, { editor }) => ({ field: [safe`Filter: `, editor] }),
};
