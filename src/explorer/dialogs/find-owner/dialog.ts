import { safe } from '../../../text/sanitise.ts';
import { hint } from '../../facts/line.ts';
import type { FindOwnerDialog } from '../../state/dialogs.ts';
import type { Dialog } from '../shared/dialog.ts';
import { footerOf } from '../shared/dialog-command.ts';
import { closeHint, hasPanel } from '../shared/message.ts';
import { findOwnerCommands, stopSearch } from './keys.ts';
import { searchLines, searchSpans } from './lines.ts';

/** Searches for the owner of a record of which only the id is known. */
export const findOwnerDialog: Dialog<FindOwnerDialog> = {
  commands: findOwnerCommands,
  cancel: stopSearch,
  lines: (state, dialog) => ({ lines: searchLines(state, dialog) }),
  hints: (dialog, state) => {
    const escHint = dialog.loading === undefined ? closeHint : hint(safe`Esc`, safe`stop`);
    return footerOf(findOwnerCommands, escHint, [dialog, state]);
  },
  message: (state, dialog) => (hasPanel(state) ? undefined : searchSpans(state, dialog)),
};
