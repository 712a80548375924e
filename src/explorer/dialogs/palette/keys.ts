import { safe } from '../../../text/sanitise.ts';
import type { Explorer } from '../../actions/explorer.ts';
import { ALONE } from '../../commands/command.ts';
import type { Press } from '../../commands/key.ts';
import { SORT } from '../../commands/sort.ts';
import { editorOf, editorText } from '../../state/text-field.ts';
import type { DialogOf } from '../shared/dialog.ts';
import type { DialogCommand } from '../shared/dialog-command.ts';
import { hasPanel } from '../shared/message.ts';
import { applyKey } from '../shared/text-field.ts';
import { COMPLETE, meaningOf } from './meaning.ts';
import { lineOf, type Suggestion } from './named-rows.ts';
import { paletteRows } from './suggestions.ts';

type Palette = DialogOf<'palette'>;

/** Returns the suggestions for what is typed, and the chosen one. */
function suggestionsOf({ store }: Explorer, dialog: Palette) {
  const rows = paletteRows(store.getState(), dialog);
  return { rows, chosen: rows[dialog.choice] };
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
      // Without a painted row, the text alone decides.
      const chosen = hasPanel(explorer.store.getState()) ? suggestionsOf(explorer, dialog).chosen : undefined;
      if (chosen?.open === true) complete(explorer, dialog, chosen);
      else runLine(explorer, chosen === undefined ? editorText(dialog.editor) : lineOf(chosen), alone);
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

/** Types, or chooses a suggestion; Backspace in the empty line closes it. A capital behind `sort ` sorts. */
export function paletteKey(explorer: Explorer, dialog: Palette, { key, alone }: Press): void {
  const { changeDialog, closeDialog } = explorer;
  const letters = editorText(dialog.editor) === SORT ? suggestionsOf(explorer, dialog).rows : [];
  const letterRow = letters.find(row => row.key === key.name);
  if (key.name === 'down' || key.name === 'up') {
    const last = suggestionsOf(explorer, dialog).rows.length - 1;
    const by = key.name === 'down' ? 1 : -1;
    changeDialog(dialog, { choice: Math.max(0, Math.min(last, dialog.choice + by)) });
  } else if (letterRow !== undefined) runLine(explorer, lineOf(letterRow), alone);
  else if (key.name === 'backspace' && editorText(dialog.editor) === '') closeDialog();
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
