import { type SafeText, safe } from '../../../text/sanitise.ts';
import type { Explorer } from '../../actions/explorer.ts';
import { asQuiet, hint, type Line, span, textLine } from '../../facts/line.ts';
import type { AnyDialog } from '../../state/dialogs.ts';
import type { State } from '../../state/state.ts';
import type { Dialog, DialogArea, Page } from './dialog.ts';
import { type DialogCommand, hintsOf, keyOf } from './dialog-command.ts';
import { chooseHint } from './message.ts';
import { listStep } from './steps.ts';

/** A question with yes and no; `isYes`: yes is marked. */
type QuestionDialog = Extract<AnyDialog, { readonly isYes: boolean }>;

type ConfirmationOptions<D extends QuestionDialog> = {
  /** Returns the question and all that it is about, in at most `rows` rows. */
  readonly question: (state: State, dialog: D, room: DialogArea) => readonly Line[];
  /** Does the work, after the dialog was closed. */
  readonly yes: (explorer: Explorer, dialog: D) => void;
  readonly yesText: SafeText;
  readonly noText: SafeText;
};

const YES = { id: 'confirm.yes', keys: ['y'], title: safe`yes` };
const NO = { id: 'confirm.no', keys: ['n'], title: safe`no` };
const CHOOSE = { id: 'confirm.choose', keys: ['enter'], title: safe`the marked line` };

/** The commands of every question with yes and no, for the help and for settings. */
export const confirmCommands = [YES, NO, CHOOSE] as const;

/** Rows of yes and no. */
const CHOICES = 2;

/** Returns a question with two lines to choose from; no is marked first, and Esc means no. */
export function confirmDialog<D extends QuestionDialog>(confirmation: ConfirmationOptions<D>): Dialog<D> {
  const { question, yes, yesText, noText } = confirmation;
  const no = ({ closeDialog }: Explorer): void => closeDialog();
  const agree: DialogCommand<D>['run'] = (explorer, dialog, { alone }) => {
    // Neither pasted nor typed ahead.
    if (!alone) return;
    explorer.closeDialog();
    yes(explorer, dialog);
  };
  const commands: readonly DialogCommand<D>[] = [
    {
      ...CHOOSE,
      hint: ({ isYes }) => (isYes ? yesText : noText),
      run: (explorer, dialog, press) => (dialog.isYes ? agree : no)(explorer, dialog, press),
    },
    { ...YES, hint: safe`yes, ${yesText}`, run: agree },
    { ...NO, run: no },
    { id: 'app.quit', title: safe`no`, run: no },
  ];
  /** Returns the question, and both lines where they fit: the footer has their keys, too. */
  const lines = (state: State, dialog: D, room: DialogArea): Page => {
    const above = question(state, dialog, { ...room, rows: Math.max(1, room.rows - CHOICES) });
    if (above.length + CHOICES > room.rows) return { lines: question(state, dialog, room) };
    const key = keyOf(state, YES);
    const choices = [
      textLine('no', span(safe`   ${noText}`)),
      textLine('yes', span(safe`   ${yesText}`), span(key === undefined ? safe`` : safe`  ${key}`, 'key')),
    ];
    return { lines: [...above, ...choices.map(asQuiet)], cursor: above.length + Number(dialog.isYes) };
  };
  return {
    form: 'confirm',
    commands,
    lines,
    key: ({ store, changeDialog }, dialog, { key }) => {
      const state = store.getState();
      const by = listStep(state, key.name, CHOICES);
      if (by !== undefined) changeDialog<QuestionDialog>(dialog, { isYes: by > 0 });
    },
    hints: (dialog, state) => [
      ...hintsOf(commands, dialog, state),
      hint(safe`Esc`, noText),
      chooseHint(state),
    ],
  };
}
