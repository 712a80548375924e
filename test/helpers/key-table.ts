import { type Command, EVERYWHERE, type Group, keyPlaces } from '../../src/explorer/commands/command.ts';
import { commands } from '../../src/explorer/commands/table.ts';
import { keyLabel } from '../../src/explorer/state/key-names.ts';

const GROUPS: readonly Group[] = ['Move', 'Look', 'Act', 'App'];
const code = (key: string): string => `\`${keyLabel(key).replace('|', '\\|')}\``;
function row(command: Command): string {
  const places = keyPlaces(command);
  const where = places.length === EVERYWHERE.length ? 'everywhere' : places.join(', ');
  return `| ${command.keys.map(code).join(' ')} | ${command.title} | ${where} |`;
}

/** The key table of the README, made from the commands. */
export function keyTable(): string {
  const rows = GROUPS.flatMap(group =>
    commands.filter(command => command.group === group && command.keys.length > 0),
  );
  return ['| key | what it does | where |', '|---|---|---|', ...rows.map(row)].join('\n');
}
