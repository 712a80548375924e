import { deleteAction, ownIdName, type Ref, type Resource, refOf } from '../../../resources/resource.ts';
import { allOf } from '../../../text/result.ts';
import { clean, joinSafe, repeat, type SafeText, safe } from '../../../text/sanitise.ts';
import { cells, cutEnd, cutWords, sized, widest } from '../../../text/width.ts';
import type { Explorer } from '../../actions/explorer.ts';
import { NOT_ALONE, type PaletteRow, type Press } from '../../commands/command.ts';
import { follow } from '../../commands/follow.ts';
import { SORT } from '../../commands/list.ts';
import { available, hasKey, runCommand } from '../../commands/registry.ts';
import { isNarrow, layoutOf } from '../../facts/layout.ts';
import {
  asPart,
  asQuiet,
  hint,
  type Line,
  type Lines,
  span,
  type TextLine,
  textLine,
  titleLine,
  wrappedLines,
} from '../../facts/line.ts';
import { deleteRefusal } from '../../facts/write-protection.ts';
import { pastedCauses, pastedRefs, recognisedRefs, sureRef } from '../../lookup/recognise.ts';
import { HELP, PASTED, type PaletteDialog, roomOf } from '../../state/dialogs.ts';
import { parsePlace } from '../../state/place-text.ts';
import type { State } from '../../state/state.ts';
import { editorOf, editorText, firstLine, insert } from '../../state/text-field.ts';
import { chooseHint, type Dialog, type DialogCommand, type DialogOf, type Page } from '../shared/dialog.ts';
import { kindLine, missingArguments } from './arguments.ts';
import { refAction } from './rows.ts';
import { ACCEPT, COMPLETE, isHelpPage, shownChoice } from './scopes.ts';
import { paletteRows } from './suggestions.ts';

const INDENT = 3;
const BETWEEN = 2;
const DIGIT = 2;
const NAMES_SHARE = 0.64;
const HELP_CELLS = 38;
const NARROW_KEY_CELLS = 10;

/** Commands have one text over both columns, so they widen neither. */
const isNamed = ({ kind }: PaletteRow) => kind !== 'command' && kind !== 'none';

const commandText = ({ label, blocked }: PaletteRow) => (blocked ? safe`${label}  ${blocked}` : label);

function paletteWidths(rows: readonly PaletteRow[], columns: number) {
  const named = rows.filter(isNamed);
  const keys = rows.flatMap(({ key = safe`` }) => key);
  const kind = isNarrow(columns) ? 0 : widest(named.map(row => clean(row.kind)));
  const key = widest(keys.filter(each => !isNarrow(columns) || cells(each) <= NARROW_KEY_CELLS));
  const others = [kind, key].filter(width => width > 0);
  const room = columns - INDENT - 1 - others.reduce((sum, width) => sum + width + BETWEEN, 0);
  const title = widest(named.map(row => row.title));
  const most = Math.max(Math.floor(room * NAMES_SHARE), room - BETWEEN - title);
  const label = Math.min(widest(named.map(row => row.label)), most);
  const commands = widest(rows.filter(row => !isNamed(row)).map(commandText));
  const rest = Math.min(Math.max(title, commands - BETWEEN - label), room - BETWEEN - label);
  return { label, title: Math.max(0, rest), kind, key };
}

type RowLayout = ReturnType<typeof paletteWidths> & Readonly<{ digit: SafeText; isKeyFirst: boolean }>;

function paletteLine(row: PaletteRow, { digit, isKeyFirst, ...widths }: RowLayout): TextLine {
  const { words, label, title, kind, key, blocked } = row;
  const id = `${kind}:${words}`;
  const start = span(safe`${repeat(safe` `, INDENT)}${digit}`, 'key');
  if (kind === 'none' && key === undefined) return asPart(textLine(id, start, span(label, 'strong')));
  const gap = repeat(safe` `, BETWEEN);
  const column = (text: SafeText, width: number) =>
    width === 0 ? safe`` : safe`${gap}${sized(text, width)}`;
  // A sentence is recognised by its beginning, an id by both of its ends.
  const shownTitle = kind === 'place' ? cutEnd(title, widths.title) : title;
  // The words of a command go over the columns of names and titles, behind them why it is off.
  const room = widths.label + BETWEEN + widths.title;
  const isOff = blocked !== undefined;
  const names = isNamed(row)
    ? [span(sized(label, widths.label), 'strong'), span(safe`${gap}${sized(shownTitle, widths.title)}`)]
    : [span(sized(cutWords(commandText(row), room), room), isOff ? 'dim' : isKeyFirst ? 'plain' : 'strong')];
  const shownKey = key === undefined || cells(key) > widths.key ? safe`` : key;
  const keyStyle = isOff ? 'dim' : 'key';
  const kinds = span(column(isNamed(row) ? clean(kind) : safe``, widths.kind), 'dim');
  if (!isKeyFirst || widths.key === 0)
    return textLine(id, start, ...names, kinds, span(column(shownKey, widths.key), keyStyle));
  return textLine(id, start, span(sized(shownKey, widths.key), keyStyle), span(gap), ...names, kinds);
}

/** Gives way to the notice about the typed line, which stays below it to be corrected. */
function lineTitle(state: State, dialog: DialogOf<'palette'>, below: number): Line {
  const choice = shownChoice(dialog);
  const title = choice?.title ?? safe`Places and commands`;
  const { notice } = state;
  const parts = [
    below === 0 || choice === undefined ? [] : safe`… ${below} more`,
    choice?.right?.(state) ?? [],
  ].flat();
  if (notice === undefined)
    return titleLine('palette', title, parts.length === 0 ? undefined : joinSafe(parts, ' · '));
  return textLine('notice', span(safe` ${notice.text}`, notice.tone));
}

function helpLines(state: State, rows: readonly PaletteRow[], height: number): Lines {
  const { columns } = state.screen.size;
  const problems = state.user.problems.flatMap((text, at) =>
    wrappedLines(`problem:${at}`, span(text, 'warn'), columns),
  );
  const most = Math.max(1, Math.floor(columns / HELP_CELLS));
  const needed = Math.ceil(rows.length / Math.max(1, height - problems.length));
  const down = Math.ceil(rows.length / Math.min(most, needed));
  const widths = paletteWidths(rows, Math.floor(columns / Math.ceil(rows.length / down)));
  const parts = rows.map(each => paletteLine(each, { ...widths, digit: safe``, isKeyFirst: true }).spans);
  const lines = parts
    .slice(0, down)
    .map((_, at) => textLine(`help:${at}`, ...parts.filter((_part, index) => index % down === at).flat()));
  return [...problems, ...lines];
}

const hasDigits = ({ scope }: PaletteDialog) => scope !== undefined && scope !== HELP;

export function paletteLines(state: State, dialog: DialogOf<'palette'>, height: number): Page {
  const rows = paletteRows(state, dialog);
  const { panel = height } = roomOf(dialog);
  const room = Math.max(1, Math.min(panel, height) - 1);
  if (isHelpPage(dialog)) {
    const lines = helpLines(state, rows, room).slice(dialog.choice);
    return { lines: [lineTitle(state, dialog, Math.max(0, lines.length - room)), ...lines.slice(0, room)] };
  }
  const top = Math.max(0, dialog.choice - room + 1);
  const shown = rows.slice(top, top + room);
  const isNumbered = hasDigits(dialog);
  const widths = paletteWidths(shown, state.screen.size.columns - (isNumbered ? DIGIT : 0));
  const digitOf = ({ kind }: PaletteRow, at: number) =>
    isNumbered ? sized(at < 9 && kind !== 'none' ? safe`${at + 1}` : safe``, DIGIT) : safe``;
  const text = editorText(dialog.editor);
  // A screen reader reads all rows of a choice until something is typed.
  const isRead = text === (dialog.scope === undefined ? SORT : '');
  const isKeyFirst = dialog.scope !== undefined || text.startsWith(SORT);
  const lines = shown.map((row, at) =>
    paletteLine(row, { ...widths, digit: digitOf(row, top + at), isKeyFirst }),
  );
  return {
    lines: [
      lineTitle(state, dialog, rows.length - top - shown.length),
      ...(isRead ? lines : lines.map(asQuiet)),
    ],
    cursor: dialog.choice - top + 1,
  };
}

type Palette = DialogOf<'palette'>;

function suggestionsOf({ store }: Explorer, dialog: Palette) {
  const rows = paletteRows(store.getState(), dialog);
  return { rows, chosen: isHelpPage(dialog) ? undefined : rows[dialog.choice] };
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
  const why = action?.to === 'delete' ? (deleteRefusal(state) ?? (alone ? undefined : NOT_ALONE)) : undefined;
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

const lastChoice = (state: State, dialog: Palette, page: number) =>
  isHelpPage(dialog)
    ? helpLines(state, paletteRows(state, dialog), page).length - page
    : paletteRows(state, dialog).length - 1;

function paletteKey(explorer: Explorer, dialog: Palette, { key: { name }, alone }: Press): boolean {
  const { store, changeDialog, closeDialog } = explorer;
  const state = store.getState();
  const { rows, chosen } = suggestionsOf(explorer, dialog);
  const text = editorText(dialog.editor);
  const { isClosedByKey, onKey } = shownChoice(dialog) ?? {};
  const isKeyOf = (id: string) => hasKey(state, id, name);
  const page = Math.max(1, layoutOf(state).panel - 1);
  const by = { down: 1, up: -1, pagedown: page, pageup: -page }[name];
  const digit = text === '' && hasDigits(dialog) && /^[1-9]$/.test(name) ? rows[Number(name) - 1] : undefined;
  const direct = text === SORT ? rows.find(row => row.key === name) : digit;
  if (by !== undefined)
    changeDialog(dialog, {
      choice: Math.max(0, Math.min(lastChoice(state, dialog, page), dialog.choice + by)),
    });
  else if (direct !== undefined) runRow(explorer, dialog, direct, alone);
  else if (text !== '') return false;
  else if (name === 'backspace' || (isClosedByKey && isKeyOf(dialog.scope ?? ''))) closeDialog();
  else if (onKey !== undefined && chosen !== undefined && isKeyOf(onKey.id)) onKey.run(explorer, chosen);
  // In a scope the search has begun already.
  else return dialog.scope !== undefined && isKeyOf('text.find');
  return true;
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
  hints: dialog =>
    isHelpPage(dialog)
      ? [hint(safe`Esc`, safe`close`), hint(safe``, safe`type to search all keys`)]
      : undefined,
  more: (state, { scope }) => [
    chooseHint(state),
    ...(scope === undefined ? [hint(safe``, safe`paste any id`)] : []),
  ],
  field: (_state, { editor, scope }) =>
    scope === undefined
      ? { name: safe`Command: `, sign: safe` :`, editor, beside: missingArguments(editorText(editor)) }
      : { name: safe`Search: `, sign: safe` /`, editor },
};

export function offerPasted(explorer: Explorer, text: string): void {
  const { store, openDialog, notify } = explorer;
  const pasted = text.trim();
  const { kind } = parsePlace(pasted);
  const isPlace = kind === 'list' || kind === 'root';
  const hasCauses = pastedCauses(store.getState(), text).length > 0;
  if (!isPlace && !hasCauses && pastedRefs(store.getState(), pasted).length === 0) {
    const shown = clean(firstLine(text), 20);
    return notify('warn', safe`Nothing to open in what you pasted ("${shown}").`);
  }
  const isText = hasCauses || /\s/.test(pasted);
  const sure = isText ? undefined : sureRef(store.getState(), pasted);
  if (sure !== undefined) {
    explorer.closeDialog();
    return follow(explorer, refAction(sure));
  }
  const isLine = isPlace || !isText;
  const line = isLine ? { editor: editorOf(pasted) } : { scope: PASTED, editor: editorOf('') };
  openDialog({ kind: 'palette', ...line, choice: 0, pasted });
}

type IdLine = Readonly<{ resource: Resource; parents: Ref['ids'] }>;

function idLine(line: string): IdLine | undefined {
  const { resource, values = [] } = kindLine(line) ?? {};
  if (resource === undefined || values.at(-1) !== '' || values.length !== resource.ids.length)
    return undefined;
  const names = resource.ids.slice(0, -1);
  return { resource, parents: Object.fromEntries(names.map((name, at) => [name, values[at] ?? ''])) };
}

/** One a line, if records of this kind can only be deleted. */
function idsToDelete({ resource, parents }: IdLine, text: string): readonly Ref[] {
  const lines = text.split(/[\r\n]+/).flatMap(line => (line.trim() === '' ? [] : [line.trim()]));
  if (resource.read !== undefined || deleteAction(resource) === undefined || lines.length < 2) return [];
  const refs = allOf([...new Set(lines)].map(id => refOf(resource, parents, id)));
  return refs.ok ? refs.value : [];
}

function idWithin(state: State, { resource }: IdLine, text: string): string {
  const found = text.includes('/')
    ? recognisedRefs(state, text).find(({ kind }) => kind === resource.kind)
    : undefined;
  return found?.ids[ownIdName(resource)] ?? text;
}

function pasteInLine(explorer: Explorer, dialog: PaletteDialog, text: string): void {
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
