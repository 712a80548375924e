// @module-tag program

import { afterEach, expect, test } from 'vitest';
import { fastClock } from '../helpers/clock.ts';
import { type ExplorerRun, openExplorer } from '../helpers/explorer.ts';
import { pace } from '../helpers/pace.ts';

let opened: ExplorerRun;
afterEach(() => opened.close());

test('refresh: only the changed cells are written; they are marked until the cursor was on their row', async () => {
  opened = await openExplorer({ health: 'auto', sandbox: { bots: 12, odd: false } });
  const { sandbox, terminal } = opened;
  await terminal.waitFor(/need attention/);
  await terminal.press('R');
  await terminal.waitFor('Refreshing every 5 s');
  await terminal.press('j', 'j');
  await terminal.settle();
  const screen = terminal.text();
  const written = terminal.bytes().length;
  const row = screen.split('\n').find(line => line.includes('▸')) ?? '';
  const name = row.trim().split(/ +/)[1] ?? '';
  const [id = ''] = sandbox.idsOf('bot', { workspaceId: sandbox.workspaceId });
  sandbox.put('bot', { id, name: 'renamed-meanwhile' });
  await terminal.waitFor(/\*renamed-meanwhile/);
  expect(terminal.text()).toContain('1 changed');
  expect(
    terminal
      .text()
      .split('\n')
      .find(line => line.includes('▸')),
  ).toContain(name);
  expect(terminal.bytes().length - written).toBeLessThan(500);
  await terminal.press('g', 'j');

  await terminal.waitFor(shown => shown.includes(' renamed-meanwhile') && !shown.includes('1 changed'));
}, 40_000);

/** With this factor, the ten minutes without a key after which refreshing stops are 40 seconds. */
const FACTOR = 15;
/** A minute of the program, less what requests may be late on a busy machine. Milliseconds. */
const ALMOST_A_MINUTE = 45_000 / FACTOR;

test(
  'refresh: by default a list is refreshed every minute, without a setting or a key',
  async () => {
    opened = await openExplorer({
      sandbox: { bots: 12, odd: false },
      flags: ['--timeout', '600'],
      // An empty variable is no setting.
      env: { BOTSCOPE_REFRESH: '', ...fastClock(FACTOR) },
    });
    const { sandbox, terminal } = opened;
    await terminal.waitFor('all loaded');
    const [id = ''] = sandbox.idsOf('bot', { workspaceId: sandbox.workspaceId });
    for (const name of ['renamed-once', 'renamed-twice']) {
      sandbox.put('bot', { id, name });
      await terminal.waitFor(new RegExp(`\\*${name}`));
    }
    expect(sandbox.requests.every(({ method }) => method === 'GET')).toBe(true);
    const lists = sandbox.requests.filter(({ path }) => /^\/v1\/admin\/bots(\?|$)/.test(path));
    const gaps = lists.slice(1).map(({ at }, before) => at - (lists[before]?.at ?? at));
    expect(gaps.length).toBeGreaterThanOrEqual(2);
    expect(Math.min(...gaps)).toBeGreaterThan(ALMOST_A_MINUTE);
  },
  40_000 * pace,
);
