import { safe } from '../../../text/sanitise.ts';
import type { Explorer } from '../../actions/explorer.ts';
import { ALONE } from '../../commands/command.ts';
import type { Press } from '../../commands/key.ts';
import { editorOf, editorText } from '../../state/text-field.ts';
import type { DialogOf } from '../shared/dialog.ts';
import type { DialogCommand } from '../shared/dialog-command.ts';
import { applyKey } from '../shared/text-field.ts';
import { COMPLETE, meaningOf } from './meaning.ts';
import type { Suggestion } from './named-rows.ts';
import { lineToRun, needsMore, suggestions } from './suggestions.ts';

type Palette = DialogOf<'palette'>;

/** Returns the suggestions for what is typed, and the chosen one. */
function suggestionsOf({ store }: Explorer, { editor, choice }: Palette) {
  const rows = suggestions(store.getState(), editorText(editor));
  return { rows, chosen: rows[choice] };
}

/** Puts the words of a row into the line, for more to be typed behind them. */
function complete({ changeDialog }: Explorer, dialog: Palette, chosen: Suggestion | undefined): void {
  if (chosen === undefined || chosen.kind === 'none') return;
  changeDialog(dialog, { editor: editorOf(`${chosen.words} `), choice: 0 });
}

export const paletteCommands: readonly DialogCommand<Palette>[] = [
  {
    id: 'palette.accept',
    keys: ['enter'],
    title: safe`run the command, or open the place`,
    hint: safe`run`,
    isInField: true,
    run: (explorer, dialog, { alone }) => {
      const [typed, { chosen }] = [editorText(dialog.editor), suggestionsOf(explorer, dialog)];
      const line = { typed, choice: dialog.choice, chosen };
      const state = explorer.store.getState();
      if (needsMore(state, line)) complete(explorer, dialog, chosen);
      else runLine(explorer, lineToRun(state, line), alone);
    },
  },
  {
    ...COMPLETE,
    title: safe`complete the chosen suggestion`,
    hint: safe`complete`,
    isInField: true,
    run: (explorer, dialog) => complete(explorer, dialog, suggestionsOf(explorer, dialog).chosen),
  },
];

/** Types, or chooses a suggestion; Backspace in the empty line closes it. */
export function paletteKey(explorer: Explorer, dialog: Palette, { key }: Press): void {
  const { changeDialog, closeDialog } = explorer;
  if (key.name === 'down' || key.name === 'up') {
    const last = suggestionsOf(explorer, dialog).rows.length - 1;
    const by = key.name === 'down' ? 1 : -1;
    changeDialog(dialog, { choice: Math.max(0, Math.min(last, dialog.choice + by)) });
  } else if (key.name === 'backspace' && editorText(dialog.editor) === '') closeDialog();
  else changeDialog(dialog, { editor: applyKey(dialog.editor, key), choice: 0 });
}

/** Runs what was typed after `:`, or reports why that is impossible. */
export function runLine(explorer: Explorer, typed: string, alone: boolean): void {
  const { store, notify, closeDialog } = explorer;
  const meaning = meaningOf(store.getState(), typed);
  if ('problem' in meaning) return notify('warn', meaning.problem);
  if (meaning.destructive && !alone) return notify('warn', ALONE);
  closeDialog();
  meaning.run(explorer);
}
