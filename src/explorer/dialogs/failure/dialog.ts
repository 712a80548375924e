import { safe } from '../../../text/sanitise.ts';
import type { Explorer } from '../../actions/explorer.ts';
import { follow } from '../../commands/follow.ts';
import type { Press } from '../../commands/key.ts';
import { hint, type Line } from '../../facts/line.ts';
import { viewTitle } from '../../frame/titles.ts';
import { choiceId } from '../../screens/start/start-lines.ts';
import { currentFailureLines } from '../../selection/current-failure.ts';
import { currentView, type State } from '../../state/state.ts';
import type { Dialog, DialogOf } from '../shared/dialog.ts';
import { closingCommands, type DialogCommand, footerOf } from '../shared/dialog-command.ts';
import { moveHint } from '../shared/message.ts';
import { pageFrom, topAfterKey } from '../shared/scroll.ts';

type FailureDialog = DialogOf<'failure'>;

const failureLines = (state: State): readonly Line[] => currentFailureLines(state) ?? [];

function followNumber(explorer: Explorer, { key }: Press): void {
  const id = choiceId(Number(key.name));
  const line = failureLines(explorer.store.getState()).find(each => each.id === id);
  if (line?.kind !== 'text' || line.target === undefined) return;
  explorer.closeDialog();
  follow(explorer, line.target);
}

export const failureCommands: readonly DialogCommand<FailureDialog>[] = [
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
    run: (explorer, _dialog, press) => followNumber(explorer, press),
  },
  { id: 'failure.close', keys: ['enter'], title: safe`close`, run: ({ closeDialog }) => closeDialog() },
  { id: 'failure.show', title: safe`close`, run: ({ closeDialog }) => closeDialog() },
  ...closingCommands,
];

/** Scrolls. */
function failureKey({ store, changeDialog }: Explorer, dialog: FailureDialog, { key }: Press): void {
  const state = store.getState();
  changeDialog(dialog, { top: topAfterKey(state, failureLines(state), { top: dialog.top, key: key.name }) });
}

/** The failure of the last reload in full, above rows that are still shown. */
export const failureDialog: Dialog<FailureDialog> = {
  form: 'text',
  commands: failureCommands,
  key: failureKey,
  isOver: state => currentFailureLines(state) === undefined,
  title: state => ({ title: viewTitle(state).title, right: safe`Esc goes back` }),
  lines: (state, { top }, room) => pageFrom(failureLines(state), top, room),
  hints: (dialog, state) => [
    ...footerOf(failureCommands, hint(safe`Esc`, safe`back to the loaded data`), [dialog, state]),
    moveHint(state),
  ],
};
