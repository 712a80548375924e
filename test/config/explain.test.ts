// @module-tag program

import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { allSettings } from '../../src/config/settings.ts';
import { spawnSync } from '../helpers/child-process.ts';
import { makeHome, SETTINGS } from '../helpers/home.ts';
import { program } from '../helpers/program.ts';

const TOKEN = 'bp_pat_c4n4ryc4n4ryc4n4ryc4n4ry';
let home: ReturnType<typeof makeHome> | undefined;
afterEach(() => home?.remove());

function run(
  args: readonly string[],
  files: Readonly<Record<string, string>> = {},
  { env = {}, folder = '.' }: { env?: Readonly<Record<string, string>>; folder?: string } = {},
) {
  home?.remove();
  home = makeHome(files);
  const done = spawnSync(program.command, [...program.args, ...args], {
    encoding: 'utf8',
    cwd: join(home.folder, folder),
    env: { PATH: process.env['PATH'] ?? '', ...home.env, ...env },
  });
  expect(done.stdout + done.stderr).not.toContain(TOKEN);
  return done;
}

const row = (out: string, name: string): string =>
  out
    .split('\n')
    .find(line => line.startsWith(`${name} `))
    ?.replace(/ +/g, ' ') ?? '';

test('config explain: shows every setting with its value and origin: flag, variable, project, user, default', () => {
  const { stdout, status } = run(
    ['config', 'explain', '--skin', 'mono'],
    {
      [SETTINGS]: 'skin: dark\nascii: true\nworkspace_id: w_user\ntrace: t\nignore: []\n',
      'work/.botscope.yaml': 'workspace_id: w_project\nbot_id: b1\n',
    },
    { env: { BP_API_URL: 'https://x.example', BP_BOT_ID: 'b2', BOTSCOPE_SKIN: 'light' }, folder: 'work' },
  );

  expect(status).toBe(0);
  expect(row(stdout, 'skin')).toBe('skin mono --skin');
  expect(row(stdout, 'bot_id')).toBe('bot_id b2 BP_BOT_ID');
  expect(row(stdout, 'workspace_id')).toBe('workspace_id w_project .botscope.yaml line 1');
  expect(row(stdout, 'ascii')).toBe('ascii yes settings.yaml line 2');
  expect(row(stdout, 'ignore')).toBe('ignore none settings.yaml line 5');
  expect(row(stdout, 'strict')).toBe('strict no the default');
  for (const each of allSettings) expect(row(stdout, each.key)).not.toBe('');
  expect(stdout).toContain('.botscope.yaml\n');
});

test('config explain: shows only a hint at the token', () => {
  const { stdout } = run(['config', 'explain'], {}, { env: { BP_TOKEN: TOKEN } });

  expect(row(stdout, 'token')).toBe('token •••• 31 characters BP_TOKEN');
});

test('config explain: shows a whole profile without running its token command', () => {
  const { stdout } = run(['config', 'explain', '--profile', 'prod'], {
    [SETTINGS]:
      'profiles:\n  prod: {workspace: w1, token_file: tok, read_only: true}\n  cmd: {workspace: w2, token_command: [touch, ran]}\n',
    '.config/botscope/tok!': TOKEN,
  });

  expect(row(stdout, 'token')).toContain('•••• 31 characters profile prod (token_file: tok)');
  expect(row(stdout, 'workspace_id')).toBe('workspace_id w1 profile prod');
  expect(row(stdout, 'read_only')).toBe('read_only yes profile prod');

  const second = run(['config', 'explain', '--profile', 'cmd'], {
    [SETTINGS]: 'profiles:\n  cmd: {workspace: w2, token_command: [touch, ran]}\n',
  });
  expect(row(second.stdout, 'token')).toContain('not run');
  expect(row(second.stdout, 'workspace_id')).toBe('workspace_id w2 profile cmd');
  expect(home?.files().some(([path]) => path.endsWith('/ran'))).toBe(false);
});

test('config explain: reports invalid flags and variables with their valid values', () => {
  const { stdout } = run(
    ['config', 'explain', '--skin', 'drak', '--api-url', 'nowhere'],
    {},
    {
      env: { BOTSCOPE_TIMEOUT: 'long' },
    },
  );

  expect(stdout).toContain('! --skin: Unknown skin "drak". Did you mean dark?');
  expect(stdout).toContain('! --api-url: "nowhere" is not an address');
  expect(stdout).toContain('! BOTSCOPE_TIMEOUT: must be a whole number from 1 to 600\n');
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

test('--profile: an unknown profile suggests the nearest one', () => {
  const { stderr, status } = run(['--profile', 'prd'], { [SETTINGS]: 'profiles: {prod: {workspace: w}}' });

  expect(status).toBe(2);
  expect(stderr).toContain('unknown profile "prd". Did you mean prod?');
});

test('config explain: works in a removed folder, without a project file', () => {
  home?.remove();
  home = makeHome({ [SETTINGS]: 'skin: dark\n', 'gone/.botscope.yaml': 'skin: light\n' });
  const words = [program.command, ...program.args].map(word => `'${word}'`).join(' ');
  const env = { PATH: process.env['PATH'] ?? '', ...home.env };
  const inGone = (command: string) =>
    spawnSync('sh', ['-c', `cd gone && rm -r ../gone && ${command}`], {
      encoding: 'utf8',
      cwd: home?.folder,
      env,
    });

  const explained = inGone(`${words} config explain && ${words} bots ls --demo --limit 1 -o name`);

  expect(explained.stderr).toBe('');
  expect(explained.status).toBe(0);
  expect(row(explained.stdout, 'skin')).toBe('skin dark settings.yaml line 1');
  expect(explained.stdout).toContain('project file  none');
});
