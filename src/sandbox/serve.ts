import { appendFileSync, fstatSync, lstatSync, readFileSync, rmSync } from 'node:fs';
import { errorCode, fileProblem } from '../storage/files.ts';
import { writeNamedFile } from '../storage/named-file.ts';
import { attempt } from '../text/result.ts';
import { clean } from '../text/sanitise.ts';
import { type ServeOptions, type ServeValues, serveOptions } from './options.ts';
import { recordsSchema, startSandbox } from './server.ts';
import type { LogEntry } from './types.ts';

function startProblem(error: unknown, { port = 0, host = '127.0.0.1' }: ServeOptions) {
  if (error instanceof TypeError) return error.message;
  const code = errorCode(error);
  if (code === 'EADDRINUSE') return `Port ${port} of ${host} is in use: choose another with --port.`;
  if (code === 'EACCES')
    return `No permission to use port ${port} of ${host}: choose one above 1023 with --port.`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return `This machine has no address ${host}.`;
  return `The sandbox cannot listen on ${host}, port ${port} (${code}).`;
}

/** Returns the exit code. */
function reportProblem(error: unknown, options: ServeOptions = {}) {
  process.stderr.write(`botscope: ${clean(startProblem(error, options), 500)}\n`);
  return 2;
}

function writeNamed(path: string, write: () => void) {
  try {
    write();
  } catch (error) {
    throw new TypeError(`${path} cannot be written: ${fileProblem(error)}.`);
  }
}

/** Leaves links, pipes and devices, and a file that another sandbox has replaced. */
const removeOwn = (path: string, line: string) =>
  lstatSync(path).isFile() && readFileSync(path, 'utf8') === line && rmSync(path);

type Log = (entry: LogEntry, ms: number) => void;

/** A full disk ends the log, not the sandbox. */
async function logTo(path: string): Promise<Log> {
  const { redactText } = await import('../text/secrets/redact-text.ts');
  let isBroken = false;
  const write = (text: string) => writeNamed(path, () => appendFileSync(path, text));
  write('');
  return ({ at, method, path: sent, status = null }, ms) => {
    const entry = {
      at: new Date(at).toISOString(),
      method,
      path: redactText(sent),
      status,
      ms: Math.round(ms),
    };
    try {
      if (!isBroken) write(`${JSON.stringify(entry)}\n`);
    } catch (error) {
      isBroken = true;
      reportProblem(error);
    }
  };
}

const CHECK_MS = 500;

/** The end of a pipe means that the process at its other end is gone. */
function isPipe() {
  const input = attempt(() => fstatSync(0));
  return input !== undefined && (input.isFIFO() || input.isSocket());
}

function isRunning(pid: number) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of another user cannot be signalled.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Without `pid`: when a pipe on standard input ends, which a terminal or `/dev/null` never does. */
function onParentEnd(pid: number | undefined, stop: () => void) {
  if (pid !== undefined) {
    const timer = setInterval(() => {
      if (isRunning(pid)) return;
      clearInterval(timer);
      stop();
    }, CHECK_MS);
    timer.unref();
  } else if (isPipe()) process.stdin.once('end', stop).once('error', stop).resume();
}

const untilStopped = (parent: number | undefined) =>
  new Promise<void>(stop => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stop());
    onParentEnd(parent, stop);
  });

/** Prints a line of JSON once it listens. Exit code 2 after a sentence why it cannot. */
export async function runServe(values: ServeValues): Promise<number> {
  const options = serveOptions(values);
  if (typeof options === 'string') return reportProblem(new TypeError(options));
  const { readyFile, logFile, parent, printsSchema, ...own } = options;
  if (printsSchema === true) {
    process.stdout.write(`${JSON.stringify(recordsSchema(), undefined, 2)}\n`);
    return 0;
  }
  const stopped = untilStopped(parent);
  try {
    if (parent !== undefined && !isRunning(parent)) throw new TypeError(`There is no process ${parent}.`);
    const onResponse = logFile === undefined ? undefined : await logTo(logFile);
    await using sandbox = await startSandbox({ ...own, ...(onResponse && { onResponse }) });
    const { url: baseUrl, token, workspaceId, limitedToken, expiredToken, ids } = sandbox;
    const line = `${JSON.stringify({ baseUrl, token, workspaceId, ...ids, limitedToken, expiredToken })}\n`;
    // Only its owner may read it: it has the tokens.
    if (readyFile !== undefined)
      writeNamed(readyFile, () => writeNamedFile(readyFile, line, { isPrivate: true }));
    process.stdout.write(line);
    await stopped;
    if (readyFile !== undefined) attempt(() => removeOwn(readyFile, line));
    return 0;
  } catch (error) {
    return reportProblem(error, options);
  }
}
