// @module-tag program

import { afterEach, test } from 'vitest';
import { type ExplorerRun, openExplorer } from '../helpers/explorer.ts';

let opened: ExplorerRun;
afterEach(() => opened.close());

test('integrations in use: home lists the versions that loaded bots use, and leads to those bots', async () => {
  opened = await openExplorer();
  const { terminal } = opened;
  await terminal.waitFor('support-prod');
  await terminal.press(':', ...'in use', 'Enter');
  await terminal.waitFor('No records checked yet');
  await terminal.press('h');
  await terminal.waitFor(/18 of 20\+ bots checked/);
  await terminal.press('Escape');
  await terminal.waitFor('Needs attention');
  await terminal.press('G');
  await terminal.waitFor(/Integrations in use +\d+ across 18 of 20\+ bots$/m);

  while (!/▸ +Integrations in use/.test(terminal.text())) await terminal.press('k');
  await terminal.press('Enter');

  await terminal.waitFor(/1 integration +\S+@\S+ +\d+ of 18 bots/);
  await terminal.press('Enter');
  await terminal.waitFor(/Used by ─+ \d+ found · 18 of 20\+ bots checked/);
});
