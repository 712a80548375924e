import { join } from 'node:path';
import { beforeAll, vi } from 'vitest';
import { bundle } from '../../src/build/build.ts';
import { newFolder } from '../helpers/folder.ts';
import { openOn } from '../helpers/journey.ts';
import type { Terminal, TerminalOptions } from '../helpers/terminal.ts';

/** Builds the fixture app for the tests of one file. Everything started ends with its test. */
export function fixtureApp() {
  // Longer than the harness waits: its error shows the screen.
  vi.setConfig({ testTimeout: 30_000 });
  const folder = newFolder('fixture');
  const args = [join(folder, 'botscope.cjs')];
  beforeAll(async () => {
    await bundle({ entry: 'test/terminal/fixture.tsx', folder });
  });

  const start = async (options: TerminalOptions): Promise<Terminal> =>
    (await openOn(undefined, options)).terminal;
  return {
    args,
    start,
    open: async (options: TerminalOptions = {}): Promise<Terminal> => {
      const opened = await start({ args, ...options });
      await opened.waitFor('j 0 times');
      return opened;
    },
  };
}

/** Conditions for `waitFor`: the shell has the screen; the program shows a text on its own. */
export const isPrimary = (terminal: Terminal) => () => !terminal.altScreen();
export const isShown = (terminal: Terminal, text: string) => (screen: string) =>
  terminal.altScreen() && screen.includes(text);
