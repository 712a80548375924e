export type FlagRow = {
  readonly flag: string;
  readonly help: string;
  readonly choices?: readonly string[];
  /** It takes several choices, separated by commas, and other values that its command knows. */
  readonly isList?: true;
  /** It may be repeated; its values are then joined by line ends. */
  readonly isRepeated?: true;
  /** It differs from the general flag of the same name, which goes before the command. */
  readonly isOwn?: true;
  /** Returns why a value is not valid; undefined if it is. */
  readonly problem?: (text: string) => string | undefined;
};

/** A command, or a noun with commands below it. Parser, help and documentation are made from these rows. */
export type CommandRow = {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly help: string;
  /** Names of the arguments, as the usage shows them; there are at most `most`. */
  readonly words: string;
  readonly most: number;
  /** Valid values of the first argument, if they are known. */
  readonly choices?: readonly string[];
  readonly flags: readonly FlagRow[];
  readonly examples: readonly string[];
  readonly below: readonly CommandRow[];
};

/** Members of a row for a command without aliases, arguments, flags and commands below it. */
export const plainRow = { aliases: [], words: '', most: 0, flags: [], below: [] };

/** The flags of a command as typed, by the names of their attributes. */
export type CommandFlags = Readonly<Record<string, string | true | undefined>>;

/** A command as typed: the names of its row and of the rows above it, then its words and flags. */
export type TypedCommand = {
  readonly path: readonly string[];
  readonly words: readonly string[];
  readonly values: CommandFlags;
};
