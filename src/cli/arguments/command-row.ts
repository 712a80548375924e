import type { FlagValues } from '../../config/settings.ts';
import { allSettings } from '../../config/settings.ts';

export type FlagRow = {
  /** As the help shows it: `-o, --output <format>`, `--no-headers`. */
  readonly flag: string;
  readonly help: string;
  /** Name of the setting that it sets, as the general flag of the same name does. */
  readonly name?: keyof FlagValues;
  readonly choices?: readonly string[];
  /** It takes several choices, separated by commas, and other values that its command knows. */
  readonly isList?: true;
  /** It may be repeated; its values are then joined by line ends. */
  readonly isRepeated?: true;
  /** Words that its value consists of, for the help. */
  readonly words?: readonly (readonly [word: string, help: string])[];
  /** Returns why a value is not valid; undefined if it is. */
  readonly problem?: (text: string) => string | undefined;
};

/** A command, or a noun with commands below it. Parser, help, completion and documents read these rows. */
export type CommandRow = {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly help: string;
  /** Names of the arguments, as the usage shows them; there are at most `most`. */
  readonly words: string;
  readonly most: number;
  /** Descriptions of the arguments, if their names do not say enough. */
  readonly wordHelp?: readonly (readonly [word: string, help: string])[];
  /** Valid values of the first argument, if they are known. */
  readonly choices?: readonly string[];
  readonly flags: readonly FlagRow[];
  /** It takes no general flags. */
  readonly isApart?: true;
  readonly examples: readonly string[];
  /** The end of its help. Default: where the general flags are. */
  readonly notes?: string;
  readonly below: readonly CommandRow[];
};

/** Members of a row for a command without aliases, arguments, flags and commands below it. */
export const plainRow = { aliases: [], words: '', most: 0, flags: [], below: [] };

/** The flags of a command as typed; `--no-headers` is `noHeaders`. */
export type CommandFlags = Readonly<Record<string, string | true | undefined>>;

/** A command as typed: the names of its row and of the rows above it, then its words and flags. */
export type TypedCommand = {
  readonly path: readonly string[];
  readonly words: readonly string[];
  readonly values: CommandFlags;
};

/** Returns the command that has a word as its name or alias. */
export const findRow = (rows: readonly CommandRow[], word = ''): CommandRow | undefined =>
  rows.find(({ name, aliases }) => name === word || aliases.includes(word));

export const longName = ({ flag }: Pick<FlagRow, 'flag'>): string => /--[\w-]+/.exec(flag)?.[0] ?? '';

export const takesValue = ({ flag }: FlagRow): boolean => flag.includes('<');

export type FlagsOfRow = Pick<CommandRow, 'flags' | 'isApart'>;

/** Returns the general flags that a command takes and does not list itself. */
export const generalFlags = ({ isApart, flags }: FlagsOfRow): readonly FlagRow[] =>
  allSettings.filter(each => isApart !== true && !flags.some(flag => longName(flag) === longName(each)));
