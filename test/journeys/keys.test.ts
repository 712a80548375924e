// @module-tag smoke

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { type ExplorerRun, openExplorer } from '../helpers/explorer.ts';
import { newFolder } from '../helpers/folder.ts';

let opened: ExplorerRun;
afterEach(() => opened.close());

async function openWith(settings: string): Promise<ExplorerRun> {
  const folder = newFolder('config');
  mkdirSync(join(folder, 'botscope'));
  writeFileSync(join(folder, 'botscope', 'settings.yaml'), settings);
  opened = await openExplorer({ env: { XDG_CONFIG_HOME: folder } });
  await opened.terminal.waitFor('support-prod');
  return opened;
}

test('custom keys: they work, and help and hints show them', async () => {
  const { terminal } = await openWith('keys:\n  record.raw: [ctrl+g, Y]\n');
  await terminal.press('?', ...'raw');
  await terminal.waitFor('Ctrl-G Y');
  await terminal.press('Escape');

  await terminal.press('Y');

  await terminal.waitFor('as YAML');
});

test('custom keys: problems are reported at start and listed in the help', async () => {
  const { terminal } = await openWith('keys:\n  place.relaod: R\n  record.delete: x\n');
  await terminal.waitFor('2 problems with your settings and files (? lists them)');

  await terminal.press('?');

  await terminal.waitFor('would delete by a single key');
  expect(terminal.text()).toContain('did you mean place.reload?');
});

test('saved views: an invalid place is reported at start', async () => {
  const { terminal } = await openWith('views:\n  lost: nowhere/1\n');

  await terminal.waitFor('views.lost: "nowhere/1" is not a place');
});

test('settings file: an invalid one is reported, and the explorer starts', async () => {
  const { terminal } = await openWith('keys: [');

  await terminal.waitFor('settings.yaml line 1: ');
  await terminal.press('j');
  await terminal.waitFor(' 2/20+');
});

test('help: typing searches it, and Esc closes it', async () => {
  opened = await openExplorer();
  const { terminal } = opened;
  await terminal.waitFor('support-prod');
  await terminal.press('?', '/', ...'delete');
  await terminal.waitFor(screen => screen.includes('Ctrl-D') && !screen.includes('all actions'));

  await terminal.press('Escape');

  await terminal.waitFor('20+');
});

// The delay is the pace of a held key, which repeats 60 times a second; it waits for nothing.
test('keyboard: j held at 60 Hz for ten seconds over 100,000 rows loses no key', async () => {
  opened = await openExplorer({ sandbox: { bots: 100_000, pageSize: 1000 } });
  const { terminal } = opened;
  await terminal.waitFor('1000+');

  for (let key = 0; key < 600; key++) {
    terminal.send('j');
    await setTimeout(1000 / 60);
  }

  await terminal.waitFor(' 601/');
});
