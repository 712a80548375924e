import { pathTemplate } from '../../src/api/operation.ts';
import { allRows, serveRow } from '../../src/cli/arguments/arguments.ts';
import type { CommandRow } from '../../src/cli/arguments/parse.ts';
import { commandRows } from '../../src/cli/command-table.ts';
import { exitCodes } from '../../src/cli/shared/errors.ts';
import { allSettings, type Setting } from '../../src/config/settings.ts';
import { type Command, type Group, keyPlaces, PLACES } from '../../src/explorer/commands/command.ts';
import { commands as all, commandKeys } from '../../src/explorer/commands/registry.ts';
import { dialogCommands } from '../../src/explorer/dialogs/palette/scopes.ts';
import { keyLabel } from '../../src/explorer/state/key-names.ts';
import { documentedOperations, resources, undocumentedOperations } from '../../src/resources/registry.ts';
import { controlOperations } from '../../src/sandbox/control.ts';
import { faultWords } from '../../src/sandbox/fault-words.ts';
import { serveFlags } from '../../src/sandbox/options.ts';
import { goals } from '../bench/goals.ts';

// The tables of the documents, generated from what the program uses.

const code = (text: string): string => `\`${text}\``;

const table = (titles: string, rows: readonly (readonly string[])[]): string =>
  [
    `| ${titles} |`,
    `|${'---|'.repeat(titles.split('|').length)}`,
    ...rows.map(cells => `| ${cells.join(' | ')} |`),
  ].join('\n');

function commandCells(row: CommandRow, above: readonly string[] = []): readonly (readonly string[])[] {
  const path = [...above, row.name];
  if (row.below.length > 0) return row.below.flatMap(each => commandCells(each, path));
  return [[code(`${path.join(' ')} ${row.words}`.trim()), row.help]];
}

const named = ({ name, aliases }: Pick<CommandRow, 'name' | 'aliases'>): string =>
  `${code(name)} (${aliases.map(code).join(', ')})`;

/** Returns the commands, and the aliases of each kind of record and each verb. */
function commandTable(): string {
  const nouns = commandRows(resources);
  const rows = [...allRows({ commands: nouns }), serveRow(serveFlags)].flatMap(row => commandCells(row));
  const aliased = (all: readonly Pick<CommandRow, 'name' | 'aliases'>[]): string =>
    all
      .filter(({ aliases }) => aliases.length > 0)
      .map(named)
      .join(', ');
  return `${table('command | what it does', rows)}

Kinds and their short names: ${aliased(nouns)}. Verbs: ${aliased(nouns.find(({ name }) => name === 'bots')?.below ?? [])}.`;
}

const commands = all.filter(({ isFormer }) => isFormer !== true);
const GROUPS: readonly Group[] = ['Move', 'Look', 'Act', 'App'];
/** Second keys with Ctrl work, and are not told; as does Shift with an arrow. */
export const listedKeys = (keys: readonly string[]): readonly string[] =>
  keys.filter((key, at) => !(at === 0 ? /^shift\+(up|down)$/ : /^ctrl\+/).test(key));
const codes = (keys: readonly string[]): string =>
  keys
    .map(key => code(keyLabel(key).replace('|', '\\|')))
    .join(' ')
    .replace(/`1` .*`9`/, '`1` to `9`');

/** The title, and the screens if it is not on all that show data. */
const titleIn = ({ title, where }: Pick<Command, 'title' | 'where'>): string =>
  PLACES.every(place => where.includes(place)) ? title : `${title} (${where.join(', ')})`;

/** Commands that differ in their last word only are one line. */
const FAMILIES = [
  ['sort', '<column>', 'sort by a column; none: server order (list)'],
  ['skin', '<name>', 'colours for this session'],
  ['help', '<topic>', 'a topic of help'],
] as const;
const isInFamily = ({ id }: Command): boolean => FAMILIES.some(([name]) => id.startsWith(`${name}.`));

/** Returns a table for each group of commands, one for those without a key, and one for all dialogs. */
function keyTables(): string {
  const groups = GROUPS.map(group => {
    const rows = commands
      .filter(command => command.group === group && listedKeys(command.keys).length > 0)
      .map(each => [
        codes(listedKeys(each.keys)),
        titleIn({ ...each, where: keyPlaces(each) }),
        code(each.id),
      ]);
    return `## ${group}\n\n${table('key | what it does | action', rows)}`;
  });
  const words = commands
    .filter(each => listedKeys(each.keys).length === 0 && each.group !== 'Move' && !isInFamily(each))
    .map(each => [
      code(`:${(each.word?.length ?? 99) > 12 ? each.id : each.word}`),
      titleIn(each),
      code(each.id),
    ]);
  const families = FAMILIES.map(([name, last, title]) => [
    code(`:${name} ${last}`),
    title,
    code(`${name}.${last}`),
  ]);
  // A command without own keys has those of the screen command with its id.
  const inDialogs = dialogCommands.flatMap(({ dialog, commands: own }) =>
    own
      .map(({ id, keys = commandKeys({}, id), title }) => ({ id, title, keys }))
      .filter(({ keys }) => keys.length > 0)
      .map(({ id, keys, title }) => [codes(listedKeys(keys)), `${title} (${dialog})`, code(id)]),
  );
  return [
    ...groups,
    `## Without a key\n\n${table('command | what it does | action', [...words, ...families])}`,
    `## In dialogs\n\n${table('key | what it does | action', inDialogs)}`,
  ].join('\n\n');
}

function settingCells(row: Setting): readonly string[] {
  const byDefault = row.isSwitch || row.defaultText === 'none' ? '' : `; default: ${row.defaultText}`;
  const variables = [row.variable, ...(row.otherVariables ?? [])].map(code).join(', ');
  return [code(row.flag), row.help + byDefault, variables, row.isAllowedInProject ? 'yes' : 'ignored'];
}

const operations = [...documentedOperations, ...undocumentedOperations].map(({ operation }) => [
  code(`${operation.method} ${pathTemplate(operation)}`),
  operation.isUndocumented === true ? 'with `--ext`' : 'always',
]);

/** The tables of each document, by the name of their marks. */
export const generatedTables: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'src/help/keys.md': { keys: keyTables() },
  'src/help/settings.md': {
    settings: table('flag | meaning | variable | in a project file', allSettings.map(settingCells)),
  },
  'src/help/scripting.md': {
    commands: commandTable(),
  },
  'src/help/exit-codes.md': {
    codes: table(
      'code | meaning',
      exitCodes.map(([number, meaning]) => [String(number), meaning]),
    ),
  },
  'src/help/sandbox.md': {
    faults: table(
      'word | what happens',
      faultWords.map(([word, help]) => [code(word), help]),
    ),
    control: table(
      'method and path | what it does',
      Object.entries(controlOperations).map(([path, [help]]) => [code(path), help]),
    ),
    operations: table('operation | served', operations),
  },
  'src/help/performance.md': {
    goals: table(
      'at most | measure',
      goals.map(([, what, , , most, unit, over]) => [
        `${most}${unit}${over === undefined ? '' : ` of ${over}`}`,
        what,
      ]),
    ),
  },
};
