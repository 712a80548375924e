import { safe } from '../../../text/sanitise.ts';
import type { Explorer } from '../../actions/explorer.ts';
import { available, hasKey } from '../../commands/available.ts';
import { ALONE, runCommand } from '../../commands/command.ts';
import { follow } from '../../commands/follow.ts';
import type { Press } from '../../commands/key.ts';
import { SORT } from '../../commands/sort.ts';
import { layoutOf } from '../../facts/layout.ts';
import { hint } from '../../facts/line.ts';
import { deleteRefusal } from '../../facts/write-protection.ts';
import { editorOf, editorText } from '../../state/text-field.ts';
import { chooseHint, type Dialog, type DialogCommand, type DialogOf } from '../shared/dialog.ts';
import { missingArguments } from './arguments.ts';
import { ACCEPT, COMPLETE } from './dialog-commands.ts';
import { paletteLines } from './lines.ts';
import { offerPasted, pasteInLine } from './pasted-text.ts';
import type { PaletteRow } from './rows.ts';
import { scopes } from './scopes.ts';
import { paletteRows } from './suggestions.ts';

type Palette = DialogOf<'palette'>;

/** Returns the suggestions for what is typed, and the chosen one. */
function suggestionsOf({ store }: Explorer, dialog: Palette) {
  const rows = paletteRows(store.getState(), dialog);
  return { rows, chosen: rows[dialog.choice] };
}

/** Puts the words of a row into the line, for more to be typed behind them. */
function complete({ changeDialog }: Explorer, dialog: Palette, chosen: PaletteRow | undefined): void {
  if (chosen === undefined || chosen.kind === 'none') return;
  changeDialog(dialog, { editor: editorOf(`${chosen.words} `), choice: 0 });
}

/** Runs a row, completes one that needs more words, or reports why it does nothing. */
function runRow(explorer: Explorer, dialog: Palette, chosen: PaletteRow, alone: boolean): void {
  const { open, blocked, id, action, words } = chosen;
  if (open) return complete(explorer, dialog, chosen);
  if (blocked !== undefined) return explorer.notify('warn', blocked);
  const state = explorer.store.getState();
  const command = available(state, each => each.id === id)[0]?.command;
  if (command !== undefined) return runCommand(explorer, command, { key: words, alone });
  const why = action?.to === 'delete' ? (deleteRefusal(state) ?? (alone ? undefined : ALONE)) : undefined;
  if (why !== undefined) return explorer.notify('warn', why);
  if (action === undefined) return;
  explorer.closeDialog();
  follow(explorer, action);
}

const paletteCommands: readonly DialogCommand<Palette>[] = [
  {
    ...ACCEPT,
    hint: safe`run`,
    run: (explorer, dialog, { alone }) => {
      const { chosen } = suggestionsOf(explorer, dialog);
      if (chosen !== undefined) runRow(explorer, dialog, chosen, alone);
    },
  },
  {
    ...COMPLETE,
    hint: safe`complete`,
    blocked: ({ scope }) => (scope === undefined ? undefined : safe`Nothing to complete here.`),
    run: (explorer, dialog) => complete(explorer, dialog, suggestionsOf(explorer, dialog).chosen),
  },
];

/** Marks another row, or runs one at once; returns false for keys that type. */
function paletteKey(explorer: Explorer, dialog: Palette, { key, alone }: Press): boolean {
  const { store, changeDialog } = explorer;
  const page = Math.max(1, layoutOf(store.getState()).panel - 1);
  const by = { down: 1, up: -1, pagedown: page, pageup: -page }[key.name];
  const direct = by === undefined ? rowOfKey(explorer, dialog, key.name) : undefined;
  if (by !== undefined) {
    const last = suggestionsOf(explorer, dialog).rows.length - 1;
    changeDialog(dialog, { choice: Math.max(0, Math.min(last, dialog.choice + by)) });
  } else if (direct !== undefined) runRow(explorer, dialog, direct, alone);
  else return editorText(dialog.editor) === '' && emptyLineKey(explorer, dialog, key.name);
  return true;
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
function rowOfKey(explorer: Explorer, dialog: Palette, key: string): PaletteRow | undefined {
  const { scope, editor } = dialog;
  const text = editorText(editor);
  if (text === SORT) return suggestionsOf(explorer, dialog).rows.find(row => row.key === key);
  const isNumbered = text === '' && scope !== undefined && scopes[scope].isNumbered === true;
  return isNumbered && /^[1-9]$/.test(key)
    ? suggestionsOf(explorer, dialog).rows[Number(key) - 1]
    : undefined;
}

/** The line with rows to choose from: places, commands and records, or those of a scope. */
export const paletteDialog: Dialog<DialogOf<'palette'>> = {
  form: 'palette',
  commands: paletteCommands,
  type: ({ changeDialog }, dialog, change) =>
    changeDialog(dialog, { editor: change(dialog.editor), choice: 0 }),
  key: paletteKey,
  paste: (explorer, dialog, text) => {
    // The next paste replaces an unchanged one.
    const isLine = dialog.scope === undefined && editorText(dialog.editor) !== dialog.pasted;
    if (isLine) pasteInLine(explorer, dialog, text);
    else offerPasted(explorer, text);
  },
  lines: (state, dialog, { rows }) => paletteLines(state, dialog, rows),
  showsNotice: true,
  more: (state, { scope }) => [
    chooseHint(state),
    ...(scope === undefined ? [hint(safe``, safe`paste any id`)] : []),
  ],
  field: (_state, { editor, scope }) =>
    scope === undefined
      ? { name: safe`Command: `, sign: safe` :`, editor, beside: missingArguments(editorText(editor)) }
      : { name: safe`Search: `, sign: safe` /`, editor },
};
