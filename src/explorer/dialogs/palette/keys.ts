import { safe } from '../../../text/sanitise.ts';
import type { Explorer } from '../../actions/explorer.ts';
import { hasKey } from '../../commands/available.ts';
import { ALONE } from '../../commands/command.ts';
import type { Press } from '../../commands/key.ts';
import { SORT } from '../../commands/sort.ts';
import { layoutOf } from '../../facts/layout.ts';
import { editorOf, editorText } from '../../state/text-field.ts';
import type { DialogOf } from '../shared/dialog.ts';
import type { DialogCommand } from '../shared/dialog-command.ts';
import { hasPanel } from '../shared/message.ts';
import { applyKey } from '../shared/text-field.ts';
import { ACCEPT, COMPLETE } from './commands.ts';
import { meaningOf } from './meaning.ts';
import { lineOf, type Suggestion } from './named-rows.ts';
import { scopes } from './scopes.ts';
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
    ...ACCEPT,
    hint: safe`run`,
    run: (explorer, dialog, { alone }) => {
      // Without a painted row, the text alone decides.
      const isPainted = dialog.scope !== undefined || hasPanel(explorer.store.getState());
      const chosen = isPainted ? suggestionsOf(explorer, dialog).chosen : undefined;
      if (chosen?.open === true) complete(explorer, dialog, chosen);
      else if (chosen?.blocked !== undefined) explorer.notify('warn', chosen.blocked);
      else if (chosen?.kind !== 'none' || dialog.scope === undefined)
        runLine(explorer, chosen === undefined ? editorText(dialog.editor) : lineOf(chosen), alone);
    },
  },
  {
    ...COMPLETE,
    hint: safe`complete`,
    blocked: ({ scope }) => (scope === undefined ? undefined : safe`Nothing to complete here.`),
    run: (explorer, dialog) => complete(explorer, dialog, suggestionsOf(explorer, dialog).chosen),
  },
];

/**
 * Types, or marks another row. In the empty line Backspace and the key that opened the scope close it; a
 * capital behind `sort ` sorts.
 */
export function paletteKey(explorer: Explorer, dialog: Palette, { key, alone }: Press): void {
  const { store, changeDialog, closeDialog } = explorer;
  const { scope } = dialog;
  const text = editorText(dialog.editor);
  const opener = scope && scopes[scope].opener;
  const letters = text === SORT ? suggestionsOf(explorer, dialog).rows : [];
  const letterRow = letters.find(row => row.key === key.name);
  const page = Math.max(1, layoutOf(store.getState()).panel - 1);
  const by = { down: 1, up: -1, pagedown: page, pageup: -page }[key.name];
  if (by !== undefined) {
    const last = suggestionsOf(explorer, dialog).rows.length - 1;
    changeDialog(dialog, { choice: Math.max(0, Math.min(last, dialog.choice + by)) });
  } else if (letterRow !== undefined) runLine(explorer, lineOf(letterRow), alone);
  else if (text === '' && key.name === 'backspace') closeDialog();
  else if (text === '' && opener !== undefined && hasKey(store.getState(), opener, key.name)) closeDialog();
  else if (text === '' && scope !== undefined && hasKey(store.getState(), 'text.find', key.name)) return;
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
