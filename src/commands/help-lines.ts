import { editorText } from '../store/editor.ts';
import { keyLabel } from '../store/key-names.ts';
import { isNarrow } from '../store/layout.ts';
import { blank, type Line, span, textLine, titleLine } from '../store/line.ts';
import type { State } from '../store/state.ts';
import { clean, type SafeText, safe } from '../text/sanitise.ts';
import { cells, sized, wrap } from '../text/width.ts';
import { available } from './available.ts';
import type { Command, Group } from './command.ts';
import { isOwn } from './own-commands.ts';

const GROUPS: readonly Group[] = ['Move', 'Look', 'Act', 'App'];
const KEY_CELLS = 16;
const NARROW_KEY_CELLS = 11;

type Entry = { readonly command: Command; readonly blocked: SafeText | undefined };

/** The keys of a command; of a person's own without any how it is typed. */
export const keysOf = ({ keys, word, id }: Command): SafeText =>
  keys.length === 0 && isOwn(id) ? safe`:${clean(word ?? id)}` : clean(keys.map(keyLabel).join(' '));

/** A command with its keys; where what it does, or why it is off, is too long for a row, in several. */
function rowsOf({ command, blocked }: Entry, width: number): readonly Line[] {
  const keyCells = isNarrow(width) ? NARROW_KEY_CELLS : KEY_CELLS;
  const [room, style] = [
    Math.max(10, width - keyCells - 5),
    blocked === undefined ? 'plain' : 'dim',
  ] as const;
  const both = safe`${command.title}${blocked === undefined ? safe`` : safe`  ${blocked}`}`;
  const rows = cells(both) <= room ? [both] : [command.title, ...(blocked === undefined ? [] : [blocked])];
  return rows
    .flatMap(words => wrap(words, room))
    .map((words, at) =>
      textLine(
        `${command.id}:${at}`,
        span(
          safe`   ${sized(at === 0 ? keysOf(command) : safe``, keyCells)} `,
          at === 0 && blocked === undefined ? 'key' : 'dim',
        ),
        span(words, style),
      ),
    );
}

function groupLines(group: Group, entries: readonly Entry[], width: number): readonly Line[] {
  const rows = entries.filter(({ command }) => command.group === group && keysOf(command) !== '');
  if (rows.length === 0) return [];
  return [titleLine(group, safe`${clean(group)}`), ...rows.flatMap(entry => rowsOf(entry, width))];
}

const ALWAYS: readonly [string, SafeText][] = [
  ['ctrl+c ctrl+c', safe`quit, whatever is going on`],
  ['ctrl+z', safe`suspend to the shell; fg comes back`],
];

function problemLines(problems: State['problems']): readonly Line[] {
  if (problems.length === 0) return [];
  const rows = problems.map((text, at) => textLine(`problem:${at}`, span(safe`   ${text}`, 'warn')));
  return [titleLine('problems', safe`What the start says about your settings`), ...rows];
}

/** Whether every word of a search is in a command's keys, title or name. */
function isFound({ command }: Entry, search: string): boolean {
  const text = `${keysOf(command)} ${command.title} ${command.id} ${command.group}`.toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every(word => text.includes(word));
}

/** The help of the present place: every command with its keys; what is off now is grey and says why. */
export function helpLines(state: State): readonly Line[] {
  const { columns } = state.size;
  const search = state.overlay?.is === 'help' ? editorText(state.overlay.editor).trim() : '';
  const entries = available(state).filter(entry => isFound(entry, search));
  if (search !== '') {
    const found = GROUPS.flatMap(group => groupLines(group, entries, columns));
    return found.length > 0
      ? found
      : [textLine('none', span(safe`   No key or command has these words.`, 'dim'))];
  }
  return [
    ...problemLines(state.problems),
    ...GROUPS.flatMap(group => groupLines(group, entries, columns)),
    ...ALWAYS.map(([keys, title]) =>
      textLine(keys, span(safe`   ${sized(clean(keys), KEY_CELLS)} `, 'key'), span(title)),
    ),
    blank('end'),
    textLine(
      'note',
      span(safe`   Every command can also be typed after ":" by its name. Own keys: settings.yaml.`, 'dim'),
    ),
  ];
}
