import { appendFileSync, readFileSync, rmSync } from 'node:fs';
import { writeAtomic } from '../storage/files.ts';
import { clean } from '../text/sanitise.ts';
import { redactText } from '../text/secrets/redact-text.ts';
import type { ServeOptions } from './options.ts';
import { recordsSchema, startSandbox } from './server.ts';
import type { LogEntry, Sandbox } from './types.ts';

export type ServeIo = {
  readonly write: (text: string) => void;
  readonly writeError: (text: string) => void;
  /** For signals and the end of the parent. */
  readonly onStop: (callback: () => void) => void;
};

function startProblem(error: unknown, { port = 0, host = '127.0.0.1' }: ServeOptions): string {
  // An invalid option, or a file that it names.
  if (error instanceof TypeError) return error.message;
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') return `Port ${port} of ${host} is in use: choose another with --port.`;
  if (code === 'EACCES')
    return `No permission to use port ${port} of ${host}: choose one above 1023 with --port.`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return `This machine has no address ${host}.`;
  return `The sandbox cannot listen on ${host}, port ${port} (${code}).`;
}

function startLine({ url, token, workspaceId, limitedToken, expiredToken, ids }: Sandbox): string {
  return `${JSON.stringify({ baseUrl: url, token, workspaceId, ...ids, limitedToken, expiredToken })}\n`;
}

/** Throws a `TypeError` with the name of the file. */
function writeNamed(path: string, write: () => void): void {
  try {
    write();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : 'unknown error';
    throw new TypeError(`${path}: the file cannot be written (${code})`);
  }
}

/** Removes the ready file, unless another sandbox has replaced it. */
function removeReadyFile(path: string, line: string): void {
  try {
    if (readFileSync(path, 'utf8') === line) rmSync(path);
  } catch {
    // Somebody else has removed it.
  }
}

function logLine({ at, method, path, status }: LogEntry, ms: number): string {
  const time = new Date(at).toISOString();
  return `${JSON.stringify({ at: time, method, path: redactText(path), status: status ?? null, ms: Math.round(ms) })}\n`;
}

/** A full disk ends the log, not the sandbox. */
function logTo(path: string, { writeError }: ServeIo): (entry: LogEntry, ms: number) => void {
  let isBroken = false;
  const write = (text: string): void => writeNamed(path, () => appendFileSync(path, text));
  write('');
  return (entry, ms) => {
    try {
      if (!isBroken) write(logLine(entry, ms));
    } catch (error) {
      isBroken = true;
      writeError(`botscope: ${clean(startProblem(error, {}), 500)}\n`);
    }
  };
}

async function start(
  { readyFile, logFile, parent: _, printsSchema: __, ...options }: ServeOptions,
  io: ServeIo,
): Promise<Sandbox> {
  const onResponse = logFile === undefined ? undefined : logTo(logFile, io);
  const sandbox = await startSandbox({ ...options, ...(onResponse && { onResponse }) });
  try {
    // Only its owner may read it: it has the tokens.
    if (readyFile !== undefined)
      writeNamed(readyFile, () => writeAtomic(readyFile, startLine(sandbox), { mode: 0o600 }));
    return sandbox;
  } catch (error) {
    await sandbox.close();
    throw error;
  }
}

/**
 * Writes a line of JSON once it listens: the address, the token and example ids. Returns the exit code: 0, or
 * 2 with a sentence on stderr if it cannot listen.
 */
export async function serve(options: ServeOptions, io: ServeIo): Promise<number> {
  if (options.printsSchema === true) {
    io.write(`${JSON.stringify(recordsSchema(), undefined, 2)}\n`);
    return 0;
  }
  const stopped = new Promise<void>(resolve => io.onStop(resolve));
  let sandbox: Sandbox;
  try {
    sandbox = await start(options, io);
  } catch (error) {
    io.writeError(`botscope: ${clean(startProblem(error, options), 500)}\n`);
    return 2;
  }
  const line = startLine(sandbox);
  io.write(line);
  await stopped;
  await sandbox.close();
  if (options.readyFile !== undefined) removeReadyFile(options.readyFile, line);
  return 0;
}
