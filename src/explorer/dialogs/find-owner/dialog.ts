import type { FindOwnerDialog } from '../../state/dialogs.ts';
import type { Dialog } from '../shared/dialog.ts';
import { hasPanel } from '../shared/message.ts';
import { seekKey, stopSeeking } from './keys.ts';
import { seekHints, seekLines, seekSpans } from './lines.ts';

/** Looks for the owner of a record of which only the id is known. */
export const findOwnerDialog: Dialog<FindOwnerDialog> = {
  key: seekKey,
  cancel: stopSeeking,
  lines: (state, dialog) => ({ lines: seekLines(state, dialog) }),
  hints: seekHints,
  message: (state, dialog) => (hasPanel(state) ? undefined : seekSpans(state, dialog)),
};
