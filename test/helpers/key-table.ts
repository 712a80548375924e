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

function table(group: Group): string {
  const rows = commands.filter(command => command.group === group && command.keys.length > 0).map(row);
  return [`## ${group}`, '', '| key | where | what it does |', '|---|---|---|', ...rows].join('\n');
}

/** Returns the key tables of the help topic, one for each group of commands. */
export const keyTable = (): string => GROUPS.map(table).join('\n\n');
