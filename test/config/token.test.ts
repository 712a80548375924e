import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import type { TokenSource } from '../../src/config/profiles.ts';
import { obtainToken, officialLogins } from '../../src/config/token.ts';
import { makePipe } from '../helpers/child-process.ts';
import { newFolder } from '../helpers/folder.ts';
import { programAtHome, SETTINGS } from '../helpers/home.ts';
import { INVISIBLE } from '../text/hostile.ts';

const TOKEN = 'bp_pat_c4n4ryc4n4ryc4n4ryc4n4ry';
let home = '';
beforeEach(() => {
  home = newFolder('token');
});

function obtain(source: TokenSource, env: Readonly<Record<string, string>> = {}) {
  const childEnv = { PATH: process.env['PATH'] ?? '', SAFE: 'yes' };
  return obtainToken(source, {
    env,
    childEnv,
    logins: () => officialLogins({ BP_BOTPRESS_HOME: home }),
    folder: home,
  });
}

const run = (...argv: readonly string[]) => obtain({ kind: 'token_command', value: argv });

async function refused(obtained: ReturnType<typeof obtain>): Promise<string> {
  const found = await obtained;
  if (found.ok) throw new Error('expected a failure');
  expect(found.why).not.toContain(TOKEN);
  expect(found.why).not.toMatch(INVISIBLE);
  return found.why;
}

test('token command: returns the first line it prints, and runs without a shell', async () => {
  expect(await run('printf', `${TOKEN}\nuser: me\n`)).toEqual({ ok: true, value: TOKEN });
  expect(await run('echo', '$HOME;id')).toEqual({ ok: true, value: '$HOME;id' });
});

test('token command: a failure has its code and its last line, cleaned and without the token', async () => {
  const words = await refused(
    run('sh', '-c', `echo ${TOKEN}; printf 'no key \\033[2J ${TOKEN}' >&2; exit 3`),
  );

  expect(words).toContain('sh failed with code 3: no key ^[[2J ••••');
});

test('token command: a missing or silent one is reported', async () => {
  expect(await refused(run('no-such-command-here'))).toContain('cannot be run: it is not in PATH');
  expect(await refused(run('true'))).toContain('the token is missing');
});

test('token command: is killed after ten seconds with all its children', async () => {
  const pid = join(home, 'pid');
  const read = () => (existsSync(pid) ? readFileSync(pid, 'utf8').trim() : '');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const refusal = refused(run('sh', '-c', `sleep 60 & echo $! > ${pid}; wait`));
  vi.advanceTimersByTime(9999);
  await expect.poll(read, { timeout: 20_000 }).not.toBe('');
  const started = read();
  vi.advanceTimersByTime(1);

  expect(await refusal).toContain('within 10 s');
  // A killed process disappears a moment later.
  const state = () =>
    existsSync(`/proc/${started}/stat`)
      ? readFileSync(`/proc/${started}/stat`, 'utf8').split(' ')[2]
      : 'gone';
  await expect.poll(state, { timeout: 5000 }).toMatch(/^(gone|Z|X)$/);
});

test('token command: gets the environment of a child process, without tokens', async () => {
  const found = await obtain(
    { kind: 'token_command', value: ['sh', '-c', 'echo $SAFE$BP_TOKEN'] },
    { BP_TOKEN: TOKEN },
  );

  expect(found).toEqual({ ok: true, value: 'yes' });
});

test('token file: is read if only its owner can, also from the folder of the settings', async () => {
  writeFileSync(join(home, 'token'), `${TOKEN}\n`, { mode: 0o600 });

  expect(await obtain({ kind: 'token_file', value: join(home, 'token') })).toEqual({
    ok: true,
    value: TOKEN,
  });
  expect(await obtain({ kind: 'token_file', value: 'token' })).toEqual({ ok: true, value: TOKEN });
});

test.each([0o644, 0o640, 0o602])(
  'token file: with mode %o is refused, and the message has the mode',
  async mode => {
    writeFileSync(join(home, 'token'), TOKEN);
    chmodSync(join(home, 'token'), mode);

    expect(await refused(obtain({ kind: 'token_file', value: 'token' }))).toContain(
      `can be read by others (mode 0${mode.toString(8)})`,
    );
  },
);

test('token file: a missing one, a folder, a pipe or more than a token is reported', async () => {
  mkdirSync(join(home, 'folder'), { mode: 0o700 });
  makePipe(join(home, 'pipe'));
  writeFileSync(join(home, 'two'), `${TOKEN} ${TOKEN}`, { mode: 0o600 });
  const words = {
    none: 'ENOENT',
    folder: 'not a regular file',
    pipe: 'not a regular file',
    two: 'another character that no token can have',
  };

  for (const [value, expected] of Object.entries(words))
    expect(await refused(obtain({ kind: 'token_file', value }))).toContain(expected);
});

test('token variable: is read by its name', async () => {
  expect(await obtain({ kind: 'token_env', value: 'CI' }, { CI: ` ${TOKEN}\n` })).toEqual({
    ok: true,
    value: TOKEN,
  });
  expect(await refused(obtain({ kind: 'token_env', value: 'CI' }))).toContain('CI: the token is missing');
});

const write = (name: string, content: unknown) =>
  writeFileSync(join(home, name), typeof content === 'string' ? content : JSON.stringify(content), {
    mode: 0o644,
  });
const names = () => officialLogins({ BP_BOTPRESS_HOME: home }).map(({ name }) => name);

test('bp login: the profiles of the official tool, and its active login if that is none of them', () => {
  write('profiles.json', {
    default: { apiUrl: 'https://a.example', workspaceId: 'w', token: TOKEN },
    staging: { token: 't2' },
  });
  write('global.cache.json', { token: TOKEN, workspaceId: 'w', apiUrl: 'https://a.example' });
  expect(names()).toEqual(['default', 'staging']);

  write('global.cache.json', { token: 'another', activeProfile: 'old' });
  expect(names()).toEqual(['old', 'default', 'staging']);
});

test('bp login: has the mode of its file, and is read by reference', async () => {
  write('global.cache.json', { token: TOKEN, workspaceId: 'w', apiUrl: 'https://a.example' });

  expect(officialLogins({ BP_BOTPRESS_HOME: home })).toEqual([
    {
      name: 'default',
      token: TOKEN,
      workspaceId: 'w',
      apiUrl: 'https://a.example',
      path: join(home, 'global.cache.json'),
      mode: '0644',
    },
  ]);
  expect(await obtain({ kind: 'bp_login', value: 'default' })).toEqual({ ok: true, value: TOKEN });
  expect(await refused(obtain({ kind: 'bp_login', value: 'none' }))).toContain('does not exist');
});

test.each(['{}', '', '[1]', 'null', '{"token": 5}', '{"a": 1, "b": {"token": ""}}', '{"token"'])(
  'bp login: none in %j',
  text => {
    write('profiles.json', text);
    write('global.cache.json', text);

    expect(names()).toEqual([]);
  },
);

/** A program that writes a file beside itself and prints a token. */
const noting = (path: string): string => `#!/bin/sh\necho > "$HOME/${path}.ran"\necho bp_pat_c4n4ryc4n4ry\n`;
const OURS = '.config/botscope/get-token';
const THEIRS = 'work/get-token';
const { PATH = '' } = process.env;

test.each([
  ['a relative path starts beside the settings file', './get-token', [OURS], ''],
  ['a bare name is never searched in the current folder', 'get-token', [], 'not in PATH'],
  ['a bare name is found in PATH', 'echo, c4n4ry', [], "Can't reach the server"],
])('token command: %s', { tags: 'program' }, (_what, argv, expected, words) => {
  const files = {
    [SETTINGS]: `profiles: { rel: { url: "http://127.0.0.1:9", workspace: w, token_command: [${argv}] } }\n`,
    'work/.botscope.yaml': 'profile: rel\n',
    [OURS]: noting(OURS),
    [THEIRS]: noting(THEIRS),
  };
  const program = programAtHome(files, { PATH: `:.:work::${PATH}` });
  for (const each of [OURS, THEIRS]) chmodSync(program.path(each), 0o755);

  const { stderr } = program.run('bots', 'ls');

  expect([OURS, THEIRS].filter(each => existsSync(program.path(`${each}.ran`)))).toEqual(expected);
  expect(stderr).toContain(words);
});
