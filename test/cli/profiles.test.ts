// @module-tag program

import { expect, test } from 'vitest';
import { settingsEnv } from '../helpers/home.ts';
import { run } from '../helpers/run-cli.ts';
import { sandboxPerTest } from '../helpers/sandbox.ts';

const sandbox = sandboxPerTest({ bots: 3 });

const runWith = (settings: string, argv: readonly string[]) =>
  run(undefined, argv, { env: { ...settingsEnv(settings), DEV_TOKEN: sandbox.token } });

const settingsWith = (members: string): string =>
  `profiles:\n  good: { api_url: "${sandbox.url}", workspace_id: ${sandbox.workspaceId}, token_env: DEV_TOKEN }\n  dev: ${members}\n`;

test.each([
  [
    '{ url: URL, workspace: W, token_env: DEV_TOKEN, wrkspace: x }',
    'wrkspace: unknown setting; did you mean workspace?',
  ],
  ['{ url: URL, workspace: W, token_env: DEV_TOKEN, protect: maybe }', 'protect: must be true or false'],
])('profile in use: %s ends with 2, and nothing is sent', async (members, words) => {
  const settings = settingsWith(members.replaceAll('URL', sandbox.url).replaceAll('W', sandbox.workspaceId));

  const text = await runWith(settings, ['--profile', 'dev', 'bots', 'ls']);
  const json = await runWith(`${settings}skni: x\n`, ['--profile', 'dev', 'bots', 'ls', '-o', 'json']);

  expect([text.code, json.code, sandbox.requests.length]).toEqual([2, 2, 0]);
  expect(text.err).toContain(`settings.yaml line 3: profiles.dev`);
  expect(text.err).toContain(words);
  expect(JSON.parse(json.err).error).toMatchObject({ exitCode: 2 });
});

test.each([['profiles -o json'], ['bots ls --ext --strict -o json']])(
  '%s: what is wrong before a request is JSON, too',
  async line => {
    const { code, out, err } = await runWith('profiles: [', line.split(' '));
    expect([code, out, JSON.parse(err).error.exitCode]).toEqual([2, '', 2]);
  },
);

test('profile not in use: its problems are told by doctor and config explain, and by no other command', async () => {
  const settings = settingsWith('{ ulr: x }');

  const listed = await runWith(settings, ['--profile', 'good', 'bots', 'ls', '-o', 'id']);
  const [doctor, explained] = [
    await runWith(settings, ['doctor']),
    await runWith(settings, ['config', 'explain']),
  ];

  expect([listed.code, listed.err]).toEqual([0, '']);
  expect(sandbox.requests.map(({ headers }) => headers['x-workspace-id'])).toContain(sandbox.workspaceId);
  for (const { out } of [doctor, explained]) expect(out).toContain('profiles.dev.ulr: unknown setting');
});
