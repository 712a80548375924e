// @module-tag program

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

test('request log: L lists requests; one shows what was sent, and its response with secrets masked', async () => {
  opened = await openExplorer();
  const { terminal } = opened;
  await terminal.waitFor('support-prod');
  await terminal.press('Enter');
  await terminal.waitFor('Diagnosis');

  await terminal.press('L');
  await terminal.waitFor(/\d sent · 0 failed · median \d+ ms/);
  expect(terminal.text()).toMatch(/\/v1\/\S+ +GET +200/);
  await terminal.press('Enter');
  await terminal.waitFor('x-workspace-id');
  await terminal.press('c');
  await terminal.waitFor('curl -sS');
  await terminal.press('2');
  await terminal.waitFor('▸ bot:');
  await terminal.press('Escape', 'Escape');
  await terminal.waitFor('Diagnosis');
});

test('request log: / filters it, and Ctrl-S saves the listed requests without bodies', async () => {
  const folder = newFolder('log');
  opened = await openExplorer();
  const { terminal, sandbox, type } = opened;
  await terminal.waitFor('support-prod');
  await terminal.press('Enter');
  await terminal.waitFor('Diagnosis');
  await terminal.press('L', '/');
  await type('admin/bots');
  await terminal.waitFor(/2 of \d+ match/);

  await terminal.press('Enter', 'ctrl+s');
  await terminal.waitFor('Save to a file');
  const file = join(folder, 'log.json');
  await terminal.press('ctrl+u');
  await type(file);
  await terminal.press('Enter');
  await terminal.waitFor(/Saved 2 matching requests of 3 in /);
  const saved = readFileSync(file, 'utf8');
  expect(saved).toContain(`"path": "/v1/admin/bots/${sandbox.ids.botId}"`);
  expect(saved).toContain('"status": 200');
  expect(saved).not.toContain(sandbox.token);
  expect(saved).not.toContain('support-prod');
});
