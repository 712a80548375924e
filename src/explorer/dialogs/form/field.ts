import { variantInFilter } from '../../../filter/parse.ts';
import { ownMember } from '../../../json/json.ts';
import { resourceOf } from '../../../resources/registry.ts';
import { safe } from '../../../text/sanitise.ts';
import { withSearch } from '../../actions/cursor/document.ts';
import type { Explorer } from '../../actions/explorer.ts';
import {
  hasSingleRow,
  withCursorMovedBelowField,
  withFilter,
  withFilterCancelled,
  withFilterTyped,
} from '../../actions/filter-and-sort.ts';
import { openCursor } from '../../commands/follow.ts';
import { hint, span } from '../../facts/line.ts';
import { unlockWord } from '../../facts/write-protection.ts';
import { filterProblem } from '../../frame/footer-message.ts';
import { type Motion, withCursorMoved } from '../../selection/cursor.ts';
import { currentView, newView } from '../../state/state.ts';
import { editorText } from '../../state/text-field.ts';
import { type Dialog, type DialogCommand, type DialogOf, keyLabelOf, refusePaste } from '../shared/dialog.ts';

const MOTIONS: Readonly<Record<string, Motion>> = {
  down: 'down',
  up: 'up',
  pagedown: 'page-down',
  pageup: 'page-up',
};

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

/** The filter stays, in the list that it names. A single remaining row is opened. */
function accept(explorer: Explorer): void {
  const { store, closeDialog, change } = explorer;
  closeDialog();
  if (openNamedList(explorer) || !hasSingleRow(store.getState())) return;
  change(state => withCursorMoved(state, 'first'));
  openCursor(explorer);
}

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
    const motion = ownMember(MOTIONS, name);
    if (motion !== undefined) change(state => withCursorMovedBelowField(state, motion));
    return motion !== undefined;
  },
  cancel: ({ change }) => change(withFilterCancelled),
  esc: safe`cancel`,
  more: () => [hint(safe``, safe`e.g. name:faq dev:true updated>90d !not`)],
  field: (state, { editor }) => {
    const problem = filterProblem(state);
    return { name: safe`Filter: `, sign: safe` /`, editor, ...(problem && { beside: safe`  ! ${problem}` }) };
  },
};

export const findDialog: Dialog<DialogOf<'find'>> = {
  form: 'form',
  commands: [
    {
      id: 'find.accept',
      keys: ['enter'],
      title: safe`search`,
      hint: safe`search`,
      isInField: true,
      run: ({ change }, { editor }) => change(state => withSearch(state, editorText(editor))),
    },
  ],
  type: ({ changeDialog }, dialog, change) => changeDialog(dialog, { editor: change(dialog.editor) }),
  recall: { text: ({ screen }) => screen.lastFind, name: safe`last search` },
  esc: safe`cancel`,
  field: (_state, { editor }) => ({ name: safe`Search: `, sign: safe` /`, editor }),
};

type Unlock = DialogOf<'unlock'>;

/** The word must match and the key come alone. */
const ACCEPT: DialogCommand<Unlock> = {
  id: 'unlock.accept',
  keys: ['enter'],
  title: safe`unlock deletes`,
  hint: safe`unlock deletes for 15 minutes`,
  isInField: true,
  run: ({ store, changeDialog, unlockDeletes }, dialog, { alone }) => {
    const state = store.getState();
    const word = unlockWord(state.session.server);
    const isRight = editorText(dialog.editor) === word;
    if (isRight && alone) return unlockDeletes();
    const again = keyLabelOf(state, ACCEPT) ?? safe`the key`;
    const hint = isRight ? safe`Matches. Press ${again} again.` : safe`That doesn't match. Type \`${word}\`.`;
    changeDialog(dialog, { hint });
  },
};

export const unlockDialog: Dialog<Unlock> = {
  form: 'form',
  commands: [ACCEPT],
  type: ({ changeDialog }, dialog, change) =>
    changeDialog(dialog, { editor: change(dialog.editor), hint: undefined }),
  paste: refusePaste,
  esc: safe`keep it locked`,
  message: (_state, { hint }) => hint && [span(safe` ${hint}`, 'warn')],
  field: ({ session: { server } }, { editor }) => {
    const words = safe`Type ${unlockWord(server)} to unlock`;
    return { name: safe`${words}: `, sign: safe` ${words} > `, editor };
  },
};
