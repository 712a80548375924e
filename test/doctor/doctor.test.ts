// @module-tag program

import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Check } from '../../src/doctor/report.ts';
import type { Fault } from '../../src/sandbox/types.ts';
import { CERTIFICATE } from '../helpers/certificate.ts';
import { newFolder } from '../helpers/folder.ts';
import { makeHome, SETTINGS } from '../helpers/home.ts';
import { openOn } from '../helpers/journey.ts';
import { HIDDEN, startProxy } from '../helpers/proxy.ts';
import { run } from '../helpers/run-cli.ts';
import { startSandbox } from '../helpers/sandbox.ts';

async function started(...options: Parameters<typeof startSandbox>) {
  const sandbox = await startSandbox(...options);
  onTestFinished(sandbox.close);
  return sandbox;
}

type Where = Parameters<typeof run>[0];
type Env = Readonly<Record<string, string>>;
type Expected = Readonly<Record<string, RegExp | undefined>>;

/** Runs the doctor and returns its checks, also by their names as in `Expected`. */
async function doctor(where: Where, env: Env = {}) {
  const { code, out, err } = await run(where, ['doctor', '-o', 'json'], { env });
  expect(err).toBe('');
  const { ok, checks } = JSON.parse(out) as {
    readonly ok: boolean;
    readonly checks: readonly (Check & { readonly group: string })[];
  };
  expect(ok).toBe(code === 0);
  const of = (wanted: string): string | undefined =>
    checks
      .filter(({ name }) => name === wanted)
      .map(({ state, found, advice = '' }) => `${state} ${found} | ${advice}`)[0];
  const expectChecks = (expected: Expected): void => {
    for (const [name, form] of Object.entries(expected))
      expect(of(name), name).toEqual(form === undefined ? undefined : expect.stringMatching(form));
  };
  for (const { group, state, advice, name } of checks)
    if (group !== 'settings' && (state === 'fail' || state === 'warn')) expect(advice, name).toMatch(/\w/);
  return { code, of, expectChecks, checks, out };
}

const at = (baseUrl: string): Where => ({
  url: baseUrl,
  token: 'bp_pat_c4n4ryc4n4ryc4n4ry',
  workspaceId: 'w1',
});

test('doctor: all checks are ok, also read-only, it sends one of each read and exits 0', async () => {
  const sandbox = await started({ bots: 50 });

  const { code, of, expectChecks, checks } = await doctor(sandbox, {
    LANG: 'C.UTF-8',
    BOTSCOPE_READ_ONLY: '1',
  });

  expect(code).toBe(0);
  expect(checks.filter(({ state }) => state === 'warn' || state === 'fail')).toEqual([]);
  expect(of('Node')).toContain(process.versions.node);
  expectChecks({
    connection: /^ok/,
    token: /^ok accepted, from BP_TOKEN/,
    'bot list': /^ok works/,
    'bot read': /^ok works/,
    'integration read': /^ok works/,
    'workspace read': /^ok works/,
    'issue read': /^skipped/,
    deletes: /^ok locked: read-only \(BOTSCOPE_READ_ONLY\) \|/,
    clock: /^ok same as the server's/,
  });
  expect(sandbox.requests.map(({ method }) => method)).toEqual(['GET', 'GET', 'GET', 'GET']);
});

const LIST = '/v1/admin/bots';
/** Simulates a server whose clock is some hours, and a minute, off. */
function faultAt(hours: number): Fault {
  const date = new Date(Date.now() + hours * 3_600_000 + Math.sign(hours) * 60_000);
  return { status: 403, headers: { date: date.toUTCString() } };
}

test.each<[what: string, fault: Fault, code: number, Expected]>([
  ['a rejected token fails', { status: 401 }, 4, { token: /^fail 401, from BP_TOKEN/ }],
  [
    'a forbidden read is a warning, the token itself is accepted',
    { status: 403, path: '/v1/admin/workspaces/*' },
    0,
    { token: /^ok/, 'workspace read': /^warn .*403/, 'bot read': /^ok/ },
  ],
  ['a token that may read nothing fails', { status: 403 }, 5, { permission: /^fail .*403/ }],
  [
    'a failing server is no rejected token',
    { status: 503 },
    7,
    { token: /^skip/, 'bot list': /^fail .*503/ },
  ],
  [
    'a failure of one read alone exits 1, because other commands work',
    { status: 404, path: `${LIST}/{id}` },
    1,
    { 'bot read': /^fail .*404/, 'workspace read': /^ok/ },
  ],
  [
    'a failure of the list alone exits 1, too',
    { status: 503, path: LIST },
    1,
    { 'bot list': /^fail .*503/, 'workspace read': /^ok/ },
  ],
  [
    'a forbidden list fails: nearly all commands begin with it',
    { status: 403, path: LIST },
    1,
    { token: /^ok/, 'bot list': /^fail .*403.*\| Ask a manager/, 'workspace read': /^ok/ },
  ],
  ['warns of a late clock', faultAt(3), 5, { clock: /^warn the server is 3h ahead/ }],
  ['warns of an early clock', faultAt(-72), 5, { clock: /^warn the server is 3d behind/ }],
])('doctor: %s', async (_what, fault, code, expected) => {
  const sandbox = await started({ faults: [fault] });

  const found = await doctor(sandbox);

  expect(found.code).toBe(code);
  found.expectChecks(expected);
  // Nothing more is sent after a rejected token.
  if (code === 4) expect(sandbox.requests).toHaveLength(1);
  expect(found.out).not.toContain(sandbox.token);
});

const NO_TOKEN = 'profile: p\nprofiles: { p: { workspace: w, token_command: ["false"] } }\n';

const alone = (text?: string) =>
  doctor(undefined, makeHome(text === undefined ? {} : { [SETTINGS]: text }).env);

test.each<[what: string, examine: () => ReturnType<typeof doctor>, code: number, Expected]>([
  ['no login', () => alone(), 4, { login: /^fail .*\| .*botscope login/, address: /^skipped/ }],
  ['no settings file', () => alone(), 4, { 'your file': /^skipped none yet \(.*yaml\)/ }],
  ['a broken settings file', () => alone('a: [\n'), 4, { problem: /^fail .*line/ }],
  ['a profile without a token', () => alone(NO_TOKEN), 4, { login: /^fail .*false failed with code 1/ }],
  [
    'a state folder that cannot be created',
    () => doctor(undefined, { XDG_STATE_HOME: '/dev/null/state' }),
    4,
    { 'state folder': /^fail/ },
  ],
  [
    'an unknown host',
    () => doctor(at('https://nobody.invalid')),
    6,
    { name: /^fail/, connection: undefined },
  ],
  [
    'a closed port',
    () => doctor(at('http://127.0.0.1:9')),
    6,
    { connection: /^fail .*ECONNREFUSED/, token: undefined },
  ],
  [
    'a server without TLS',
    async () => doctor(at((await started()).url.replace('http:', 'https:'))),
    6,
    { connection: /^ok/, TLS: /^fail/ },
  ],
  [
    'a proxy that cannot be reached',
    () => doctor(at('https://api.example.org'), { HTTPS_PROXY: 'http://jo:c4n4ry@127.0.0.1:9' }),
    6,
    { proxy: /^fail .*\| .*HTTPS_PROXY/ },
  ],
  [
    'an invalid proxy',
    () => doctor(undefined, { HTTPS_PROXY: 'nonsense' }),
    2,
    { proxy: /^fail .*HTTPS_PROXY/ },
  ],
])('doctor: reports %s', async (_what, examine, code, expected) => {
  const found = await examine();

  expect(found.code).toBe(code);
  found.expectChecks(expected);
  expect(found.out).not.toContain('c4n4ry');
});

test('doctor: the demo sends nothing to the server that is set', async () => {
  const sandbox = await started();

  const { code, expectChecks } = await doctor(sandbox, { BOTSCOPE_DEMO: '1' });

  expect([code, sandbox.requests]).toEqual([0, []]);
  expectChecks({ address: /^skipped .*demo/ });
});

test('doctor: tests the only bp login and names it', async () => {
  const sandbox = await started();
  const { url: apiUrl, token, workspaceId } = sandbox;
  const logins = JSON.stringify({ default: { apiUrl, token, workspaceId } });

  const { code, expectChecks } = await doctor(undefined, makeHome({ '.botpress/profiles.json': logins }).env);

  expect(code).toBe(0);
  expectChecks({ login: /using bp login "default"/, token: /^ok accepted, from bp login "default"/ });
});

test('doctor: the exit code is that of the login, network or server, whatever else fails', async () => {
  const { env } = makeHome({ [SETTINGS]: 'a: [\n' });
  const sandbox = await started();
  const local = await doctor(sandbox, env);
  sandbox.fault('GET /v1/admin/* 503');
  const both = await doctor(sandbox, env);

  for (const each of [local, both]) each.expectChecks({ problem: /^fail/ });
  expect([local.code, both.code]).toEqual([1, 7]);
});

test('doctor: through a working proxy it checks the connection to the proxy, and the reads work', async () => {
  const sandbox = await started();
  const proxy = await startProxy(sandbox.url);
  const file = join(newFolder('ca'), 'ca.pem');
  writeFileSync(file, CERTIFICATE.cert);
  const where = { ...sandbox, url: `https://${HIDDEN}` };

  const trusted = await doctor(where, { HTTPS_PROXY: proxy.address, NODE_EXTRA_CA_CERTS: file });
  const untrusted = await doctor(where, { HTTPS_PROXY: proxy.address });
  await proxy.close();

  trusted.expectChecks({
    proxy: /named by HTTPS_PROXY/,
    token: /^ok/,
    authority: /NODE_EXTRA_CA_CERTS/,
    TLS: /^ok TLSv1\.\d.* more days \|/,
  });
  untrusted.expectChecks({ TLS: /^fail .*SELF_SIGNED.*\| .*NODE_EXTRA_CA_CERTS/, token: undefined });
});

test('doctor: shows problems of settings, keys, views and colours with file, line and key, and of modes', async () => {
  const home = makeHome({
    [SETTINGS]:
      'skni: dark\nkeys: { nothing.here: q }\nviews: { v: nowhere/at/all, w: bp_pat_c4n4ryc4n4ryc4n4ry }\nskin: pink\n',
    '.botpress/profiles.json': JSON.stringify({ default: { token: 'bp_pat_c4n4ryc4n4ryc4n4ry' } }),
  });

  const folder = join(home.folder, '.state/botscope');
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o755);

  const { expectChecks, checks, out } = await doctor(undefined, home.env);

  expectChecks({
    'state folder': new RegExp(`^warn .*\\| chmod 700 ${folder}$`),
    problem: /^\w+ settings\.yaml line 1: skni: unknown setting; did you mean skin\? \|/,
    'official login': /^warn .*\| chmod 600/,
  });
  const problems = checks.filter(({ name }) => name === 'problem').map(({ found }) => found);
  for (const word of ['nothing.here', 'nowhere', 'pink']) expect(problems.join()).toContain(word);
  expect(out).not.toContain('c4n4ry');
});

test('doctor: shows size, colours, copying and host of a terminal, and leaves the terminal unchanged', async () => {
  const { terminal } = await openOn(undefined, {
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
