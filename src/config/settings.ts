import { clean, type SafeText, safe } from '../text/sanitise.ts';
import { timeoutMs } from '../text/units.ts';
import { wordHint } from '../text/words.ts';

/** There is no flag for it, because other users can see command lines. */
export const TOKEN_VARIABLE = 'BP_TOKEN';

/** `terminal` uses the sixteen colours of the terminal itself, on any background. */
export const SKIN_NAMES = ['terminal', 'light', 'high-contrast', 'colour-blind'] as const;
export type SkinName = (typeof SKIN_NAMES)[number];

export const FAIL_ON_LEVELS = ['problem', 'warning', 'never'] as const;

const AUTO_MODES = ['auto', 'manual'] as const;
/** `auto`: the program starts health checks or refreshes; else a person. */
export type AutoMode = (typeof AUTO_MODES)[number];

type SettingRow = Readonly<{
  /** With `<`, the setting is text, else a switch. */
  flag: string;
  help: string;
  /** Default: `BOTSCOPE_` and the key in capitals. */
  variable?: string;
  /** Of other programs; our own variable wins. */
  otherVariables?: readonly string[];
  choices?: readonly string[];
  /** Separated by commas; in a file also a list. */
  isList?: true;
  /** For help and `config explain`. Default: `none`, or `no` of a switch. */
  defaultText?: string;
  /** Seconds, or a time like `2m`. */
  isTime?: true;
}>;

const rows = {
  profile: { flag: '--profile <name>', help: 'profile of the settings file, or bp:<name> for a bp login' },
  apiUrl: {
    flag: '--api-url <url>',
    help: 'address of the service',
    variable: 'BP_API_URL',
    defaultText: 'https://api.botpress.cloud',
  },
  workspaceId: { flag: '--workspace-id <id>', help: 'workspace to explore', variable: 'BP_WORKSPACE_ID' },
  botId: { flag: '--bot-id <id>', help: 'default bot for :issue and :conversation', variable: 'BP_BOT_ID' },
  dashboardUrl: {
    flag: '--dashboard-url <template>',
    help: 'page that o opens for a record, as https://…/{workspaceId}/bots/{botId}',
  },
  demo: { flag: '--demo', help: 'explore built-in sample data, no account needed' },
  records: { flag: '--records <file>', help: 'with --demo: explore the records of this YAML or JSON file' },
  odd: { flag: '--odd', help: 'with --demo: records as a careless or hostile service might send them' },
  readOnly: { flag: '--read-only', help: 'only send read requests' },
  protect: { flag: '--protect', help: 'lock deletes; W plus the profile name unlocks them' },
  dryRun: { flag: '--dry-run', help: 'simulate deletes: show the request, send only reads' },
  noGrace: { flag: '--no-grace', help: 'confirmed deletes start at once, without the 5 s to cancel' },
  ext: {
    flag: '--ext',
    help: 'also use undocumented list calls (issues, events)',
    defaultText: 'no, asks first',
  },
  strict: { flag: '--strict', help: 'never use undocumented calls' },
  insecureHttp: { flag: '--insecure-http', help: 'allow unencrypted http:// to other machines' },
  insecureTls: {
    flag: '--insecure-tls',
    help: "do not verify this server's certificate: anyone in between can read the token",
  },
  timeout: {
    flag: '--timeout <time>',
    help: 'longest time of a request: 15, 15s, 2m, at most 10m',
    defaultText: '15',
    isTime: true,
  },
  health: {
    flag: '--health <when>',
    help: 'check the health of visible rows: auto while keys rest, manual by H only',
    choices: AUTO_MODES,
    defaultText: 'auto',
  },
  refresh: {
    flag: '--refresh <when>',
    help: 'refresh lists every 60 s and stale records when opened: auto, or manual by r and R only',
    choices: AUTO_MODES,
    defaultText: 'auto',
  },
  skin: {
    flag: '--skin <name>',
    help: 'colours: terminal (default), light, auto, high-contrast or colour-blind; older: dark is terminal, mono is NO_COLOR',
    // `auto`: light on a light background.
    choices: [...SKIN_NAMES, 'auto', 'dark', 'mono'],
    defaultText: 'terminal',
  },
  ascii: { flag: '--ascii', help: 'ASCII characters only' },
  screenReader: {
    flag: '--screen-reader',
    help: 'linear output for screen readers',
    otherVariables: ['INK_SCREEN_READER', 'ACCESSIBLE'],
  },
  title: { flag: '--title', help: "show the profile in the terminal's title while the explorer runs" },
  bell: { flag: '--bell', help: 'has no effect: the bell is gone; accepted for older settings files' },
  noReveal: { flag: '--no-reveal', help: 'never show secrets, for recordings and shared screens' },
  failOn: {
    flag: '--fail-on <level>',
    help: 'exit 1 from this level of findings: problem, warning or never',
    choices: FAIL_ON_LEVELS,
    defaultText: 'problem',
  },
  ignore: {
    flag: '--ignore <rules>',
    help: 'findings to ignore: rule or rule:target, with commas',
    isList: true,
  },
  baseline: { flag: '--baseline <file>', help: 'file of known findings, which fail nothing' },
  state: {
    flag: '--state <when>',
    help: 'remember what was seen, for the next run: snapshots, digests, recents, words to complete; on or off',
    choices: ['on', 'off'],
    defaultText: 'on',
  },
  trace: { flag: '--trace <file>', help: 'append each request to a file as JSON (no bodies, no token)' },
} as const satisfies Readonly<Record<string, SettingRow>>;

type Rows = typeof rows;
export type SettingName = keyof Rows;

/** An invalid value counts as yes. */
const RESTRICTIONS: readonly SettingName[] = ['readOnly', 'protect', 'dryRun', 'strict', 'noReveal'];

const HABITS = ['health', 'refresh', 'skin', 'ascii', 'screenReader', 'title', 'bell'] as const;

/** Settings that commands accept, but do nothing with. */
const OF_EXPLORER: readonly SettingName[] = [...HABITS, 'dashboardUrl', 'noGrace'];

/** A project file, perhaps of somebody else, chooses no server, no program, no file outside its folder. */
const IN_PROJECT: readonly SettingName[] = [
  ...RESTRICTIONS,
  ...HABITS,
  'profile',
  'workspaceId',
  'botId',
  'timeout',
  'failOn',
  'ignore',
  'baseline',
];

export type FlagValues = {
  readonly [K in SettingName]?: Rows[K]['flag'] extends `${string}<${string}` ? string : boolean;
};

export type ChoiceName = {
  [K in SettingName]: Rows[K] extends { readonly choices: readonly string[] } ? K : never;
}[SettingName];
export type Choice<K extends ChoiceName> = Rows[K]['choices'][number];

/** `key`: in a file, `api_url`. */
export type Setting = (typeof allSettings)[number];

export const allSettings = Object.entries<SettingRow>(rows).map(([each, row]) => {
  const name = each as SettingName;
  const [flagName = ''] = row.flag.split(' ');
  const key = flagName.slice(2).replaceAll('-', '_');
  const isSwitch = flagName === row.flag;
  const variable = `BOTSCOPE_${key.toUpperCase()}`;
  const defaultText = isSwitch ? 'no' : 'none';
  return {
    ...{ variable, defaultText, ...row, name, flagName, key, isSwitch },
    isRestriction: RESTRICTIONS.includes(name),
    isAllowedInProject: IN_PROJECT.includes(name),
    isOfExplorer: OF_EXPLORER.includes(name),
  };
});

export const settings = Object.fromEntries(allSettings.map(each => [each.name, each])) as {
  readonly [K in SettingName]: Setting;
};

const LONGEST_MS = 600_000;
export const requestTimeoutMs = (text: string) => timeoutMs(text, LONGEST_MS);

export function textProblem({ key, isSwitch, choices, isTime }: Setting, text: string): SafeText | undefined {
  if (isTime === true)
    return requestTimeoutMs(text) === undefined
      ? safe`must be a time up to 10m, as 15, 15s or 2m`
      : undefined;
  if (isSwitch && text !== 'yes' && text !== 'no') return safe`must be yes or no, not "${clean(text, 40)}"`;
  if (choices === undefined || choices.includes(text)) return undefined;
  return safe`Unknown ${clean(key)} "${clean(text, 40)}". ${wordHint(text, choices)}`;
}
