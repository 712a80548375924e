import { type SafeText, safe } from '../../../text/sanitise.ts';
import type { Explorer } from '../../actions/explorer.ts';
import type { AnyDialog } from '../../state/dialogs.ts';
import { hint, span } from '../../view/line.ts';
import type { Dialog } from './dialog.ts';
import { hasPanel } from './message.ts';

type Confirmation<D extends AnyDialog> = Pick<Dialog<D>, 'lines' | 'speech'> & {
  /** Carries it out. The dialog is closed already. */
  readonly yes: (explorer: Explorer, dialog: D) => void;
  readonly yesText: SafeText;
  /** The question in one row, where there is no panel. */
  readonly short: (dialog: D) => SafeText;
  /** `y` acts only when it came alone: neither pasted nor held. */
  readonly needsAlone?: true;
};

/** A question that `y` answers with yes; `n`, `q` and Esc with no. */
export function confirmDialog<D extends AnyDialog>(confirmation: Confirmation<D>): Dialog<D> {
  const { yes, yesText, short, needsAlone, ...rest } = confirmation;
  return {
    ...rest,
    key: (explorer, dialog, { key, alone }) => {
      const isYes = key.name === 'y' && (alone || !needsAlone);
      if (!isYes && key.name !== 'n' && key.name !== 'q') return;
      explorer.closeDialog();
      if (isYes) yes(explorer, dialog);
    },
    hints: () => [hint(safe`y`, yesText), hint(safe`Esc`, safe`no`)],
    message: (state, dialog) =>
      hasPanel(state) ? undefined : [span(safe` ${short(dialog)} y yes, Esc no`, 'key')],
  };
}
