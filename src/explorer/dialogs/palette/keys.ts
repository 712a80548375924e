import type { Explorer } from '../../actions/explorer.ts';
import { ALONE, say } from '../../commands/command.ts';
import type { Press } from '../../commands/key.ts';
import type { Overlay } from '../../state/dialogs.ts';
import { editorOf, editorText } from '../../state/text-field.ts';
import { typeInto } from '../shared/text-field-keys.ts';
import { meaningOf } from './meaning.ts';
import { completed, suggestions } from './suggestions.ts';

/** A key in the `:` line. */
export function lineKey(
  explorer: Explorer,
  overlay: Extract<Overlay, { is: 'line' }>,
  { key, alone }: Press,
): void {
  const { store } = explorer;
  const typed = editorText(overlay.editor);
  const rows = suggestions(store.getState(), typed);
  const chosen = rows[overlay.choice];
  if (key.name === 'down' || key.name === 'up') {
    const by = key.name === 'down' ? 1 : -1;
    const choice = Math.max(0, Math.min(rows.length - 1, overlay.choice + by));
    store.setState({ overlay: { ...overlay, choice } });
  } else if (key.name === 'tab' && chosen !== undefined) {
    store.setState({ overlay: { ...overlay, editor: editorOf(`${chosen.words} `), choice: 0 } });
  } else if (key.name === 'enter') {
    const { choice } = overlay;
    runLine(explorer, completed(store.getState(), { typed, choice, chosen }), alone);
  } else if (key.name === 'backspace' && typed === '') store.setState({ overlay: undefined });
  else typeInto(explorer, key);
}

/** Carries out what was typed after `:`, or says why it cannot be. */
export function runLine(explorer: Explorer, typed: string, alone: boolean): void {
  const { store } = explorer;
  const meaning = meaningOf(store.getState(), typed);
  if ('problem' in meaning) return say(explorer, meaning.problem);
  if (meaning.destructive && !alone) return say(explorer, ALONE);
  store.setState({ overlay: undefined });
  meaning.run(explorer);
}
