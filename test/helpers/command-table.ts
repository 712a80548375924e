import { allRows, serveRow } from '../../src/cli/arguments/arguments.ts';
import type { CommandRow } from '../../src/cli/arguments/command-row.ts';
import { commandRows } from '../../src/cli/command-table.ts';
import { verbs } from '../../src/cli/rows/verbs.ts';
import { exitCodes } from '../../src/cli/shared/errors.ts';
import { resources } from '../../src/resources/registry.ts';
import { serveFlags } from '../../src/sandbox/options.ts';

const code = (text: string): string => `\`${text}\``;

function rowsOf(row: CommandRow, above: readonly string[] = []): readonly string[] {
  const path = [...above, row.name];
  if (row.below.length > 0) return row.below.flatMap(each => rowsOf(each, path));
  return [`| ${code(`${path.join(' ')} ${row.words}`.trim())} | ${row.help} |`];
}

/** Returns the command table of the help topic, from the rows that the parser uses. */
export function commandTable(): string {
  const about = { version: '', serve: serveFlags, commands: commandRows(resources), exitCodes };
  const rows = [...allRows(about), serveRow(about.serve)].flatMap(row => rowsOf(row));
  return ['| command | what it does |', '|---|---|', ...rows].join('\n');
}

const named = ({ name, aliases }: Pick<CommandRow, 'name' | 'aliases'>): string =>
  `${code(name)} (${aliases.map(code).join(', ')})`;

/** Returns the aliases of each kind of record and each verb. */
export function nounTable(): string {
  const nouns = commandRows(resources).filter(({ aliases }) => aliases.length > 0);
  const aliased = verbs.filter(({ aliases }) => aliases.length > 0);
  return `Kinds and their short names: ${nouns.map(named).join(', ')}. Verbs: ${aliased.map(named).join(', ')}.`;
}

/** Returns the exit codes of commands, from the table that the help prints. */
export function codeTable(): string {
  return [
    '| code | meaning |',
    '|---|---|',
    ...exitCodes.map(([number, meaning]) => `| ${number} | ${meaning} |`),
  ].join('\n');
}
