// @module-tag program

import { afterEach, expect, test } from 'vitest';
import { makeHome, SETTINGS } from '../helpers/home.ts';
import { run } from '../helpers/run-cli.ts';
import { sandboxPerTest, startSandbox } from '../helpers/sandbox.ts';
import { openTerminal } from '../helpers/terminal.ts';

const LOGINS = '.botpress/profiles.json';

const sandbox = sandboxPerTest({ bots: 3 });
let home: ReturnType<typeof makeHome> | undefined;
afterEach(() => {
  home?.remove();
});

const login = (more: object = {}) => ({
  apiUrl: sandbox.url,
  workspaceId: sandbox.workspaceId,
  token: sandbox.token,
  ...more,
});

type Options = {
  readonly logins?: object;
  readonly settings?: string;
  readonly env?: Readonly<Record<string, string>>;
};

/** Returns a runner of the program in a home folder with these bp logins. */
function inHome({ logins = { default: login() }, settings = '', env = {} }: Options = {}) {
  home?.remove();
  home = makeHome({ [SETTINGS]: settings, [LOGINS]: JSON.stringify(logins) });
  const all = { ...home.env, ...env };
  return (...argv: readonly string[]) => run(undefined, argv, { env: all });
}

const deletes = () => sandbox.requests.filter(({ method }) => method === 'DELETE');
const NAMED = ['--profile', 'bp:default'] as const;

test('profiles: lists a bp login by the name that selects it', async () => {
  const { out } = await inHome()('profiles', '-o', 'json');

  expect(JSON.parse(out)).toMatchObject([{ name: 'bp:default', token: 'bp login "default"' }]);
});

test('bp login: named by a flag it reads and deletes, without a notice', async () => {
  const botscope = inHome();

  const list = await botscope('bots', 'ls', '-o', 'name', ...NAMED);
  const [id = ''] = list.out.split('\n');
  const removed = await botscope('bots', 'delete', id, '--confirm', id.slice(-8), ...NAMED);

  expect([list.code, list.err]).toEqual([0, '']);
  expect(removed.code).toBe(0);
  expect(deletes()).toHaveLength(1);
});

test('bp login: commands read with the only login without naming it, and one line says so', async () => {
  const { code, err, out } = await inHome()('bots', 'ls', '-o', 'name');

  expect(code).toBe(0);
  expect(out.trim().split('\n')).toHaveLength(3);
  expect(err).toBe(
    `botscope: using bp login "default", the only one, read-only: ${sandbox.url}, workspace ${sandbox.workspaceId}. --profile bp:default allows deletes.\n`,
  );
});

test('bp login: the only login deletes nothing until a flag names it', async () => {
  const { botId } = sandbox.ids;

  const { code, err } = await inHome()('bots', 'delete', botId, '--confirm', botId.slice(-8));

  expect(code).toBe(5);
  expect(err).toContain('--profile bp:default allows deletes');
  expect(deletes()).toEqual([]);
});

test('bp login: named by a file it only reads, because a foreign folder must not choose what is deleted', async () => {
  const botscope = inHome({ settings: 'profile: bp:default\n' });
  const { botId } = sandbox.ids;

  const list = await botscope('bots', 'ls');
  const removed = await botscope('bots', 'delete', botId, '--confirm', botId.slice(-8));

  expect([list.code, list.err]).toEqual([0, '']);
  expect(removed.code).toBe(5);
});

test('bp login: read_only in the settings holds for a named login', async () => {
  const { botId } = sandbox.ids;
  const botscope = inHome({ settings: 'read_only: true\n' });

  expect((await botscope('bots', 'delete', botId, '--confirm', botId.slice(-8), ...NAMED)).code).toBe(5);
});

test('bp login: with several logins none is used, and all are listed by the names that select them', async () => {
  const { code, err } = await inHome({ logins: { default: login(), staging: login() } })('bots', 'ls');

  expect(code).toBe(4);
  expect(err).toContain('Which login? --profile bp:default, --profile bp:staging');
  expect(sandbox.requests).toEqual([]);
});

test('bp login: not used besides profiles, a broken settings file or a flag for another server', async () => {
  const flag = await inHome()('bots', 'ls', '--api-url', 'http://127.0.0.1:9');
  const broken = await inHome({ settings: 'a: [' })('bots', 'ls');
  const beside = await inHome({ settings: 'profiles: { ci: { workspace: w, token_env: CI } }\n' })(
    'bots',
    'ls',
  );

  expect([flag.code, broken.code, beside.code]).toEqual([4, 4, 4]);
  expect(beside.err).toContain('Which login? --profile ci, --profile bp:default');
  expect(sandbox.requests).toEqual([]);
});

test('bp login: a named one wins over BP_TOKEN, and its token is not sent to BP_API_URL', async () => {
  const other = await startSandbox({ bots: 1 });
  const env = { BP_TOKEN: other.token, BP_API_URL: other.url, BP_WORKSPACE_ID: other.workspaceId };
  const botscope = inHome({ env });

  const named = await botscope('bots', 'ls', '-o', 'name', ...NAMED);
  const asked = other.requests.length;
  const unnamed = await botscope('bots', 'ls', '-o', 'name');
  await other.close();

  expect(named.out.trim().split('\n')).toHaveLength(3);
  expect(asked).toBe(0);
  expect(unnamed.out.trim().split('\n')).toHaveLength(1);
});

test('--profile: an unknown bp login suggests the nearest one', async () => {
  const { code, err } = await inHome({ logins: { staging: login() } })(
    'bots',
    'ls',
    '--profile',
    'bp:stagng',
  );

  expect(code).toBe(2);
  expect(err).toContain('unknown profile "bp:stagng". Did you mean bp:staging? One of: bp:staging.');
});

test('config explain: shows address, workspace and origin of a named bp login', async () => {
  const { out } = await inHome()('config', 'explain', ...NAMED);

  expect(out).toMatch(new RegExp(`^api_url +${sandbox.url} +bp login "default"$`, 'm'));
  expect(out).toMatch(/^token +••••.* bp login "default"$/m);
  expect(out).not.toContain(sandbox.token);
});

test('doctor: tests the only bp login and names it', async () => {
  const { code, out } = await inHome()('doctor');

  expect(code).toBe(0);
  expect(out).toMatch(/ok +login +using bp login "default"/);
  expect(out).toMatch(/ok +token +accepted, from bp login "default"/);
});

test('explorer: starts with a named bp login and may delete', async () => {
  home = makeHome({ [LOGINS]: JSON.stringify({ default: login() }) });
  const terminal = await openTerminal({ flags: NAMED, env: home.env });

  await terminal.waitFor('support-prod');
  await terminal.press('ctrl+d');
  await terminal.waitFor('Delete this bot');
  await terminal.close();
});
