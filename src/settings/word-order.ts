import type { CommandRow } from '../command-row.ts';
import { flags, isSwitch } from './flags.ts';

/** The place of the first word that is no flag and no flag's value. */
function firstWord(argv: readonly string[]): number {
  const valued = flags.filter(row => !isSwitch(row)).map(({ flag }) => flag.split(' ')[0]);
  for (let at = 0; at < argv.length; at++) {
    const word = argv[at] ?? '';
    if (!word.startsWith('-')) return at;
    if (valued.includes(word)) at++;
  }
  return argv.length;
}

const isCalled = ({ name, aliases }: CommandRow, word: string | undefined): boolean =>
  word !== undefined && (name === word || aliases.includes(word));

/** The nouns that have a command of this name or alias; none where it is a word of its own. */
export function ownersOf(word: string | undefined, rows: readonly CommandRow[]): readonly CommandRow[] {
  if (rows.some(row => isCalled(row, word))) return [];
  return rows.filter(({ below }) => below.some(row => isCalled(row, word)));
}

/**
 * What was typed as the parser takes it: `get bot <id>` as `bot get <id>`, `help bots get` as `bots get --help`, and a
 * verb that only one noun has for itself. A text: what is wrong with it.
 */
export function inOrder(argv: readonly string[], rows: readonly CommandRow[]): readonly string[] | string {
  const at = firstWord(argv);
  const before = argv.slice(0, at);
  const [verb, noun, ...rest] = argv.slice(at);
  if (verb === 'help' && rest.length > 0) return [...before, ...argv.slice(at + 1), '--help'];
  const owners = ownersOf(verb, rows);
  const [only, second] = owners;
  if (verb === undefined || only === undefined) return argv;
  if (noun !== undefined && owners.some(row => isCalled(row, noun))) return [...before, noun, verb, ...rest];
  if (second === undefined) return [...before, only.name, ...argv.slice(at)];
  return `${verb} what? There are ${owners.map(({ name }) => `botscope ${name} ${verb}`).join(', ')}.`;
}
