// @module-tag smoke

import { afterEach, expect, test } from 'vitest';
import { type ExplorerRun, openExplorer } from '../helpers/explorer.ts';

let opened: ExplorerRun;
afterEach(() => opened.close());

test('search: in raw text n and N move and wrap around; elsewhere there is no search, and ↑ brings the last one back', async () => {
  opened = await openExplorer();
  const { terminal } = opened;
  await terminal.waitFor('support-prod');
  await terminal.press('y');
  await terminal.waitFor(' name: support-prod');

  await terminal.press('/', ...'failed', 'Enter');
  await terminal.waitFor(/"failed" 1\/\d+/);
  await terminal.press('n');
  await terminal.waitFor(/"failed" 2\/\d+/);
  await terminal.press('N', 'N');
  await terminal.waitFor('Search wrapped');
  expect(terminal.styled()).toContain('underline');

  await terminal.press('/', ...'invalid', 'Enter');
  await terminal.waitFor(/▸ +statusReason: "invalid_auth/);
  await terminal.press('/', ...'failed', 'Enter');
  await terminal.waitFor(/"failed" \d+\/\d+/);

  await terminal.press('Escape', 'j', 'y');
  await terminal.waitFor(' name: support-staging');
  await terminal.press('n');
  await terminal.waitFor('No search yet');
  await terminal.press('/', 'Up', 'Enter');
  await terminal.waitFor(/"failed" \d+\/\d+|No match for "failed"/);
});

test('search: a pattern without a match is reported', async () => {
  opened = await openExplorer();
  const { terminal } = opened;
  await terminal.waitFor('support-prod');
  await terminal.press('Enter');
  await terminal.waitFor('Diagnosis');

  await terminal.press('/', ...'zzz', 'Enter');

  await terminal.waitFor('No match for "zzz".');
});
