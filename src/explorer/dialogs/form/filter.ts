import { variantInFilter } from '../../../filter/parse.ts';
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
import { hint } from '../../facts/line.ts';
import { currentView, newView } from '../../state/state.ts';
import type { Dialog, DialogOf } from '../shared/dialog.ts';

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

/** The field of a list's filter. Each key filters the list. */
export const filterDialog: Dialog<DialogOf<'filter'>> = {
  form: 'form',
  commands: [
    {
      id: 'filter.accept',
      keys: ['enter'],
      title: safe`apply the filter`,
      hint: safe`apply`,
      isInField: true,
      run: accept,
    },
  ],
  type: ({ change }, { editor }, to) => change(state => withFilterTyped(state, to(editor))),
  recall: { text: state => currentView(state).lastFilter ?? '', name: safe`last filter` },
  // Other keys that move do so in the list below.
  key: ({ change }, _dialog, { key: { name } }) => {
    const motion = Object.hasOwn(MOTIONS, name) ? MOTIONS[name] : undefined;
    if (motion !== undefined) change(state => withCursorMovedBelowField(state, motion));
    return motion !== undefined;
  },
  cancel: ({ change }) => change(withFilterCancelled),
  esc: safe`cancel`,
  more: () => [hint(safe``, safe`e.g. name:faq dev:true updated>90d !not`)],
  field: (_state, { editor }) => ({ name: safe`Filter: `, sign: safe` /`, editor }),
};
