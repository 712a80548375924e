import { type SafeText, safe } from '../../../text/sanitise.ts';
import { cells } from '../../../text/width.ts';
import type { Explorer } from '../../actions/explorer.ts';
import type { Press } from '../../commands/key.ts';
import { editorText } from '../../state/text-field.ts';
import { hint, span } from '../../view/line.ts';
import { fieldSpans } from '../../view/text-field.ts';
import { unlockWord } from '../../view/write-protection.ts';
import type { Dialog, DialogOf } from '../shared/dialog.ts';
import { enterHint } from '../shared/message.ts';
import { editedBy, refusePaste } from '../shared/text-field.ts';

type Unlock = DialogOf<'unlock'>;

/** Enter unlocks only if the word matches and the key came alone. */
function unlockKey(explorer: Explorer, dialog: Unlock, { key, alone }: Press): void {
  const { store, changeDialog, unlockDeletes } = explorer;
  if (key.name !== 'enter')
    return changeDialog(dialog, { editor: editedBy(dialog.editor, key), hint: undefined });
  const word = unlockWord(store.getState().session.server);
  const isRight = editorText(dialog.editor) === word;
  if (isRight && alone) return unlockDeletes();
  const hint: SafeText = isRight
    ? safe`Matches. Press Enter again.`
    : safe`That doesn't match. Type \`${word}\`.`;
  changeDialog(dialog, { hint });
}

/** Asks for the name that unlocks deleting. */
export const unlockDialog: Dialog<Unlock> = {
  key: unlockKey,
  paste: refusePaste,
  lines: () => ({ lines: [] }),
  hints: () => [enterHint(safe`unlock deletes for 15 minutes`), hint(safe`Esc`, safe`keep it locked`)],
  message: ({ session: { server }, screen: { size } }, dialog) => {
    if (dialog.hint !== undefined) return [span(safe` ${dialog.hint}`, 'warn')];
    const sign = safe` Type ${unlockWord(server)} to unlock > `;
    return [span(sign, 'key'), ...fieldSpans(dialog.editor, size.columns - cells(sign) - 2)];
  },
  speech: ({ session: { server } }, { editor }) => ({
    title: safe`Type ${unlockWord(server)} to unlock`,
    field: [safe`Type it: `, editor],
  }),
};
