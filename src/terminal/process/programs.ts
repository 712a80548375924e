import { spawn } from 'node:child_process';
import { accessSync, constants, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, isAbsolute, join, resolve } from 'node:path';
import { type Environment, isSet } from '../capabilities.ts';

/** Lends the terminal until the promise settles, then takes it back and redraws. */
export type Lend = (until: () => Promise<void>) => Promise<void>;

const isWindows = process.platform === 'win32';
/** File name extensions that Windows starts without a shell. */
const EXTENSIONS = isWindows ? ['', '.exe', '.com'] : [''];

const hasPath = (name: string): boolean => name.includes('/') || (isWindows && name.includes('\\'));

/** Relative to `folder`, not to the current folder, which may be anybody's. */
export const programFrom = (folder: string, name: string): string =>
  hasPath(name) ? resolve(folder, name) : name;

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** Only absolute folders of PATH: an empty or relative one depends on the current folder. */
export function programOnPath(name: string, path: string | undefined): string | undefined {
  if (hasPath(name)) return name;
  const folders = (path ?? '').split(delimiter).filter(isAbsolute);
  const candidates = folders.flatMap(folder => EXTENSIONS.map(extension => join(folder, name + extension)));
  return candidates.find(isProgram);
}

/** No shell. Returns the exit code. The command is killed when this program exits. */
export async function runChild([command = '', ...rest]: readonly string[]): Promise<number | 'not started'> {
  const child = spawn(command, rest, { stdio: 'inherit' });
  const stop = () => void child.kill();
  process.on('exit', stop);
  const code = await new Promise<number | 'not started'>(resolve => {
    child.on('error', () => resolve('not started'));
    child.on('exit', (ended, signal) => resolve(ended ?? (signal === null ? 1 : 128)));
  });
  process.off('exit', stop);
  return code;
}

/** A terminal in line mode sends lines. Input without a line end was typed earlier and is not an Enter. */
const LINE_END = /[\r\n]/;

/** Waits for Enter or Ctrl-C. Only while the terminal is lent: Ink would read the keys otherwise. */
export async function untilEnter(stdin: NodeJS.ReadStream): Promise<void> {
  const waited = Promise.withResolvers<void>();
  const done = () => waited.resolve();
  const read = (chunk: Buffer | string) => {
    if (LINE_END.test(String(chunk))) done();
  };
  stdin.on('data', read);
  process.once('SIGINT', done);
  // While the terminal is lent, stdin does not keep Node alive, and nothing else does.
  stdin.ref();
  stdin.resume();
  await waited.promise;
  stdin.off('data', read);
  process.off('SIGINT', done);
  stdin.pause();
  stdin.unref();
}

/** Returns the program that opens a URL in the browser on this screen; undefined if there is none. */
export function browserCommand(env: Environment, platform: NodeJS.Platform): string | undefined {
  // Over SSH the browser would open on the wrong machine.
  if (isSet(env, 'SSH_CONNECTION') || isSet(env, 'SSH_TTY')) return undefined;
  if (platform === 'darwin') return 'open';
  if (platform === 'win32') return 'explorer.exe';
  return isSet(env, 'DISPLAY') || isSet(env, 'WAYLAND_DISPLAY') ? 'xdg-open' : undefined;
}

/** No shell; the URL is the only argument. False without a browser here, or if it cannot be started. */
export function openUrl(url: string, env: Environment): Promise<boolean> {
  const command = browserCommand(env, process.platform);
  const program = command === undefined ? undefined : programOnPath(command, env['PATH']);
  if (program === undefined) return Promise.resolve(false);
  return new Promise(resolve => {
    const child = spawn(program, [url], { stdio: 'ignore', detached: true });
    child.on('error', () => resolve(false));
    child.on('spawn', () => {
      child.unref();
      resolve(true);
    });
  });
}

type Command = readonly [string, ...string[]];

/** Splits $PAGER into a command and its arguments. Default: less. No shell is involved. */
function commandOf(pager: string | undefined): Command {
  const [command = 'less', ...rest] = (pager ?? '').split(/\s+/).filter(part => part !== '');
  return [command, ...rest];
}

/** Runs the pager on a file. Returns why it could not be started. */
async function run(file: string, env: Environment): Promise<string | undefined> {
  const [command, ...rest] = commandOf(env['PAGER']);
  const program = programOnPath(command, env['PATH']);
  if (program === undefined) return `${command} is not in PATH`;
  const code = await runChild([program, ...rest, file]);
  return code === 'not started' || code === 127 ? `${command} could not be started` : undefined;
}

/** Private and temporary, for `work`. Removed afterwards, also when the program exits. */
async function withFile<T>(text: string, work: (file: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'botscope-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  process.on('exit', remove);
  try {
    const file = join(folder, 'text');
    writeFileSync(file, text, { mode: 0o600, flag: 'wx' });
    return await work(file);
  } finally {
    process.off('exit', remove);
    remove();
  }
}

/** Shows a text in the pager until the person quits it. Returns why it could not be shown. */
export async function page(
  text: string,
  { env, lend }: { readonly env: Environment; readonly lend: Lend },
): Promise<string | undefined> {
  try {
    return await withFile(text, async file => {
      let problem: string | undefined;
      await lend(async () => {
        problem = await run(file, env);
      });
      return problem;
    });
  } catch {
    return 'cannot write a temporary file';
  }
}
