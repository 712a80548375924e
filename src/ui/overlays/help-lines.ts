import { available } from '../../commands/available.ts';
import type { Command, Group } from '../../commands/command.ts';
import { keyLabel } from '../../commands/keys.ts';
import { blank, type Line, type Span, span, textLine, titleLine } from '../../store/line.ts';
import type { State } from '../../store/state.ts';
import { clean, type SafeText, safe } from '../../text/sanitise.ts';
import { sized } from '../../text/width.ts';

const GROUPS: readonly Group[] = ['Move', 'Look', 'Act', 'App'];
const KEY_CELLS = 16;

type Entry = { readonly command: Command; readonly blocked: SafeText | undefined };

export const keysOf = (command: Command): SafeText => clean(command.keys.map(keyLabel).join(' '));

function rowSpans({ command, blocked }: Entry, width: number): readonly Span[] {
  const off = blocked === undefined ? safe`` : safe`  ${blocked}`;
  return [
    span(safe`   ${sized(keysOf(command), KEY_CELLS)} `, blocked === undefined ? 'key' : 'dim'),
    span(
      sized(safe`${command.title}${off}`, Math.max(10, width - KEY_CELLS - 4)),
      blocked === undefined ? 'plain' : 'dim',
    ),
  ];
}

function groupLines(group: Group, entries: readonly Entry[], width: number): readonly Line[] {
  const rows = entries.filter(({ command }) => command.group === group && command.keys.length > 0);
  if (rows.length === 0) return [];
  return [
    titleLine(group, safe`${clean(group)}`),
    ...rows.map(entry => textLine(entry.command.id, ...rowSpans(entry, width))),
  ];
}

const ALWAYS: readonly [string, SafeText][] = [
  ['ctrl+c ctrl+c', safe`quit, whatever is going on`],
  ['ctrl+z', safe`suspend to the shell; fg comes back`],
];

/** The help of the present place: every command with its keys; what is off now is grey and says why. */
export function helpLines(state: State): readonly Line[] {
  const { columns } = state.size;
  const entries = available(state);
  return [
    ...GROUPS.flatMap(group => groupLines(group, entries, columns)),
    ...ALWAYS.map(([keys, title]) =>
      textLine(keys, span(safe`   ${sized(clean(keys), KEY_CELLS)} `, 'key'), span(title)),
    ),
    blank('end'),
    textLine('note', span(safe`   Every command can also be typed after ":" by its name.`, 'dim')),
  ];
}
