// @module-tag program

import { afterEach, expect, test } from 'vitest';
import { type ExplorerRun, openExplorer } from '../helpers/explorer.ts';

let opened: ExplorerRun;
afterEach(() => opened.close());

/** Opens the list of bots in a terminal with room for one line only. */
const open = async () => {
  opened = await openExplorer({ columns: 60, rows: 4 });
  await opened.terminal.waitFor(/1\/\d+\+/);
  return opened.terminal;
};

test('one line: shows the record under the cursor of a sorted list', async () => {
  const terminal = await open();

  await terminal.press(':', ...'bots?sort=name', 'Enter');

  await terminal.waitFor(/▸ [a-r]\S* .* 1\/\d+\+$/m);
});

test('one line: shows the field for an id and its problem', async () => {
  const terminal = await open();

  await terminal.press(':', ...'issue.open', 'Enter');
  await terminal.waitFor(/issue id > +_/);
  await terminal.press('x', 'y');
  await terminal.waitFor('issue id > xy_');
  await terminal.press('ctrl+u', 'Enter');

  await terminal.waitFor('Not a valid id');
});

test('one line: shows the selected bookmark', async () => {
  const terminal = await open();
  await terminal.press('b', 'j', 'b', "'");
  await terminal.waitFor(/▸ 1\/2 bot support-staging/);

  await terminal.press('j');

  await terminal.waitFor(/▸ 2\/2 bot /);
});

test('one line: no delete dialog opens below 20x8, and the required size is reported', async () => {
  const terminal = await open();

  await terminal.press('ctrl+d');

  await terminal.waitFor('A delete dialog needs a terminal of 20x8; this one is 60x4.');
});

test('one line: the delete dialog has its warnings, and once the terminal is too small, Enter sends nothing', async () => {
  opened = await openExplorer({ columns: 29, rows: 9 });
  const { terminal, deletes, type, confirm } = opened;
  await terminal.waitFor(/1\/\d+\+/);

  await terminal.press('ctrl+d');

  await terminal.waitFor(/always alive\s+is on, \d+ integrations\s+installed\nDelete support-prod\? _/);
  await type('support-prod');
  await terminal.waitFor(/t-prod_/);
  await terminal.resize(60, 1);
  await terminal.waitFor(/^Delete support-prod\? support-prod_/);
  await terminal.settle();
  await terminal.press('Enter');
  await terminal.waitFor('A delete dialog needs a terminal of 20x8');
  expect(deletes()).toHaveLength(0);

  await terminal.resize(60, 24);
  await terminal.waitFor('Enter DELETES support-prod');
  await confirm();
  await terminal.waitFor('Deleted bot support-prod');
  expect(deletes()).toHaveLength(1);
});

test('small screen: a notice that is longer than a row wraps', async () => {
  opened = await openExplorer({ columns: 29, rows: 7 });
  const { terminal } = opened;
  await terminal.waitFor(/1\/\d+\+/);

  await terminal.press('h');

  await terminal.waitFor(/1 of 20\+ bots checked · 1\s+needs attention \(z\)/);
});
