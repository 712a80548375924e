// @module-tag program

import { afterEach, test } from 'vitest';
import { type ExplorerRun, openExplorer } from '../helpers/explorer.ts';

let opened: ExplorerRun;
afterEach(() => opened.close());

test('integrations in use: a list of the versions that loaded bots use, which leads to those bots', async () => {
  opened = await openExplorer();
  const { terminal } = opened;
  await terminal.waitFor('support-prod');
  await terminal.press(':', ...'integrations', 'Enter');
  await terminal.waitFor('No records checked yet');
  await terminal.press('Escape', 'Enter');
  await terminal.waitFor('support-prod');
  await terminal.press('H');
  await terminal.waitFor(/(\d+) of \1 bots checked/);
  await terminal.press('Escape');
  await terminal.waitFor('Needs attention');
  await terminal.press('G');
  await terminal.waitFor(/Integrations in use +\d+ across (\d+) of \1 bots$/m);

  while (!/▸ +Integrations in use/.test(terminal.text())) await terminal.press('k');
  await terminal.press('Enter');

  await terminal.waitFor(/Integrations in use ─+ \d+ in \d+ bots checked/);
  await terminal.waitFor(/NAME@VERSION +BOTS +FAILING\n ▸ +\S+@\S+ +\d+ +\d+/);
  await terminal.press('/', ...'bots>1', 'Enter');
  await terminal.waitFor(/\d+ of \d+ match/);
  await terminal.press('Enter');
  await terminal.waitFor(/Used by ─+ \d+ found · (\d+) of \1 bots checked/);
});
