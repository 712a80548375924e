import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Opened, openExplorer } from '../helpers/explorer.ts';
import { newFolder } from '../helpers/folder.ts';

let opened: Opened;
let folder: string;
beforeEach(() => {
  folder = newFolder('views');
});
afterEach(() => opened.close());

const open = async (): Promise<Opened> => {
  opened = await openExplorer({ env: { XDG_CONFIG_HOME: folder } });
  await opened.terminal.waitFor('support-prod');
  return opened;
};

test('a list is saved as a view with its filter and order, and is there in the next run', async () => {
  const first = await open();
  await first.terminal.press('/', ...'faq', 'Enter');
  await first.terminal.press('N', ':', ...'view faq =', 'Enter');
  await first.terminal.waitFor('Saved: :view faq opens it');
  await first.close();

  const { terminal } = await open();
  await terminal.press(':', ...'view faq', 'Enter');

  await terminal.waitFor(/Bots \/faq\//);
  expect(terminal.text()).toMatch(/NAME[↓↑]/);
  expect(terminal.text()).not.toContain('support-prod');
});

test('a saved view stands in the palette', async () => {
  mkdirSync(join(folder, 'botscope'));
  writeFileSync(join(folder, 'botscope', 'settings.yaml'), 'views:\n  stale: bots?filter=updated>30d\n');
  const { terminal } = await open();

  await terminal.press(':', ...'stale');

  await terminal.waitFor('bots?filter=updated>30d');
  await terminal.press('Enter');
  await terminal.waitFor(/Bots \/updated>30d\//);
});

test('a view that is no place says so and goes nowhere', async () => {
  mkdirSync(join(folder, 'botscope'));
  writeFileSync(join(folder, 'botscope', 'settings.yaml'), 'views:\n  odd: nothing/at/all\n');
  const { terminal } = await open();

  await terminal.press(':', ...'view odd', 'Enter');

  await terminal.waitFor('The view odd leads nowhere');
});
