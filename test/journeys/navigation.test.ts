// @module-tag program

import { afterEach, expect, test } from 'vitest';
import { type ExplorerRun, openExplorer } from '../helpers/explorer.ts';

let opened: ExplorerRun;
afterEach(() => opened.close());

test('navigation: the keys on the screen lead from the start to the text of an issue and back', async () => {
  opened = await openExplorer();
  const { terminal, sandbox } = opened;
  await terminal.waitFor('support-prod');
  expect(terminal.text()).toMatch(/Enter open/);

  await terminal.press('Enter');
  await terminal.waitFor('registration_failed');
  expect(terminal.text()).toMatch(/▸ ✗ integration slack is registration_failed/);

  await terminal.press('i');
  await terminal.waitFor('or list issues with an undocumented call');
  await terminal.press('Enter');
  await terminal.waitFor('_<issueId>');
  await terminal.paste(sandbox.ids.issueId);
  await terminal.press('Enter');
  await terminal.waitFor('Description');
  expect(terminal.text()).toContain('category');
  expect(terminal.text()).toContain('Grouped data');

  await terminal.press('Escape');
  await terminal.waitFor('[3 Issues]');
  await terminal.press('Escape');
  await terminal.waitFor('20+');
  await terminal.press('Escape');
  await terminal.waitFor('Workspace Borealis Air');
  expect(sandbox.requests.map(({ path }) => path.replace(/\?.*/, ''))).toContain(
    `/v1/admin/bots/${sandbox.ids.botId}/issues/${sandbox.ids.issueId}`,
  );
});

test('navigation: an integration opens from its line on the bot, and one from the hub explains why it is missing', async () => {
  opened = await openExplorer();
  const { terminal, sandbox } = opened;
  await terminal.waitFor('support-prod');
  await terminal.press('Enter');
  await terminal.waitFor('registration_failed');

  await terminal.press('Enter');
  await terminal.waitFor('[2 Integrations 6 · ✗ 1]');
  await terminal.press('Enter');
  await terminal.waitFor('verification status');
  expect(terminal.text()).toContain('version');

  await terminal.press(':');
  await terminal.paste(`integration ${sandbox.ids.hubIntegrationId}`);
  await terminal.press('Enter');
  await terminal.waitFor('from the public hub are not in this');
  expect(terminal.text()).toContain('404');
});

test('list: all pages of 114 bots are loaded as the cursor nears the end, and the count shows completion', async () => {
  opened = await openExplorer();
  const { terminal, sandbox } = opened;
  await terminal.waitFor('20+');

  for (let page = 2; page <= 6; page++) {
    terminal.send('G');
    await terminal.waitFor(page === 6 ? '114 · all loaded' : `${page * 20}+`);
  }
  await terminal.press('G');

  expect(terminal.text()).toContain('114/114');
  const pages = sandbox.requests.filter(({ path }) => /^\/v1\/admin\/bots(\?|$)/.test(path));
  expect(pages).toHaveLength(6);
});

test('list: an endless list stops loading with a notice', async () => {
  opened = await openExplorer();
  const { terminal, sandbox } = opened;
  await terminal.waitFor('20+');
  const bots = [{ id: 'b_1', name: 'again' }];
  sandbox.fault({ path: '/v1/admin/bots', status: 200, body: { bots, meta: { nextToken: 'same' } } });

  await terminal.press('r');
  await terminal.waitFor('1+');
  await terminal.press(...':next page', 'Enter');

  await terminal.waitFor(/Loading stopped/);
});

test('keyboard: 300 keys in one write move 300 rows', async () => {
  opened = await openExplorer({ sandbox: { bots: 3000, pageSize: 1000 } });
  const { terminal } = opened;
  await terminal.waitFor('1000+');

  terminal.send('j'.repeat(300));

  await terminal.waitFor('301/');
});

test('list: hostile names are shown harmlessly, each in its row', async () => {
  opened = await openExplorer({ columns: 120, rows: 40, sandbox: { pageSize: 60 } });
  const { terminal } = opened;
  await terminal.waitFor('60+');

  await terminal.waitFor(' 1/60+');
  const seen = [terminal.text()];
  for (const at of [34, 67, 100]) {
    await terminal.press('PageDown');
    // Waits for the next page too: the next key would stop at the end of the loaded rows.
    seen.push(await terminal.waitFor(new RegExp(` ${at}/(?!60|${at})`)));
  }

  for (const screen of seen) expect(screen.split('\n')[0]).toContain('botscope');
  expect(seen.join('\n')).toMatch(/\^\[/);
  expect(seen.join('\n')).toMatch(/<U\+202E>/);
  expect(terminal.title()).toBe('');
});
