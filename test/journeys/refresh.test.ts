// @module-tag program

import { expect } from 'vitest';
import { fastClock } from '../helpers/clock.ts';
import type { ExplorerRun } from '../helpers/explorer.ts';
import { journeys, take } from '../helpers/journey.ts';
import { not } from '../helpers/rows.ts';

const { journey } = journeys({ sandbox: { bots: 12, odd: false } });

const rename =
  (name: string) =>
  ({ sandbox }: ExplorerRun): void => {
    const [id = ''] = sandbox.idsOf('bot', { workspaceId: sandbox.workspaceId });
    sandbox.put('bot', { id, name });
  };

journey(
  'refresh: only the changed cells are written; they are marked until the cursor was on their row',
  [
    ['R', 'Refreshing every 5 s'],
    ['j j'],
    async run => {
      const { terminal } = run;
      const [, name = ''] = /▸ +(?:\S )?(\S+)/.exec(terminal.text()) ?? [];
      const written = terminal.bytes().length;
      await take(run, rename('renamed-meanwhile'), [
        '',
        /\*renamed-meanwhile/,
        '1 changed',
        new RegExp(`▸.* ${name}`),
      ]);
      expect(terminal.bytes().length - written).toBeLessThan(500);
    },
    ['g j', ' renamed-meanwhile', not('1 changed')],
  ],
  { health: 'auto', first: /need attention/ },
);

/** With this factor, the ten minutes without a key after which refreshing stops are 40 seconds. */
const FACTOR = 15;
/** A minute of the program, less what requests may be late on a busy machine. Milliseconds. */
const ALMOST_A_MINUTE = 45_000 / FACTOR;

journey(
  'refresh: by default a list is refreshed every minute, without a setting or a key',
  [
    rename('renamed-once'),
    ['', '*renamed-once'],
    rename('renamed-twice'),
    ['', '*renamed-twice'],
    ({ sandbox: { requests } }) => {
      expect(requests.every(({ method }) => method === 'GET')).toBe(true);
      const lists = requests.filter(({ path }) => /^\/v1\/admin\/bots(\?|$)/.test(path));
      const gaps = lists.slice(1).map(({ at }, before) => at - (lists[before]?.at ?? at));
      expect(gaps.length).toBeGreaterThanOrEqual(2);
      expect(Math.min(...gaps)).toBeGreaterThan(ALMOST_A_MINUTE);
    },
  ],
  {
    flags: ['--timeout', '600'],
    // An empty variable is no setting.
    env: { BOTSCOPE_REFRESH: '', ...fastClock(FACTOR) },
    first: 'all loaded',
  },
);
