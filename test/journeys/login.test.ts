// @module-tag program

import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { spawnSync } from '../helpers/child-process.ts';
import { makeHome, SETTINGS } from '../helpers/home.ts';
import { ends, journeyOn, take } from '../helpers/journey.ts';
import { not } from '../helpers/rows.ts';
import { envOf } from '../helpers/run-cli.ts';
import { sandboxPerTest } from '../helpers/sandbox.ts';
import { openTerminal, type Terminal } from '../helpers/terminal.ts';

const sandbox = sandboxPerTest({});
let home: ReturnType<typeof makeHome> | undefined;
let terminal: Terminal | undefined;
afterEach(async () => {
  await terminal?.close();
  terminal = undefined;
});

type Options = {
  readonly files?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly flags?: readonly string[];
  readonly columns?: number;
};

async function start(flags: readonly string[] = [], options: Omit<Options, 'files' | 'flags'> = {}) {
  await terminal?.close();
  const env = { ...home?.env, ...options.env };
  const opened = await openTerminal({ ...options, flags, env });
  // No test shows the token.
  onTestFinished(() => expect(opened.bytes()).not.toContain(sandbox.token.slice(0, 12)));
  terminal = opened;
  return { sandbox, terminal };
}

async function open({ files = {}, flags = ['--api-url', sandbox.url], ...options }: Options = {}) {
  home = makeHome(files);
  return start(flags, options);
}

const on = (options: () => Options) => () => open(options());

const login = (): string => {
  const { url: apiUrl, workspaceId, token } = sandbox;
  return JSON.stringify({ apiUrl, workspaceId, token });
};
const profile = (name: string, way: string): string =>
  `  ${name}: { url: "${sandbox.url}", workspace: ${sandbox.workspaceId}, ${way} }\n`;

/** Returns settings with the profile prod, whose token is in a file, and others. */
const prodFiles = (others = '') => ({
  [SETTINGS]: `profile: prod\nprofiles:\n${profile('prod', 'token_file: tok')}${others}`,
  '.config/botscope/tok!': sandbox.token,
});
const settings = (): string => home?.read(SETTINGS) ?? '';
const stores = (text: string) => (): void => expect(settings()).toContain(text);
const filesWith = (text: string) => home?.files().filter(file => file[1].includes(text)) ?? [];

const inBar =
  (text: string) =>
  (screen: string): boolean =>
    screen.split('\n')[0]?.includes(text) ?? false;

const NO_LOGINS = ['', 'No saved logins found'] as const;
const TYPED_LOGIN = 'Enter $token Enter $workspaceId Enter';
const ON_BOTS = ['', 'support-prod'] as const;
const FROM_PROFILE = /^token +from profile default \(.*tokens\/default\)$/m;
const nothingSent = { all: 0 };

journeyOn(
  'first login: a typed token and workspace lead to the bots in three keys, and the token is stored in its own file, for the next start too',
  [
    open,
    NO_LOGINS,
    nothingSent,
    [
      TYPED_LOGIN,
      'support-prod',
      'Connected. Saved as profile "default" in ~/.config/botscope/settings.yaml.',
    ],
    ['', inBar('default')],
    stores('token_file: tokens/default'),
    () => {
      const file = join(home?.folder ?? '', '.config/botscope/tokens/default');
      expect(statSync(file).mode & 0o777).toBe(0o600);
      expect(filesWith(sandbox.token)).toEqual([[file, `${sandbox.token}\n`]]);
    },
    async () => take(await start(), ON_BOTS),
  ],
);

journeyOn('login: ends as soon as the login is saved, and whoami then names it', [
  on(() => ({ flags: ['login', '--api-url', sandbox.url] })),
  NO_LOGINS,
  [TYPED_LOGIN],
  ends(0),
  ['', 'Saved as profile "default" in ~/.config/botscope/settings.yaml.'],
  async () => take(await start(['whoami']), ends(0), ['', /^profile +default$/m, FROM_PROFILE]),
]);

for (const [what, keys, words] of [
  ['a token typed as the workspace id', 'Tab $token', 'This looks like a token.'],
  ['a token typed as the address', '↑ Ctrl-U $token', 'This looks like a token.'],
  ['a token typed as the profile name', 'Tab Tab Tab $token', 'This looks like a token.'],
  ['a workspace id as token', '$workspaceId Enter $workspaceId Enter', 'This looks like a workspace id.'],
] as const)
  journeyOn(`login: ${what} is not sent, and the form says what it looks like`, [
    open,
    NO_LOGINS,
    [`Enter ${keys}`, words],
    nothingSent,
  ]);

const BROKEN = 'skin: dark\nprofiles:\n  prod: { url: [\n';
journeyOn(
  'broken settings file: the start screen says so, and a login neither claims to be saved nor changes the file',
  [
    on(() => ({ files: { [SETTINGS]: BROKEN } })),
    ['', 'So its profiles are not known'],
    ['↓ ↑', /settings\.yaml line \d: /, not('No saved logins')],
    [TYPED_LOGIN, 'cannot be saved: the settings file is broken'],
    async () => take(await start(['profiles']), ends(2), ['', /settings\.yaml line \d: /]),
    () => expect(settings()).toBe(BROKEN),
  ],
);

journeyOn('login: exits 4 when it is left without a login', [
  on(() => ({ flags: ['login'] })),
  NO_LOGINS,
  ['Ctrl-C Ctrl-C'],
  ends(4),
]);

journeyOn(
  'first login: the login of the official tool leads to the bots in two keys, and its token is not copied',
  [
    on(() => ({ flags: [], files: { '.botpress/global.cache.json': login() } })),
    ['', 'bp login "default"', 'can be read by others (mode 0644)'],
    nothingSent,
    ['1 Enter', 'support-prod', inBar('PROTECTED')],
    stores('bp_login: default'),
    () => expect(filesWith(sandbox.token)).toHaveLength(1),
  ],
);

journeyOn('first login: BP_TOKEN and BP_WORKSPACE_ID lead to the bots without a key', [
  on(() => ({ flags: [], env: envOf(sandbox) })),
  ON_BOTS,
  ['Ctrl-P', /1 ● BP_TOKEN +environment +127\./],
]);

journeyOn('first login: with BP_TOKEN alone the form needs only the workspace', [
  on(() => ({ flags: [], env: { BP_API_URL: sandbox.url, BP_TOKEN: sandbox.token } })),
  ['', 'BP_TOKEN from your environment'],
  ['Enter $workspaceId Enter', 'support-prod'],
  stores('token_env: BP_TOKEN'),
]);

journeyOn('first login: a login that fails is reported in the form, and nothing is stored', [
  open,
  NO_LOGINS,
  [
    'Enter wrong-token-wrong-token Enter $workspaceId Enter',
    screen => screen.includes(`${new URL(sandbox.url).host}: 401 The server refused the token`),
    /▸ token .*\n +127\.0\.0\.1:\d+: 401 .*\n(?: .*\n)? {3}workspace id/,
  ],
  { all: ['/v1/admin/bots'] },
  () => expect(filesWith('wrong-token')).toEqual([]),
  run => expect(run.terminal.bytes()).not.toContain('wrong-token'),
  ['Ctrl-U "$token\n"'],
  ['Enter', 'support-prod'],
]);

journeyOn('first login: a token for this session is not stored', [
  open,
  NO_LOGINS,
  ['Enter $token Tab $workspaceId Tab ←', '(•) this session only'],
  ['Enter', 'support-prod'],
  () => expect(filesWith(sandbox.token)).toEqual([]),
  () => expect(home?.files().some(([path]) => path.endsWith('settings.yaml'))).toBe(false),
]);

const FILLED = ['Enter "$token" Tab "$workspaceId" Tab Tab', /▸ profile name +\[default\]/] as const;
journeyOn(
  'first login: the profile gets a typed name, and one that is invalid or taken is reported at its field',
  [
    open,
    NO_LOGINS,
    FILLED,
    ['my Space prod Enter', /▸ profile name +my prod\n +"my prod" is not a valid profile name/],
    nothingSent,
    ['Ctrl-U team Enter', 'Connected. Saved as profile "team" in ~/.config/botscope/settings.yaml.'],
    ['', inBar('team')],
    () => expect(settings()).toMatch(/^profile: team$/m),
    stores('token_file: tokens/team'),
    ['Ctrl-P', '● team'],
    FILLED,
    async run => {
      const before = settings();
      await take(run, ['team Enter', /▸ profile name +team\n +There is already a profile "team"/]);
      expect(settings()).toBe(before);
    },
  ],
);

journeyOn('first login: a typed token command is run and stored in place of its token', [
  on(() => ({ files: { 'secret!': `${sandbox.token}\n` } })),
  NO_LOGINS,
  ['Enter Tab $workspaceId Tab → Shift-Tab Shift-Tab'],
  ({ terminal: { press } }) => press(...`cat "${home?.folder}/secret"`),
  ['Enter', 'support-prod'],
  () => expect(settings()).toMatch(/token_command:\s+- cat\s+- \S+secret/),
]);

journeyOn('profiles: ctrl+p connects to another one, opens its first screen and reports the cleared marks', [
  on(() => ({
    flags: [],
    columns: 100,
    files: prodFiles(profile('staging', 'token_env: STAGING, protect: true')),
    env: { STAGING: sandbox.token, EDITOR: 'sed -i s/true/false/' },
  })),
  ['', 'support-prod', inBar('prod')],
  [
    'Space Space Ctrl-P',
    'Switch profile',
    /1 ● prod +profile +127\.0\.0\.1/,
    /2 +staging +profile +protected +127\.0\.0\.1/,
    /\d +demo +demo data, no account needed/,
  ],
  ['Enter', 'Now on profile "staging"; 2 marks cleared.', inBar('staging')],
  [':settings Enter', 'Settings reloaded · at the next start: profile staging'],
  ON_BOTS,
  [':profile Space prdo', 'Nothing matches "profile prdo". Similar:', 'profile prod'],
  ['Esc :profile Space prod Enter', 'Now on profile "prod".'],
]);

function listenersOf(pid: number): number {
  const { stdout } = spawnSync('/bin/ls', ['-l', `/proc/${pid}/fd`], { encoding: 'utf8' });
  const sockets = [...stdout.matchAll(/socket:\[(\d+)\]/g)].map(([, inode]) => inode);
  const lines = readFileSync(`/proc/${pid}/net/tcp`, 'utf8').split('\n');
  return lines.filter(line => / 0A /.test(line) && sockets.includes(line.trim().split(/ +/)[9])).length;
}

test.runIf(existsSync('/proc/self/net/tcp'))(
  'profiles: the server of the demo ends when another profile is chosen',
  async () => {
    const run = await open({ flags: [], files: prodFiles() });
    const toProfile = (key: string, name: string, listeners: number) =>
      [
        ['Ctrl-P', 'Switch profile'],
        [key, inBar(name)],
        () => expect(listenersOf(run.terminal.pid()), name).toBe(listeners),
      ] as const;

    await take(
      run,
      ON_BOTS,
      ...toProfile('3', 'DEMO', 1),
      ...toProfile('1', 'prod', 0),
      ...toProfile('3', 'DEMO', 1),
    );
  },
);

journeyOn('profiles: --profile and BOTSCOPE_PROFILE select one, and BP_TOKEN is not sent to its server', [
  on(() => ({
    files: {
      [SETTINGS]: `profile: other\nprofiles:\n${profile('prod', 'token_file: tok')}  other: { workspace: w, token_env: NONE }\n`,
      '.config/botscope/tok!': sandbox.token,
    },
    env: {
      BOTSCOPE_PROFILE: 'other',
      BP_TOKEN: 'another-token',
      BP_API_URL: 'https://elsewhere.invalid',
    },
    flags: ['--profile', 'prod'],
  })),
  ['', 'support-prod', inBar('prod')],
]);

const FAILING = 'token_command: [sh, -c, "echo locked >&2; cat tok 2>/dev/null"]';
journeyOn('profiles: if the token command fails, the first screen shows the reason and offers it again', [
  on(() => ({
    flags: [],
    columns: 110,
    files: { [SETTINGS]: `profile: prod\nprofiles:\n${profile('prod', FAILING)}` },
  })),
  ['', 'profile prod: sh failed with code 1: locked', '1  profile "prod"'],
]);

journeyOn('safe mode: an invalid settings file starts it, reports the line and disables deletes', [
  on(() => ({
    flags: [],
    columns: 120,
    files: { [SETTINGS]: 'skin: dark\nkeys: [1\n' },
    env: envOf(sandbox),
  })),
  ['', 'support-prod', /settings\.yaml line \d: .*Safe mode/, inBar('RO')],
  ['Ctrl-D', 'Read-only'],
]);

/** Opens a profile whose token command reads a file with a wrong token. */
const refused =
  (secret: () => string = () => 'bp_pat_wrong_wrong_wrong_wrong', flags: readonly string[] = []) =>
  () =>
    open({
      flags,
      files: {
        [SETTINGS]: `profile: prod\nprofiles:\n${profile('prod', 'token_command: [sh, -c, "cat $HOME/secret"]')}${profile('spare', 'token_file: tok')}`,
        'secret!': secret(),
        '.config/botscope/tok!': sandbox.token,
        '.botpress/global.cache.json': login(),
      },
    });

journeyOn(
  '401: the screen has the token and its source, and 1 runs the token command again and returns to the place',
  [
    refused(undefined, ['bots?filter=supp']),
    ['', '401 The server refused the token', 'from profile prod (token_command: sh -c', '•••• 30 characters'],
    () => writeFileSync(join(home?.folder ?? '', 'secret'), sandbox.token),
    ['1', 'support-prod', 'Bots /supp', not('order-tracker')],
  ],
);

journeyOn('401: the screen offers another profile', [
  refused(),
  ['', '2  switch profile'],
  ['2', /● \S+/],
  ['Enter', 'support-prod', inBar('spare')],
]);

journeyOn('401: the screen accepts a token for this session, which is neither shown nor stored', [
  refused(),
  ['', '3  enter a token for this session only'],
  async run => {
    const before = filesWith(sandbox.token);
    await take(run, ['3 "$token"', `${sandbox.token.length} characters`], ['Enter', 'support-prod']);
    expect(filesWith(sandbox.token)).toHaveLength(before.length);
  },
]);

journeyOn('401: the screen offers the login of the official tool and the demo', [
  refused(),
  ['', '4  import bp login "default"'],
  ['4'],
  ['Enter', 'support-prod'],
  stores('bp_login: default'),
  async () => take(await refused()(), ['', '5  use demo data'], ['5', 'DEMO']),
]);

journeyOn('401: in mid-session the rows stay, and ! offers the same choices', [
  refused(() => sandbox.token),
  ON_BOTS,
  'GET /v1/* 401 times=1',
  ['r', '401 The server', 'support-prod'],
  ['!', '1  rerun the token command and retry'],
  ['1', 'Token refreshed.', 'support-prod'],
]);
