// @module-tag program

import { expect, test } from 'vitest';
import type { Sandbox } from '../../src/sandbox/types.ts';
import type { ExplorerRun } from '../helpers/explorer.ts';
import { settingsEnv } from '../helpers/home.ts';
import { journeys, take } from '../helpers/journey.ts';
import { pace } from '../helpers/pace.ts';
import { openRestartable } from '../helpers/restarting.ts';

const { journey, open } = journeys({ sandbox: { ext: true } });

const listsOf = ({ requests }: Sandbox): readonly string[] =>
  requests.map(({ path }) => path).filter(path => /\/issues$|\/events$/.test(path));
const expectLists = (count: number) => (run: Pick<ExplorerRun, 'sandbox'>) =>
  expect(listsOf(run.sandbox)).toHaveLength(count);

journey(
  'undocumented calls: nothing is sent before a yes, which loads the issues; E loads the events of one',
  [
    [
      'i',
      /▸ list issues …[\s\S]*undocumented; asks once per workspace/,
      screen => screen.match(/documented/g)?.length === 1,
    ],
    ['Enter', 'GET /v1/admin/bots/$botId/issues', '▸ list them'],
    ['n'],
    // The lines about the request belong to its line: the cursor passes them.
    ['j', '▸ open by id'],
    ['e ↑', '▸ not now'],
    ['Enter', '▸ open by id'],
    expectLists(0),
    // The cursor is on the first row: seen most often and not long ago.
    [
      'g Enter Enter',
      /▸ Unhandled exception .* 60 /,
      /Unhandled[\s\S]*Messages carry[\s\S]*Recurring event[\s\S]*Slack could not/,
    ],
    expectLists(1),
    // The part that all events share is written once, so that the rows show what differs.
    [
      'j j E',
      /all: event=nightly-sync .*\n[\s\S]*conversationId=conv_\w+ {2}.* issevt_/,
      screen => screen.match(/event=nightly-sync/g)?.length === 1,
    ],
    expectLists(2),
  ],
);

for (const [columns, rows] of [
  [40, 12],
  [40, 8],
  [60, 10],
] as const)
  journey(`undocumented calls: at ${columns} x ${rows} the consent dialog shows all it is for`, [
    { start: { columns, rows } },
    ['i', '[3 Issues]'],
    ['e', '/v1/admin/bots/', /y +yes/],
    ({ terminal, sandbox }) => {
      const shown = terminal.text().replace(/\s+/g, '');
      expect(shown).toContain(`${sandbox.ids.botId}/issues`);
      expect(shown).toMatch(/undocumented|notdocumented/);
      expect(shown).toMatch(/until(yourun)?:extension\.off\./);
    },
  ]);

for (const [setting, steps] of [
  ['strict: true', [['i', 'strict in settings'], ['e y r'], expectLists(0)]],
  ['ext: true', [['i', 'Slack could not be registered'], expectLists(1)]],
] as const)
  test(`undocumented calls: the settings file decides without a dialog: ${setting}`, async () => {
    await take(await open({ env: settingsEnv(`${setting}\n`) }), ...steps);
  });

journey('undocumented calls: --ext and --strict together are a usage error, and nothing is sent', [
  { start: { flags: ['--ext', '--strict'], first: '--ext and --strict contradict each other' } },
  async ({ terminal }) => expect(await terminal.exit).toMatchObject({ code: 2 }),
  { all: 0 },
]);

journey('undocumented calls: :extension.off withdraws consent, and e opens the dialog again', [
  ['i', '[3 Issues]'],
  ['e y', 'Slack could not be registered'],
  expectLists(1),
  [': "extension.off" Enter', 'Undocumented calls are off.', 'list issues …'],
  ['r 1 3'],
  expectLists(1),
  ['e', 'List issues?'],
]);

journey('issue: one opened by its id is listed on its bot as seen before, and opens from there', [
  { start: { sandbox: {} } },
  ['i', '[3 Issues]'],
  ['"/v1/admin/bots/$botId/issues/$issueId" Enter', 'Description'],
  ['Esc i', 'Seen before', /Unhandled exception .* opened just now/],
  ['G Enter', 'Description'],
]);

test('undocumented calls: consent and missing calls are remembered in the next run', async () => {
  const { sandbox, run } = await openRestartable();
  const ON_ISSUES = [
    ['', 'support-prod'],
    ['i', '[3 Issues]'],
  ] as const;
  const first = await run();
  await take(first, ...ON_ISSUES, ['e y', 'Not supported by this server'], expectLists(1));
  await first.terminal.quit();

  await take(
    await run(),
    ...ON_ISSUES,
    ['', 'Not supported by this server'],
    ['1 3'],
    expectLists(1),
    ['r'],
    () => expect.poll(() => listsOf(sandbox).length, { timeout: 15_000 * pace }).toBe(2),
    ['', 'Not supported by this server (tried just now)'],
  );
});
