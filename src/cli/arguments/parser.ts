import { type Command, InvalidArgumentError, Option } from 'commander';
import type { FlagValues } from '../../config/setting.ts';
import type { CommandFlags, CommandRow, FlagRow, TypedCommand } from './command-row.ts';
import { addGeneralFlags, flagValuesOf } from './general-flags.ts';
import { unknownVerb } from './normalise.ts';

/** Receives parsed commands. `onNoun`: a noun without a verb is a place of the explorer. */
export type CommandListener = {
  readonly onCommand: (typed: TypedCommand, given: FlagValues) => void;
  readonly onNoun: (noun: string, given: FlagValues) => void;
};

/**
 * The position of rows in the command tree. Rows that are not typed get only their name, because building
 * them is slow.
 */
type CommandTree = {
  readonly path: readonly string[];
  readonly listener: CommandListener;
  readonly isTyped: (row: CommandRow) => boolean;
};

const GLOBAL_FLAGS = `
Global flags and exit codes: botscope --help`;

/** Returns why a word is none of the choices; undefined if it is one. */
function choiceProblem(
  { choices, isList }: Pick<FlagRow, 'choices' | 'isList'>,
  text: string,
): string | undefined {
  if (choices === undefined || isList === true || choices.includes(text)) return undefined;
  return `One of: ${choices.join(', ')}.`;
}

function addFlags(command: Command, rows: readonly FlagRow[]): readonly Option[] {
  addGeneralFlags(command, rows);
  return rows.map(row => {
    const option = new Option(row.flag, row.help);
    if (row.problem !== undefined || row.choices !== undefined || row.isRepeated === true)
      option.argParser((given: string, before: string | undefined) => {
        // `-o=json` works in other tools; here the parser leaves the `=` in the value of a short flag.
        const text = option.short === undefined ? given : given.replace(/^=/, '');
        const problem = row.problem?.(text) ?? choiceProblem(row, text);
        if (problem !== undefined) throw new InvalidArgumentError(problem);
        return row.isRepeated === true && before !== undefined ? `${before}\n${text}` : text;
      });
    command.addOption(option);
    return option;
  });
}

/** Returns a flag as typed, by its attribute; `--no-headers` is `noHeaders` and true. */
function flagEntry(option: Option, all: CommandFlags): readonly [string, string | true | undefined] {
  const name = option.attributeName();
  // commander gives a `--no-` flag the value false, and true if it is absent.
  if (option.negate) return [`no${name[0]?.toUpperCase()}${name.slice(1)}`, !all[name] || undefined];
  return [name, all[name]];
}

function addLeaf(command: Command, row: CommandRow, { path, listener }: CommandTree): void {
  const options = addFlags(command, row.flags);
  command
    .argument('[words...]')
    .usage(['[options]', row.words].filter(Boolean).join(' '))
    .action((words: readonly string[]) => {
      if (words.length > row.most) command.error(`error: unexpected argument "${words[row.most]}"`);
      const [first] = words;
      const problem = first === undefined ? undefined : choiceProblem(row, first);
      if (problem !== undefined) command.error(`error: unknown value "${first}". ${problem}`);
      const all: CommandFlags = command.opts();
      const values = Object.fromEntries(options.map(option => flagEntry(option, all)));
      const own = row.flags.flatMap(({ isOwn }, at) => (isOwn ? [options[at]?.attributeName()] : []));
      listener.onCommand({ path, words, values }, flagValuesOf(command, own));
    });
}

function addNoun(command: Command, row: CommandRow, tree: CommandTree): void {
  addFlags(command, []);
  command
    .argument('[words...]')
    .usage('<command> [options]')
    .action((words: readonly string[]) => {
      if (words.length > 0) command.error(`error: ${unknownVerb(words, row)}`);
      tree.listener.onNoun(row.name, flagValuesOf(command));
    });
  addRows(command, row.below, tree);
}

export function addRows(parent: Command, rows: readonly CommandRow[], tree: CommandTree): void {
  for (const row of rows) {
    const command = parent
      .command(row.name)
      .aliases([...row.aliases])
      .description(row.help)
      .showHelpAfterError(`See botscope ${[...tree.path, row.name].join(' ')} --help`);
    if (!tree.isTyped(row)) continue;
    command.configureHelp({ ...parent.configureHelp(), visibleArguments: () => [] });
    // A noun shows the examples of its commands.
    const shown =
      row.below.length > 0 ? row.below.flatMap(below => below.examples.slice(0, 1)) : row.examples;
    const examples = shown.map(example => `\n  ${example}`).join('');
    const also = row.below.length > 0 ? '' : `\n${GLOBAL_FLAGS.trimStart()}`;
    command.addHelpText('after', `${examples === '' ? '' : `\nExamples:${examples}\n`}${also}`);
    const below = { ...tree, path: [...tree.path, row.name] };
    if (row.below.length > 0) addNoun(command, row, below);
    else addLeaf(command, row, below);
  }
}
