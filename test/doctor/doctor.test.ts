// @module-tag program

import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer as createSecure } from 'node:https';
import { createServer as createTcp, type Server } from 'node:net';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import type { Sandbox } from '../../src/sandbox/types.ts';
import { CERTIFICATE } from '../helpers/certificate.ts';
import { newFolder } from '../helpers/folder.ts';
import { makeHome, SETTINGS } from '../helpers/home.ts';
import { HIDDEN, startProxy } from '../helpers/proxy.ts';
import { run } from '../helpers/run-cli.ts';
import { startSandbox } from '../helpers/sandbox.ts';
import { openTerminal, type Terminal } from '../helpers/terminal.ts';

type CheckResult = { readonly state: string; readonly found: string; readonly advice?: string };

let sandbox: Sandbox | undefined;
let terminal: Terminal | undefined;
afterEach(async () => {
  await terminal?.close();
  await sandbox?.close();
  terminal = undefined;
  sandbox = undefined;
});

type Where = Parameters<typeof run>[0];

/** Runs the doctor and returns its checks, also by their names. */
async function doctor(where: Where, env: Readonly<Record<string, string>> = {}) {
  const { code, out, err } = await run(where, ['doctor', '-o', 'json'], { env });
  expect(err).toBe('');
  const { ok, checks } = JSON.parse(out) as {
    readonly ok: boolean;
    readonly checks: readonly (CheckResult & { readonly group: string; readonly name: string })[];
  };
  expect(ok).toBe(code === 0);
  const of = (name: string): CheckResult | undefined => checks.find(each => each.name === name);
  for (const { group, state, advice, name } of checks)
    if (group !== 'settings' && (state === 'fail' || state === 'warn')) expect(advice, name).toMatch(/\w/);
  return { code, of, checks, out };
}

/** Environment of a home folder with these settings. */
const settings = (text: string) => makeHome({ [SETTINGS]: text }).env;

const at = (baseUrl: string): Where => ({
  url: baseUrl,
  token: 'bp_pat_c4n4ryc4n4ryc4n4ry',
  workspaceId: 'w1',
});

test('doctor: all checks are ok, it sends one of each read and exits 0', async () => {
  sandbox = await startSandbox({ bots: 50 });

  const { code, of, checks } = await doctor(sandbox, { LANG: 'C.UTF-8' });

  expect(code).toBe(0);
  expect(checks.filter(({ state }) => state === 'warn' || state === 'fail')).toEqual([]);
  expect(of('Node')?.found).toContain(process.versions.node);
  expect(of('connection')?.state).toBe('ok');
  expect(of('token')).toMatchObject({ group: 'service', state: 'ok', found: 'accepted, from BP_TOKEN' });
  for (const name of ['bot list', 'bot read', 'integration read', 'workspace read'])
    expect(of(name)?.found).toBe('works');
  expect(of('issue read')?.state).toBe('skipped');
  expect(of('clock')?.found).toBe("same as the server's");
  expect(sandbox.requests.map(({ method }) => method)).toEqual(['GET', 'GET', 'GET', 'GET']);
});

const ALL = '/v1/admin/*';

/** State and a part of the text of checks, by name. */
type Expected = Readonly<Record<string, readonly [state: string, found?: string]>>;

test.each<[what: string, fault: object, code: number, Expected]>([
  ['a rejected token fails', { status: 401 }, 4, { token: ['fail', '401, from BP_TOKEN'] }],
  [
    'a forbidden read is a warning, the token itself is accepted',
    { status: 403, path: '/v1/admin/workspaces/*' },
    0,
    { token: ['ok'], 'workspace read': ['warn', '403'], 'bot read': ['ok'] },
  ],
  ['a token that may read nothing fails', { status: 403 }, 5, { permission: ['fail', '403'] }],
  [
    'a failing server is no rejected token',
    { status: 503, path: ALL },
    7,
    { token: ['skipped'], 'bot list': ['fail', '503'] },
  ],
  [
    'a failure of one read alone exits 1, because other commands work',
    { status: 404, path: '/v1/admin/bots/{id}' },
    1,
    { 'bot read': ['fail', '404'], 'workspace read': ['ok'] },
  ],
  [
    'a failure of the list alone exits 1, too',
    { status: 503, path: '/v1/admin/bots' },
    1,
    { 'bot list': ['fail', '503'], 'workspace read': ['ok'] },
  ],
])('doctor: %s', async (_what, fault, code, expected) => {
  sandbox = await startSandbox({ faults: [fault] });

  const { of, out, ...found } = await doctor(sandbox);

  expect(found.code).toBe(code);
  for (const [name, [state, words = '']] of Object.entries(expected))
    expect(of(name), name).toMatchObject({ state, found: expect.stringContaining(words) });
  // Nothing more is sent after a rejected token.
  if (code === 4) expect(sandbox.requests).toHaveLength(1);
  expect(out).not.toContain(sandbox.token);
});

test('doctor: without settings and network it exits 4 and says what to do', async () => {
  const { code, of } = await doctor(undefined);

  expect(code).toBe(4);
  expect(of('login')).toMatchObject({ state: 'fail', advice: expect.stringContaining('botscope login') });
  expect(of('address')?.state).toBe('skipped');
});

test('doctor: the demo sends nothing to the server that is set', async () => {
  sandbox = await startSandbox();

  const { code, of } = await doctor(sandbox, { BOTSCOPE_DEMO: '1' });

  expect([code, sandbox.requests]).toEqual([0, []]);
  expect(of('address')).toMatchObject({ state: 'skipped', found: expect.stringContaining('demo') });
});

test('doctor: tests the only bp login and names it', async () => {
  sandbox = await startSandbox();
  const { url: apiUrl, token, workspaceId } = sandbox;
  const logins = JSON.stringify({ default: { apiUrl, token, workspaceId } });

  const { code, of } = await doctor(undefined, makeHome({ '.botpress/profiles.json': logins }).env);

  expect(code).toBe(0);
  expect(of('login')?.found).toContain('using bp login "default"');
  expect(of('token')?.found).toBe('accepted, from bp login "default"');
});

test('doctor: the exit code is that of the login, network or server, whatever else fails', async () => {
  const env = settings('a: [\n');
  sandbox = await startSandbox();
  const local = await doctor(sandbox, env);
  sandbox.fault('GET /v1/admin/* 503');
  const both = await doctor(sandbox, env);

  expect([local.of('problem')?.state, local.code]).toEqual(['fail', 1]);
  expect([both.of('problem')?.state, both.code]).toEqual(['fail', 7]);
});

test.each([
  [3 * 3_600_000, 'the server is 3h ahead'],
  [-3 * 86_400_000, 'the server is 3d behind'],
])('doctor: warns of a clock that is off by %i ms', async (skew, words) => {
  const date = new Date(Date.now() + skew + Math.sign(skew) * 60_000).toUTCString();
  sandbox = await startSandbox({ faults: [{ status: 403, headers: { date } }] });

  const { of } = await doctor(sandbox);

  expect(of('clock')).toMatchObject({ state: 'warn', found: words });
});

/** Listens on a port of this machine, and returns it. */
async function portOf(server: Server): Promise<number> {
  await new Promise(resolve => server.listen(0, '127.0.0.1').once('listening', () => resolve(undefined)));
  return (server.address() as { readonly port: number }).port;
}

test('doctor: distinguishes an unknown host from a closed port', async () => {
  const unknown = await doctor(at('https://nobody.invalid'));
  const server = createTcp();
  const port = await portOf(server);
  await new Promise(resolve => server.close(resolve));
  const refused = await doctor(at(`http://127.0.0.1:${port}`));

  expect([unknown.code, refused.code]).toEqual([6, 6]);
  expect(unknown.of('name')?.state).toBe('fail');
  expect(unknown.of('connection')).toBeUndefined();
  expect(refused.of('connection')).toMatchObject({
    state: 'fail',
    found: expect.stringContaining('ECONNREFUSED'),
  });
  expect(refused.of('token')).toBeUndefined();
});

test('doctor: fails at the TLS step of a server without TLS', async () => {
  sandbox = await startSandbox();

  const { of } = await doctor(at(sandbox.url.replace('http:', 'https:')));

  expect(of('connection')?.state).toBe('ok');
  expect(of('TLS')?.state).toBe('fail');
});

test('doctor: names the variable of a proxy that is invalid or cannot be reached', async () => {
  const dead = await doctor(at('https://api.example.org'), { HTTPS_PROXY: 'http://jo:pw@127.0.0.1:9' });
  const bad = await doctor(undefined, { HTTPS_PROXY: 'nonsense' });

  expect(dead.of('proxy')).toMatchObject({ state: 'fail', advice: expect.stringContaining('HTTPS_PROXY') });
  expect(dead.out).not.toContain('jo:pw');
  expect(bad.of('proxy')).toMatchObject({ state: 'fail', found: expect.stringContaining('HTTPS_PROXY') });
});

test('doctor: through a working proxy it checks the connection to the proxy, and the reads work', async () => {
  sandbox = await startSandbox();
  const proxy = await startProxy(sandbox.url);
  const file = join(newFolder('ca'), 'ca.pem');
  writeFileSync(file, CERTIFICATE.cert);
  const where = { ...sandbox, url: `https://${HIDDEN}` };

  const trusted = await doctor(where, { HTTPS_PROXY: proxy.address, NODE_EXTRA_CA_CERTS: file });
  const untrusted = await doctor(where, { HTTPS_PROXY: proxy.address });
  await proxy.close();

  expect(trusted.of('proxy')?.found).toContain('named by HTTPS_PROXY');
  expect(trusted.of('token')?.state).toBe('ok');
  expect(trusted.of('authority')?.found).toContain('NODE_EXTRA_CA_CERTS');
  expect(trusted.of('TLS')).toMatchObject({ state: 'ok', found: expect.stringContaining('more days') });
  expect(untrusted.of('TLS')).toMatchObject({
    state: 'fail',
    found: expect.stringContaining('SELF_SIGNED'),
    advice: expect.stringContaining('NODE_EXTRA_CA_CERTS'),
  });
  expect(untrusted.of('token')).toBeUndefined();
});

test('doctor: checks the certificate before it sends anything', async () => {
  let requests = 0;
  const server = createSecure(CERTIFICATE, (_request, response) => {
    requests++;
    response.end('{}');
  });
  const port = await portOf(server);
  const file = join(newFolder('ca'), 'ca.pem');
  writeFileSync(file, CERTIFICATE.cert);

  const untrusted = await doctor(at(`https://127.0.0.1:${port}`));
  const untrustedRequests = requests;
  const trusted = await doctor(at(`https://127.0.0.1:${port}`), { NODE_EXTRA_CA_CERTS: file });
  server.close();

  expect(untrusted.of('TLS')).toMatchObject({ state: 'fail', found: expect.stringContaining('SELF_SIGNED') });
  expect(untrustedRequests).toBe(0);
  expect(trusted.of('TLS')).toMatchObject({
    state: 'ok',
    found: expect.stringMatching(/^TLSv1\.\d.* more days$/),
  });
});

test('doctor: a settings file that does not exist is no file in use', async () => {
  const { of } = await doctor(undefined, makeHome().env);

  expect(of('your file')).toMatchObject({
    state: 'skipped',
    found: expect.stringMatching(/^none yet \(.*yaml\)$/),
  });
});

test('doctor: shows problems of settings, keys, views and colours with file, line and key', async () => {
  const home = makeHome({
    [SETTINGS]:
      'skni: dark\nkeys: { nothing.here: q }\nviews: { v: nowhere/at/all, w: bp_pat_c4n4ryc4n4ryc4n4ry }\nskin: pink\n',
    '.botpress/profiles.json': JSON.stringify({ default: { token: 'bp_pat_c4n4ryc4n4ryc4n4ry' } }),
  });

  const { of, checks, out } = await doctor(undefined, home.env);

  expect(of('problem')?.found).toBe('settings.yaml line 1: skni: unknown setting; did you mean skin?');
  expect(checks.filter(({ name }) => name === 'problem').map(({ found }) => found)).toEqual(
    expect.arrayContaining([
      expect.stringContaining('nothing.here'),
      expect.stringContaining('nowhere'),
      expect.stringContaining('pink'),
    ]),
  );
  expect(of('official login')).toMatchObject({ state: 'warn', advice: expect.stringContaining('chmod 600') });
  expect(out).not.toContain('c4n4ry');
});

test('doctor: fails for a broken settings file, and for a profile without a token', async () => {
  const broken = await doctor(undefined, settings('a: [\n'));
  const without = await doctor(
    undefined,
    settings('profile: p\nprofiles: { p: { workspace: w, token_command: ["false"] } }\n'),
  );

  expect(broken.of('problem')).toMatchObject({ state: 'fail', found: expect.stringContaining('line') });
  expect([broken.code, without.code]).toEqual([4, 4]);
  expect(without.of('login')).toMatchObject({
    state: 'fail',
    found: expect.stringContaining('false failed with code 1'),
  });
});

test('doctor: checks that the state folder is private and writable', async () => {
  const home = makeHome();
  const folder = join(home.folder, '.state/botscope');
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o755);

  const open = await doctor(undefined, home.env);
  const closed = await doctor(undefined, { ...home.env, XDG_STATE_HOME: '/dev/null/state' });

  expect(open.of('state folder')).toMatchObject({ state: 'warn', advice: `chmod 700 ${folder}` });
  expect(closed.of('state folder')?.state).toBe('fail');
});

test('doctor: names the lock of deletes of a read-only connection', async () => {
  sandbox = await startSandbox();

  const { of } = await doctor(sandbox, { BOTSCOPE_READ_ONLY: '1' });

  expect(of('deletes')?.found).toBe('locked: read-only (BOTSCOPE_READ_ONLY)');
});

test('doctor: shows size, colours, copying and host of a terminal, and leaves the terminal unchanged', async () => {
  terminal = await openTerminal({
    args: ['dist/botscope.cjs', 'doctor'],
    shell: true,
    env: { TMUX: '/tmp/t,1,0', COLORTERM: 'truecolor', SSH_CONNECTION: 'a b c d' },
    columns: 100,
    rows: 40,
  });
  await terminal.exit;

  const text = terminal.text();
  expect(text).toContain('100 x 40');
  expect(text).toMatch(/colours +all \(24 bit\)/);
  expect(text).toContain('TERM xterm-256color, in tmux, in SSH');
  expect(text).toContain('OSC 52 through tmux');
  expect(text).toMatch(/synchronized output +(yes|no|unknown)/);
  const { before, after } = terminal.settings();
  expect(after).toBe(before);
});
