import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { spawnSync } from './child-process.ts';
import { filesBelow, newFolder } from './folder.ts';
import { program } from './program.ts';

/** Creates a home folder with these files; a path that ends in `!` gets mode 0600, all others 0644. */
export function makeHome(files: Readonly<Record<string, string>> = {}) {
  const folder = newFolder('own-home');
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder, name.replace(/!$/, ''));
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    chmodSync(path, name.endsWith('!') ? 0o600 : 0o644);
  }
  const read = (name: string): string => readFileSync(join(folder, name), 'utf8');
  const everything = (): readonly (readonly [path: string, text: string])[] =>
    filesBelow(folder).map(path => [path, readFileSync(path, 'utf8')] as const);
  return {
    folder,
    read,
    files: everything,
    env: { HOME: folder, XDG_CONFIG_HOME: join(folder, '.config'), XDG_STATE_HOME: join(folder, '.state') },
  };
}

export function settingsEnv(text: string): { readonly XDG_CONFIG_HOME: string } {
  const folder = newFolder('settings');
  mkdirSync(join(folder, 'botscope'));
  writeFileSync(join(folder, 'botscope', 'settings.yaml'), text);
  return { XDG_CONFIG_HOME: folder };
}

export const SETTINGS = '.config/botscope/settings.yaml';

/** Longer than any run on a busy machine: a program that waits for a pipe never ends. */
const HUNG_MS = 20_000;

/** Creates a home folder with these files, and returns a runner of the built program in its folder `work`. */
export function programAtHome(
  files: Readonly<Record<string, string>> = {},
  env: Readonly<Record<string, string>> = {},
) {
  const home = makeHome(files);
  const path = (name: string): string => join(home.folder, name);
  for (const folder of ['work', '.config/botscope']) mkdirSync(path(folder), { recursive: true });
  const run = (...args: readonly string[]) =>
    spawnSync(program.command, [...program.args, ...args], {
      encoding: 'utf8',
      cwd: path('work'),
      env: { PATH: process.env['PATH'] ?? '', ...home.env, ...env },
      timeout: HUNG_MS,
      killSignal: 'SIGKILL',
    });
  return { ...home, path, run };
}
