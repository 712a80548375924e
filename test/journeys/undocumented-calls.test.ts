// @module-tag program

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { type ExplorerRun, openExplorer } from '../helpers/explorer.ts';
import { newFolder } from '../helpers/folder.ts';
import { pace } from '../helpers/pace.ts';
import { openRestartable } from '../helpers/restarting.ts';

let opened: ExplorerRun;
let restarts: Awaited<ReturnType<typeof openRestartable>> | undefined;
afterEach(() => restarts?.close() ?? opened.close());

const LISTS = /\/issues$|\/events$/;
const asked = (): readonly string[] =>
  opened.sandbox.requests.map(({ path }) => path).filter(path => LISTS.test(path));

async function openIssues(options: Parameters<typeof openExplorer>[0]) {
  opened = await openExplorer(options);
  await opened.terminal.waitFor('support-prod');
  await opened.terminal.press('i');
  await opened.terminal.waitFor('[3 Issues]');
  return opened.terminal;
}

test('undocumented calls: nothing is sent before a yes, which loads the issues; E loads the events of one', async () => {
  const terminal = await openIssues({ sandbox: { ext: true } });
  await terminal.waitFor('or list issues with an undocumented call');
  await terminal.press('e');
  await terminal.waitFor(`GET /v1/admin/bots/${opened.sandbox.ids.botId}/issues`);
  await terminal.press('n');
  await terminal.press('e');
  await terminal.waitFor(/▸ not now/);
  await terminal.press('Enter');
  await terminal.waitFor(/▸ open by id/);
  expect(asked()).toEqual([]);
  // The lines about the request belong to its line: the cursor passes them.
  await terminal.press('j', 'j');
  await terminal.waitFor(/▸ delete by id/);

  await terminal.press('e', 'Down', 'Enter');
  // The cursor is on the first row: seen most often and not long ago.
  await terminal.waitFor(/▸ Unhandled exception .* 60 /);
  expect(terminal.text()).toMatch(
    /Unhandled[\s\S]*Messages carry[\s\S]*Recurring event[\s\S]*Slack could not/,
  );
  expect(asked()).toHaveLength(1);
  await terminal.press('j', 'j', 'E');

  // The part that all events share is written once, so that the rows show what differs.
  await terminal.waitFor(/all: event=nightly-sync .*\n[\s\S]*channel=\w+ .* issevt_/);
  expect(terminal.text().match(/event=nightly-sync/g)).toHaveLength(1);
  expect(asked()).toHaveLength(2);
});

test.each([
  [40, 12],
  [40, 8],
  [60, 10],
])('undocumented calls: at %i x %i the consent dialog shows all it is for', async (columns, rows) => {
  const terminal = await openIssues({ sandbox: { ext: true }, columns, rows });
  await terminal.press('e');
  await terminal.waitFor('/v1/admin/bots/');

  const shown = terminal.text().replace(/\s+/g, '');
  expect(shown).toContain(`${opened.sandbox.ids.botId}/issues`);
  expect(shown).toMatch(/undocumented|notdocumented/);
  expect(shown).toMatch(/until(yourun)?:extension\.off\./);
  expect(terminal.text()).toMatch(/y +yes/);
});

test('undocumented calls: a server without the list is remembered, and not retried automatically', async () => {
  const terminal = await openIssues({ flags: ['--ext'] });
  await terminal.waitFor('Not supported by this server');
  await terminal.press('1', '3');

  await terminal.waitFor('Not supported by this server');
  expect(asked()).toHaveLength(1);
});

test('undocumented calls: --strict offers no consent dialog', async () => {
  const terminal = await openIssues({ sandbox: { ext: true }, flags: ['--strict'] });
  await terminal.press('e');

  await terminal.waitFor('--strict');
  expect(asked()).toEqual([]);
});

test('undocumented calls: the settings file refuses them, or allows them without a dialog', async () => {
  const folder = newFolder('config');
  mkdirSync(join(folder, 'botscope'));
  const settings = (text: string): void => writeFileSync(join(folder, 'botscope', 'settings.yaml'), text);
  const env = { XDG_CONFIG_HOME: folder };
  settings('strict: true\n');
  const strict = await openIssues({ sandbox: { ext: true }, env });
  await strict.waitFor('strict in settings');
  await strict.press('e', 'y', 'r');
  expect(asked()).toEqual([]);
  await opened.close();

  settings('ext: true\n');
  const allowed = await openIssues({ sandbox: { ext: true }, env });
  await allowed.waitFor('Slack could not be registered');
  expect(asked()).toHaveLength(1);
});

test('integration on a bot: a finding leads to it, and c copies why it failed', async () => {
  opened = await openExplorer();
  const { terminal } = opened;
  await terminal.waitFor('support-prod');
  await terminal.press('Enter');
  await terminal.waitFor('Diagnosis');
  const before = opened.sandbox.requests.length;

  await terminal.press('Enter');
  await terminal.waitFor(/botToken •+/);
  await terminal.press('c');

  await terminal.waitFor('slack@3.1.0 registration_failed: invalid_auth: the bot token was revoked');
  expect(terminal.text()).not.toContain('xoxb');
  expect(opened.sandbox.requests).toHaveLength(before);
});

test('undocumented calls: --ext and --strict together are a usage error, and nothing is sent', async () => {
  opened = await openExplorer({ flags: ['--ext', '--strict'] });

  expect(await opened.terminal.exit).toMatchObject({ code: 2 });
  expect(opened.terminal.text()).toContain('--ext and --strict contradict each other');
  expect(opened.sandbox.requests).toEqual([]);
});

test('undocumented calls: :extension.off withdraws consent, and e opens the dialog again', async () => {
  const terminal = await openIssues({ sandbox: { ext: true } });
  await terminal.press('e', 'y');
  await terminal.waitFor('Slack could not be registered');
  expect(asked()).toHaveLength(1);

  await terminal.press(':');
  await terminal.paste('extension.off');
  await terminal.press('Enter');
  await terminal.waitFor('Undocumented calls are off.');
  await terminal.waitFor('or list issues with an undocumented call');
  await terminal.press('r', '1', '3');
  expect(asked()).toHaveLength(1);
  await terminal.press('e');

  await terminal.waitFor('List issues? (undocumented API call)');
});

test('issue: one opened by its id is listed on its bot as seen before, and opens from there', async () => {
  const terminal = await openIssues({});
  const { botId, issueId } = opened.sandbox.ids;
  await terminal.paste(`/v1/admin/bots/${botId}/issues/${issueId}`);
  await terminal.press('Enter');
  await terminal.waitFor('Description');
  await terminal.press('Escape');
  await terminal.press('i');

  await terminal.waitFor(/Seen before/);
  await terminal.waitFor(/Unhandled exception .* opened just now/);
  await terminal.press('G', 'k', 'Enter');
  await terminal.waitFor('Description');
});

test('finding: Esc returns from the record that it leads to', async () => {
  opened = await openExplorer();
  const { terminal } = opened;
  await terminal.waitFor('support-prod');
  await terminal.press('Enter');
  await terminal.waitFor('Diagnosis');
  await terminal.press('Enter');
  await terminal.waitFor('[2 Integrations');

  await terminal.press('Escape');

  await terminal.waitFor(/\[1 Overview\]/);
  await terminal.waitFor(/▸ ✗ integration slack/);
  await terminal.press('Escape');
  await terminal.waitFor('› Bots ');
});

test('undocumented calls: consent and missing calls are remembered in the next run', async () => {
  restarts = await openRestartable();
  const { sandbox, start } = restarts;
  const lists = () => sandbox.requests.filter(({ path }) => LISTS.test(path)).length;
  const openIssueTab = async (...flags: readonly string[]) => {
    const terminal = await (restarts ?? { start }).start(...flags);
    await terminal.waitFor('support-prod');
    await terminal.press('i');
    await terminal.waitFor('[3 Issues]');
    return terminal;
  };
  const first = await openIssueTab();
  await first.press('e', 'y');
  await first.waitFor('Not supported by this server');
  expect(lists()).toBe(1);
  await first.quit();

  const second = await openIssueTab();
  await second.waitFor('Not supported by this server');
  await second.press('1', '3');
  expect(lists()).toBe(1);
  await second.press('r');
  await expect.poll(lists, { timeout: 15_000 * pace }).toBe(2);
  await second.waitFor('Not supported by this server (tried just now)');
});
