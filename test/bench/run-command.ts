import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { peakMb } from './process-figures.ts';
import { cleanEnv } from './session.ts';

export type Command = {
  readonly argv: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Default: a new empty folder, gone afterwards. */
  readonly home?: string;
  readonly input?: string;
};

export type Ran = {
  /** From its start until it had ended and all was read. */
  readonly ms: number;
  /** To the first byte on standard output. */
  readonly firstMs: number;
  readonly code: number;
  readonly output: string;
  readonly errors: string;
  readonly bytes: number;
  /** The most memory, looked at every few milliseconds: of a short run it is too low. */
  readonly peakMb: number;
};

const LOOK_MS = 8;
const KEPT_BYTES = 1e6;

/** Runs a command without a terminal, in an environment of its own. Its output is kept up to a megabyte. */
export async function runCommand({ argv, env, home, input }: Command): Promise<Ran> {
  const own = home ?? mkdtempSync(join(tmpdir(), 'botscope-bench-home-'));
  const [command = '', ...args] = argv;
  const startedAt = performance.now();
  const child = spawn(command, args, {
    env: { ...cleanEnv(own), ...env },
    stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
  });
  const parts: Buffer[] = [];
  let errors = '';
  let bytes = 0;
  let firstMs = Number.NaN;
  let peak = 0;
  child.stdin?.end(input);
  child.stdout?.on('data', (part: Buffer) => {
    if (bytes === 0) firstMs = performance.now() - startedAt;
    bytes += part.length;
    if (bytes < KEPT_BYTES) parts.push(part);
  });
  child.stderr?.on('data', part => {
    errors += part;
  });
  const timer = setInterval(() => {
    peak = Math.max(peak, peakMb(child.pid ?? 0) || 0);
  }, LOOK_MS);
  const code = await new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', status => resolve(status ?? -1));
  });
  const ms = performance.now() - startedAt;
  clearInterval(timer);
  if (home === undefined) rmSync(own, { recursive: true, force: true });
  return { ms, firstMs, code, output: String(Buffer.concat(parts)), errors, bytes, peakMb: peak };
}

/** The same, when it has to succeed. */
export async function demand(command: Command): Promise<Ran> {
  const ran = await runCommand(command);
  if (ran.code !== 0)
    throw new Error(
      `${command.argv.join(' ')} ended with ${ran.code}\n${ran.errors}${ran.output}`.slice(0, 600),
    );
  return ran;
}
