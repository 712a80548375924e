import { type SafeText, safe } from '../text/sanitise.ts';
import { BASELINE, FAIL_ON, IGNORE } from './finding-options.ts';
import type { Setting } from './setting.ts';
import { SKIN_CHOICES } from './skin-names.ts';

/** Who starts checks of the health of rows: the program while keys rest, or only a person. */
export type HealthMode = 'auto' | 'manual';

/** Who refreshes lists and reloads stale records: the program, or only a person. */
export type RefreshMode = 'auto' | 'manual';

/** Environment variable of the token. There is no flag for it, because other users can see command lines. */
export const TOKEN_VARIABLE = 'BP_TOKEN';

export const API_URL: Setting = {
  name: 'apiUrl',
  flag: '--api-url <url>',
  variable: 'BP_API_URL',
  help: 'address of the service',
  defaultText: 'https://api.botpress.cloud',
};

export const TIMEOUT: Setting = {
  name: 'timeout',
  flag: '--timeout <seconds>',
  help: 'request timeout in seconds, 1 to 600',
  defaultText: '15',
  isAllowedInProject: true,
  range: [1, 600],
};

/** All settings, in the order of the help. */
export const allSettings: readonly Setting[] = [
  {
    name: 'profile',
    flag: '--profile <name>',
    help: 'profile of the settings file, or bp:<name> for a bp login',
    defaultText: 'none',
    isAllowedInProject: true,
  },
  API_URL,
  {
    name: 'workspaceId',
    flag: '--workspace-id <id>',
    variable: 'BP_WORKSPACE_ID',
    help: 'workspace to explore',
    defaultText: 'none',
    isAllowedInProject: true,
  },
  {
    name: 'botId',
    flag: '--bot-id <id>',
    variable: 'BP_BOT_ID',
    help: 'default bot for :issue and :conversation',
    defaultText: 'none',
    isAllowedInProject: true,
  },
  {
    name: 'dashboardUrl',
    flag: '--dashboard-url <template>',
    help: 'page that o opens for a record, as https://…/{workspaceId}/bots/{botId}',
    defaultText: 'none',
  },
  {
    name: 'demo',
    flag: '--demo',
    help: 'explore built-in sample data, no account needed',
    defaultText: 'no',
  },
  {
    name: 'records',
    flag: '--records <file>',
    help: 'with --demo: explore the records of this YAML or JSON file',
    defaultText: 'none',
  },
  {
    name: 'readOnly',
    flag: '--read-only',
    help: 'only send read requests',
    defaultText: 'no',
    isAllowedInProject: true,
    isRestriction: true,
  },
  {
    name: 'protect',
    flag: '--protect',
    help: 'lock deletes; W plus the profile name unlocks them',
    defaultText: 'no',
    isAllowedInProject: true,
    isRestriction: true,
  },
  {
    name: 'dryRun',
    flag: '--dry-run',
    help: 'simulate deletes: show the request, send only reads',
    defaultText: 'no',
    isAllowedInProject: true,
    isRestriction: true,
  },
  {
    name: 'grace',
    flag: '--no-grace',
    help: 'confirmed deletes start at once, without the 5 s to cancel',
    defaultText: 'no',
  },
  {
    name: 'ext',
    flag: '--ext',
    help: 'also use undocumented list calls (issues, events)',
    defaultText: 'no, asks first',
  },
  {
    name: 'strict',
    flag: '--strict',
    help: 'never use undocumented calls',
    defaultText: 'no',
    isAllowedInProject: true,
    isRestriction: true,
  },
  {
    name: 'insecureHttp',
    flag: '--insecure-http',
    help: 'allow unencrypted http:// to other machines',
    defaultText: 'no',
  },
  {
    name: 'insecureTls',
    flag: '--insecure-tls',
    help: "do not verify this server's certificate: anyone in between can read the token",
    defaultText: 'no',
  },
  TIMEOUT,
  {
    name: 'health',
    flag: '--health <when>',
    choices: ['auto', 'manual'],
    help: 'check the health of visible rows: auto while keys rest, manual by H only',
    defaultText: 'auto',
    isAllowedInProject: true,
  },
  {
    name: 'refresh',
    flag: '--refresh <when>',
    choices: ['auto', 'manual'],
    help: 'refresh lists every 60 s and stale records when opened: auto, or manual by r and R only',
    defaultText: 'auto',
    isAllowedInProject: true,
  },
  {
    name: 'skin',
    flag: '--skin <name>',
    choices: SKIN_CHOICES,
    help: 'colours: terminal (default), light, auto, high-contrast or colour-blind; older: dark is terminal, mono is NO_COLOR',
    defaultText: 'terminal',
    isAllowedInProject: true,
  },
  {
    name: 'ascii',
    flag: '--ascii',
    help: 'ASCII characters only',
    defaultText: 'no',
    isAllowedInProject: true,
  },
  {
    name: 'screenReader',
    flag: '--screen-reader',
    otherVariables: ['INK_SCREEN_READER', 'ACCESSIBLE'],
    help: 'linear output for screen readers',
    defaultText: 'no',
    isAllowedInProject: true,
  },
  {
    name: 'title',
    flag: '--title',
    help: "show the profile in the terminal's title while the explorer runs",
    defaultText: 'no',
    isAllowedInProject: true,
  },
  {
    name: 'bell',
    flag: '--bell',
    help: 'has no effect: the bell is gone; accepted for older settings files',
    defaultText: 'no',
    isAllowedInProject: true,
  },
  {
    name: 'reveal',
    flag: '--no-reveal',
    help: 'never show secrets, for recordings and shared screens',
    defaultText: 'no',
    isAllowedInProject: true,
    isRestriction: true,
  },
  FAIL_ON,
  IGNORE,
  BASELINE,
  {
    name: 'state',
    flag: '--state <when>',
    choices: ['on', 'off'],
    help: 'remember what was seen, for the next run: snapshots, recents, words to complete; on or off',
    defaultText: 'on',
  },
  {
    name: 'trace',
    flag: '--trace <file>',
    help: 'append each request to a file as JSON (no bodies, no token)',
    defaultText: 'none',
  },
];

/** Returns why a value is out of the range of its setting; undefined if it is not. */
export function rangeProblem({ range }: Setting, text: string): SafeText | undefined {
  if (range === undefined) return undefined;
  const [min, max] = range;
  const isIn = /^\d{1,9}$/.test(text) && Number(text) >= min && Number(text) <= max;
  return isIn ? undefined : safe`must be a whole number from ${min} to ${max}`;
}

/** Returns the flag without its value, `--api-url`. */
export const flagName = ({ flag }: Setting): string => flag.split(' ')[0] ?? '';

/** Returns the key of a setting in a file, `api_url`. */
export const settingKey = (setting: Setting): string => flagName(setting).slice(2).replaceAll('-', '_');

export const settingVariable = (setting: Setting): string =>
  setting.variable ?? `BOTSCOPE_${settingKey(setting).toUpperCase()}`;

export const isSwitch = ({ flag }: Setting): boolean => !flag.includes('<');
