import { type Command, InvalidArgumentError, Option } from 'commander';
import type { FlagValues } from '../../config/options.ts';
import type { CommandFlags, CommandRow, FlagRow, TypedCommand } from './command-row.ts';
import { addGeneralFlags, flagValuesOf } from './general-flags.ts';
import { unknownVerb } from './normalise.ts';

/** Told of what was typed. `onNoun`: a noun without a command is a place of the explorer. */
export type CommandListener = {
  readonly onCommand: (typed: TypedCommand, given: FlagValues) => void;
  readonly onNoun: (noun: string, given: FlagValues) => void;
};

/** Where rows stand, and who hears of them. `isTyped`: others are only named, as making them whole takes its time. */
type CommandTree = {
  readonly path: readonly string[];
  readonly hearing: CommandListener;
  readonly isTyped: (row: CommandRow) => boolean;
};

const GLOBAL_FLAGS = `
Also: --api-url, --workspace-id, --bot-id, --demo, --read-only and what else
botscope --help lists. Exit codes are listed there, too.`;

/** What is wrong with a word of which only some may stand there; undefined: nothing. */
function choiceProblem(
  { choices, isList }: Pick<FlagRow, 'choices' | 'isList'>,
  text: string,
): string | undefined {
  if (choices === undefined || isList === true || choices.includes(text)) return undefined;
  return `There are: ${choices.join(', ')}.`;
}

function addFlags(command: Command, rows: readonly FlagRow[]): readonly string[] {
  addGeneralFlags(command, rows);
  return rows.map(row => {
    const option = new Option(row.flag, row.help);
    if (row.problem !== undefined || row.choices !== undefined)
      option.argParser((given: string) => {
        // `-o=json`, as other tools take it: behind a single letter the parser leaves the mark in the value.
        const text = option.short === undefined ? given : given.replace(/^=/, '');
        const said = row.problem?.(text) ?? choiceProblem(row, text);
        if (said !== undefined) throw new InvalidArgumentError(said);
        return text;
      });
    command.addOption(option);
    return option.attributeName();
  });
}

function addLeaf(command: Command, row: CommandRow, { path, hearing }: CommandTree): void {
  const names = addFlags(command, row.flags);
  command
    .argument('[words...]')
    .usage(['[options]', row.words].filter(Boolean).join(' '))
    .action((words: readonly string[]) => {
      if (words.length > row.most) command.error(`error: "${words[row.most]}" is one word too many`);
      const [first] = words;
      const said = first === undefined ? undefined : choiceProblem(row, first);
      if (said !== undefined) command.error(`error: "${first}" is none of them. ${said}`);
      const all: CommandFlags = command.opts();
      const values = Object.fromEntries(names.map(name => [name, all[name]]));
      hearing.onCommand({ path, words, values }, flagValuesOf(command));
    });
}

function addNoun(command: Command, row: CommandRow, tree: CommandTree): void {
  addFlags(command, []);
  command
    .argument('[words...]')
    .usage('<command> [options]')
    .action(([verb]: readonly string[]) => {
      if (verb !== undefined) command.error(`error: ${unknownVerb(verb, row)}`);
      tree.hearing.onNoun(row.name, flagValuesOf(command));
    });
  addRows(command, row.below, tree);
}

/** Adds commands below one. */
export function addRows(parent: Command, rows: readonly CommandRow[], tree: CommandTree): void {
  for (const row of rows) {
    const command = parent
      .command(row.name)
      .aliases([...row.aliases])
      .description(row.help);
    if (!tree.isTyped(row)) continue;
    command.configureHelp({ ...parent.configureHelp(), visibleArguments: () => [] });
    // A noun has those of its commands.
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
