/** A flag of a command as it is typed. */
export type FlagRow = {
  readonly flag: string;
  readonly help: string;
  readonly choices?: readonly string[];
  /** It takes several of its choices, commas between them, and what else its command knows. */
  readonly isList?: true;
  /** What is wrong with a value; undefined: nothing. */
  readonly problem?: (text: string) => string | undefined;
};

/** One command, or a noun with commands below it. Parser, help and help topic are made of these. */
export type CommandRow = {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly help: string;
  /** The words behind it, as its usage names them; at most `most` of them. */
  readonly words: string;
  readonly most: number;
  /** What the first of them may be, where that is known. */
  readonly choices?: readonly string[];
  readonly flags: readonly FlagRow[];
  readonly examples: readonly string[];
  readonly below: readonly CommandRow[];
};

/** The flags of a command as typed, by the names of their attributes. */
export type CommandFlags = Readonly<Record<string, string | true | undefined>>;

/** A command as typed: the names of its row and of the rows above it, then its words and flags. */
export type TypedCommand = {
  readonly path: readonly string[];
  readonly words: readonly string[];
  readonly values: CommandFlags;
};
