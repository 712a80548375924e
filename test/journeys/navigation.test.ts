// @module-tag program

import { expect, test } from 'vitest';
import { journeys, take } from '../helpers/journey.ts';

const { journey, open } = journeys();

journey('navigation: the keys on the screen lead from the start to the text of an issue and back', [
  ['', 'Enter open'],
  ['Enter', /▸ ✗ integration slack is registration_failed/],
  ['i', 'or list issues with an undocumented call'],
  ['Enter', '_<issueId>'],
  ['"$issueId" Enter', 'Description', 'category', 'Grouped data'],
  ['Esc', '[3 Issues]'],
  ['Esc', '20+'],
  ['Esc', 'Workspace Borealis Air'],
  ({ sandbox }) =>
    expect(sandbox.requests.map(({ path }) => path)).toContain(
      `/v1/admin/bots/${sandbox.ids.botId}/issues/${sandbox.ids.issueId}`,
    ),
]);

journey('navigation: an integration opens from its line, and one from the hub explains why it is missing', [
  ['Enter', 'registration_failed'],
  ['Enter', '[2 Integrations 6 · ✗ 1]'],
  ['Enter', 'verification status', 'version'],
  [': "integration $hubIntegrationId" Enter', 'from the public hub are not in this', '404'],
]);

journey(
  'list: all pages of 114 bots are loaded as the cursor nears the end, and the count shows completion',
  [
    ['', '20+'],
    ...[40, 60, 80, 100].map(count => ['`G`', `${count}+`] as const),
    ['`G`', '114 · all loaded'],
    ['G', '114/114'],
    ({ sandbox }) =>
      expect(sandbox.requests.filter(({ path }) => /^\/v1\/admin\/bots(\?|$)/.test(path))).toHaveLength(6),
  ],
);

journey('list: an endless list stops loading with a notice', [
  ['', '20+'],
  'GET /v1/admin/bots status=200 body={"bots":[{"id":"b_1","name":"again"}],"meta":{"nextToken":"same"}}',
  ['r', '1+'],
  [':next Space page Enter', 'Loading stopped'],
]);

test('list: hostile names are shown harmlessly, each in its row', async () => {
  const run = await open({ columns: 120, rows: 40, sandbox: { pageSize: 60 }, first: ' 1/60+' });
  const seen = [run.terminal.text()];
  const look = ({ terminal }: typeof run) => seen.push(terminal.text());

  // Waits for the next page too: the next key would stop at the end of the loaded rows.
  await take(
    run,
    ...[34, 67, 100].flatMap(at => [['PgDn', new RegExp(` ${at}/(?!60|${at})`)] as const, look]),
  );

  for (const screen of seen) expect(screen.split('\n')[0]).toContain('botscope');
  expect(seen.join('\n')).toMatch(/\^\[/);
  expect(seen.join('\n')).toMatch(/<U\+202E>/);
  expect(run.terminal.title()).toBe('');
});
