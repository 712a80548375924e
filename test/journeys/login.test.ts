// @module-tag program

import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Sandbox } from '../../src/sandbox/types.ts';
import { spawnSync } from '../helpers/child-process.ts';
import { makeHome, SETTINGS } from '../helpers/home.ts';
import { startSandbox } from '../helpers/sandbox.ts';
import { openTerminal, type Terminal } from '../helpers/terminal.ts';

let sandbox: Sandbox;
let home: ReturnType<typeof makeHome> | undefined;
let terminal: Terminal | undefined;
beforeEach(async () => {
  sandbox = await startSandbox({});
});
afterEach(async () => {
  await terminal?.close();
  terminal = undefined;
  await sandbox.close();
  home?.remove();
});

type Options = {
  readonly files?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
  readonly columns?: number;
  readonly rows?: number;
};

async function open({ files = {}, env = {}, args = [], ...size }: Options = {}): Promise<Terminal> {
  home?.remove();
  home = makeHome(files);
  terminal = await openTerminal({
    flags: args,
    // A check of health would receive the simulated 401.
    env: { BOTSCOPE_HEALTH: 'manual', ...home.env, ...env },
    ...size,
  });
  return terminal;
}

const login = (more: object = {}): string =>
  JSON.stringify({
    apiUrl: sandbox.url,
    workspaceId: sandbox.workspaceId,
    token: sandbox.token,
    ...more,
  });
const profile = (name: string, way: string): string =>
  `  ${name}: { url: "${sandbox.url}", workspace: ${sandbox.workspaceId}, ${way} }\n`;
const settings = (): string => home?.read(SETTINGS) ?? '';
const bar = (): string => terminal?.text().split('\n')[0] ?? '';
const reads = () => sandbox.requests.map(({ path }) => path);

function expectNoToken(): void {
  expect(terminal?.bytes()).not.toContain(sandbox.token);
  expect(terminal?.bytes()).not.toContain(sandbox.token.slice(0, 12));
}

test('first login: a typed token and workspace lead to the bots in three keys, and the token is stored in its own file', async () => {
  const screen = await open({ args: ['--api-url', sandbox.url] });
  await screen.waitFor('No saved logins found');
  expect(sandbox.requests).toEqual([]);

  await screen.press('Enter', ...sandbox.token, 'Enter', ...sandbox.workspaceId, 'Enter');

  await screen.waitFor('support-prod');
  expect(screen.text()).toContain(
    'Connected. Saved as profile "default" in ~/.config/botscope/settings.yaml.',
  );
  expectNoToken();
  expect(bar()).toContain('default');
  expect(settings()).toContain('token_file: tokens/default');
  expect(settings()).not.toContain(sandbox.token);
  const file = join(home?.folder ?? '', '.config/botscope/tokens/default');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(home?.files().filter(([, text]) => text.includes(sandbox.token))).toEqual([
    [file, `${sandbox.token}\n`],
  ]);
});

test('login: ends as soon as the login is saved, and whoami then names it', async () => {
  let screen = await open({ args: ['login', '--api-url', sandbox.url] });
  await screen.waitFor('No saved logins found');
  await screen.press('Enter', ...sandbox.token, 'Enter', ...sandbox.workspaceId, 'Enter');

  expect(await screen.exit).toMatchObject({ code: 0 });
  expect(screen.text()).toContain('Saved as profile "default" in ~/.config/botscope/settings.yaml.');
  expectNoToken();
  await screen.close();
  screen = await openTerminal({ flags: ['whoami'], env: home?.env ?? {} });
  terminal = screen;

  expect(await screen.exit).toMatchObject({ code: 0 });
  expect(screen.text()).toMatch(/^profile +default$/m);
  expect(screen.text()).toMatch(/^token +from profile default \(.*tokens\/default\)$/m);
  expectNoToken();
});

test.each([
  ['workspace id', ['Tab']],
  ['address', ['Up', 'ctrl+u']],
  ['profile name', ['Tab', 'Tab', 'Tab']],
])('login: a token typed as the %s is hidden, and the form says what it looks like', async (_field, keys) => {
  const screen = await open({ args: ['--api-url', sandbox.url] });
  await screen.waitFor('No saved logins found');

  await screen.press('Enter', ...keys, ...sandbox.token);

  await screen.waitFor('This looks like a token.');
  expectNoToken();
});

test('login: with a workspace id as the token nothing is sent', async () => {
  const screen = await open({ args: ['--api-url', sandbox.url] });
  await screen.waitFor('No saved logins found');

  await screen.press('Enter', ...sandbox.workspaceId, 'Enter', ...sandbox.workspaceId, 'Enter');

  await screen.waitFor('This looks like a workspace id.');
  expect(sandbox.requests).toEqual([]);
});

test('broken settings file: the start screen says so, and a login neither claims to be saved nor changes the file', async () => {
  const text = 'skin: dark\nprofiles:\n  prod: { url: [\n';
  const screen = await open({ args: ['--api-url', sandbox.url], files: { [SETTINGS]: text } });
  await screen.waitFor('So its profiles are not known');
  await screen.press('Down', 'Up');
  expect(screen.text()).toMatch(/settings\.yaml line \d: /);
  expect(screen.text()).not.toContain('No saved logins');

  await screen.press('Enter', ...sandbox.token, 'Enter', ...sandbox.workspaceId, 'Enter');
  await screen.waitFor('cannot be saved: the settings file is broken');
  const listed = await openTerminal({ flags: ['profiles'], env: home?.env ?? {} });
  const { code } = await listed.exit;

  expect([code, home?.read(SETTINGS)]).toEqual([2, text]);
  expect(listed.text()).toMatch(/settings\.yaml line \d: /);
  await listed.close();
});

test('login: exits 4 when it is left without a login', async () => {
  const screen = await open({ args: ['login'] });
  await screen.waitFor('No saved logins found');
  await screen.press('ctrl+c', 'ctrl+c');

  expect(await screen.exit).toMatchObject({ code: 4 });
});

test('first login: the next start uses the stored login without a form', async () => {
  let screen = await open({ args: ['--api-url', sandbox.url] });
  await screen.waitFor('No saved logins found');
  await screen.press('Enter', ...sandbox.token, 'Enter', ...sandbox.workspaceId, 'Enter');
  await screen.waitFor('support-prod');
  await screen.close();

  screen = await openTerminal({ env: home?.env ?? {} });
  terminal = screen;

  await screen.waitFor('support-prod');
});

test('first login: the login of the official tool leads to the bots in two keys, and its token is not copied', async () => {
  const screen = await open({ files: { '.botpress/global.cache.json': login() } });
  await screen.waitFor('bp login "default"');
  expect(screen.text()).toContain('can be read by others (mode 0644)');
  expect(sandbox.requests).toEqual([]);

  await screen.press('1', 'Enter');

  await screen.waitFor('support-prod');
  expectNoToken();
  expect(bar()).toContain('PROTECTED');
  expect(settings()).toContain('bp_login: default');
  expect(home?.files().filter(([, text]) => text.includes(sandbox.token))).toHaveLength(1);
});

test('first login: BP_TOKEN and BP_WORKSPACE_ID lead to the bots without a key', async () => {
  const screen = await open({
    env: { BP_API_URL: sandbox.url, BP_TOKEN: sandbox.token, BP_WORKSPACE_ID: sandbox.workspaceId },
  });

  await screen.waitFor('support-prod');
  await screen.press('ctrl+p');
  await screen.waitFor(/1 environment ● BP_TOKEN +127\.0\.0\.1:\d+ +workspace wksp/);
});

test('first login: with BP_TOKEN alone the form needs only the workspace', async () => {
  const screen = await open({ env: { BP_API_URL: sandbox.url, BP_TOKEN: sandbox.token } });
  await screen.waitFor('BP_TOKEN from your environment');

  await screen.press('Enter', ...sandbox.workspaceId, 'Enter');

  await screen.waitFor('support-prod');
  expectNoToken();
  expect(settings()).toContain('token_env: BP_TOKEN');
});

test('first login: a login that fails is reported in the form, and nothing is stored', async () => {
  const screen = await open({ args: ['--api-url', sandbox.url] });
  await screen.waitFor('No saved logins found');

  await screen.press('Enter', ...'wrong-token-wrong-token', 'Enter', ...sandbox.workspaceId, 'Enter');

  await screen.waitFor(`${new URL(sandbox.url).host}: 401 The server refused the token`);
  expect(screen.text()).toMatch(/▸ token .*\n +127\.0\.0\.1:\d+: 401 .*\n(?: .*\n)? {3}workspace id/);
  expect(reads()).toEqual(['/v1/admin/bots']);
  expect(home?.files().some(([, text]) => text.includes('wrong-token'))).toBe(false);
  expect(screen.bytes()).not.toContain('wrong-token');

  await screen.press('ctrl+u');
  await screen.paste(`${sandbox.token}\n`);
  await screen.press('Enter');
  await screen.waitFor('support-prod');
  expectNoToken();
});

test('first login: an unknown host is named under the address, and the cursor is there', async () => {
  const screen = await open({ args: ['--api-url', 'https://nobody.invalid'] });
  await screen.waitFor('No saved logins found');

  await screen.press('Enter', ...sandbox.token, 'Enter', ...sandbox.workspaceId, 'Enter');

  await screen.waitFor(/▸ address .*\n +nobody\.invalid: Can't reach the server/);
});

test('first login: a token for this session is not stored', async () => {
  const screen = await open({ args: ['--api-url', sandbox.url] });
  await screen.waitFor('No saved logins found');
  await screen.press('Enter', ...sandbox.token, 'Tab', ...sandbox.workspaceId, 'Tab', 'Left');
  await screen.waitFor('(•) this session only');

  await screen.press('Enter');

  await screen.waitFor('support-prod');
  expect(home?.files().some(([, text]) => text.includes(sandbox.token))).toBe(false);
  expect(home?.files().some(([path]) => path.endsWith('settings.yaml'))).toBe(false);
});

test('first login: the profile gets a typed name, and one that is invalid or taken is reported at its field', async () => {
  const screen = await open({ args: ['--api-url', sandbox.url] });
  await screen.waitFor('No saved logins found');
  const fill = async () => {
    await screen.press('Enter');
    await screen.paste(sandbox.token);
    await screen.press('Tab');
    await screen.paste(sandbox.workspaceId);
    await screen.press('Tab', 'Tab');
  };
  await fill();
  await screen.waitFor(/▸ profile name +_ \[default\]/);

  await screen.press(...'my prod', 'Enter');
  await screen.waitFor(/▸ profile name +my prod_\n +"my prod" is not a valid profile name/);
  expect(sandbox.requests).toEqual([]);
  await screen.press('ctrl+u', ...'team', 'Enter');
  await screen.waitFor('Connected. Saved as profile "team" in ~/.config/botscope/settings.yaml.');
  expect(bar()).toContain('team');
  expect(settings()).toMatch(/^profile: team$/m);
  expect(settings()).toContain('token_file: tokens/team');

  await screen.press('ctrl+p');
  await screen.waitFor('● team');
  await fill();
  await screen.waitFor(/▸ profile name +_ \[default\]/);
  const before = settings();
  await screen.press(...'team', 'Enter');
  await screen.waitFor(/▸ profile name +team_\n +There is already a profile "team"/);
  expect(settings()).toBe(before);
});

test('first login: a typed token command is run and stored in place of its token', async () => {
  const screen = await open({
    args: ['--api-url', sandbox.url],
    files: { 'secret!': `${sandbox.token}\n` },
  });
  await screen.waitFor('No saved logins found');
  await screen.press('Enter', 'Tab', ...sandbox.workspaceId, 'Tab', 'Right', 'shift+Tab', 'shift+Tab');
  await screen.press(...`cat "${home?.folder}/secret"`, 'Enter');

  await screen.waitFor('support-prod');
  expectNoToken();
  expect(settings()).toMatch(/token_command:\s+- cat\s+- \S+secret/);
});

test('first login: Esc closes the form and stops the test of the login', async () => {
  const heal = sandbox.fault({ hang: 'headers' });
  const screen = await open({ files: { '.botpress/global.cache.json': login() } });
  await screen.waitFor('bp login "default"');
  await screen.press('1', 'Enter');
  await screen.waitFor('Testing it with one request');

  await screen.press('Escape');

  await screen.waitFor('Logins found on this computer');
  heal();
});

test('profiles: ctrl+p connects to another one, opens its first screen and reports the cleared marks', async () => {
  const screen = await open({
    columns: 100,
    files: {
      [SETTINGS]: `profile: prod\nprofiles:\n${profile('prod', 'token_file: tok')}${profile('staging', 'token_env: STAGING, protect: true')}`,
      '.config/botscope/tok!': sandbox.token,
    },
    env: { STAGING: sandbox.token },
  });
  await screen.waitFor('support-prod');
  expect(bar()).toContain('prod');
  await screen.press('Space', 'Space', 'ctrl+p');
  await screen.waitFor('Switch profile');
  expect(screen.text()).toMatch(/1 profile +● prod +127\.0\.0\.1/);
  expect(screen.text()).toMatch(/2 profile +staging +protected +127\.0\.0\.1/);
  expect(screen.text()).toMatch(/\d demo +demo data, no account needed/);

  await screen.press('Enter');

  await screen.waitFor('Now on profile "staging"; 2 marks cleared.');
  expect(bar()).toContain('staging');
  await screen.waitFor('support-prod');
  await screen.press(...':profile prdo', 'Enter');
  await screen.waitFor('No profile "prdo". Did you mean prod?');
  await screen.press('Escape', ...':profile prod', 'Enter');
  await screen.waitFor('Now on profile "prod".');
  expectNoToken();
});

/** Counts the TCP ports on which a process listens. */
function listenersOf(pid: number): number {
  const { stdout } = spawnSync('/bin/ls', ['-l', `/proc/${pid}/fd`], { encoding: 'utf8' });
  const sockets = [...stdout.matchAll(/socket:\[(\d+)\]/g)].map(([, inode]) => inode);
  const lines = readFileSync(`/proc/${pid}/net/tcp`, 'utf8').split('\n');
  return lines.filter(line => / 0A /.test(line) && sockets.includes(line.trim().split(/ +/)[9])).length;
}

test.runIf(existsSync('/proc/self/net/tcp'))(
  'profiles: the server of the demo ends when another profile is chosen',
  async () => {
    const screen = await open({
      files: {
        [SETTINGS]: `profile: prod\nprofiles:\n${profile('prod', 'token_file: tok')}`,
        '.config/botscope/tok!': sandbox.token,
      },
    });
    await screen.waitFor('support-prod');

    for (const [key, name, listeners] of [
      ['3', 'DEMO', 1],
      ['1', 'prod', 0],
      ['3', 'DEMO', 1],
    ] as const) {
      await screen.press('ctrl+p');
      await screen.waitFor('Switch profile');
      await screen.press(key);
      await screen.waitFor(() => bar().includes(name));

      expect(listenersOf(screen.pid()), name).toBe(listeners);
    }
  },
);

test('profiles: after a switch to a server that cannot be reached, the message names it, the next try and the way back', async () => {
  const dead = '  dead: { url: "http://127.0.0.1:1", workspace: w, token_env: STAGING }\n';
  const screen = await open({
    columns: 120,
    files: {
      [SETTINGS]: `profile: prod\nprofiles:\n${profile('prod', 'token_file: tok')}${dead}`,
      '.config/botscope/tok!': sandbox.token,
    },
    env: { STAGING: sandbox.token },
  });
  await screen.waitFor('support-prod');
  await screen.press('ctrl+p');
  await screen.waitFor('Switch profile');
  await screen.press('Enter');

  await screen.waitFor(
    /dead cannot be reached( \(\d+ tries\))? · retry in \d+ s · r now · X stop( · ! more)? · Ctrl-P other profile/,
  );
  expect(screen.text()).not.toContain('Now on profile');
  await screen.press('ctrl+p');
  await screen.waitFor('● dead');
  await screen.press('Enter');
  await screen.waitFor('Now on profile "prod".');
  await screen.waitFor('support-prod');
});

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
  const screen = await open({ files, env, args: ['--profile', 'prod'] });

  await screen.waitFor('support-prod');
  expect(bar()).toContain('prod');
});

test('profiles: a token file that other users can read is refused, with its mode', async () => {
  const screen = await open({
    columns: 120,
    files: {
      [SETTINGS]: `profile: prod\nprofiles:\n${profile('prod', 'token_file: tok')}`,
      '.config/botscope/tok': sandbox.token,
    },
  });

  await screen.waitFor(/profile prod: .*mode 0?644/);
  expect(sandbox.requests).toEqual([]);
  expectNoToken();
});

test('profiles: if the token command fails, the first screen shows the reason and offers it again', async () => {
  const screen = await open({
    columns: 110,
    files: {
      [SETTINGS]: `profile: prod\nprofiles:\n${profile('prod', 'token_command: [sh, -c, "echo locked >&2; cat tok 2>/dev/null"]')}`,
    },
  });

  await screen.waitFor('profile prod: sh failed with code 1: locked');
  expect(screen.text()).toContain('1  profile "prod"');
});

test('safe mode: an invalid settings file starts it, reports the line and disables deletes', async () => {
  const screen = await open({
    columns: 120,
    files: { [SETTINGS]: 'skin: dark\nkeys: [1\n' },
    env: { BP_API_URL: sandbox.url, BP_TOKEN: sandbox.token, BP_WORKSPACE_ID: sandbox.workspaceId },
  });
  await screen.waitFor('support-prod');
  await screen.waitFor(/settings\.yaml line \d: .*Safe mode/);
  expect(bar()).toContain('RO');

  await screen.press('ctrl+d');

  await screen.waitFor('Read-only');
});

/** Returns the settings of a profile whose token command reads a file with a wrong token. */
const refusedFiles = (): Readonly<Record<string, string>> => ({
  [SETTINGS]: `profile: prod\nprofiles:\n${profile('prod', 'token_command: [sh, -c, "cat $HOME/secret"]')}${profile('spare', 'token_file: tok')}`,
  'secret!': 'bp_pat_wrong_wrong_wrong_wrong',
  '.config/botscope/tok!': sandbox.token,
  '.botpress/global.cache.json': login(),
});

const refused = '401 The server refused the token';

test('401: the screen has the token and its source, and 1 runs the token command again and returns to the place', async () => {
  const screen = await open({ files: refusedFiles(), args: ['bots?filter=supp'] });
  await screen.waitFor(refused);
  expect(screen.text()).toContain('from profile prod (token_command: sh -c');
  expect(screen.text()).toContain('•••• 30 characters');
  writeFileSync(join(home?.folder ?? '', 'secret'), sandbox.token);

  await screen.press('1');

  await screen.waitFor('support-prod');
  expect(screen.text()).toContain('Bots /supp');
  expect(screen.text()).not.toContain('order-tracker');
  expectNoToken();
});

test('401: the screen offers another profile', async () => {
  const screen = await open({ files: refusedFiles() });
  await screen.waitFor('2  switch profile');

  await screen.press('2');
  await screen.waitFor(/● \S+/);
  await screen.press('Enter');

  await screen.waitFor('support-prod');
  expect(bar()).toContain('spare');
});

test('401: the screen accepts a token for this session, which is neither shown nor stored', async () => {
  const screen = await open({ files: refusedFiles() });
  await screen.waitFor('3  enter a token for this session only');
  const before = home?.files().filter(([, text]) => text.includes(sandbox.token)).length;

  await screen.press('3');
  await screen.paste(sandbox.token);
  await screen.waitFor(`${sandbox.token.length} characters`);
  await screen.press('Enter');

  await screen.waitFor('support-prod');
  expectNoToken();
  expect(home?.files().filter(([, text]) => text.includes(sandbox.token))).toHaveLength(before ?? 0);
});

test('401: the screen offers the login of the official tool and the demo', async () => {
  const screen = await open({ files: refusedFiles() });
  await screen.waitFor('4  import bp login "default"');
  await screen.press('4', 'Enter');
  await screen.waitFor('support-prod');
  expect(settings()).toContain('bp_login: default');
  await screen.close();

  const again = await open({ files: refusedFiles() });
  await again.waitFor('5  use demo data');
  await again.press('5');
  await again.waitFor('DEMO');
});

test('401: in mid-session the rows stay, and ! offers the same choices', async () => {
  const screen = await open({ files: { ...refusedFiles(), 'secret!': sandbox.token } });
  await screen.waitFor('support-prod');
  sandbox.fault({ status: 401, times: 1 });
  await screen.press('r');
  await screen.waitFor('401 The server');
  expect(screen.text()).toContain('support-prod');

  await screen.press('!');
  await screen.waitFor('1  rerun the token command and retry');
  await screen.press('1');

  await screen.waitFor('Token refreshed.');
  await screen.waitFor('support-prod');
});
