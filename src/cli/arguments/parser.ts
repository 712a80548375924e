import { type Command, InvalidArgumentError, Option } from 'commander';
import type { FlagValues } from '../../config/options.ts';
import type { CommandRow, FlagRow } from './command-row.ts';
import { givenTo, takeGiven } from './general-flags.ts';
import { noVerb } from './normalise.ts';

/** Values of a command's flags, by their names as attributes. */
export type Values = Readonly<Record<string, string | true | undefined>>;

/** A command as it was typed: the names of its row and of those above it. */
export type Typed = {
  readonly path: readonly string[];
  readonly words: readonly string[];
  readonly values: Values;
};

/** Told of what was typed. `onNoun`: a noun without a command is a place of the explorer. */
export type Hearing = {
  readonly onCommand: (typed: Typed, given: FlagValues) => void;
  readonly onNoun: (noun: string, given: FlagValues) => void;
};

/** Where rows stand, and who hears of them. `isTyped`: others are only named, as making them whole takes its time. */
type Tree = {
  readonly path: readonly string[];
  readonly hearing: Hearing;
  readonly isTyped: (row: CommandRow) => boolean;
};

const ALSO = `
Also: --api-url, --workspace-id, --bot-id, --demo, --read-only and what else
botscope --help lists. Exit codes are listed there, too.`;

/** What is wrong with a word of which only some may stand there; undefined: nothing. */
function notChosen(
  { choices, isList }: Pick<FlagRow, 'choices' | 'isList'>,
  text: string,
): string | undefined {
  if (choices === undefined || isList === true || choices.includes(text)) return undefined;
  return `There are: ${choices.join(', ')}.`;
}

function addFlags(command: Command, rows: readonly FlagRow[]): readonly string[] {
  takeGiven(command, rows);
  return rows.map(row => {
    const option = new Option(row.flag, row.help);
    if (row.problem !== undefined || row.choices !== undefined)
      option.argParser((given: string) => {
        // `-o=json`, as other tools take it: behind a single letter the parser leaves the mark in the value.
        const text = option.short === undefined ? given : given.replace(/^=/, '');
        const said = row.problem?.(text) ?? notChosen(row, text);
        if (said !== undefined) throw new InvalidArgumentError(said);
        return text;
      });
    command.addOption(option);
    return option.attributeName();
  });
}

function addLeaf(command: Command, row: CommandRow, { path, hearing }: Tree): void {
  const names = addFlags(command, row.flags);
  command
    .argument('[words...]')
    .usage(['[options]', row.words].filter(Boolean).join(' '))
    .action((words: readonly string[]) => {
      if (words.length > row.most) command.error(`error: "${words[row.most]}" is one word too many`);
      const [first] = words;
      const said = first === undefined ? undefined : notChosen(row, first);
      if (said !== undefined) command.error(`error: "${first}" is none of them. ${said}`);
      const all: Values = command.opts();
      const values = Object.fromEntries(names.map(name => [name, all[name]]));
      hearing.onCommand({ path, words, values }, givenTo(command));
    });
}

function addNoun(command: Command, row: CommandRow, tree: Tree): void {
  addFlags(command, []);
  command
    .argument('[words...]')
    .usage('<command> [options]')
    .action(([verb]: readonly string[]) => {
      if (verb !== undefined) command.error(`error: ${noVerb(verb, row)}`);
      tree.hearing.onNoun(row.name, givenTo(command));
    });
  addRows(command, row.below, tree);
}

/** Adds commands below one. */
export function addRows(parent: Command, rows: readonly CommandRow[], tree: Tree): void {
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
    const also = row.below.length > 0 ? '' : `\n${ALSO.trimStart()}`;
    command.addHelpText('after', `${examples === '' ? '' : `\nExamples:${examples}\n`}${also}`);
    const below = { ...tree, path: [...tree.path, row.name] };
    if (row.below.length > 0) addNoun(command, row, below);
    else addLeaf(command, row, below);
  }
}
