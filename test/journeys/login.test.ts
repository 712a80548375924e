// @module-tag program

import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { spawnSync } from '../helpers/child-process.ts';
import { makeHome, SETTINGS } from '../helpers/home.ts';
import { take } from '../helpers/journey.ts';
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
  home?.remove();
});

type Options = {
  readonly files?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly flags?: readonly string[];
  readonly columns?: number;
};

async function start(flags: readonly string[] = [], options: Omit<Options, 'files' | 'flags'> = {}) {
  await terminal?.close();
  // A check of health would receive the simulated 401.
  const env = { BOTSCOPE_HEALTH: 'manual', ...home?.env, ...options.env };
  terminal = await openTerminal({ ...options, flags, env });
  return { sandbox, terminal };
}

async function open({ files = {}, flags = ['--api-url', sandbox.url], ...options }: Options = {}) {
  home?.remove();
  home = makeHome(files);
  return start(flags, options);
}

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
const filesWith = (text: string) => home?.files().filter(file => file[1].includes(text)) ?? [];

const inBar =
  (text: string) =>
  (screen: string): boolean =>
    screen.split('\n')[0]?.includes(text) ?? false;

function expectNoToken(): void {
  expect(terminal?.bytes()).not.toContain(sandbox.token);
  expect(terminal?.bytes()).not.toContain(sandbox.token.slice(0, 12));
}

/** Takes steps in a new home folder, in which the token must never be shown. */
async function takeIn(options: Options, ...steps: Parameters<typeof take>[1][]): Promise<void> {
  await take(await open(options), ...steps);
  expectNoToken();
}

const NO_LOGINS = ['', 'No saved logins found'] as const;
const TYPED_LOGIN = 'Enter $token Enter $workspaceId Enter';
const ON_BOTS = ['', 'support-prod'] as const;
const nothingSent = { all: 0 };

test('first login: a typed token and workspace lead to the bots in three keys, and the token is stored in its own file, for the next start too', async () => {
  await takeIn({}, NO_LOGINS, nothingSent, [
    TYPED_LOGIN,
    'support-prod',
    'Connected. Saved as profile "default" in ~/.config/botscope/settings.yaml.',
    inBar('default'),
  ]);
  expect(settings()).toContain('token_file: tokens/default');
  const file = join(home?.folder ?? '', '.config/botscope/tokens/default');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(filesWith(sandbox.token)).toEqual([[file, `${sandbox.token}\n`]]);
  await take(await start(), ON_BOTS);
});

test('login: ends as soon as the login is saved, and whoami then names it', async () => {
  const run = await open({ flags: ['login', '--api-url', sandbox.url] });
  await take(run, NO_LOGINS, [TYPED_LOGIN]);

  expect(await run.terminal.exit).toMatchObject({ code: 0 });
  await take(run, ['', 'Saved as profile "default" in ~/.config/botscope/settings.yaml.']);
  expectNoToken();
  const whoami = await start(['whoami']);

  expect(await whoami.terminal.exit).toMatchObject({ code: 0 });
  expect(whoami.terminal.text()).toMatch(/^profile +default$/m);
  expect(whoami.terminal.text()).toMatch(/^token +from profile default \(.*tokens\/default\)$/m);
  expectNoToken();
});

test.each([
  ['a token typed as the workspace id', 'Tab $token', 'This looks like a token.'],
  ['a token typed as the address', '↑ Ctrl-U $token', 'This looks like a token.'],
  ['a token typed as the profile name', 'Tab Tab Tab $token', 'This looks like a token.'],
  ['a workspace id as token', '$workspaceId Enter $workspaceId Enter', 'This looks like a workspace id.'],
])('login: %s is not sent, and the form says what it looks like', async (_what, keys, words) => {
  await takeIn({}, NO_LOGINS, [`Enter ${keys}`, words], nothingSent);
});

test('broken settings file: the start screen says so, and a login neither claims to be saved nor changes the file', async () => {
  const text = 'skin: dark\nprofiles:\n  prod: { url: [\n';
  await takeIn(
    { files: { [SETTINGS]: text } },
    ['', 'So its profiles are not known'],
    ['↓ ↑', /settings\.yaml line \d: /, not('No saved logins')],
    [TYPED_LOGIN, 'cannot be saved: the settings file is broken'],
  );
  const listed = await start(['profiles']);

  expect(await listed.terminal.exit).toMatchObject({ code: 2 });
  expect(listed.terminal.text()).toMatch(/settings\.yaml line \d: /);
  expect(settings()).toBe(text);
});

test('login: exits 4 when it is left without a login', async () => {
  const run = await open({ flags: ['login'] });
  await take(run, NO_LOGINS, ['Ctrl-C Ctrl-C']);

  expect(await run.terminal.exit).toMatchObject({ code: 4 });
});

test('first login: the login of the official tool leads to the bots in two keys, and its token is not copied', async () => {
  await takeIn(
    { flags: [], files: { '.botpress/global.cache.json': login() } },
    ['', 'bp login "default"', 'can be read by others (mode 0644)'],
    nothingSent,
    ['1 Enter', 'support-prod', inBar('PROTECTED')],
  );
  expect(settings()).toContain('bp_login: default');
  expect(filesWith(sandbox.token)).toHaveLength(1);
});

test('first login: BP_TOKEN and BP_WORKSPACE_ID lead to the bots without a key', async () => {
  await takeIn({ flags: [], env: envOf(sandbox) }, ON_BOTS, ['Ctrl-P', /1 ● BP_TOKEN +environment +127\./]);
});

test('first login: with BP_TOKEN alone the form needs only the workspace', async () => {
  const env = { BP_API_URL: sandbox.url, BP_TOKEN: sandbox.token };
  await takeIn(
    { flags: [], env },
    ['', 'BP_TOKEN from your environment'],
    ['Enter $workspaceId Enter', 'support-prod'],
  );
  expect(settings()).toContain('token_env: BP_TOKEN');
});

test('first login: a login that fails is reported in the form, and nothing is stored', async () => {
  const run = await open();
  await take(
    run,
    NO_LOGINS,
    [
      'Enter wrong-token-wrong-token Enter $workspaceId Enter',
      `${new URL(sandbox.url).host}: 401 The server refused the token`,
      /▸ token .*\n +127\.0\.0\.1:\d+: 401 .*\n(?: .*\n)? {3}workspace id/,
    ],
    { all: ['/v1/admin/bots'] },
  );
  expect(filesWith('wrong-token')).toEqual([]);
  expect(run.terminal.bytes()).not.toContain('wrong-token');

  await take(run, ['Ctrl-U "$token\n"'], ['Enter', 'support-prod']);
  expectNoToken();
});

test('first login: a token for this session is not stored', async () => {
  await takeIn(
    {},
    NO_LOGINS,
    ['Enter $token Tab $workspaceId Tab ←', '(•) this session only'],
    ['Enter', 'support-prod'],
  );

  expect(filesWith(sandbox.token)).toEqual([]);
  expect(home?.files().some(([path]) => path.endsWith('settings.yaml'))).toBe(false);
});

test('first login: the profile gets a typed name, and one that is invalid or taken is reported at its field', async () => {
  const fill = ['Enter "$token" Tab "$workspaceId" Tab Tab', /▸ profile name +\[default\]/] as const;
  const run = await open();
  await take(
    run,
    NO_LOGINS,
    fill,
    ['my Space prod Enter', /▸ profile name +my prod\n +"my prod" is not a valid profile name/],
    nothingSent,
    [
      'Ctrl-U team Enter',
      'Connected. Saved as profile "team" in ~/.config/botscope/settings.yaml.',
      inBar('team'),
    ],
  );
  expect(settings()).toMatch(/^profile: team$/m);
  expect(settings()).toContain('token_file: tokens/team');

  await take(run, ['Ctrl-P', '● team'], fill);
  const before = settings();
  await take(run, ['team Enter', /▸ profile name +team\n +There is already a profile "team"/]);
  expect(settings()).toBe(before);
});

test('first login: a typed token command is run and stored in place of its token', async () => {
  const run = await open({ files: { 'secret!': `${sandbox.token}\n` } });
  await take(
    run,
    NO_LOGINS,
    ['Enter Tab $workspaceId Tab → Shift-Tab Shift-Tab'],
    ({ terminal: { press } }) => press(...`cat "${home?.folder}/secret"`),
    ['Enter', 'support-prod'],
  );

  expectNoToken();
  expect(settings()).toMatch(/token_command:\s+- cat\s+- \S+secret/);
});

test('profiles: ctrl+p connects to another one, opens its first screen and reports the cleared marks', async () => {
  const files = prodFiles(profile('staging', 'token_env: STAGING, protect: true'));
  await takeIn(
    { flags: [], columns: 100, files, env: { STAGING: sandbox.token, EDITOR: 'sed -i s/true/false/' } },
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
  );
});

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

test('profiles: --profile and BOTSCOPE_PROFILE select one, and BP_TOKEN is not sent to its server', async () => {
  const files = {
    [SETTINGS]: `profile: other\nprofiles:\n${profile('prod', 'token_file: tok')}  other: { workspace: w, token_env: NONE }\n`,
    '.config/botscope/tok!': sandbox.token,
  };
  const env = {
    BOTSCOPE_PROFILE: 'other',
    BP_TOKEN: 'another-token',
    BP_API_URL: 'https://elsewhere.invalid',
  };

  await takeIn({ files, env, flags: ['--profile', 'prod'] }, ['', 'support-prod', inBar('prod')]);
});

test('profiles: if the token command fails, the first screen shows the reason and offers it again', async () => {
  const command = 'token_command: [sh, -c, "echo locked >&2; cat tok 2>/dev/null"]';
  const files = { [SETTINGS]: `profile: prod\nprofiles:\n${profile('prod', command)}` };
  await takeIn({ flags: [], columns: 110, files }, [
    '',
    'profile prod: sh failed with code 1: locked',
    '1  profile "prod"',
  ]);
});

test('safe mode: an invalid settings file starts it, reports the line and disables deletes', async () => {
  const files = { [SETTINGS]: 'skin: dark\nkeys: [1\n' };
  await takeIn(
    { flags: [], columns: 120, files, env: envOf(sandbox) },
    ['', 'support-prod', /settings\.yaml line \d: .*Safe mode/, inBar('RO')],
    ['Ctrl-D', 'Read-only'],
  );
});

describe('401', () => {
  /** Opens a profile whose token command reads a file with a wrong token. */
  const openRefused = (secret = 'bp_pat_wrong_wrong_wrong_wrong', flags: readonly string[] = []) =>
    open({
      flags,
      files: {
        [SETTINGS]: `profile: prod\nprofiles:\n${profile('prod', 'token_command: [sh, -c, "cat $HOME/secret"]')}${profile('spare', 'token_file: tok')}`,
        'secret!': secret,
        '.config/botscope/tok!': sandbox.token,
        '.botpress/global.cache.json': login(),
      },
    });

  test('401: the screen has the token and its source, and 1 runs the token command again and returns to the place', async () => {
    await take(
      await openRefused(undefined, ['bots?filter=supp']),
      [
        '',
        '401 The server refused the token',
        'from profile prod (token_command: sh -c',
        '•••• 30 characters',
      ],
      () => writeFileSync(join(home?.folder ?? '', 'secret'), sandbox.token),
      ['1', 'support-prod', 'Bots /supp', not('order-tracker')],
    );
    expectNoToken();
  });

  test('401: the screen offers another profile', async () => {
    await take(
      await openRefused(),
      ['', '2  switch profile'],
      ['2', /● \S+/],
      ['Enter', 'support-prod', inBar('spare')],
    );
  });

  test('401: the screen accepts a token for this session, which is neither shown nor stored', async () => {
    const run = await openRefused();
    await take(run, ['', '3  enter a token for this session only']);
    const before = filesWith(sandbox.token);

    await take(run, ['3 "$token"', `${sandbox.token.length} characters`], ['Enter', 'support-prod']);

    expectNoToken();
    expect(filesWith(sandbox.token)).toHaveLength(before.length);
  });

  test('401: the screen offers the login of the official tool and the demo', async () => {
    await take(await openRefused(), ['', '4  import bp login "default"'], ['4'], ['Enter', 'support-prod']);
    expect(settings()).toContain('bp_login: default');

    await take(await openRefused(), ['', '5  use demo data'], ['5', 'DEMO']);
  });

  test('401: in mid-session the rows stay, and ! offers the same choices', async () => {
    await take(
      await openRefused(sandbox.token),
      ON_BOTS,
      'GET /v1/* 401 times=1',
      ['r', '401 The server', 'support-prod'],
      ['!', '1  rerun the token command and retry'],
      ['1', 'Token refreshed.', 'support-prod'],
    );
  });
});
