import { type SafeText, safe } from '../../../text/sanitise.ts';
import type { Explorer } from '../../actions/explorer.ts';
import type { Press } from '../../commands/key.ts';
import { hint, span } from '../../facts/line.ts';
import { unlockWord } from '../../facts/write-protection.ts';
import { editorText } from '../../state/text-field.ts';
import type { Dialog, DialogOf } from '../shared/dialog.ts';
import { type DialogCommand, footerOf, keyOf } from '../shared/dialog-command.ts';
import { applyKey, refusePaste } from '../shared/text-field.ts';

type Unlock = DialogOf<'unlock'>;

/** Unlocks only if the word matches and the key came alone. */
function unlock({ store, changeDialog, unlockDeletes }: Explorer, dialog: Unlock, { alone }: Press): void {
  const state = store.getState();
  const word = unlockWord(state.session.server);
  const isRight = editorText(dialog.editor) === word;
  if (isRight && alone) return unlockDeletes();
  const again = keyOf(state, ACCEPT) ?? safe`the key`;
  const hint: SafeText = isRight
    ? safe`Matches. Press ${again} again.`
    : safe`That doesn't match. Type \`${word}\`.`;
  changeDialog(dialog, { hint });
}

const ACCEPT = { id: 'unlock.accept', keys: ['enter'] };

export const unlockCommands: readonly DialogCommand<Unlock>[] = [
  {
    ...ACCEPT,
    title: safe`unlock deletes`,
    hint: safe`unlock deletes for 15 minutes`,
    isInField: true,
    run: unlock,
  },
];

export const unlockDialog: Dialog<Unlock> = {
  form: 'form',
  commands: unlockCommands,
  isTyping: () => true,
  key: ({ changeDialog }, dialog, { key }) =>
    changeDialog(dialog, { editor: applyKey(dialog.editor, key), hint: undefined }),
  paste: refusePaste,
  lines: () => ({ lines: [] }),
  hints: (dialog, state) => footerOf(unlockCommands, hint(safe`Esc`, safe`keep it locked`), [dialog, state]),
  message: (_state, { hint: problem }) => problem && [span(safe` ${problem}`, 'warn')],
  field: ({ session: { server } }, { editor }) => {
    const words = safe`Type ${unlockWord(server)} to unlock`;
    return { name: safe`${words}: `, sign: safe` ${words} > `, editor };
  },
};
