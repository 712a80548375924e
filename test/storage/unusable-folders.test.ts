// @module-tag program

import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { ends, journeyOn, openOn } from '../helpers/journey.ts';
import { envOf, run } from '../helpers/run-cli.ts';
import { sandboxPerFile } from '../helpers/sandbox.ts';

const sandbox = sandboxPerFile({ bots: 3 });

/** Environment of a home folder without any XDG folders. */
const AT_HOME = { XDG_STATE_HOME: '', XDG_CONFIG_HOME: '' };

// /proc reports ENOENT for a new folder although its parent exists.
describe.skipIf(!existsSync('/proc/self'))('state folder that cannot be created', () => {
  test.each(['HOME', 'XDG_STATE_HOME', 'XDG_CACHE_HOME', 'XDG_CONFIG_HOME'])(
    'storage: with %s=/proc/nope a read command prints its result and ends',
    async name => {
      const { code, out } = await run(sandbox, ['bots', 'ls', '-o', 'name'], {
        env: { ...AT_HOME, [name]: '/proc/nope' },
      });

      expect(code).toBe(0);
      expect(out).toContain(sandbox.ids.botId);
    },
  );

  const opened = (env: Readonly<Record<string, string>>) => () =>
    openOn(undefined, { env: { ...envOf(sandbox), ...env } });

  journeyOn('storage: without a home folder the explorer shows its list, opens a bot and ends', [
    opened({ HOME: '/proc/nope' }),
    ['', 'support-prod'],
    // Bookmarks and snapshots each have a sentence; which of the two stays on the screen depends on timing.
    ['Enter', /(are|is) not saved/],
    ({ terminal }) => terminal.kill('SIGTERM'),
    ends(143),
  ]);

  journeyOn('storage: without a settings folder a view is saved, as a bookmark in the state folder', [
    opened({ XDG_CONFIG_HOME: '/proc/nope' }),
    ['', 'support-prod'],
    [':view Space mine Space = Enter', 'Saved: :view mine opens it.'],
  ]);
});
