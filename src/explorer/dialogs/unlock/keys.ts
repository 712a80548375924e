import { safe } from '../../../text/sanitise.ts';
import type { Explorer } from '../../actions/explorer.ts';
import { unlock } from '../../actions/lock.ts';
import type { Press } from '../../commands/key.ts';
import type { Overlay } from '../../state/dialogs.ts';
import { edit, editorText, insert } from '../../state/text-field.ts';
import { unlockWord } from '../../view/write-protection.ts';

/** A key while the word that unlocks is typed. */
export function unlockKey(
  explorer: Explorer,
  overlay: Extract<Overlay, { is: 'unlock' }>,
  { key, alone }: Press,
): void {
  const { store } = explorer;
  if (key.name !== 'enter') {
    const editor = edit(overlay.editor, key.name) ?? insert(overlay.editor, key.text);
    return store.setState({ overlay: { is: 'unlock', editor } });
  }
  const word = unlockWord(store.getState().server);
  const isRight = editorText(overlay.editor) === word;
  if (isRight && alone) return unlock(explorer);
  const hint = isRight
    ? safe`It matches. Press Enter once more.`
    : safe`That is not it: ${word} has to be typed.`;
  store.setState({ overlay: { ...overlay, hint } });
}
