import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { type ExplorerRun, openExplorer } from '../helpers/explorer.ts';
import { newFolder } from '../helpers/folder.ts';

let opened: ExplorerRun;
afterEach(() => opened.close());

test('trace: --trace writes each request as a line, without token and bodies', async () => {
  const folder = newFolder('trace');
  const file = join(folder, 'requests.ndjson');
  opened = await openExplorer({ flags: ['--trace', file] });
  const { terminal, sandbox } = opened;
  await terminal.waitFor('support-prod');
  await terminal.press('Enter');
  await terminal.waitFor('Diagnosis');

  const text = readFileSync(file, 'utf8');
  const lines = text
    .trim()
    .split('\n')
    .map(line => JSON.parse(line));

  expect(lines.map(({ method, path, status }) => [method, path, status])).toContainEqual([
    'GET',
    `/v1/admin/bots/${sandbox.ids.botId}`,
    200,
  ]);
  expect(text).not.toContain(sandbox.token);
  expect(text).not.toContain('support-prod');
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('request log: L lists requests, and a response has its secrets masked', async () => {
  opened = await openExplorer();
  const { terminal } = opened;
  await terminal.waitFor('support-prod');
  await terminal.press('Enter');
  await terminal.waitFor('Diagnosis');

  await terminal.press('L', 'Enter');
  await terminal.waitFor('authorization: Bearer ••••');

  expect(terminal.text()).toMatch(/GET +\/v1\/admin\/bots/);
  await terminal.press('Escape');
  await terminal.waitFor('Diagnosis');
});
