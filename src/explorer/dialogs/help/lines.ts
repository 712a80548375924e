import { clean, type SafeText, safe } from '../../../text/sanitise.ts';
import { cells, sized, wrap } from '../../../text/width.ts';
import { type AvailableCommand, available } from '../../commands/available.ts';
import { byUse, isSeldom } from '../../commands/by-use.ts';
import type { Command } from '../../commands/command.ts';
import { isCustomId } from '../../commands/custom.ts';
import { motionCommands } from '../../commands/motion.ts';
import { isNarrow, layoutOf } from '../../facts/layout.ts';
import { blank, type Line, type Span, span, textLine, titleLine } from '../../facts/line.ts';
import { areDigits, keyLabel } from '../../state/key-names.ts';
import type { State } from '../../state/state.ts';
import { editorText } from '../../state/text-field.ts';
import { keysOf } from '../shared/dialog-command.ts';
import { sideBySide } from './columns.ts';
import { dialogCommands } from './dialog-commands.ts';

const KEY_CELLS = 16;
const NARROW_KEY_CELLS = 11;

const labelsOf = ({ screen }: State, keys: readonly string[]): SafeText =>
  areDigits(keys) ? safe`1-${keys.length}` : clean(keys.map(key => keyLabel(key, screen)).join(' '));

/** Returns the keys of a command; of a custom command without keys the text to type. */
export const keysText = (state: State, { keys, word, id }: Command): SafeText =>
  keys.length === 0 && isCustomId(id) ? safe`:${clean(word ?? id)}` : labelsOf(state, keys);

/** Returns the keys of a command; without any the text to type. */
const keysOrWord = (state: State, command: Command): SafeText => {
  const keys = keysText(state, command);
  return keys === '' ? safe`:${clean(command.word ?? command.id)}` : keys;
};

/** A command as the help shows it. */
type HelpEntry = {
  readonly id: string;
  readonly keys: SafeText;
  readonly title: SafeText;
  readonly blocked?: SafeText | undefined;
};

/**
 * Returns a command with its keys, in several rows where its title or the reason why it is off needs them.
 */
function rowsOf({ id, keys, title, blocked }: HelpEntry, width: number): readonly Line[] {
  const keyCells = isNarrow(width) ? NARROW_KEY_CELLS : KEY_CELLS;
  const [room, style] = [
    Math.max(10, width - keyCells - 5),
    blocked === undefined ? 'plain' : 'dim',
  ] as const;
  const both = safe`${title}${blocked === undefined ? safe`` : safe`  ${blocked}`}`;
  const rows = cells(both) <= room ? [both] : [title, ...(blocked === undefined ? [] : [blocked])];
  return rows
    .flatMap(words => wrap(words, room))
    .map((words, at) =>
      textLine(
        `${id}:${at}`,
        span(
          safe`   ${sized(at === 0 ? keys : safe``, keyCells)} `,
          at === 0 && blocked === undefined ? 'key' : 'dim',
        ),
        span(words, style),
      ),
    );
}

const entryRows = (state: State, { command, blocked }: AvailableCommand, width: number): readonly Line[] =>
  rowsOf({ id: command.id, keys: keysOrWord(state, command), title: command.title, blocked }, width);

const section = (title: SafeText, rows: readonly Line[]): readonly Line[] =>
  rows.length === 0 ? [] : [titleLine(title, title), ...rows];

const isMotion = ({ command }: AvailableCommand): boolean =>
  motionCommands.some(({ id }) => id === command.id);

/** Returns the motions of the cursor in one line, each with its first key; in more where there is no room. */
function motionLines(
  { screen }: State,
  entries: readonly AvailableCommand[],
  width: number,
): readonly Line[] {
  const rows: Span[][] = [];
  let room = 0;
  for (const { command } of entries) {
    const [key = ''] = command.keys;
    const words = safe` ${command.title}  `;
    const label = clean(keyLabel(key, screen));
    const size = cells(label) + cells(words);
    if (room < size) {
      rows.push([span(safe`   `)]);
      room = width - 3;
    }
    rows.at(-1)?.push(span(label, 'key'), span(words));
    room -= size;
  }
  return rows.map((spans, at) => textLine(`motion:${at}`, ...spans));
}

/**
 * Returns the commands with a key, a search also those without: those of this screen first, then motions, the
 * app, what is used seldom, and what is off now.
 */
function commandLines(state: State, search: string, width: number): readonly Line[] {
  const entries = available(state)
    .filter(
      entry => (search !== '' || keysText(state, entry.command) !== '') && isFound(state, entry, search),
    )
    .toSorted((a, b) => byUse(a.command, b.command));
  const on = entries.filter(({ blocked }) => blocked === undefined);
  const motions = on.filter(isMotion);
  const others = on.filter(entry => !isMotion(entry));
  const rows = (of: readonly AvailableCommand[]): readonly Line[] =>
    of.flatMap(entry => entryRows(state, entry, width));
  const often = others.filter(({ command }) => !isSeldom(command));
  return [
    ...section(safe`On this screen`, rows(often.filter(({ command }) => command.group !== 'App'))),
    ...section(safe`Move`, search === '' ? motionLines(state, motions, width) : rows(motions)),
    ...section(safe`App`, [
      ...rows(often.filter(({ command }) => command.group === 'App')),
      ...alwaysLines(search, width),
    ]),
    ...section(safe`Less often`, rows(others.filter(({ command }) => isSeldom(command)))),
    ...section(safe`Off now`, rows(entries.filter(({ blocked }) => blocked !== undefined))),
  ];
}

/** Returns a sentence in as many rows as it needs. */
const sentence = (id: string, { text, style }: Span, width: number): readonly Line[] =>
  wrap(text, width - 4).map((row, at) => textLine(`${id}:${at}`, span(safe`   ${row}`, style)));

function problemLines({ user: { problems }, screen: { size } }: State): readonly Line[] {
  if (problems.length === 0) return [];
  const rows = problems.flatMap((text, at) => sentence(`problem:${at}`, span(text, 'warn'), size.columns));
  return [titleLine('problems', safe`Problems with your settings`), ...rows];
}

/** Returns true if every word of a search is in the keys, title or id of a command. */
function isFound(state: State, { command }: AvailableCommand, search: string): boolean {
  const text =
    `${keysOrWord(state, command)} ${command.keys.join(' ')} ${command.title} ${command.id}`.toLowerCase();
  return hasWords(text, search);
}

const hasWords = (text: string, search: string): boolean =>
  search
    .toLowerCase()
    .split(/\s+/)
    .every(word => text.includes(word));

const ALWAYS: readonly HelpEntry[] = [
  { id: 'ctrl+c', keys: safe`Ctrl-C`, title: safe`twice: force quit` },
  { id: 'ctrl+z', keys: safe`Ctrl-Z`, title: safe`suspend (fg resumes)` },
];

/** Returns the keys that have the same effect everywhere and are no commands. */
const alwaysLines = (search: string, width: number): readonly Line[] =>
  ALWAYS.filter(({ keys, title }) => hasWords(`${keys} ${title}`.toLowerCase(), search)).flatMap(entry =>
    rowsOf(entry, width),
  );

const NOTE = safe`Every command can be typed after : as well: ":mouse on" for clicks and the wheel, ":skin" for colours. Own keys: settings.yaml.`;
const noteLines = ({ screen: { size } }: State): readonly Line[] =>
  sentence('note', span(NOTE, 'dim'), size.columns);

/** Returns the commands of dialogs, below the title of each. */
function dialogLines(state: State, search: string, width: number): readonly Line[] {
  return dialogCommands.flatMap(({ dialog, commands }) => {
    const rows = commands.flatMap(command => {
      const keys = labelsOf(state, keysOf(state, command));
      const text = `${keys} ${command.title} ${command.id} ${dialog}`.toLowerCase();
      return keys === '' || !hasWords(text, search)
        ? []
        : rowsOf({ id: `${dialog} ${command.id}`, keys, title: command.title }, width);
    });
    return rows.length === 0 ? [] : [titleLine(`dialog ${dialog}`, safe`In: ${clean(dialog)}`), ...rows];
  });
}

const searchOf = ({ dialog }: State): string =>
  dialog?.kind === 'help' ? editorText(dialog.editor).trim() : '';

const groupLines = (state: State, search: string, width: number): readonly Line[] => [
  ...commandLines(state, search, width),
  ...dialogLines(state, search, width),
];

/**
 * Returns the help of the present screen: its commands with their keys. What is off now is grey and says why;
 * a search goes over all.
 */
export function helpLines(state: State): readonly Line[] {
  const { columns } = state.screen.size;
  const search = searchOf(state);
  const groups = groupLines(state, search, columns);
  if (search === '') return [...problemLines(state), ...groups, blank('end'), ...noteLines(state)];
  return groups.length > 0 ? groups : [textLine('none', span(safe`   No matches.`, 'dim'))];
}

/** Cells that a column of the help needs for most of its texts. */
const COLUMN_CELLS = 60;

/** Returns the lines of the help as painted: in columns where there is room for more than one. */
export function helpColumns(state: State): readonly Line[] {
  const count = Math.min(3, Math.floor(state.screen.size.columns / COLUMN_CELLS));
  if (count < 2 || searchOf(state) !== '') return helpLines(state);
  const width = Math.floor(state.screen.size.columns / count);
  const height = layoutOf(state).body;
  return [
    ...problemLines(state),
    ...sideBySide(groupLines(state, '', width), { count, width, height }),
    blank('end'),
    ...noteLines(state),
  ];
}
