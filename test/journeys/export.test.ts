// @module-tag smoke

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { parse } from 'yaml';
import { type ExplorerRun, openExplorer } from '../helpers/explorer.ts';

let opened: ExplorerRun;
beforeEach(async () => {
  opened = await openExplorer({ sandbox: { bots: 30, pageSize: 20 } });
  await opened.terminal.waitFor('1/20+');
});
afterEach(() => opened.close());

const homeFile = (name: string): string => join(opened.terminal.home, name);

test('export: the file of an incomplete list says so, and only o overwrites a file', async () => {
  const { terminal, type } = opened;

  await terminal.press('ctrl+s');
  await terminal.waitFor('all 20 loaded bots');
  await terminal.waitFor('only 20 loaded, more available. The file says so.');
  await terminal.press('Tab', 'Tab', 'ctrl+u');
  await terminal.waitFor('[yaml]');
  await type('~/bots.yaml');
  await terminal.press('Enter');
  await terminal.waitFor('Saved all 20 loaded bots');

  const saved = parse(readFileSync(homeFile('bots.yaml'), 'utf8')) as Record<string, unknown>;
  expect(saved).toMatchObject({ complete: false, missing: 'only 20 loaded, more available' });
  expect(saved['bots']).toHaveLength(20);
  expect(statSync(homeFile('bots.yaml')).mode & 0o777).toBe(0o600);

  await terminal.press('Space', 'ctrl+s', 'ctrl+u');
  await type('~/bots.yaml');
  await terminal.press('Enter');
  await terminal.waitFor('o overwrites it');
  await terminal.press('Enter');
  expect(readFileSync(homeFile('bots.yaml'), 'utf8')).toContain('complete: false');
  await terminal.press('o');
  await terminal.waitFor('Saved 1 marked bot');
  expect(readdirSync(terminal.home).filter(name => name.includes('bots'))).toEqual(['bots.yaml']);
});

test('export: a missing folder is reported', async () => {
  const { terminal, type } = opened;

  await terminal.press('ctrl+s', 'ctrl+u');
  await type('~/none/bots.json');
  await terminal.press('Enter');

  await terminal.waitFor('Not saved: no such folder.');
  expect(terminal.text()).toContain('~/none/bots.json');
});
