import { safe } from '../../../text/sanitise.ts';
import type { Explorer } from '../../actions/explorer.ts';
import type { Press } from '../../commands/key.ts';
import { keyName } from '../../state/key-names.ts';
import { currentView, type State } from '../../state/state.ts';
import { failureBelow } from '../../view/content/content.ts';
import { viewTitle } from '../../view/frame/titles.ts';
import { hint, type Line } from '../../view/line.ts';
import { choiceId } from '../../view/start.ts';
import { CLOSING, type CommandKeys, closeDialog, runCommandKey } from '../shared/command-keys.ts';
import type { Dialog, DialogOf } from '../shared/dialog.ts';
import { coverMessage, moveHint } from '../shared/message.ts';
import { scrolledPage, scrolledTop } from '../shared/scroll.ts';

type FailureDialog = DialogOf<'failure'>;

const failureLines = (state: State): readonly Line[] => failureBelow(state) ?? [];

const KEYS: CommandKeys<FailureDialog> = [
  {
    commands: ['place.reload'],
    run: ({ store, reload, closeDialog }) => {
      closeDialog();
      reload(currentView(store.getState()).place);
    },
  },
  { commands: ['failure.show', ...CLOSING], run: closeDialog },
];

/** A digit follows its choice; what is no command's key scrolls. */
function failureKey(explorer: Explorer, dialog: FailureDialog, { key }: Press): void {
  const { store, follow, changeDialog } = explorer;
  const state = store.getState();
  const lines = failureLines(state);
  const chosen = /^[1-9]$/.test(key.name) ? choiceId(Number(key.name)) : undefined;
  const line = lines.find(each => each.kind === 'text' && each.id === chosen);
  if (line?.kind === 'text' && line.target !== undefined) {
    closeDialog(explorer);
    return follow(line.target);
  }
  if (key.name === 'enter') return closeDialog(explorer);
  if (runCommandKey(KEYS, explorer, { dialog, key })) return;
  const top = scrolledTop(state, lines, { top: dialog.top, key: key.name });
  changeDialog(dialog, { top });
}

/** Why the rows below could not be reloaded, in full. */
export const failureDialog: Dialog<FailureDialog> = {
  key: failureKey,
  isOver: state => failureBelow(state) === undefined,
  title: state => ({ title: viewTitle(state).title, right: safe`Esc goes back` }),
  lines: (state, { top }, room) => scrolledPage(failureLines(state), top, room),
  hints: (_dialog, state) => [
    hint(keyName(state.user.keymap, 'place.reload'), safe`retry`),
    hint(safe`Esc`, safe`back to the loaded data`),
    moveHint(state),
  ],
  message: state => coverMessage(state, safe`the error`),
};
