// @module-tag smoke

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { type ExplorerRun, openExplorer } from '../helpers/explorer.ts';
import { newFolder } from '../helpers/folder.ts';

let opened: ExplorerRun | undefined;
afterEach(async () => {
  await opened?.close();
  opened = undefined;
});

/** Returns a settings folder with `protect: true`. */
function protectedSettings(): string {
  const folder = newFolder('protect');
  mkdirSync(join(folder, 'botscope'));
  writeFileSync(join(folder, 'botscope', 'settings.yaml'), 'protect: true\n');
  return folder;
}

test('dry run: a delete goes through its dialog, shows the request, and sends nothing', async () => {
  opened = await openExplorer({ flags: ['--dry-run'] });
  const { terminal, type, confirm, deletes } = opened;
  await terminal.waitFor('support-prod');
  expect(terminal.text().split('\n')[0]).toContain('DRY');

  await terminal.press('ctrl+d');
  await terminal.waitFor("Type the bot's name");
  await type('support-prod');
  await terminal.waitFor('Enter DELETES');
  await confirm();
  await terminal.waitFor('Dry run: DELETE /v1/admin/bots/');

  expect(terminal.text()).toContain('support-prod');
  await terminal.press('L');
  await terminal.waitFor('1 simulated');
  await terminal.waitFor(/\/v1\/\S+ +DELETE +dry-run/);
  expect(deletes()).toEqual([]);
  await terminal.press('Escape');
  await terminal.press(...':dry off', 'Enter');
  await terminal.waitFor(screen => !(screen.split('\n')[0] ?? '').includes('DRY'));
});

test('protection: deletes are locked until the name is typed, and W locks them again', async () => {
  opened = await openExplorer({ env: { XDG_CONFIG_HOME: protectedSettings() } });
  const { terminal, type, sandbox } = opened;
  const bar = () => terminal.text().split('\n')[0] ?? '';
  await terminal.waitFor('support-prod');
  expect(bar()).toContain('PROTECTED');
  expect(terminal.styled().split('\n')[0]).toContain(`<fg=1>botscope │ ${new URL(sandbox.url).host}</>`);

  await terminal.press('ctrl+d');
  await terminal.waitFor('Deletes are locked. W unlocks them for 15 minutes.');
  await terminal.press('W');
  await terminal.waitFor('to unlock >');
  await type('wrong');
  await terminal.press('Enter');
  await terminal.waitFor("That doesn't match");
  await terminal.press('ctrl+u');
  await type(new URL(sandbox.url).host);
  await terminal.settle();
  await terminal.press('Enter');
  await terminal.waitFor('UNLOCKED to');
  await terminal.press('ctrl+d');
  await terminal.waitFor("Type the bot's name");
  await terminal.press('Escape');
  await terminal.press('W');

  await terminal.waitFor('PROTECTED');
});

test('read-only: it cannot be unlocked', async () => {
  opened = await openExplorer({ env: { XDG_CONFIG_HOME: protectedSettings() }, flags: ['--read-only'] });
  const { terminal } = opened;
  await terminal.waitFor('support-prod');

  await terminal.press('W');

  await terminal.waitFor('Read-only: start without --read-only');
});
