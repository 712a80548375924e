import { spawn } from 'node:child_process';
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { cleanEnv } from './session.ts';

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // The process has ended.
    return '';
  }
}

/** Says why nothing of the figures below is known, or undefined. */
export const withoutProc = (): string | undefined =>
  read('/proc/self/schedstat') === '' ? 'this system has no /proc' : undefined;

const field = (status: string, name: string): number =>
  Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? Number.NaN);

export const wakeUps = (pid: number): number =>
  readdirSync(`/proc/${pid}/task`)
    .map(thread => field(read(`/proc/${pid}/task/${thread}/status`), 'voluntary_ctxt_switches') || 0)
    .reduce((sum, each) => sum + each, 0);

export const peakMb = (pid: number): number => field(read(`/proc/${pid}/status`), 'VmHWM') / 1024;

export type Command = {
  readonly argv: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Files in its home, which is a new folder that is removed afterwards. */
  readonly files?: Readonly<Record<string, string>>;
  /** Its output goes into a file, so that no reader takes part in the measurement. */
  readonly toFile?: boolean;
  /** Number of lines that it has to print, with whatever exit code. Default: any, with 0. */
  readonly lines?: number;
};

const SAMPLE_MS = 8;

function linesIn(part: Buffer): number {
  let count = 0;
  for (let at = part.indexOf(10); at >= 0; at = part.indexOf(10, at + 1)) count++;
  return count;
}

/**
 * Runs a command without a terminal, in an environment of its own. Returns the milliseconds to its end, all
 * output read, and to the first byte of its output, and its peak memory, sampled: too low for short runs.
 */
export async function runCommand({ argv, env, files = {}, toFile = false, lines: wanted }: Command) {
  const home = mkdtempSync(join(tmpdir(), 'botscope-bench-home-'));
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(home, file)), { recursive: true });
    writeFileSync(join(home, file), text);
  }
  const [command = '', ...args] = argv;
  const file = join(home, 'output');
  const into = toFile ? openSync(file, 'w') : undefined;
  const startedAt = performance.now();
  const child = spawn(command, args, {
    env: { ...cleanEnv(home), ...env },
    stdio: ['ignore', into ?? 'pipe', 'pipe'],
  });
  let errors = '';
  let lines = 0;
  let firstMs = Number.NaN;
  let peak = 0;
  child.stdout?.on('data', (part: Buffer) => {
    if (Number.isNaN(firstMs)) firstMs = performance.now() - startedAt;
    lines += linesIn(part);
  });
  child.stderr?.on('data', part => {
    errors += part;
  });
  const timer = setInterval(() => {
    peak = Math.max(peak, peakMb(child.pid ?? 0) || 0);
  }, SAMPLE_MS);
  const code = await new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', status => resolve(status ?? -1));
  });
  const ms = performance.now() - startedAt;
  clearInterval(timer);
  if (into !== undefined) {
    closeSync(into);
    lines = linesIn(readFileSync(file));
  }
  rmSync(home, { recursive: true, force: true });
  if (wanted === undefined ? code !== 0 : lines !== wanted)
    throw new Error(`${argv.join(' ')} ended with ${code} after ${lines} lines\n${errors}`.slice(0, 600));
  return { ms, firstMs, peakMb: peak };
}
