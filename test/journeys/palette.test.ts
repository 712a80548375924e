// @module-tag smoke

import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ExplorerRun, sharedExplorer } from '../helpers/explorer.ts';

const open = sharedExplorer();
let opened: ExplorerRun;
beforeEach(async () => {
  opened = await open();
  await opened.terminal.waitFor('refund-desk');
});
afterEach(() => opened.close());

test('palette: the name of a command wins over a bot with the same letters', async () => {
  const { terminal } = opened;

  await terminal.press(':', ...'help', 'Enter');

  await terminal.waitFor('Esc closes');
});

test('palette: :delete opens the delete dialog for the record under the cursor', async () => {
  const { terminal, deletes } = opened;

  await terminal.press(':', ...'delete', 'Enter');

  await terminal.waitFor('Delete this bot permanently?');
  expect(deletes()).toEqual([]);
});

test('palette: a line with too many words opens nothing similar', async () => {
  const { terminal, sandbox } = opened;
  const asked = sandbox.requests.length;

  await terminal.press(':', ...'issue a b c', 'Enter');

  await terminal.waitFor('Usage: issue');
  expect(sandbox.requests).toHaveLength(asked);
  expect(terminal.text()).toContain(' :issue a b c_');
});

test('filter: with an invalid one * marks nothing', async () => {
  const { terminal } = opened;
  await terminal.press('/', ...'nofield:bad', 'Enter');

  await terminal.press('*');

  await terminal.waitFor("Can't parse this filter");
  expect(terminal.text()).not.toMatch(/\d+ marked/);
});

test('palette: a small terminal shows whole names, and keys beside their commands', async () => {
  const { terminal } = opened;
  terminal.resize(40, 12);
  await terminal.settle();

  await terminal.press(':', ...'sup');

  await terminal.waitFor(/▸ bot support-prod {2}/);
  expect(terminal.text()).toMatch(/bot support-staging {2}/);
  await terminal.press('ctrl+u', ...'issues');
  await terminal.waitFor(/issues of this bot.* i$/m);
});

test('palette: an opened bot is first, then verbs with their keys; where nothing matches it says so', async () => {
  const { terminal } = opened;
  await terminal.press('Enter');
  await terminal.waitFor('[1 Overview]');
  await terminal.press('q', ':');
  await terminal.waitFor(/▸ bot support-prod .* recent/);
  expect(terminal.text()).toMatch(/delete … .* Ctrl-D$/m);

  await terminal.press(...'filtr by xyz');
  await terminal.waitFor('Nothing matches "filtr by xyz".');
  await terminal.press('ctrl+u', ...'conversation', 'Enter');

  await terminal.waitFor(':conversation _<botId> <conversationId>');
});
