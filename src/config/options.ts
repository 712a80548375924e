import { type SafeText, safe } from '../text/sanitise.ts';
import { SKIN_CHOICES } from './skin-names.ts';

/**
 * A setting. One row is all there is to it: its flag, its environment variable, its key in both files, what the help
 * says of it, and what holds when nobody sets it.
 */
export type Setting = {
  readonly name: keyof FlagValues;
  readonly flag: string;
  /** Without it the variable is `BOTSCOPE_` and the key in capitals. */
  readonly variable?: string;
  /** Variables of other programs that say the same; its own counts more. */
  readonly alike?: readonly string[];
  readonly help: string;
  readonly choices?: readonly string[];
  /** What holds when it is set nowhere, in words. */
  readonly standard: string;
  /**
   * A project file may set it. Such a file comes with a folder, perhaps somebody else's: it must not say where the
   * token is sent to, run anything, or write anywhere.
   */
  readonly inProject?: true;
  /** It forbids something: a value that is not understood counts as yes. */
  readonly forbids?: true;
  /** The value is a whole number from the first to the second of these. */
  readonly range?: readonly [least: number, most: number];
};

/** What was given on the command line. */
export type FlagValues = {
  readonly profile?: string;
  readonly apiUrl?: string;
  readonly workspaceId?: string;
  readonly botId?: string;
  readonly dashboardUrl?: string;
  readonly demo?: boolean;
  readonly readOnly?: boolean;
  readonly protect?: boolean;
  readonly dryRun?: boolean;
  readonly insecureHttp?: boolean;
  readonly insecureTls?: boolean;
  readonly ext?: boolean;
  readonly strict?: boolean;
  readonly skin?: string;
  readonly ascii?: boolean;
  readonly screenReader?: boolean;
  readonly grace?: boolean;
  readonly timeout?: string;
  readonly trace?: string;
  readonly reveal?: boolean;
};

/** There is no flag for the token: other users of a machine can read arguments. */
export const TOKEN_VARIABLE = 'BP_TOKEN';

export const DEMO: Setting = {
  name: 'demo',
  flag: '--demo',
  help: 'look around in made-up data, no account needed',
  standard: 'no',
};

export const SCREEN_READER: Setting = {
  name: 'screenReader',
  flag: '--screen-reader',
  alike: ['INK_SCREEN_READER', 'ACCESSIBLE'],
  help: 'say each change once as a plain line, for screen readers',
  standard: 'no',
  inProject: true,
};

export const allSettings: readonly Setting[] = [
  {
    name: 'profile',
    flag: '--profile <name>',
    help: 'profile of the settings file to use, or bp:<name>, a bp login',
    standard: 'none',
    inProject: true,
  },
  {
    name: 'apiUrl',
    flag: '--api-url <url>',
    variable: 'BP_API_URL',
    help: 'address of the service',
    standard: 'https://api.botpress.cloud',
  },
  {
    name: 'workspaceId',
    flag: '--workspace-id <id>',
    variable: 'BP_WORKSPACE_ID',
    help: 'workspace to look at',
    standard: 'none',
    inProject: true,
  },
  {
    name: 'botId',
    flag: '--bot-id <id>',
    variable: 'BP_BOT_ID',
    help: 'bot meant by :issue and :conversation where none is open',
    standard: 'none',
    inProject: true,
  },
  {
    name: 'dashboardUrl',
    flag: '--dashboard-url <template>',
    help: 'page of a record that o opens, as https://…/{workspaceId}/bots/{botId}',
    standard: 'none',
  },
  DEMO,
  {
    name: 'readOnly',
    flag: '--read-only',
    help: 'send nothing but reads',
    standard: 'no',
    inProject: true,
    forbids: true,
  },
  {
    name: 'protect',
    flag: '--protect',
    help: 'lock deleting until W and the name of the profile unlock it',
    standard: 'no',
    inProject: true,
    forbids: true,
  },
  {
    name: 'dryRun',
    flag: '--dry-run',
    help: 'play deletes: show what would be sent, send nothing but reads',
    standard: 'no',
    inProject: true,
    forbids: true,
  },
  {
    name: 'grace',
    flag: '--no-grace',
    help: 'delete many at once, without five seconds to press Esc',
    standard: 'no',
  },
  {
    name: 'ext',
    flag: '--ext',
    help: 'also ask for lists of issues and events, outside the API description',
    standard: 'no, asks first',
  },
  {
    name: 'strict',
    flag: '--strict',
    help: 'never ask for anything outside the API description',
    standard: 'no',
    inProject: true,
    forbids: true,
  },
  {
    name: 'insecureHttp',
    flag: '--insecure-http',
    help: 'allow http:// to another machine (clear text!)',
    standard: 'no',
  },
  {
    name: 'insecureTls',
    flag: '--insecure-tls',
    help: "do not verify this server's certificate: whoever is in between can read the token",
    standard: 'no',
  },
  {
    name: 'timeout',
    flag: '--timeout <seconds>',
    help: 'longest wait for one whole answer, 1 to 600',
    standard: '15',
    inProject: true,
    range: [1, 600],
  },
  {
    name: 'skin',
    flag: '--skin <name>',
    choices: SKIN_CHOICES,
    help: 'colours: terminal (standard), dark, light, auto, high-contrast, colour-blind or mono',
    standard: 'terminal',
    inProject: true,
  },
  {
    name: 'ascii',
    flag: '--ascii',
    help: 'plain characters for marks and lines',
    standard: 'no',
    inProject: true,
  },
  SCREEN_READER,
  {
    name: 'reveal',
    flag: '--no-reveal',
    help: 'never show a secret, for recordings and shared screens',
    standard: 'no',
    inProject: true,
    forbids: true,
  },
  {
    name: 'trace',
    flag: '--trace <file>',
    help: 'add each request to a file as JSON, without bodies and token',
    standard: 'none',
  },
];

/** What the value of a setting has to be; undefined when it is that. */
export function rangeProblem({ range }: Setting, text: string): SafeText | undefined {
  if (range === undefined) return undefined;
  const [least, most] = range;
  const isIn = /^\d{1,9}$/.test(text) && Number(text) >= least && Number(text) <= most;
  return isIn ? undefined : safe`has to be a whole number from ${least} to ${most}`;
}

/** The flag without its value, `--api-url`. */
export const flagName = ({ flag }: Setting): string => flag.split(' ')[0] ?? '';

/** The name of a setting in a file, `api_url`. */
export const settingKey = (row: Setting): string => flagName(row).slice(2).replaceAll('-', '_');

/** The environment variable of a setting. */
export const settingVariable = (row: Setting): string =>
  row.variable ?? `BOTSCOPE_${settingKey(row).toUpperCase()}`;

/** Whether it is given or not, and has no other value. */
export const isSwitch = ({ flag }: Setting): boolean => !flag.includes('<');
