// @module-tag program

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newFolder } from '../helpers/folder.ts';
import { run } from '../helpers/run-cli.ts';
import { sandboxPerTest } from '../helpers/sandbox.ts';

const sandbox = sandboxPerTest({ bots: 3 });

function runWith(settings: string, argv: readonly string[]) {
  const home = newFolder('profiles');
  mkdirSync(join(home, 'botscope'));
  writeFileSync(join(home, 'botscope/settings.yaml'), settings);
  return run(undefined, argv, { env: { XDG_CONFIG_HOME: home, DEV_TOKEN: sandbox.token } });
}

const settingsWith = (members: string): string =>
  `profiles:\n  good: { api_url: "${sandbox.url}", workspace_id: ${sandbox.workspaceId}, token_env: DEV_TOKEN }\n  dev: ${members}\n`;

const BAD: readonly (readonly [members: string, words: string])[] = [
  [
    '{ url: URL, workspace: W, token_env: DEV_TOKEN, wrkspace: x }',
    'wrkspace: unknown setting; did you mean workspace?',
  ],
  ['{ ulr: URL, workspace: W, token_env: DEV_TOKEN }', 'ulr: unknown setting; did you mean url?'],
  ['{ url: URL, workspace: W, token_env: DEV_TOKEN, protect: maybe }', 'protect: must be true or false'],
  ['{ url: URL, api_url: URL, workspace: W, token_env: DEV_TOKEN }', 'a profile has one address'],
  ['{ url: URL, workspace: W, token_env: DEV_TOKEN, token_file: x }', 'a profile has one token source'],
  ['5', 'must be a map of url, workspace and a token source'],
];

test.each(BAD)('profile in use: %s ends with 2, and nothing is sent', async (members, words) => {
  const settings = settingsWith(members.replaceAll('URL', sandbox.url).replaceAll('W', sandbox.workspaceId));

  const text = await runWith(settings, ['--profile', 'dev', 'bots', 'ls']);
  const json = await runWith(`${settings}skni: x\n`, ['--profile', 'dev', 'bots', 'ls', '-o', 'json']);

  expect([text.code, json.code, sandbox.requests.length]).toEqual([2, 2, 0]);
  expect(text.err).toContain(`settings.yaml line 3: profiles.dev`);
  expect(text.err).toContain(words);
  expect(JSON.parse(json.err).error).toMatchObject({ exitCode: 2 });
});

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
