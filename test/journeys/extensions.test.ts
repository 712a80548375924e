import { afterEach, expect, test } from 'vitest';
import { type Opened, openExplorer } from '../helpers/explorer.ts';

let opened: Opened;
afterEach(() => opened.close());

const LISTS = /\/issues$|\/events$/;
const asked = (): readonly string[] =>
  opened.sandbox.log.map(({ path }) => path).filter(path => LISTS.test(path));

async function openIssues(options: Parameters<typeof openExplorer>[0]) {
  opened = await openExplorer(options);
  await opened.terminal.waitFor('support-prod');
  await opened.terminal.press('i');
  await opened.terminal.waitFor('[3 Issues]');
  return opened.terminal;
}

test('nothing outside of the description is asked for before a y, which leads to the rows and to the events', async () => {
  const terminal = await openIssues({ sandbox: { ext: true } });
  await terminal.waitFor('A list of issues is not in the API description.');
  await terminal.press('e');
  await terminal.waitFor(`GET /v1/admin/bots/${opened.sandbox.examples.botId}/issues`);
  await terminal.press('n');
  await terminal.press('e', 'Enter', 'Escape');
  expect(asked()).toEqual([]);

  await terminal.press('e', 'y');
  await terminal.waitFor('Slack could not be registered');
  await terminal.press('g', 'Enter');
  await terminal.waitFor('2 Events');
  expect(asked()).toHaveLength(1);
  await terminal.press('2');

  await terminal.waitFor(/event=nightly-sync .* issevt_/);
  expect(asked()).toHaveLength(2);
});

test('a server without the list is remembered as such, and not asked again by itself', async () => {
  const terminal = await openIssues({ flags: ['--ext'] });
  await terminal.waitFor('Not offered here');
  await terminal.press('1', '3');

  await terminal.waitFor('Not offered here');
  expect(asked()).toHaveLength(1);
});

test('--strict offers nothing to ask for', async () => {
  const terminal = await openIssues({ sandbox: { ext: true }, flags: ['--strict'] });
  await terminal.press('e');

  await terminal.waitFor('--strict');
  expect(asked()).toEqual([]);
});

test('a finding leads to what the bot says of the integration, and c copies why it failed', async () => {
  opened = await openExplorer();
  const { terminal } = opened;
  await terminal.waitFor('support-prod');
  await terminal.press('Enter');
  await terminal.waitFor('Diagnosis');
  const before = opened.sandbox.log.length;

  await terminal.press('Enter');
  await terminal.waitFor(/botToken •+/);
  await terminal.press('c');

  await terminal.waitFor('slack@3.1.0 registration_failed: invalid_auth: the bot token was revoked');
  expect(terminal.text()).not.toContain('xoxb');
  expect(opened.sandbox.log).toHaveLength(before);
});

test('an integration that is not in this workspace shows what the bot says of it', async () => {
  opened = await openExplorer();
  const { terminal, sandbox } = opened;
  await terminal.waitFor('support-prod');
  await terminal.press('Enter');
  await terminal.waitFor('Diagnosis');
  await terminal.press('2', ':');
  await terminal.paste(`integration ${sandbox.examples.hubIntegrationId}`);
  await terminal.press('Enter');

  await terminal.waitFor('from the public hub are not in this workspace');
  await terminal.waitFor('This is what support-prod says of the integration');
});
