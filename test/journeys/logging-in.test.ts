import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../../src/sandbox/server.ts';
import { makeHome, SETTINGS } from '../helpers/home.ts';
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
    env: { ...home.env, ...env },
    ...size,
  });
  return terminal;
}

const login = (more: object = {}): string =>
  JSON.stringify({
    apiUrl: sandbox.baseUrl,
    workspaceId: sandbox.workspaceId,
    token: sandbox.token,
    ...more,
  });
const profile = (name: string, way: string): string =>
  `  ${name}: { url: "${sandbox.baseUrl}", workspace: ${sandbox.workspaceId}, ${way} }\n`;
const settings = (): string => home?.read(SETTINGS) ?? '';
const bar = (): string => terminal?.text().split('\n')[0] ?? '';
const reads = () => sandbox.log.map(({ path }) => path);

function expectNoToken(): void {
  expect(terminal?.bytes()).not.toContain(sandbox.token);
  expect(terminal?.bytes()).not.toContain(sandbox.token.slice(0, 12));
}

test('a stranger on an empty home types a token and a workspace: three keys to the bots, the token in a file of its own', async () => {
  const screen = await open({ args: ['--api-url', sandbox.baseUrl] });
  await screen.waitFor('No saved logins found');
  expect(sandbox.log).toEqual([]);

  await screen.press('Enter', ...sandbox.token, 'Enter', ...sandbox.workspaceId, 'Enter');

  await screen.waitFor('support-prod');
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

test('what was kept at the first start is used at the next without a question', async () => {
  let screen = await open({ args: ['--api-url', sandbox.baseUrl] });
  await screen.waitFor('No saved logins found');
  await screen.press('Enter', ...sandbox.token, 'Enter', ...sandbox.workspaceId, 'Enter');
  await screen.waitFor('support-prod');
  await screen.close();

  screen = await openTerminal({ env: home?.env ?? {} });
  terminal = screen;

  await screen.waitFor('support-prod');
});

test('a home with the login of the official tool is two keys from the bots; its token is not copied', async () => {
  const screen = await open({ files: { '.botpress/global.cache.json': login() } });
  await screen.waitFor('bp login "default"');
  expect(screen.text()).toContain('can be read by others (mode 0644)');
  expect(sandbox.log).toEqual([]);

  await screen.press('1', 'Enter');

  await screen.waitFor('support-prod');
  expectNoToken();
  expect(bar()).toContain('PROTECTED');
  expect(settings()).toContain('bp_login: default');
  expect(home?.files().filter(([, text]) => text.includes(sandbox.token))).toHaveLength(1);
});

test('with BP_TOKEN and BP_WORKSPACE_ID set no key is needed', async () => {
  const screen = await open({
    env: { BP_API_URL: sandbox.baseUrl, BP_TOKEN: sandbox.token, BP_WORKSPACE_ID: sandbox.workspaceId },
  });

  await screen.waitFor('support-prod');
});

test('with BP_TOKEN alone only the workspace is asked for', async () => {
  const screen = await open({ env: { BP_API_URL: sandbox.baseUrl, BP_TOKEN: sandbox.token } });
  await screen.waitFor('BP_TOKEN from your environment');

  await screen.press('Enter', ...sandbox.workspaceId, 'Enter');

  await screen.waitFor('support-prod');
  expectNoToken();
  expect(settings()).toContain('token_env: BP_TOKEN');
});

test('what does not work is said in the form, and nothing is kept', async () => {
  const screen = await open({ args: ['--api-url', sandbox.baseUrl] });
  await screen.waitFor('No saved logins found');

  await screen.press('Enter', ...'wrong-token-wrong-token', 'Enter', ...sandbox.workspaceId, 'Enter');

  await screen.waitFor('401 The server refused the token');
  expect(screen.text()).toContain('workspace id');
  expect(reads()).toEqual(['/v1/admin/bots']);
  expect(home?.files().some(([, text]) => text.includes('wrong-token'))).toBe(false);
  expect(screen.bytes()).not.toContain('wrong-token');

  await screen.press('shift+Tab', 'ctrl+u');
  await screen.paste(`${sandbox.token}\n`);
  await screen.press('Enter');
  await screen.waitFor('support-prod');
  expectNoToken();
});

test('a token for this session is kept nowhere', async () => {
  const screen = await open({ args: ['--api-url', sandbox.baseUrl] });
  await screen.waitFor('No saved logins found');
  await screen.press('Enter', ...sandbox.token, 'Tab', ...sandbox.workspaceId, 'Tab', 'Left');
  await screen.waitFor('(•) this session only');

  await screen.press('Enter');

  await screen.waitFor('support-prod');
  expect(home?.files().some(([, text]) => text.includes(sandbox.token))).toBe(false);
  expect(home?.files().some(([path]) => path.endsWith('settings.yaml'))).toBe(false);
});

test('a command that is typed is run for the token, and kept in its place', async () => {
  const screen = await open({
    args: ['--api-url', sandbox.baseUrl],
    files: { 'secret!': `${sandbox.token}\n` },
  });
  await screen.waitFor('No saved logins found');
  await screen.press('Enter', 'Tab', ...sandbox.workspaceId, 'Tab', 'Right', 'shift+Tab', 'shift+Tab');
  await screen.press(...`cat "${home?.folder}/secret"`, 'Enter');

  await screen.waitFor('support-prod');
  expectNoToken();
  expect(settings()).toMatch(/token_command:\s+- cat\s+- \S+secret/);
});

test('Esc leaves the form, and stops what it tries', async () => {
  const heal = sandbox.fault({ hang: 'headers' });
  const screen = await open({ files: { '.botpress/global.cache.json': login() } });
  await screen.waitFor('bp login "default"');
  await screen.press('1', 'Enter');
  await screen.waitFor('Testing it with one request');

  await screen.press('Escape');

  await screen.waitFor('Logins found on this computer');
  heal();
});

test('Ctrl-P goes to another profile: a new start there, with the marks cleared aloud', async () => {
  const screen = await open({
    columns: 100,
    files: {
      [SETTINGS]: `profile: prod\nprofiles:\n${profile('prod', 'token_file: tok')}${profile('staging', 'token_env: STAGING')}`,
      '.config/botscope/tok!': sandbox.token,
    },
    env: { STAGING: sandbox.token },
  });
  await screen.waitFor('support-prod');
  expect(bar()).toContain('prod');
  await screen.press('Space', 'Space', 'ctrl+p');
  await screen.waitFor('Switch profile');

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

test('--profile and BOTSCOPE_PROFILE choose, and BP_TOKEN does not go to where a profile is', async () => {
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

test('a token file that others can read is refused, with its mode', async () => {
  const screen = await open({
    columns: 120,
    files: {
      [SETTINGS]: `profile: prod\nprofiles:\n${profile('prod', 'token_file: tok')}`,
      '.config/botscope/tok': sandbox.token,
    },
  });

  await screen.waitFor(/profile prod: .*mode 0?644/);
  expect(sandbox.log).toEqual([]);
  expectNoToken();
});

test('a profile whose token command fails starts on the first screen, which says why and offers it again', async () => {
  const screen = await open({
    columns: 110,
    files: {
      [SETTINGS]: `profile: prod\nprofiles:\n${profile('prod', 'token_command: [sh, -c, "echo locked >&2; cat tok 2>/dev/null"]')}`,
    },
  });

  await screen.waitFor('profile prod: sh failed with code 1: locked');
  expect(screen.text()).toContain('1  profile "prod"');
});

test('a broken settings file starts in safe mode: the line is named, and nothing can be deleted', async () => {
  const screen = await open({
    columns: 120,
    files: { [SETTINGS]: 'skin: dark\nkeys: [1\n' },
    env: { BP_API_URL: sandbox.baseUrl, BP_TOKEN: sandbox.token, BP_WORKSPACE_ID: sandbox.workspaceId },
  });
  await screen.waitFor('support-prod');
  await screen.waitFor(/settings\.yaml line \d: .*Safe mode/);
  expect(bar()).toContain('RO');

  await screen.press('ctrl+d');

  await screen.waitFor('Read-only');
});

/** A profile whose token a command reads from a file; the file holds a wrong one. */
const refusedFiles = (): Readonly<Record<string, string>> => ({
  [SETTINGS]: `profile: prod\nprofiles:\n${profile('prod', 'token_command: [sh, -c, "cat $HOME/secret"]')}${profile('spare', 'token_file: tok')}`,
  'secret!': 'bp_pat_wrong_wrong_wrong_wrong',
  '.config/botscope/tok!': sandbox.token,
  '.botpress/global.cache.json': login(),
});

const refused = '401 The server refused the token';

test('a 401 says what was sent and from where; 1 runs the token command again and one is back at the place', async () => {
  const screen = await open({ files: refusedFiles(), args: ['bots?filter=supp'] });
  await screen.waitFor(refused);
  expect(screen.text()).toContain('from profile prod (token_command: sh -c');
  expect(screen.text()).toContain('ends in …rong, 30 characters');
  writeFileSync(join(home?.folder ?? '', 'secret'), sandbox.token);

  await screen.press('1');

  await screen.waitFor('support-prod');
  expect(screen.text()).toContain('Bots /supp');
  expect(screen.text()).not.toContain('order-tracker');
  expectNoToken();
});

test('a 401 leads to another profile', async () => {
  const screen = await open({ files: refusedFiles() });
  await screen.waitFor('2  switch profile');

  await screen.press('2');
  await screen.waitFor('Switch profile');
  await screen.press('1');

  await screen.waitFor('support-prod');
  expect(bar()).toContain('spare');
});

test('a 401 takes a token for this session, which is neither shown nor kept', async () => {
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

test('a 401 imports the login of the official tool, and leads to the demo', async () => {
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

test('a 401 in mid-session leaves the rows; ! shows the same choices', async () => {
  const screen = await open({ files: { ...refusedFiles(), 'secret!': sandbox.token } });
  await screen.waitFor('support-prod');
  sandbox.fault({ status: 401, times: 1 });
  await screen.press('r');
  await screen.waitFor('401 The server');
  expect(screen.text()).toContain('support-prod');

  await screen.press('!');
  await screen.waitFor('1  run the token command again and retry');
  await screen.press('1');

  await screen.waitFor('Token refreshed.');
  await screen.waitFor('support-prod');
});
