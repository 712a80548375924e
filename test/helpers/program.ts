import { existsSync } from 'node:fs';
import { basename, delimiter, join } from 'node:path';

const BUILT = join(import.meta.dirname, '../../dist/botscope.cjs');

/**
 * Command line of the program under test: `BOTSCOPE_UNDER_TEST`, absolute paths separated by blanks, as in
 * `/opt/node22/bin/node /src/dist/botscope.cjs` or `/src/dist/botscope`. Default: this Node and
 * `dist/botscope.cjs`.
 */
const [command = '', ...args] = process.env['BOTSCOPE_UNDER_TEST']?.split(' ') ?? [process.execPath, BUILT];
export const program: { readonly command: string; readonly args: readonly string[] } = { command, args };

/** The command line, quoted for a shell. */
export const programInShell: string = [command, ...args].map(word => `'${word}'`).join(' ');

/** The Node that runs built files: the one under test, or this one if an executable is under test. */
export const nodeUnderTest: string = basename(command) === 'node' ? command : process.execPath;

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

export const pathOfCommand = (name: string): string | undefined =>
  (process.env['PATH'] ?? '')
    .split(delimiter)
    .map(folder => join(folder, name))
    .find(existsSync);
