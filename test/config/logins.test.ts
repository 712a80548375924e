import { expect, test } from 'vitest';
import { EMPTY_SETTINGS } from '../../src/config/config-file.ts';
import { loginQuestion } from '../../src/config/logins.ts';
import { commandsOn } from '../helpers/command-rows.ts';
import { makeHome, programAtHome, SETTINGS } from '../helpers/home.ts';
import { openOn, take } from '../helpers/journey.ts';
import { sandboxPerTest, startSandbox } from '../helpers/sandbox.ts';

const LOGINS = '.botpress/profiles.json';

const sandbox = sandboxPerTest({ bots: 3 });
const { run, fill } = commandsOn(sandbox);

const login = () => ({ apiUrl: sandbox.url, workspaceId: sandbox.workspaceId, token: sandbox.token });

/** Files of a home folder with logins of the official tool. */
const files = (names: readonly string[], settings = '') => ({
  [SETTINGS]: settings,
  [LOGINS]: JSON.stringify(Object.fromEntries(names.map(name => [name, login()]))),
});

const NO_VARIABLES = { BP_TOKEN: '', BP_API_URL: '', BP_WORKSPACE_ID: '' };
const LIST = 'bots ls -o name';
const DELETE = 'bots delete $botId --confirm $botIdEnd';
const NAMED = '--profile bp:default';

/** A command in a home with logins of the official tool, and what it prints to stderr, or a part of it. */
type Case = {
  readonly line: string;
  readonly names?: readonly string[];
  readonly settings?: string;
  readonly code: number;
  readonly err?: string;
};

const ONLY =
  'botscope: using bp login "default", the only one, read-only: $url, workspace $workspaceId. --profile bp:default allows deletes.\n';
const LOCKED = { line: DELETE, code: 5, err: '--profile bp:default allows deletes' };
const TWO = ['default', 'staging'];
const CI = 'profiles: { ci: { workspace: w, token_env: CI } }\n';

test.each<[what: string, Case]>([
  ['named by a flag it reads, without a notice', { line: `${LIST} ${NAMED}`, code: 0, err: '\n' }],
  ['named by a flag it deletes', { line: `${DELETE} ${NAMED}`, code: 0 }],
  ['commands read with the only login, and one line says so', { line: LIST, code: 0, err: ONLY }],
  ['the only login deletes nothing until a flag names it', LOCKED],
  ['named by a file it reads', { line: LIST, settings: 'profile: bp:default\n', code: 0, err: '\n' }],
  ['a file, perhaps of a foreign folder, allows no delete', { ...LOCKED, settings: 'profile: bp:default\n' }],
  [
    'read_only in the settings holds for a named login',
    { line: `${DELETE} ${NAMED}`, settings: 'read_only: true\n', code: 5, err: 'settings.yaml line 1' },
  ],
  [
    'with several logins none is used, and all are listed by the names that select them',
    { line: LIST, names: TWO, code: 4, err: 'Which login? --profile bp:default, --profile bp:staging' },
  ],
  ['not used for a flag with another server', { line: `${LIST} --api-url http://127.0.0.1:9`, code: 4 }],
  ['not used with a broken settings file', { line: LIST, settings: 'a: [', code: 4 }],
  [
    'not used besides profiles',
    { line: LIST, settings: CI, code: 4, err: 'Which login? --profile ci, --profile bp:default' },
  ],
  [
    'an unknown one suggests the nearest',
    {
      line: `${LIST} --profile bp:stagng`,
      names: ['staging'],
      code: 2,
      err: 'unknown profile "bp:stagng". Did you mean bp:staging?',
    },
  ],
])('bp login: %s', async (_what, { line, names = ['default'], settings, code, err = '' }) => {
  const { env } = makeHome(files(names, settings));

  const result = await run(line, { env: { ...env, ...NO_VARIABLES } });

  expect(result.code, result.err).toBe(code);
  if (err.endsWith('\n')) expect(result.err).toBe(fill(err).trimStart());
  else expect(result.err).toContain(err);
  if (code !== 0) expect(sandbox.requests).toEqual([]);
});

test.each([
  [5, /, --profile bp:5$/],
  [6, /, --profile bp:5 …$/],
])('bp login: the question lists the first five of %i, and says if there are more', (count, end) => {
  const official = { token: 't', path: 'f', mode: '0600' };
  const all = Array.from({ length: count }, (_, at) => ({ ...official, name: String(at + 1) }));
  const tokenContext = { env: {}, childEnv: {}, logins: () => all, folder: '/' };

  expect(loginQuestion({ values: {}, file: EMPTY_SETTINGS, tokenContext })).toMatch(end);
});

test('bp login: a named one wins over BP_TOKEN, and its token is not sent to BP_API_URL', async () => {
  await using other = await startSandbox({ bots: 1 });
  const options = { at: other, env: makeHome(files(['default'])).env };

  const named = await run(`${LIST} ${NAMED}`, options);
  const asked = other.requests.length;
  const unnamed = await run(LIST, options);

  expect([named, unnamed].map(({ out }) => out.trim().split('\n').length)).toEqual([3, 1]);
  expect(asked).toBe(0);
});

test('bp login: profiles, config explain and the doctor name it and where it is', { tags: 'program' }, () => {
  const { run: start } = programAtHome(files(['default']));

  const [profiles, explained] = [
    start('profiles', '-o', 'json'),
    start('config', 'explain', '--profile', 'bp:default'),
  ];

  expect(JSON.parse(profiles.stdout)).toMatchObject([{ name: 'bp:default', token: 'bp login "default"' }]);
  expect(explained.stdout).toMatch(new RegExp(`^api_url +${sandbox.url} +bp login "default"$`, 'm'));
  expect(explained.stdout).toMatch(/^token +••••.* bp login "default"$/m);
  expect(explained.stdout).not.toContain(sandbox.token);
});

test('explorer: starts with a named bp login and may delete', { tags: 'program' }, async () => {
  const { env } = makeHome(files(['default']));

  await take(
    await openOn(undefined, { flags: NAMED.split(' '), env }),
    ['', 'support-prod'],
    ['Ctrl-D', 'Delete this bot'],
  );
});
