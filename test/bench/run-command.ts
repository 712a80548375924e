import { spawn } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { peakMb } from './process-figures.ts';
import { cleanEnv } from './session.ts';

export type Command = {
  readonly argv: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Files in its home, which is a new folder that is removed afterwards. */
  readonly files?: Readonly<Record<string, string>>;
  /** Its output goes into a file, so that no reader takes part in the measurement. */
  readonly toFile?: boolean;
};

export type CommandRun = {
  /** Milliseconds from its start to its end, all output read. */
  readonly ms: number;
  /** Milliseconds to the first byte on standard output. */
  readonly firstMs: number;
  readonly code: number;
  readonly output: string;
  readonly errors: string;
  readonly lines: number;
  /** Peak memory, sampled every few milliseconds: too low for short runs. */
  readonly peakMb: number;
};

const SAMPLE_MS = 8;
const KEPT_BYTES = 1e6;

function linesIn(part: Buffer): number {
  let count = 0;
  for (let at = part.indexOf(10); at >= 0; at = part.indexOf(10, at + 1)) count++;
  return count;
}

/** Runs a command without a terminal, in an environment of its own. Stores up to a megabyte of its output. */
export async function runCommand({ argv, env, files = {}, toFile = false }: Command): Promise<CommandRun> {
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
  const parts: Buffer[] = [];
  let errors = '';
  let bytes = 0;
  let lines = 0;
  let firstMs = Number.NaN;
  let peak = 0;
  child.stdout?.on('data', (part: Buffer) => {
    if (bytes === 0) firstMs = performance.now() - startedAt;
    bytes += part.length;
    lines += linesIn(part);
    if (bytes < KEPT_BYTES) parts.push(part);
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
    const written = readFileSync(file);
    lines = linesIn(written);
    parts.push(written);
  }
  rmSync(home, { recursive: true, force: true });
  return { ms, firstMs, code, output: String(Buffer.concat(parts)), errors, lines, peakMb: peak };
}

export async function demand(command: Command): Promise<CommandRun> {
  const ran = await runCommand(command);
  if (ran.code !== 0)
    throw new Error(
      `${command.argv.join(' ')} ended with ${ran.code}\n${ran.errors}${ran.output}`.slice(0, 600),
    );
  return ran;
}
