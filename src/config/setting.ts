/** A setting, described once: its flag, environment variable, key in both files, help text and default. */
export type Setting = {
  readonly name: keyof FlagValues;
  readonly flag: string;
  /** Environment variable. Default: `BOTSCOPE_` and the key in capitals. */
  readonly variable?: string;
  /** Variables of other programs with the same meaning; our own wins. */
  readonly otherVariables?: readonly string[];
  readonly help: string;
  readonly choices?: readonly string[];
  /** Several values, separated by commas; in a file also a list. */
  readonly isList?: true;
  /** Default as text, for help and `config explain`. */
  readonly defaultText: string;
  /**
   * A project file may set it. Such a file may come with a folder of somebody else, so it must not choose
   * where the token is sent, run a program or write a file outside the folder.
   */
  readonly isAllowedInProject?: true;
  /** The setting restricts what the program does, so an invalid value counts as yes. */
  readonly isRestriction?: true;
  /** The value must be a whole number in this range, ends included. */
  readonly range?: readonly [min: number, max: number];
};

/** Values of the general flags of a command line. */
export type FlagValues = {
  readonly profile?: string;
  readonly apiUrl?: string;
  readonly workspaceId?: string;
  readonly botId?: string;
  readonly dashboardUrl?: string;
  readonly demo?: boolean;
  readonly records?: string;
  readonly readOnly?: boolean;
  readonly protect?: boolean;
  readonly dryRun?: boolean;
  readonly insecureHttp?: boolean;
  readonly insecureTls?: boolean;
  readonly ext?: boolean;
  readonly strict?: boolean;
  readonly health?: string;
  readonly refresh?: string;
  readonly skin?: string;
  readonly ascii?: boolean;
  readonly screenReader?: boolean;
  readonly title?: boolean;
  readonly bell?: boolean;
  readonly grace?: boolean;
  readonly timeout?: string;
  readonly trace?: string;
  readonly state?: string;
  readonly reveal?: boolean;
  readonly failOn?: string;
  readonly ignore?: string;
  readonly baseline?: string;
};
