// @module-tag program

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ExplorerRun, openExplorer } from '../helpers/explorer.ts';
import { newFolder } from '../helpers/folder.ts';
import { openRestartable } from '../helpers/restarting.ts';

let opened: ExplorerRun | undefined;
let restarts: Awaited<ReturnType<typeof openRestartable>> | undefined;
let folder: string;
beforeEach(() => {
  folder = newFolder('views');
});
afterEach(async () => {
  await opened?.close();
  await restarts?.close();
  opened = restarts = undefined;
});

const open = async (): Promise<ExplorerRun> => {
  opened = await openExplorer({ env: { XDG_CONFIG_HOME: folder } });
  await opened.terminal.waitFor('support-prod');
  return opened;
};

test('saved views: one has its filter and sort order, also in the next run', async () => {
  restarts = await openRestartable();
  const first = await restarts.start();
  await first.waitFor('support-prod');
  await first.press('/', ...'faq', 'Enter');
  await first.press('s', 'N', ':', ...'view faq =', 'Enter');
  await first.waitFor('Saved: :view faq opens it');
  await first.quit();

  const second = await restarts.start();
  await second.waitFor('support-prod');
  await second.press(':', ...'view faq', 'Enter');

  await second.waitFor(/Bots \/faq\//);
  expect(second.text()).toMatch(/NAME[↓↑]/);
  expect(second.text()).not.toContain('support-prod');
});

test('saved views: one is a bookmark with its name, and b removes it', async () => {
  const { terminal } = await open();
  await terminal.press('/', ...'faq', 'Enter');
  await terminal.press(':', ...'view faq =', 'Enter');
  await terminal.waitFor('Saved: :view faq opens it');

  await terminal.press("'");
  await terminal.waitFor(/faq +Bots \/faq/);
  await terminal.press('b');
  await terminal.waitFor('Bookmark removed');
  await terminal.press('b');
  await terminal.waitFor('Bookmark restored');
  await terminal.press('b', 'Escape', ':', ...'view faq', 'Enter');

  await terminal.waitFor('Usage: view <name>');
});

test('saved views: a bookmark wins over a view of the settings with the same name', async () => {
  mkdirSync(join(folder, 'botscope'));
  writeFileSync(join(folder, 'botscope', 'settings.yaml'), 'views:\n  faq: bots?filter=updated>30d\n');
  const { terminal } = await open();
  await terminal.press('/', ...'faq', 'Enter', ':', ...'view faq =', 'Enter');
  await terminal.waitFor('Saved: :view faq opens it');

  await terminal.press(':', ...'bots', 'Enter', ':', ...'view faq', 'Enter');

  await terminal.waitFor(/Bots \/faq\//);
});

test('saved views: the palette lists them', async () => {
  mkdirSync(join(folder, 'botscope'));
  writeFileSync(join(folder, 'botscope', 'settings.yaml'), 'views:\n  stale: bots?filter=updated>30d\n');
  const { terminal } = await open();

  await terminal.press(':', ...'stale');

  await terminal.waitFor('bots?filter=updated>30d');
  await terminal.press('Enter');
  await terminal.waitFor(/Bots \/updated>30d\//);
});

test('saved views: one with an invalid place is reported and opens nothing', async () => {
  mkdirSync(join(folder, 'botscope'));
  writeFileSync(join(folder, 'botscope', 'settings.yaml'), 'views:\n  odd: nothing/at/all\n');
  const { terminal } = await open();

  await terminal.press(':', ...'view odd', 'Enter');

  await terminal.waitFor('View odd opens nothing');
});
