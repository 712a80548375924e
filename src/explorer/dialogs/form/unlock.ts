import { safe } from '../../../text/sanitise.ts';
import { span } from '../../facts/line.ts';
import { unlockWord } from '../../facts/write-protection.ts';
import { editorText } from '../../state/text-field.ts';
import { type Dialog, type DialogCommand, type DialogOf, keyOf, refusePaste } from '../shared/dialog.ts';

type Unlock = DialogOf<'unlock'>;

/** Unlocks only if the word matches and the key came alone. */
const ACCEPT: DialogCommand<Unlock> = {
  id: 'unlock.accept',
  keys: ['enter'],
  title: safe`unlock deletes`,
  hint: safe`unlock deletes for 15 minutes`,
  isInField: true,
  run: ({ store, changeDialog, unlockDeletes }, dialog, { alone }) => {
    const state = store.getState();
    const word = unlockWord(state.session.server);
    const isRight = editorText(dialog.editor) === word;
    if (isRight && alone) return unlockDeletes();
    const again = keyOf(state, ACCEPT) ?? safe`the key`;
    const hint = isRight ? safe`Matches. Press ${again} again.` : safe`That doesn't match. Type \`${word}\`.`;
    changeDialog(dialog, { hint });
  },
};

export const unlockDialog: Dialog<Unlock> = {
  form: 'form',
  commands: [ACCEPT],
  type: ({ changeDialog }, dialog, change) =>
    changeDialog(dialog, { editor: change(dialog.editor), hint: undefined }),
  paste: refusePaste,
  esc: safe`keep it locked`,
  message: (_state, { hint }) => hint && [span(safe` ${hint}`, 'warn')],
  field: ({ session: { server } }, { editor }) => {
    const words = safe`Type ${unlockWord(server)} to unlock`;
    return { name: safe`${words}: `, sign: safe` ${words} > `, editor };
  },
};
