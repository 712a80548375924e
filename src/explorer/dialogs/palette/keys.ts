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

/** Runs a row, completes one that needs more words, or reports why it does nothing. */
function runRow(explorer: Explorer, dialog: Palette, chosen: Suggestion, alone: boolean): void {
  if (chosen.open) complete(explorer, dialog, chosen);
  else if (chosen.run !== undefined) {
    explorer.closeDialog();
    chosen.run(explorer);
  } else if (chosen.blocked !== undefined) explorer.notify('warn', chosen.blocked);
  else if (chosen.kind !== 'none' || dialog.scope === undefined) runLine(explorer, lineOf(chosen), alone);
}

export const paletteCommands: readonly DialogCommand<Palette>[] = [
  {
    ...ACCEPT,
    hint: safe`run`,
    run: (explorer, dialog, { alone }) => {
      const { chosen } = suggestionsOf(explorer, dialog);
      if (chosen === undefined) runLine(explorer, editorText(dialog.editor), alone);
      else runRow(explorer, dialog, chosen, alone);
    },
  },
  {
    ...COMPLETE,
    hint: safe`complete`,
    blocked: ({ scope }) => (scope === undefined ? undefined : safe`Nothing to complete here.`),
    run: (explorer, dialog) => complete(explorer, dialog, suggestionsOf(explorer, dialog).chosen),
  },
];

/** Types, marks another row, or runs one at once. */
export function paletteKey(explorer: Explorer, dialog: Palette, { key, alone }: Press): void {
  const { store, changeDialog } = explorer;
  const page = Math.max(1, layoutOf(store.getState()).panel - 1);
  const by = { down: 1, up: -1, pagedown: page, pageup: -page }[key.name];
  const direct = by === undefined ? rowOfKey(explorer, dialog, key.name) : undefined;
  if (by !== undefined) {
    const last = suggestionsOf(explorer, dialog).rows.length - 1;
    changeDialog(dialog, { choice: Math.max(0, Math.min(last, dialog.choice + by)) });
  } else if (direct !== undefined) runRow(explorer, dialog, direct, alone);
  else if (editorText(dialog.editor) !== '' || !emptyLineKey(explorer, dialog, key.name))
    changeDialog(dialog, { editor: applyKey(dialog.editor, key), choice: 0 });
}

/**
 * Handles a key in the empty line: Backspace and the key that opened a scope close it; some scopes have a key
 * for the marked row. Returns false if the key types.
 */
function emptyLineKey(explorer: Explorer, dialog: Palette, key: string): boolean {
  const { scope } = dialog;
  const isKeyOf = (id: string): boolean => hasKey(explorer.store.getState(), id, key);
  const { opener, onKey } = (scope && scopes[scope]) ?? {};
  if (key === 'backspace' || (opener !== undefined && isKeyOf(opener))) {
    explorer.closeDialog();
    return true;
  }
  const { chosen } = suggestionsOf(explorer, dialog);
  if (onKey !== undefined && chosen !== undefined && isKeyOf(onKey.id)) {
    onKey.run(explorer, chosen);
    return true;
  }
  // The search has begun already.
  return scope !== undefined && isKeyOf('text.find');
}

/** Returns the row that a key runs at once: by its capital behind `sort `, by its digit in a scope. */
function rowOfKey(explorer: Explorer, dialog: Palette, key: string): Suggestion | undefined {
  const { scope, editor } = dialog;
  const text = editorText(editor);
  if (text === SORT) return suggestionsOf(explorer, dialog).rows.find(row => row.key === key);
  const isNumbered = text === '' && scope !== undefined && scopes[scope].isNumbered === true;
  return isNumbered && /^[1-9]$/.test(key)
    ? suggestionsOf(explorer, dialog).rows[Number(key) - 1]
    : undefined;
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
