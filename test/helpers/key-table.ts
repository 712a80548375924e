import { type Command, EVERYWHERE, type Group, keyPlaces } from '../../src/explorer/commands/command.ts';
import { commands } from '../../src/explorer/commands/table.ts';
import { keyLabel } from '../../src/explorer/state/key-names.ts';

const GROUPS: readonly Group[] = ['Move', 'Look', 'Act', 'App'];
const code = (key: string): string => `\`${keyLabel(key).replace('|', '\\|')}\``;
function row(command: Command): string {
  const places = keyPlaces(command);
  const where = places.length === EVERYWHERE.length ? 'everywhere' : places.join(', ');
  const keys = command.keys
    .map(code)
    .join(' ')
    .replace(/`1` .*`9`/, '`1` to `9`');
  return `| ${keys} | ${where} | ${command.title} |`;
}

/** The key table of the help topic, made from the commands. */
export function keyTable(): string {
  const rows = GROUPS.flatMap(group =>
    commands.filter(command => command.group === group && command.keys.length > 0),
  );
  return ['| key | where | what it does |', '|---|---|---|', ...rows.map(row)].join('\n');
}
