import { commandKeys } from '../../src/explorer/commands/available.ts';
import { type Command, EVERYWHERE, type Group, keyPlaces } from '../../src/explorer/commands/command.ts';
import { commands as all } from '../../src/explorer/commands/table.ts';
import { dialogCommands } from '../../src/explorer/dialogs/palette/dialog-commands.ts';
import { keyLabel } from '../../src/explorer/state/key-names.ts';

const commands = all.filter(({ isFormer }) => isFormer !== true);
const GROUPS: readonly Group[] = ['Move', 'Look', 'Act', 'App'];
const code = (key: string): string => `\`${keyLabel(key).replace('|', '\\|')}\``;
const codes = (keys: readonly string[]): string =>
  keys
    .map(code)
    .join(' ')
    .replace(/`1` .*`9`/, '`1` to `9`');

const placeWords = (places: readonly string[]): string =>
  places.length === EVERYWHERE.length ? 'everywhere' : places.join(', ');

function row(command: Command): string {
  const where = placeWords(keyPlaces(command));
  return `| ${codes(command.keys)} | ${where} | \`${command.id}\` | ${command.title} |`;
}

function table(group: Group): string {
  const rows = commands.filter(command => command.group === group && command.keys.length > 0).map(row);
  return [`## ${group}`, '', '| key | where | action | what it does |', '|---|---|---|---|', ...rows].join(
    '\n',
  );
}

/** Returns the rows of one dialog. A command without own keys has those of the screen command with its id. */
const dialogRows = ({ dialog, commands: own }: (typeof dialogCommands)[number]): readonly string[] =>
  own
    .map(({ id, keys, title }) => ({ id, title, keys: keys ?? commandKeys({}, id) }))
    .filter(({ keys }) => keys.length > 0)
    .map(({ id, keys, title }) => `| ${codes(keys)} | ${dialog} | \`${id}\` | ${title} |`);

const dialogTable = (): string =>
  [
    '## In dialogs',
    '',
    '| key | dialog | action | what it does |',
    '|---|---|---|---|',
    ...dialogCommands.flatMap(dialogRows),
  ].join('\n');

/** Returns the commands without a key, with the words to type. */
function wordTable(): string {
  const rows = commands
    .filter(({ keys, group }) => keys.length === 0 && group !== 'Move')
    .map(
      ({ id, word, where, title }) => `| \`:${word ?? id}\` | ${placeWords(where)} | \`${id}\` | ${title} |`,
    );
  return [
    '## Without a key',
    '',
    '| command | where | action | what it does |',
    '|---|---|---|---|',
    ...rows,
  ].join('\n');
}

/**
 * Returns the key tables of the help topic: one for each group of commands, one for those without a key, and
 * one for all dialogs.
 */
export const keyTable = (): string => [...GROUPS.map(table), wordTable(), dialogTable()].join('\n\n');
