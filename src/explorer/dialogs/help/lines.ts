import { clean, type SafeText, safe } from '../../../text/sanitise.ts';
import { cells, sized, wrap } from '../../../text/width.ts';
import { available } from '../../commands/available.ts';
import type { Command, Group } from '../../commands/command.ts';
import { isCustomId } from '../../commands/custom.ts';
import { areDigits, keyLabel } from '../../state/key-names.ts';
import type { State } from '../../state/state.ts';
import { editorText } from '../../state/text-field.ts';
import { isNarrow, layoutOf } from '../../view/layout.ts';
import { blank, type Line, type Span, span, textLine, titleLine } from '../../view/line.ts';
import { keysOf as dialogKeys } from '../shared/dialog-command.ts';
import { sideBySide } from './columns.ts';
import { dialogCommands } from './dialog-commands.ts';

const GROUPS: readonly Group[] = ['Move', 'Look', 'Act', 'App'];
const KEY_CELLS = 16;
const NARROW_KEY_CELLS = 11;

type Entry = { readonly command: Command; readonly blocked: SafeText | undefined };

const labelsOf = (keys: readonly string[]): SafeText =>
  areDigits(keys) ? safe`1-${keys.length}` : clean(keys.map(keyLabel).join(' '));

/** The keys of a command; of a person's own without any how it is typed. */
export const keysOf = ({ keys, word, id }: Command): SafeText =>
  keys.length === 0 && isCustomId(id) ? safe`:${clean(word ?? id)}` : labelsOf(keys);

/** A command as the help shows it. */
type HelpEntry = {
  readonly id: string;
  readonly keys: SafeText;
  readonly title: SafeText;
  readonly blocked?: SafeText | undefined;
};

/** Returns a command with its keys, in several rows where its title or the reason why it is off needs them. */
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

function groupLines(group: Group, entries: readonly Entry[], width: number): readonly Line[] {
  const rows = entries.filter(({ command }) => command.group === group && keysOf(command) !== '');
  if (rows.length === 0) return [];
  return [
    titleLine(group, safe`${clean(group)}`),
    ...rows.flatMap(({ command, blocked }) =>
      rowsOf({ id: command.id, keys: keysOf(command), title: command.title, blocked }, width),
    ),
  ];
}

const ALWAYS: readonly [string, SafeText][] = [
  ['ctrl+c ctrl+c', safe`force quit`],
  ['ctrl+z', safe`suspend (fg resumes)`],
];

/** A sentence in as many rows as it needs. */
const sentence = (id: string, { text, style }: Span, width: number): readonly Line[] =>
  wrap(text, width - 4).map((row, at) => textLine(`${id}:${at}`, span(safe`   ${row}`, style)));

function problemLines({ user: { problems }, screen: { size } }: State): readonly Line[] {
  if (problems.length === 0) return [];
  const rows = problems.flatMap((text, at) => sentence(`problem:${at}`, span(text, 'warn'), size.columns));
  return [titleLine('problems', safe`Problems with your settings`), ...rows];
}

/** Whether every word of a search is in a command's keys, title or name. */
function isFound({ command }: Entry, search: string): boolean {
  const text = `${keysOf(command)} ${command.title} ${command.id} ${command.group}`.toLowerCase();
  return hasWords(text, search);
}

const hasWords = (text: string, search: string): boolean =>
  search
    .toLowerCase()
    .split(/\s+/)
    .every(word => text.includes(word));

/** What is always the same. */
const alwaysLines = (): readonly Line[] =>
  ALWAYS.map(([keys, title]) =>
    textLine(keys, span(safe`   ${sized(clean(keys), KEY_CELLS)} `, 'key'), span(title)),
  );

const NOTE = safe`Every command also works in the palette (:). Remap keys in settings.yaml.`;
const noteLines = ({ screen: { size } }: State): readonly Line[] =>
  sentence('note', span(NOTE, 'dim'), size.columns);

/** The commands of dialogs, below the title of each. */
function dialogLines(state: State, search: string, width: number): readonly Line[] {
  return dialogCommands.flatMap(({ dialog, commands }) => {
    const rows = commands.flatMap(command => {
      const keys = labelsOf(dialogKeys(state, command));
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

/** The help of the present place: every command with its keys; what is off now is grey and says why. */
export function helpLines(state: State): readonly Line[] {
  const { columns } = state.screen.size;
  const search = searchOf(state);
  const entries = available(state).filter(entry => isFound(entry, search));
  const groups = [
    ...GROUPS.flatMap(group => groupLines(group, entries, columns)),
    ...dialogLines(state, search, columns),
  ];
  if (search === '')
    return [...problemLines(state), ...groups, ...alwaysLines(), blank('end'), ...noteLines(state)];
  return groups.length > 0 ? groups : [textLine('none', span(safe`   No matches.`, 'dim'))];
}

/** Cells that a column of the help needs for most of what it says. */
const COLUMN_CELLS = 60;

/** The same as it is painted: side by side where there is room for more than one column. */
export function helpSheet(state: State): readonly Line[] {
  const count = Math.min(3, Math.floor(state.screen.size.columns / COLUMN_CELLS));
  if (count < 2 || searchOf(state) !== '') return helpLines(state);
  const width = Math.floor(state.screen.size.columns / count);
  const height = layoutOf(state).body;
  const entries = available(state);
  const lines = [
    ...GROUPS.flatMap(group => groupLines(group, entries, width)),
    ...dialogLines(state, '', width),
    ...alwaysLines(),
  ];
  return [
    ...problemLines(state),
    ...sideBySide(lines, { count, width, height }),
    blank('end'),
    ...noteLines(state),
  ];
}
