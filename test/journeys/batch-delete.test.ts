// @module-tag program

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import type { ExplorerRun } from '../helpers/explorer.ts';
import { journeys, take } from '../helpers/journey.ts';
import { pace } from '../helpers/pace.ts';
import { isAlive } from '../helpers/program.ts';
import { not } from '../helpers/rows.ts';

const { journey, open } = journeys();

const asksFor = (marks: number): RegExp => new RegExp(`Type this to confirm.*\n +delete ${marks}\n`);
const MARK_THREE = [
  ['Space Space Space', '3 marked'],
  ['Ctrl-D', asksFor(3)],
] as const;

const typed = (count: number) =>
  [
    [`delete Space ${count}`, /Enter DELETES \d+ after 5 s/],
    ['Confirm', /Deleting .*in [1-5] s\. Esc cancels\. ▓/],
  ] as const;

const journal = ({ terminal }: ExplorerRun) =>
  readFileSync(join(terminal.home, '.local/state/botscope/journal.ndjson'), 'utf8')
    .trim()
    .split('\n')
    .map(line => JSON.parse(line));

const paths = (...names: readonly string[]) => names.map(name => `/v1/admin/bots/${name}`);

journey('batch delete: three marked bots are deleted in order, after "delete 3" and five seconds', [
  ...MARK_THREE,
  ['', 'Current state, checked just now:', /! 3 of 3 +deployed/],
  ...typed(3),
  ['', '3 deleted', 'Enter close  B backups'],
  { DELETE: paths('$bot1', '$bot2', '$bot3') },
  run =>
    expect(journal(run).map(({ stage, status }) => [stage, status])).toEqual(
      [1, 2, 3].flatMap(() => [
        ['sending', undefined],
        ['deleted', 200],
      ]),
    ),
  ['B', /› Backups[\s\S]*order-tracker[\s\S]*support-prod/],
  ['Esc', /\d+\+ loaded/, not('marked')],
]);

journey('batch delete: a narrow screen has all warnings', [
  { start: { columns: 40, rows: 12 } },
  ['Space Space Space Space Space', '5 marked'],
  ['Ctrl-D', 'support-', 'scroll to the end'],
  ['End', asksFor(5), /Type this to confirm:\n +delete 5\n/],
  ['PgUp', /! 5 of 5 +deployed\n +! 2 of 5 +always-alive\n +! 5 of 5 +with/],
  ['End', asksFor(5)],
  ...typed(5),
  ['', /support-…?\S* +✓ deleted$/m],
]);

describe('without the seconds to cancel', () => {
  const flags = ['--no-grace'];

  journey('batch delete: with --no-grace Enter sends the requests immediately, as the dialog announces', [
    { start: { flags } },
    ['Space Space', '2 marked'],
    ['Ctrl-D', asksFor(2), 'Enter deletes immediately'],
    // A slow delete: it is under way without a countdown.
    'DELETE /v1/* delay=300',
    ['delete Space 2', /Enter DELETES 2 /],
    ['Confirm', '1 deleted, 1 to go'],
    ['', '2 deleted', '─ Done', not('retry')],
    { DELETE: 2 },
    ['Esc', /\d+\+ loaded/],
  ]);

  journey('batch delete: a bar in the title counts the bots that are re-checked, then the deleted ones', [
    { start: { flags, sandbox: { latency: 200 }, first: '20+ loaded' } },
    [Array(18).fill('Space').join(' '), '18 marked'],
    ['`\x04`', /─ Delete 18 bots permanently\? ─+ [━╌]{8} \d+ of 18 .*─\n/],
    ['', /permanently\? ─+\n/, 'scroll to the end'],
    ['End', 'delete 18'],
    ['delete Space 18', /Enter DELETES 18 /],
    ['Confirm', /─ Deleting 18 bots ─+ ━+╌+ \d+ of 18 · [\d.]+\/s · \d s left ─\n +\d+ deleted, .*to go\n/],
    ['', /─ Done ─+ 16 deleted, 2 failed ─/, not('━')],
  ]);
});

// Below the shell of the harness the explorer gets no SIGHUP, only the end of its terminal.
test.each([
  ['with SIGHUP', { shell: false, fault: { delayMs: 400 }, stages: ['sending', 'deleted'] }],
  ['without SIGHUP', { shell: true, fault: { delayMs: 400 }, stages: ['sending', 'deleted'] }],
  ['without a response', { shell: true, fault: { hang: 'headers' }, stages: ['sending'] }],
] as const)(
  'batch delete: if the terminal is lost (%s), no further request is sent, and the journal is complete',
  async (_name, { shell, fault, stages }) => {
    const run = await open({ shell, flags: ['--timeout', '600'] });
    const { terminal, sandbox, deletes } = run;
    const pid = terminal.pid();
    sandbox.fault({ method: 'DELETE', ...fault });
    await take(run, ...MARK_THREE, ...typed(3));
    await vi.waitUntil(() => deletes().length === 1, { timeout: 20_000 * pace });

    terminal.hangUp();
    await vi.waitUntil(() => !isAlive(pid), { timeout: 20_000 * pace });

    expect(deletes()).toHaveLength(1);
    expect(journal(run).map(({ stage }) => stage)).toEqual(stages);
  },
);
