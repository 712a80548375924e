import { type Command, EVERYWHERE, type Group } from '../../src/commands/command.ts';
import { commands } from '../../src/commands/table.ts';
import { keyLabel } from '../../src/store/key-names.ts';

const GROUPS: readonly Group[] = ['Move', 'Look', 'Act', 'App'];
const code = (key: string): string => `\`${keyLabel(key).replace('|', '\\|')}\``;
const row = ({ keys, title, where }: Command): string =>
  `| ${keys.map(code).join(' ')} | ${title} | ${where.length === EVERYWHERE.length ? 'everywhere' : where.join(', ')} |`;

/** The key table of the README, made from the commands. */
export function keyTable(): string {
  const rows = GROUPS.flatMap(group =>
    commands.filter(command => command.group === group && command.keys.length > 0),
  );
  return ['| key | what it does | where |', '|---|---|---|', ...rows.map(row)].join('\n');
}
