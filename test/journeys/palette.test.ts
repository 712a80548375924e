import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Opened, openExplorer } from '../helpers/explorer.ts';

let opened: Opened;
beforeEach(async () => {
  opened = await openExplorer();
  await opened.terminal.waitFor('refund-desk');
});
afterEach(() => opened.close());

test('a command that is meant by its name is not taken for a bot that holds the letters', async () => {
  const { terminal } = opened;

  await terminal.press(':', ...'help', 'Enter');

  await terminal.waitFor('Esc closes');
});

test(':delete asks for the name of what is under the cursor', async () => {
  const { terminal, deletes } = opened;

  await terminal.press(':', ...'delete', 'Enter');

  await terminal.waitFor('Delete this bot permanently?');
  expect(deletes()).toEqual([]);
});

test('a line with too many words opens nothing that only looks like it', async () => {
  const { terminal, sandbox } = opened;
  const asked = sandbox.log.length;

  await terminal.press(':', ...'issue a b c', 'Enter');

  await terminal.waitFor('Usage: issue');
  expect(sandbox.log).toHaveLength(asked);
  expect(terminal.text()).toContain(' :issue a b c_');
});

test('all that match cannot be marked by a filter that was not understood', async () => {
  const { terminal } = opened;
  await terminal.press('/', ...'nofield:bad', 'Enter');

  await terminal.press('*');

  await terminal.waitFor("Can't parse this filter");
  expect(terminal.text()).not.toMatch(/\d+ marked/);
});

test('names are whole in a small terminal too, and keys stand beside what they do', async () => {
  const { terminal } = opened;
  terminal.resize(40, 12);
  await terminal.settle();

  await terminal.press(':', ...'sup');

  await terminal.waitFor(/▸ bot support-prod {2}/);
  expect(terminal.text()).toMatch(/bot support-staging {2}/);
  await terminal.press('ctrl+u', ...'issue.');
  await terminal.waitFor(/issue\.open .* p$/m);
});
