import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundle } from '../../src/build/build.ts';
import { openTerminal, type TerminalOptions } from '../helpers/terminal.ts';

/** The fixture app, built into a folder of its own. `open` starts it and waits for its first screen. */
export async function buildFixture() {
  const folder = mkdtempSync(join(tmpdir(), 'botscope-fixture-'));
  await bundle({ entry: 'test/terminal/fixture.tsx', folder });
  // With a word that it does not know, the launcher shows nothing before the app.
  const args = [join(folder, 'botscope.cjs'), 'fixture'];
  return {
    args,
    open: async (options: TerminalOptions = {}) => {
      const terminal = await openTerminal({ args, ...options });
      await terminal.waitFor('acted nothing');
      return terminal;
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
