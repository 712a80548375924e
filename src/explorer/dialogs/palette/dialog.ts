import { resourceNamed } from '../../../resources/registry.ts';
import { deleteAction, ownIdName, type Ref, type Resource, refOf } from '../../../resources/resource.ts';
import { allOf } from '../../../text/result.ts';
import { clean, repeat, type SafeText, safe } from '../../../text/sanitise.ts';
import { cells, cutEnd, cutWords, sized } from '../../../text/width.ts';
import type { Explorer } from '../../actions/explorer.ts';
import { available, hasKey } from '../../commands/available.ts';
import { ALONE, runCommand } from '../../commands/command.ts';
import { follow } from '../../commands/follow.ts';
import type { Press } from '../../commands/key.ts';
import { SORT } from '../../commands/list.ts';
import { isNarrow, layoutOf } from '../../facts/layout.ts';
import { asQuiet, hint, type Line, span, textLine, titleLine } from '../../facts/line.ts';
import { deleteRefusal } from '../../facts/write-protection.ts';
import { pastedRefs, recognisedRefs } from '../../lookup/recognise.ts';
import { type PaletteDialog, roomOf } from '../../state/dialogs.ts';
import { parsePlace } from '../../state/place-text.ts';
import type { State } from '../../state/state.ts';
import { editorOf, editorText, firstLine, insert } from '../../state/text-field.ts';
import { chooseHint, type Dialog, type DialogCommand, type DialogOf, type Page } from '../shared/dialog.ts';
import { missingArguments } from './arguments.ts';
import { ACCEPT, COMPLETE } from './dialog-commands.ts';
import type { PaletteRow } from './rows.ts';
import { type Scope, scopes } from './scopes.ts';
import { paletteRows } from './suggestions.ts';

/** Cells to the left of a row, for the mark of the chosen one, and between columns. */
const INDENT = 3;
const BETWEEN = 2;
/** Cells of the digit of a row. */
const DIGIT = 2;
/** Largest share of names when a row is too narrow: the ends of ids must stay readable. */
const NAMES_SHARE = 0.64;
/** Cells of the longest key on a narrow screen: longer words to type would leave too few for titles. */
const NARROW_KEY_CELLS = 10;

const widest = (texts: readonly SafeText[]): number => Math.max(0, ...texts.map(cells));

/** Commands have one text over both columns, so they widen neither. */
const isNamed = ({ kind }: PaletteRow): boolean => kind !== 'command' && kind !== 'none';

/** Returns the widths of the columns: those of their texts; if that is too much, names are cut last. */
function paletteWidths(rows: readonly PaletteRow[], columns: number) {
  const named = rows.filter(isNamed);
  const kind = isNarrow(columns) ? 0 : widest(named.map(row => clean(row.kind)));
  const keys = rows
    .map(row => row.key ?? safe``)
    .filter(each => !isNarrow(columns) || cells(each) <= NARROW_KEY_CELLS);
  const key = widest(keys);
  const others = [kind, key].filter(width => width > 0);
  const room = columns - INDENT - 1 - others.reduce((sum, width) => sum + width + BETWEEN, 0);
  const label = widest(named.map(row => row.label));
  const title = widest(named.map(row => row.title));
  const most = Math.max(Math.floor(room * NAMES_SHARE), room - BETWEEN - title);
  const labelCells = Math.min(label, most);
  const commands = rows.filter(row => !isNamed(row));
  const both = widest(commands.map(({ label: words, blocked }) => safe`${words}  ${blocked ?? safe``}`));
  const titleCells = Math.max(title, both - BETWEEN - labelCells);
  return {
    label: labelCells,
    title: Math.max(0, Math.min(titleCells, room - BETWEEN - labelCells)),
    kind,
    key,
  };
}

type Widths = ReturnType<typeof paletteWidths>;

function paletteLine(row: PaletteRow, widths: Widths, digit: SafeText): Line {
  const { words, label, title, kind, key, blocked } = row;
  const id = `${kind}:${words}`;
  const start = span(safe`${repeat(safe` `, INDENT)}${digit}`, 'key');
  // A sentence has the whole row.
  if (kind === 'none' && key === undefined) return textLine(id, start, span(label, 'strong'));
  const gap = repeat(safe` `, BETWEEN);
  const column = (text: SafeText, width: number): SafeText =>
    width === 0 ? safe`` : safe`${gap}${sized(text, width)}`;
  // A sentence is recognised by its beginning, an id by both of its ends.
  const shownTitle = kind === 'place' ? cutEnd(title, widths.title) : title;
  // The words of a command go over the columns of names and titles, behind them why it is off.
  const room = widths.label + BETWEEN + widths.title;
  const text = blocked === undefined ? label : safe`${label}  ${blocked}`;
  const names = isNamed(row)
    ? [span(sized(label, widths.label), 'strong'), span(safe`${gap}${sized(shownTitle, widths.title)}`)]
    : [span(sized(cutWords(text, room), room), blocked === undefined ? 'strong' : 'dim')];
  const shownKey = key === undefined || cells(key) > widths.key ? safe`` : key;
  return textLine(
    id,
    start,
    ...names,
    span(column(isNamed(row) ? clean(kind) : safe``, widths.kind), 'dim'),
    span(column(shownKey, widths.key), blocked === undefined ? 'key' : 'dim'),
  );
}

/** Returns the title, or the notice about the typed line, which stays below it to be corrected. */
function lineTitle(state: State, { scope }: DialogOf<'palette'>): Line {
  const { title, right }: Pick<Scope, 'title' | 'right'> =
    scope === undefined ? { title: safe`Go to or run` } : scopes[scope];
  const { notice } = state;
  if (notice === undefined) return titleLine('palette', title, right?.(state));
  return textLine('notice', span(safe` ${notice.text}`, notice.tone));
}

/** Returns the suggestions that fit, below the title. Those for what is typed change with each letter. */
export function paletteLines(state: State, dialog: DialogOf<'palette'>, height: number): Required<Page> {
  const rows = paletteRows(state, dialog);
  const { panel = height } = roomOf(dialog);
  const room = Math.max(1, Math.min(panel, height) - 1);
  const top = Math.max(0, dialog.choice - room + 1);
  const shown = rows.slice(top, top + room);
  const isNumbered = dialog.scope !== undefined && scopes[dialog.scope].isNumbered;
  const widths = paletteWidths(shown, state.screen.size.columns - (isNumbered ? DIGIT : 0));
  const digitOf = ({ kind }: PaletteRow, at: number): SafeText =>
    isNumbered ? sized(at < 9 && kind !== 'none' ? safe`${at + 1}` : safe``, DIGIT) : safe``;
  const isTyped = dialog.scope === undefined || editorText(dialog.editor) !== '';
  const lines = shown.map((row, at) => paletteLine(row, widths, digitOf(row, top + at)));
  return {
    lines: [lineTitle(state, dialog), ...(isTyped ? lines.map(asQuiet) : lines)],
    cursor: dialog.choice - top + 1,
  };
}

type Palette = DialogOf<'palette'>;

function suggestionsOf({ store }: Explorer, dialog: Palette) {
  const rows = paletteRows(store.getState(), dialog);
  return { rows, chosen: rows[dialog.choice] };
}

function complete({ changeDialog }: Explorer, dialog: Palette, chosen: PaletteRow | undefined): void {
  if (chosen === undefined || chosen.kind === 'none') return;
  changeDialog(dialog, { editor: editorOf(`${chosen.words} `), choice: 0 });
}

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

/** Handles a key in the empty line: closes it, or acts on the marked row. Returns false if the key types. */
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

/** Offers the records and places that pasted text can mean, or reports that there are none. Sends nothing. */
export function offerPasted({ store, openDialog, notify }: Explorer, text: string): void {
  const pasted = text.trim();
  const { kind } = parsePlace(pasted);
  const isPlace = kind === 'list' || kind === 'root';
  if (!isPlace && pastedRefs(store.getState(), pasted).length === 0) {
    const shown = clean(firstLine(text), 20);
    return notify('warn', safe`Nothing to open in what you pasted ("${shown}").`);
  }
  const isLine = isPlace || !/\s/.test(pasted);
  const line = isLine ? { editor: editorOf(pasted) } : { scope: 'pasted' as const, editor: editorOf('') };
  openDialog({ kind: 'palette', ...line, choice: 0, pasted });
}

type IdLine = { readonly resource: Resource; readonly parents: Ref['ids'] };

/** Returns the kind in a line that lacks its own id alone; undefined for other lines. */
function idLine(line: string): IdLine | undefined {
  const [word = '', ...values] = line.trim().split(/\s+/);
  const resource = resourceNamed(word.toLowerCase());
  const names = resource?.ids.slice(0, -1) ?? [];
  if (resource === undefined || !/\s$/.test(line) || values.length !== names.length) return undefined;
  return { resource, parents: Object.fromEntries(names.map((name, at) => [name, values[at] ?? ''])) };
}

/** Returns several pasted ids, one a line, if records of this kind can only be deleted. */
function idsToDelete({ resource, parents }: IdLine, text: string): readonly Ref[] {
  const lines = text.split(/[\r\n]+/).flatMap(line => (line.trim() === '' ? [] : [line.trim()]));
  if (resource.read !== undefined || deleteAction(resource) === undefined || lines.length < 2) return [];
  const refs = allOf([...new Set(lines)].map(id => refOf(resource, parents, id)));
  // A single invalid line makes all of them doubtful.
  return refs.ok ? refs.value : [];
}

/** Returns the text to insert: the id within an address, if it has one of the kind in the line. */
function idWithin(state: State, { resource }: IdLine, text: string): string {
  const found = text.includes('/')
    ? recognisedRefs(state, text).find(({ kind }) => kind === resource.kind)
    : undefined;
  return found?.ids[ownIdName(resource)] ?? text;
}

/** Pastes into the line. Several ids behind a kind that can only be deleted open the delete dialog. */
export function pasteInLine(explorer: Explorer, dialog: PaletteDialog, text: string): void {
  const state = explorer.store.getState();
  const line = idLine(editorText(dialog.editor));
  const many = line === undefined ? [] : idsToDelete(line, text);
  const refusal = deleteRefusal(state);
  if (many.length > 1 && refusal !== undefined) return explorer.notify('warn', refusal);
  if (many.length > 1) return explorer.openDelete(many.map(ref => ({ ref })));
  const first = firstLine(text);
  const pasted = line === undefined ? first : idWithin(state, line, first);
  explorer.changeDialog(dialog, { editor: insert(dialog.editor, pasted), choice: 0 });
}
