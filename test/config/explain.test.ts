// @module-tag program

import { expect, test } from 'vitest';
import { allSettings } from '../../src/config/settings.ts';
import { spawnSync } from '../helpers/child-process.ts';
import { makeHome, programAtHome, SETTINGS } from '../helpers/home.ts';
import { program } from '../helpers/program.ts';

const TOKEN = 'bp_pat_c4n4ryc4n4ryc4n4ryc4n4ry';

function run(args: readonly string[], ...home: Parameters<typeof programAtHome>) {
  const { run: start, files } = programAtHome(...home);
  const done = start(...args);
  expect(done.stdout + done.stderr).not.toContain(TOKEN);
  return { ...done, files };
}

const row = (out: string, name: string): string =>
  out
    .split('\n')
    .find(line => line.startsWith(`${name} `))
    ?.replace(/ +/g, ' ') ?? '';

test('config explain: shows every setting with its value and origin: flag, variable, project, user, default', () => {
  const files = {
    [SETTINGS]: 'skin: dark\nascii: true\nworkspace_id: w_user\ntrace: t\nignore: []\n',
    'work/.botscope.yaml': 'workspace_id: w_project\nbot_id: b1\n',
  };
  const env = { BP_API_URL: 'https://x.example', BP_BOT_ID: 'b2', BOTSCOPE_SKIN: 'light' };

  const { stdout, status } = run(['config', 'explain', '--skin', 'mono'], files, env);

  expect(status).toBe(0);
  expect(
    ['skin', 'bot_id', 'workspace_id', 'ascii', 'ignore', 'strict'].map(key => row(stdout, key)),
  ).toEqual([
    'skin mono --skin',
    'bot_id b2 BP_BOT_ID',
    'workspace_id w_project .botscope.yaml line 1',
    'ascii yes settings.yaml line 2',
    'ignore none settings.yaml line 5',
    'strict no the default',
  ]);
  for (const each of allSettings) expect(row(stdout, each.key)).not.toBe('');
  expect(stdout).toContain('.botscope.yaml\n');
});

test('config explain: shows a whole profile without running its token command', () => {
  const files = {
    [SETTINGS]:
      'profiles:\n  prod: {workspace: w1, token_file: tok, read_only: true}\n  cmd: {workspace: w2, token_command: [touch, ran]}\n',
    '.config/botscope/tok!': TOKEN,
  };
  const prod = run(['config', 'explain', '--profile', 'prod'], files);
  const cmd = run(['config', 'explain', '--profile', 'cmd'], files);

  expect(row(prod.stdout, 'token')).toContain('•••• 31 characters profile prod (token_file: tok)');
  expect(row(prod.stdout, 'workspace_id')).toBe('workspace_id w1 profile prod');
  expect(row(prod.stdout, 'read_only')).toBe('read_only yes profile prod');
  expect(row(cmd.stdout, 'token')).toContain('not run');
  expect(row(cmd.stdout, 'workspace_id')).toBe('workspace_id w2 profile cmd');
  expect(cmd.files().some(([path]) => path.endsWith('/ran'))).toBe(false);
});

test('config explain: reports invalid flags and variables with their valid values', () => {
  const flags = ['--skin', 'drak', '--api-url', 'nowhere'];

  const { stdout } = run(['config', 'explain', ...flags], {}, { BOTSCOPE_TIMEOUT: 'long' });

  expect(stdout).toContain('! --skin: Unknown skin "drak". Did you mean dark?');
  expect(stdout).toContain('! --api-url: "nowhere" is not an address');
  expect(stdout).toContain('! BOTSCOPE_TIMEOUT: must be a time up to 10m, as 15, 15s or 2m\n');
});

test('config explain: -o json holds the same', () => {
  const { stdout } = run(['config', 'explain', '-o', 'json'], { [SETTINGS]: 'skni: dark\n' });

  const { settings, problems } = JSON.parse(stdout) as {
    settings: readonly { name: string; value: string; origin: string }[];
    problems: readonly string[];
  };
  expect(settings.map(({ name }) => name)).toEqual(['token', ...allSettings.map(({ key }) => key)]);
  expect(problems).toEqual(['settings.yaml line 1: skni: unknown setting; did you mean skin?']);
});

test.each([[[]], [['-o', 'json']]])('config explain: masks a token at a wrong place, with %j', flags => {
  const { stdout } = run(['config', 'explain', ...flags], { [SETTINGS]: `skin: ${TOKEN}\n${TOKEN}: 1\n` });

  // `run` looks for the token.
  expect(stdout).toContain('unknown setting');
});

test('profiles: lists profiles and bp logins without their tokens', () => {
  const { stdout, status } = run(['profiles'], {
    [SETTINGS]: `profile: prod\nprofiles:\n  prod: {workspace: w1, token_command: [pass, show, bp]}\n  bad: {token_command: [echo, ${TOKEN}]}\n  worse: {token_command: [sh, -c, "x; echo '${TOKEN}'"]}\n`,
    '.botpress/profiles.json': JSON.stringify({ default: { token: TOKEN, workspaceId: 'w2' } }),
  });

  expect(status).toBe(0);
  expect(stdout).toContain('* prod');
  expect(stdout).toContain('token_command: pass show bp');
  expect(stdout).toMatch(/bp login "default".*profiles\.json \(mode 0644\)/);
});

test('config explain: works in a removed folder, without a project file', () => {
  const home = makeHome({ [SETTINGS]: 'skin: dark\n', 'gone/.botscope.yaml': 'skin: light\n' });
  const words = [program.command, ...program.args].map(word => `'${word}'`).join(' ');
  const command = `${words} config explain && ${words} bots ls --demo --limit 1 -o name`;

  const explained = spawnSync('sh', ['-c', `cd gone && rm -r ../gone && ${command}`], {
    encoding: 'utf8',
    cwd: home.folder,
    env: { PATH: process.env['PATH'] ?? '', ...home.env },
  });

  expect([explained.stderr, explained.status]).toEqual(['', 0]);
  expect(row(explained.stdout, 'skin')).toBe('skin dark settings.yaml line 1');
  expect(explained.stdout).toContain('project file  none');
});
