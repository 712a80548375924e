import { join } from 'node:path';
import { afterEach, beforeAll, vi } from 'vitest';
import { bundle } from '../../src/build/build.ts';
import { newFolder } from '../helpers/folder.ts';
import { openTerminal, type Terminal, type TerminalOptions } from '../helpers/terminal.ts';

/** Builds the fixture app for the tests of one file. Everything started ends with its test. */
export function fixtureApp() {
  // Longer than the harness waits: its error shows the screen.
  vi.setConfig({ testTimeout: 30_000 });
  const folder = newFolder('fixture');
  const args = [join(folder, 'botscope.cjs')];
  let terminal: Terminal | undefined;
  beforeAll(async () => {
    await bundle({ entry: 'test/terminal/fixture.tsx', folder });
  });
  afterEach(() => terminal?.close());

  const start = async (options: TerminalOptions = {}): Promise<Terminal> => {
    terminal = await openTerminal(options);
    return terminal;
  };
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
