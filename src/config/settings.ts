import { clean, type SafeText, safe } from '../text/sanitise.ts';
import { wordHint } from '../text/words.ts';

/** Environment variable of the token. There is no flag for it, because other users can see command lines. */
export const TOKEN_VARIABLE = 'BP_TOKEN';

/** Names of all skins. `terminal` uses the sixteen colours of the terminal itself, on any background. */
export const SKIN_NAMES = ['terminal', 'light', 'high-contrast', 'colour-blind'] as const;
export type SkinName = (typeof SKIN_NAMES)[number];

export const FAIL_ON_LEVELS = ['problem', 'warning', 'never'] as const;

const AUTO_MODES = ['auto', 'manual'] as const;
/** Who starts health checks or refreshes: the program, or only a person. */
export type AutoMode = (typeof AUTO_MODES)[number];

type SettingRow = {
  /** With `<`, the setting is text, else a switch, which the flag sets to yes. */
  readonly flag: string;
  readonly help: string;
  /** Environment variable. Default: `BOTSCOPE_` and the key in capitals. */
  readonly variable?: string;
  /** Variables of other programs with the same meaning; our own wins. */
  readonly otherVariables?: readonly string[];
  readonly choices?: readonly string[];
  /** Several values, separated by commas; in a file also a list. */
  readonly isList?: true;
  /** Default as text, for help and `config explain`. Default: `none`, or `no` of a switch. */
  readonly defaultText?: string;
  /** The value must be a whole number in this range, ends included. */
  readonly range?: readonly [min: number, max: number];
  /**
   * A project file may set it. Such a file may come with a folder of somebody else, so it must not choose
   * where the token is sent, run a program or write a file outside the folder.
   */
  readonly isAllowedInProject?: true;
  /** The setting restricts what the program does, so an invalid value counts as yes. */
  readonly isRestriction?: true;
};

const IN_PROJECT = { isAllowedInProject: true } as const;
const RESTRICTION = { isAllowedInProject: true, isRestriction: true } as const;

const rows = {
  profile: {
    flag: '--profile <name>',
    help: 'profile of the settings file, or bp:<name> for a bp login',
    ...IN_PROJECT,
  },
  apiUrl: {
    flag: '--api-url <url>',
    help: 'address of the service',
    variable: 'BP_API_URL',
    defaultText: 'https://api.botpress.cloud',
  },
  workspaceId: {
    flag: '--workspace-id <id>',
    help: 'workspace to explore',
    variable: 'BP_WORKSPACE_ID',
    ...IN_PROJECT,
  },
  botId: {
    flag: '--bot-id <id>',
    help: 'default bot for :issue and :conversation',
    variable: 'BP_BOT_ID',
    ...IN_PROJECT,
  },
  dashboardUrl: {
    flag: '--dashboard-url <template>',
    help: 'page that o opens for a record, as https://…/{workspaceId}/bots/{botId}',
  },
  demo: { flag: '--demo', help: 'explore built-in sample data, no account needed' },
  records: {
    flag: '--records <file>',
    help: 'with --demo: explore the records of this YAML or JSON file',
  },
  readOnly: { flag: '--read-only', help: 'only send read requests', ...RESTRICTION },
  protect: { flag: '--protect', help: 'lock deletes; W plus the profile name unlocks them', ...RESTRICTION },
  dryRun: {
    flag: '--dry-run',
    help: 'simulate deletes: show the request, send only reads',
    ...RESTRICTION,
  },
  noGrace: { flag: '--no-grace', help: 'confirmed deletes start at once, without the 5 s to cancel' },
  ext: {
    flag: '--ext',
    help: 'also use undocumented list calls (issues, events)',
    defaultText: 'no, asks first',
  },
  strict: { flag: '--strict', help: 'never use undocumented calls', ...RESTRICTION },
  insecureHttp: { flag: '--insecure-http', help: 'allow unencrypted http:// to other machines' },
  insecureTls: {
    flag: '--insecure-tls',
    help: "do not verify this server's certificate: anyone in between can read the token",
  },
  timeout: {
    flag: '--timeout <seconds>',
    help: 'request timeout in seconds, 1 to 600',
    defaultText: '15',
    range: [1, 600],
    ...IN_PROJECT,
  },
  health: {
    flag: '--health <when>',
    help: 'check the health of visible rows: auto while keys rest, manual by H only',
    choices: AUTO_MODES,
    defaultText: 'auto',
    ...IN_PROJECT,
  },
  refresh: {
    flag: '--refresh <when>',
    help: 'refresh lists every 60 s and stale records when opened: auto, or manual by r and R only',
    choices: AUTO_MODES,
    defaultText: 'auto',
    ...IN_PROJECT,
  },
  skin: {
    flag: '--skin <name>',
    help: 'colours: terminal (default), light, auto, high-contrast or colour-blind; older: dark is terminal, mono is NO_COLOR',
    // `auto`: light on a light background.
    choices: [...SKIN_NAMES, 'auto', 'dark', 'mono'],
    defaultText: 'terminal',
    ...IN_PROJECT,
  },
  ascii: { flag: '--ascii', help: 'ASCII characters only', ...IN_PROJECT },
  screenReader: {
    flag: '--screen-reader',
    help: 'linear output for screen readers',
    otherVariables: ['INK_SCREEN_READER', 'ACCESSIBLE'],
    ...IN_PROJECT,
  },
  title: {
    flag: '--title',
    help: "show the profile in the terminal's title while the explorer runs",
    ...IN_PROJECT,
  },
  bell: {
    flag: '--bell',
    help: 'has no effect: the bell is gone; accepted for older settings files',
    ...IN_PROJECT,
  },
  noReveal: {
    flag: '--no-reveal',
    help: 'never show secrets, for recordings and shared screens',
    ...RESTRICTION,
  },
  failOn: {
    flag: '--fail-on <level>',
    help: 'exit 1 from this level of findings: problem, warning or never',
    choices: FAIL_ON_LEVELS,
    defaultText: 'problem',
    ...IN_PROJECT,
  },
  ignore: {
    flag: '--ignore <rules>',
    help: 'findings to ignore: rule or rule:target, with commas',
    isList: true,
    ...IN_PROJECT,
  },
  baseline: {
    flag: '--baseline <file>',
    help: 'file of known findings, which fail nothing',
    ...IN_PROJECT,
  },
  state: {
    flag: '--state <when>',
    help: 'remember what was seen, for the next run: snapshots, recents, words to complete; on or off',
    choices: ['on', 'off'],
    defaultText: 'on',
  },
  trace: {
    flag: '--trace <file>',
    help: 'append each request to a file as JSON (no bodies, no token)',
  },
} as const satisfies Readonly<Record<string, SettingRow>>;

type Rows = typeof rows;
export type SettingName = keyof Rows;

export type FlagValues = {
  readonly [K in SettingName]?: Rows[K]['flag'] extends `${string}<${string}` ? string : boolean;
};

export type ChoiceName = {
  [K in SettingName]: Rows[K] extends { readonly choices: readonly string[] } ? K : never;
}[SettingName];
export type Choice<K extends ChoiceName> = Rows[K]['choices'][number];

/** A setting, described once: its flag, variable, key in both files, help, default and valid values. */
export type Setting = SettingRow & {
  readonly name: SettingName;
  /** The flag without its value, `--api-url`. */
  readonly flagName: string;
  /** The key in a file, `api_url`. */
  readonly key: string;
  readonly variable: string;
  readonly isSwitch: boolean;
  readonly defaultText: string;
};

/** All settings, in the order of the help. */
export const allSettings: readonly Setting[] = Object.entries<SettingRow>(rows).map(([name, row]) => {
  const [flagName = ''] = row.flag.split(' ');
  const key = flagName.slice(2).replaceAll('-', '_');
  const isSwitch = flagName === row.flag;
  const variable = `BOTSCOPE_${key.toUpperCase()}`;
  const defaultText = isSwitch ? 'no' : 'none';
  return { variable, defaultText, ...row, name: name as SettingName, flagName, key, isSwitch };
});

export const settings = Object.fromEntries(allSettings.map(each => [each.name, each])) as {
  readonly [K in SettingName]: Setting;
};

/** Returns why a text is no value of a setting; undefined if it is one. */
export function textProblem({ key, isSwitch, choices, range }: Setting, text: string): SafeText | undefined {
  if (range !== undefined) {
    const [min, max] = range;
    const isIn = /^\d{1,9}$/.test(text) && Number(text) >= min && Number(text) <= max;
    return isIn ? undefined : safe`must be a whole number from ${min} to ${max}`;
  }
  if (isSwitch && text !== 'yes' && text !== 'no') return safe`must be yes or no, not "${clean(text, 40)}"`;
  if (choices === undefined || choices.includes(text)) return undefined;
  return safe`Unknown ${clean(key)} "${clean(text, 40)}". ${wordHint(text, choices)}`;
}
