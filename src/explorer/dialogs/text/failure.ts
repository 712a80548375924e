import { joinSafe, safe } from '../../../text/sanitise.ts';
import { follow } from '../../commands/follow.ts';
import { hint, type Line } from '../../facts/line.ts';
import { viewTitle } from '../../frame/titles.ts';
import { currentFailureLines } from '../../screens/content.ts';
import { choiceId } from '../../screens/start/start-lines.ts';
import { keyName } from '../../state/key-names.ts';
import { currentView, type State } from '../../state/state.ts';
import { closingCommands, type Dialog, type DialogOf } from '../shared/dialog.ts';
import { pageFrom, topAfterKey } from '../shared/moves.ts';

const failureLines = (state: State): readonly Line[] => currentFailureLines(state) ?? [];

/** The failure of the last reload in full, above rows that are still shown. */
export const failureDialog: Dialog<DialogOf<'failure'>> = {
  form: 'text',
  commands: [
    {
      id: 'place.reload',
      title: safe`retry`,
      hint: safe`retry`,
      run: ({ store, reload, closeDialog }) => {
        closeDialog();
        reload(currentView(store.getState()).place);
      },
    },
    {
      id: 'place.jump',
      title: safe`follow the suggestion with this number`,
      run: (explorer, _dialog, { key }) => {
        const id = choiceId(Number(key.name));
        const line = failureLines(explorer.store.getState()).find(each => each.id === id);
        if (line?.kind !== 'text' || line.target === undefined) return;
        explorer.closeDialog();
        follow(explorer, line.target);
      },
    },
    { id: 'failure.close', keys: ['enter'], title: safe`close`, run: ({ closeDialog }) => closeDialog() },
    { id: 'failure.show', title: safe`close`, run: ({ closeDialog }) => closeDialog() },
    ...closingCommands,
  ],
  key: ({ store, changeDialog }, dialog, { key }) => {
    const state = store.getState();
    changeDialog(dialog, {
      top: topAfterKey(state, failureLines(state), { top: dialog.top, key: key.name }),
    });
    return true;
  },
  isEmpty: state => currentFailureLines(state) === undefined,
  title: state => ({ title: viewTitle(state).title, right: safe`Esc goes back` }),
  lines: (state, { top }, room) => pageFrom(failureLines(state), top, room),
  esc: safe`back to the loaded data`,
  more: ({ user: { keymap } }) => {
    const keys = (['move.down', 'move.up', 'move.page-down', 'move.page-up'] as const).map(id =>
      keyName(keymap, id),
    );
    return [hint(joinSafe(keys, ' '), safe`move`)];
  },
};
