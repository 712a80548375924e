import { type SafeText, safe } from '../../../text/sanitise.ts';
import type { Explorer } from '../../actions/explorer.ts';
import type { AnyDialog } from '../../state/dialogs.ts';
import type { State } from '../../state/state.ts';
import { hint, type Line, span, textLine } from '../../view/line.ts';
import type { Dialog } from './dialog.ts';
import { type DialogCommand, footerOf, keyOf } from './dialog-command.ts';
import { hasPanel } from './message.ts';

type ConfirmationOptions<D extends AnyDialog> = Pick<Dialog<D>, 'lines' | 'speech'> & {
  /** Does the work, after the dialog was closed. */
  readonly yes: (explorer: Explorer, dialog: D) => void;
  readonly yesText: SafeText;
  /** The question in one row, for a screen without room for the panel. */
  readonly short: (dialog: D) => SafeText;
  /** The key for yes acts only if it came alone: neither pasted nor typed ahead. */
  readonly needsAlone?: true;
};

const YES = { id: 'confirm.yes', keys: ['y'], title: safe`yes` };
const NO = { id: 'confirm.no', keys: ['n'], title: safe`no` };

/** The commands of every question with yes and no, for the help and for settings. */
export const confirmCommands = [YES, NO] as const;

/** Returns the row with the keys of a question. */
export function confirmLine(state: State, yesText: SafeText): Line {
  const key = keyOf(state, YES);
  return textLine(
    'answer',
    ...(key === undefined
      ? [span(safe`   `)]
      : [span(safe`   ${key}`, 'key'), span(safe`  yes, ${yesText}      `)]),
    span(safe`Esc`, 'key'),
    span(safe`  no`),
  );
}

/** Returns a question with yes and no. Esc means no. */
export function confirmDialog<D extends AnyDialog>(confirmation: ConfirmationOptions<D>): Dialog<D> {
  const { yes, yesText, short, needsAlone, ...rest } = confirmation;
  const no = ({ closeDialog }: Explorer): void => closeDialog();
  const commands: readonly DialogCommand<D>[] = [
    {
      ...YES,
      hint: safe`yes, ${yesText}`,
      run: (explorer, dialog, { alone }) => {
        if (needsAlone && !alone) return;
        explorer.closeDialog();
        yes(explorer, dialog);
      },
    },
    { ...NO, run: no },
    { id: 'app.quit', title: safe`no`, run: no },
  ];
  return {
    ...rest,
    commands,
    hints: (dialog, state) => footerOf(commands, hint(safe`Esc`, safe`no`), [dialog, state]),
    message: (state, dialog) => {
      if (hasPanel(state)) return undefined;
      const key = keyOf(state, YES);
      const keys = key === undefined ? safe`Esc no` : safe`${key} yes, Esc no`;
      return [span(safe` ${short(dialog)} ${keys}`, 'key')];
    },
  };
}
