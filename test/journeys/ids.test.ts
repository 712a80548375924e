// @module-tag program

import { afterEach, expect, test } from 'vitest';
import { type ExplorerRun, openExplorer } from '../helpers/explorer.ts';

let opened: ExplorerRun;
afterEach(() => opened.close());

test('ids: a conversation in an event leads to its delete dialog in two keys from the list of events', async () => {
  opened = await openExplorer({ sandbox: { ext: true }, flags: ['--ext'], columns: 100 });
  const { terminal, sandbox, deletes } = opened;
  await terminal.waitFor('support-prod');
  await terminal.press('i');
  await terminal.waitFor(/▸ Unhandled exception/);
  await terminal.press('E');
  await terminal.waitFor(/▸ .*conversationId=|issevt_/);
  const requests = sandbox.requests.length;

  await terminal.press('Enter');
  await terminal.waitFor(/▸ conversationId +conv_/);
  const [, id = ''] = /conversationId +(conv_\w+)/.exec(terminal.text()) ?? [];
  await terminal.press('Enter');
  await terminal.waitFor('Type the last 6 characters');
  expect(terminal.text().replace(/\s+/g, '')).toContain(id);
  expect(sandbox.requests).toHaveLength(requests);

  await terminal.press('Escape', 'ctrl+d');
  await terminal.waitFor('Type the last 6 characters');
  await terminal.press('Escape', 'k', 'k');
  expect(deletes()).toHaveLength(0);
});

test('ids: Enter copies an id and an e-mail address, opens a link, and opens the version that a change is about', async () => {
  opened = await openExplorer({ columns: 100, rows: 45 });
  const { terminal, sandbox } = opened;
  const goTo = async (words: string): Promise<void> => {
    await terminal.press('/', ...words, 'Enter');
    await terminal.waitFor(new RegExp(`▸ ${words}`));
  };
  await terminal.waitFor('support-prod');
  await terminal.press('Enter');
  await terminal.waitFor('created by');
  await goTo('created by');
  await terminal.waitFor('Enter copy');
  await terminal.press('Enter');
  await terminal.waitFor(/ user_\w+ +id /);

  await terminal.press(':', ...'ws', 'Enter');
  await terminal.waitFor('contact email');
  await goTo('contact email');
  await terminal.press('Enter');
  await terminal.waitFor(/@\S+ +e-mail address/);
  await goTo('website');
  await terminal.waitFor('Enter open link');

  await terminal.press(':', ...'bots', 'Enter', 'Space', 'Space', '=');
  await terminal.waitFor(/─ integrations ─/);
  await terminal.press('/', ...'slack@', 'Enter', 'Enter', 'j');
  await terminal.waitFor('Enter open integration');
  await terminal.press('Enter');
  await terminal.waitFor(/version +3\.1\.0/);
  expect(sandbox.requests.at(-1)?.path).toMatch(/\/integrations\/intver_/);
});

test('ids: the form of a pasted id decides its first kind, and other readings follow', async () => {
  opened = await openExplorer();
  const { terminal, sandbox } = opened;
  await terminal.waitFor('support-prod');

  await terminal.paste(sandbox.ids.issueId);
  await terminal.waitFor(/▸ issue[\s\S]* bot iss/);
});
