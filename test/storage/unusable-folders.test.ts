// @module-tag program

import { existsSync } from 'node:fs';
import { describe, expect, onTestFinished, test } from 'vitest';
import { envOf, run } from '../helpers/run-cli.ts';
import { sandboxPerFile } from '../helpers/sandbox.ts';
import { openTerminal } from '../helpers/terminal.ts';

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

  test('storage: without a home folder the explorer shows its list, opens a bot and ends', async () => {
    const terminal = await openTerminal({ env: { ...envOf(sandbox), HOME: '/proc/nope' } });
    onTestFinished(() => terminal.close());
    await terminal.waitFor('support-prod');
    await terminal.press('Enter');
    // Bookmarks and snapshots each have a sentence; which of the two stays on the screen depends on timing.
    await terminal.waitFor(/(are|is) not saved/);
    terminal.kill('SIGTERM');
    expect((await terminal.exit).code).toBe(143);
  });

  test('storage: without a settings folder a view is saved, as a bookmark in the state folder', async () => {
    const terminal = await openTerminal({ env: { ...envOf(sandbox), XDG_CONFIG_HOME: '/proc/nope' } });
    onTestFinished(() => terminal.close());
    await terminal.waitFor('support-prod');
    await terminal.press(':', ...'view mine =', 'Enter');
    await terminal.waitFor('Saved: :view mine opens it.');
  });
});
