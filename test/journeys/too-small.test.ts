// @module-tag program

import { afterEach, expect, test } from 'vitest';
import { type ExplorerRun, openExplorer } from '../helpers/explorer.ts';

let opened: ExplorerRun;
afterEach(() => opened.close());

test('too small: the screen names both sizes and the key that quits, and other keys do nothing', async () => {
  opened = await openExplorer();
  const { terminal } = opened;
  await terminal.waitFor('support-staging');

  terminal.resize(60, 7);
  await terminal.waitFor(/^Too small: 60x7, botscope needs 30x8\. q quit$/m);
  expect(terminal.text().trim().split('\n')).toHaveLength(1);
  await terminal.press('j', 'Enter', 'ctrl+d', ':');
  terminal.resize(80, 24);
  await terminal.waitFor(/▸ +support-prod/);
  terminal.resize(29, 24);
  await terminal.waitFor(/^Too small: 29x24, botscope\nneeds 30x8\. q quit$/m);
  await terminal.press('q');
  await terminal.waitFor('Press q again to quit.');
  await terminal.press('q');

  expect((await terminal.exit).code).toBe(0);
});

test('too small: Esc closes the dialog that is open', async () => {
  opened = await openExplorer();
  const { terminal } = opened;
  await terminal.waitFor('support-prod');
  await terminal.press(':');
  await terminal.waitFor(/^ :_/m);

  terminal.resize(60, 4);
  await terminal.waitFor(/botscope needs 30x8\. Esc \w+/);
  await terminal.press('x', 'Escape');
  await terminal.waitFor('q quit');
  terminal.resize(80, 24);

  await terminal.waitFor('Enter open');
});

test('too small: Enter confirms no delete', async () => {
  opened = await openExplorer();
  const { terminal, deletes, type, confirm } = opened;
  await terminal.waitFor('support-prod');
  await terminal.press('ctrl+d');
  await terminal.waitFor('name to confirm');
  await type('support-prod');

  terminal.resize(60, 1);
  await terminal.waitFor(/^Too small: 60x1, botscope needs 30x8\. Esc cancel/m);
  await terminal.settle();
  await terminal.press('Enter');
  terminal.resize(60, 24);
  await terminal.waitFor('Enter DELETES support-prod');
  expect(deletes()).toHaveLength(0);

  await confirm();
  await terminal.waitFor('Deleted bot support-prod');
  expect(deletes()).toHaveLength(1);
});

test('too small: a confirmed delete counts down, and Esc cancels it', async () => {
  opened = await openExplorer();
  const { terminal, deletes, type } = opened;
  await terminal.waitFor('support-prod');
  await terminal.press('ctrl+d');
  await terminal.waitFor('name to confirm');
  await type('support-prod');
  await terminal.settle();
  await terminal.press('Enter');
  await terminal.waitFor(/Deleting .* in \d s/);

  terminal.resize(40, 1);
  await terminal.waitFor(/^Deleting .* in \d s\. Esc cancel/m);
  await terminal.press('Enter', 'Escape');
  await terminal.waitFor('Too small: 40x1');
  terminal.resize(80, 24);

  await terminal.waitFor('support-prod');
  expect(deletes()).toHaveLength(0);
});
