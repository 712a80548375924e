import { variantInFilter } from '../../../resources/list-variant.ts';
import { resourceOf } from '../../../resources/registry.ts';
import { safe } from '../../../text/sanitise.ts';
import { type Motion, withCursorMoved } from '../../actions/cursor/move-cursor.ts';
import type { Explorer } from '../../actions/explorer.ts';
import {
  hasSingleRow,
  withCursorMovedBelowField,
  withFilter,
  withFilterCancelled,
  withFilterTyped,
} from '../../actions/filter-and-sort.ts';
import { openCursor } from '../../commands/follow.ts';
import type { Key } from '../../commands/key.ts';
import { hint } from '../../facts/line.ts';
import { currentView, newView } from '../../state/state.ts';
import { editorOf, editorText, insert } from '../../state/text-field.ts';
import type { Dialog, DialogOf } from '../shared/dialog.ts';
import { type DialogCommand, footerOf } from '../shared/dialog-command.ts';
import { cancelHint, upKey } from '../shared/message.ts';
import { applyKey, firstLine } from '../shared/text-field.ts';

const MOTIONS: Readonly<Record<string, Motion>> = {
  down: 'down',
  up: 'up',
  pagedown: 'page-down',
  pageup: 'page-up',
};

/** Opens the list that the filter names (`dev:true`), with its other words. False if it names none. */
function openNamedList({ store, change, jump }: Explorer): boolean {
  const { place, filter: typed = '' } = currentView(store.getState());
  if (place.screen !== 'list') return false;
  const { variant, filter } = variantInFilter(resourceOf(place.kind), typed);
  if (variant === undefined) return false;
  change(state => withFilter(state, ''));
  const view = newView({ ...place, variant });
  jump(filter === '' ? view : { ...view, filter });
  return true;
}

/**
 * Closes the field and keeps the filter, in the list that the filter names. A single remaining row is opened.
 */
function accept(explorer: Explorer): void {
  const { store, closeDialog, change } = explorer;
  closeDialog();
  if (openNamedList(explorer) || !hasSingleRow(store.getState())) return;
  change(state => withCursorMoved(state, 'first'));
  openCursor(explorer);
}

export const filterCommands: readonly DialogCommand<DialogOf<'filter'>>[] = [
  {
    id: 'filter.accept',
    keys: ['enter'],
    title: safe`apply the filter`,
    hint: safe`apply`,
    isInField: true,
    run: accept,
  },
];

/** Moves in the list below, or types. In the empty field ↑ brings the last filter back. */
function filterKey(explorer: Explorer, { editor }: DialogOf<'filter'>, key: Key): void {
  const { lastFilter } = currentView(explorer.store.getState());
  if (key.name === 'up' && lastFilter !== undefined && editorText(editor) === '')
    return explorer.change(state => withFilterTyped(state, editorOf(lastFilter)));
  const motion = Object.hasOwn(MOTIONS, key.name) ? MOTIONS[key.name] : undefined;
  explorer.change(state =>
    motion === undefined
      ? withFilterTyped(state, applyKey(editor, key))
      : withCursorMovedBelowField(state, motion),
  );
}

/** The field of a list's filter. Each key filters the list. */
export const filterDialog: Dialog<DialogOf<'filter'>> = {
  form: 'form',
  commands: filterCommands,
  isTyping: () => true,
  key: (explorer, dialog, { key }) => filterKey(explorer, dialog, key),
  paste: ({ change }, { editor }, text) =>
    change(state => withFilterTyped(state, insert(editor, firstLine(text)))),
  cancel: ({ change }) => change(withFilterCancelled),
  lines: () => ({ lines: [] }),
  hints: (dialog, state) => [
    ...footerOf(filterCommands, cancelHint, [dialog, state]),
    ...(currentView(state).lastFilter === undefined ? [] : [hint(upKey(state), safe`last filter`)]),
    hint(safe``, safe`e.g. name:faq dev:true updated>90d !not`),
  ],
  field: (_state, { editor }) => ({ name: safe`Filter: `, sign: safe` /`, editor }),
};
