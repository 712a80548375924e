import { spawn } from 'node:child_process';
import { accessSync, constants, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, isAbsolute, join, resolve } from 'node:path';
import { attempt } from '../../text/result.ts';
import { clean, type SafeText, safe } from '../../text/sanitise.ts';
import { type Environment, isSet } from '../capabilities.ts';
import { listeners } from '../listeners.ts';

/** Until the promise settles; then takes the terminal back and redraws. */
export type Lend = (until: () => Promise<void>) => Promise<void>;

const isWindows = process.platform === 'win32';
/** Windows starts these without a shell. */
const EXTENSIONS = isWindows ? ['', '.exe', '.com'] : [''];

const hasPath = (name: string) => name.includes('/') || (isWindows && name.includes('\\'));

export const programFrom = (folder: string, name: string) => (hasPath(name) ? resolve(folder, name) : name);

const isProgram = (path: string) =>
  attempt(() => statSync(path).isFile() && accessSync(path, constants.X_OK) === undefined) === true;

/** Only absolute folders of PATH: an empty or relative one depends on the current folder. */
export function programOnPath(name: string, path: string | undefined): string | undefined {
  if (hasPath(name)) return name;
  const folders = (path ?? '').split(delimiter).filter(isAbsolute);
  const candidates = folders.flatMap(folder => EXTENSIONS.map(extension => join(folder, name + extension)));
  return candidates.find(isProgram);
}

async function runChild(command: string, words: readonly string[]): Promise<number | 'not started'> {
  const child = spawn(command, words, { stdio: 'inherit' });
  const stop = () => void child.kill();
  process.on('exit', stop);
  const code = await new Promise<number | 'not started'>(resolve => {
    child.on('error', () => resolve('not started'));
    child.on('exit', (ended, signal) => resolve(ended ?? (signal === null ? 1 : 128)));
  });
  process.off('exit', stop);
  return code;
}

export type Host = Readonly<{ env: Environment; lend: Lend }>;

const NOT_STARTED = safe`could not be started`;

/**
 * No shell. The program has the terminal until `after`, and is killed when this one exits. Returns its exit
 * code, or the end of a sentence why it could not run.
 */
export async function runLent(
  [name = '', ...words]: readonly string[],
  { env, lend }: Host,
  after = (_code: number) => Promise.resolve(),
): Promise<number | SafeText> {
  const program = programOnPath(name, env['PATH']);
  if (program === undefined) return safe`is not in PATH`;
  let code: number | 'not started' = 'not started';
  try {
    await lend(async () => {
      code = await runChild(program, words);
      if (typeof code === 'number') await after(code);
    });
  } catch {
    return safe`${NOT_STARTED}: the terminal is in use`;
  }
  return code === 'not started' ? NOT_STARTED : code;
}

/** Input without a line end was typed earlier and is not an Enter. */
const LINE_END = /[\r\n]/;

/** Only while the terminal is lent: Ink would read the keys otherwise. */
export async function untilEnter(stdin: NodeJS.ReadStream): Promise<void> {
  const { listen, stop } = listeners();
  await new Promise<void>(resolve => {
    listen(stdin, 'data', chunk => LINE_END.test(String(chunk)) && resolve());
    listen(process, 'SIGINT', () => resolve());
    // While the terminal is lent, stdin does not keep Node alive, and nothing else does.
    stdin.ref();
    stdin.resume();
  });
  stop();
  stdin.pause();
  stdin.unref();
}

export function browserCommand(env: Environment, platform: NodeJS.Platform): string | undefined {
  // Over SSH the browser would open on the wrong machine.
  if (isSet(env, 'SSH_CONNECTION') || isSet(env, 'SSH_TTY')) return undefined;
  if (platform === 'darwin') return 'open';
  if (platform === 'win32') return 'explorer.exe';
  return isSet(env, 'DISPLAY') || isSet(env, 'WAYLAND_DISPLAY') ? 'xdg-open' : undefined;
}

/** No shell. False without a browser here, or if it cannot be started. */
export function openUrl(url: string, env: Environment): Promise<boolean> {
  const command = browserCommand(env, process.platform);
  const program = command && programOnPath(command, env['PATH']);
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

/** A private file, removed afterwards, also when the program exits. */
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

/** Uses $PAGER, by default less. Returns why it could not. */
export async function page(text: string, host: Host): Promise<SafeText | undefined> {
  const [command = 'less', ...rest] = (host.env['PAGER'] ?? '').split(/\s+/).filter(part => part !== '');
  try {
    const ran = await withFile(text, file => runLent([command, ...rest, file], host));
    const why = ran === 127 ? NOT_STARTED : ran;
    return typeof why === 'string' ? safe`${clean(command, 200)} ${why}` : undefined;
  } catch {
    return safe`cannot write a temporary file`;
  }
}
