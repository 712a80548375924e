import { createInterface } from 'node:readline';
import { setImmediate } from 'node:timers/promises';
import { type Io, terminalOf } from '../cli/shared/context.ts';
import { promptForLine } from '../terminal/input/prompt.ts';
import type { SafeText } from '../text/sanitise.ts';

/** Bytes of one write. A terminal blocks the program until it has taken them. */
const PIECE_BYTES = 16 * 1024;
const TERMINAL_PIECE_BYTES = 1024;
/** Time in milliseconds that a slow reader gets for what a stopped command still prints. */
const LAST_WORDS_MS = 400;

/** Resolves when the reader has caught up or is gone, or when `stop` aborts. */
function untilDrained(stream: NodeJS.WriteStream, stop: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    const done = (): void => {
      stream.off('drain', done).off('error', done);
      stop.removeEventListener('abort', done);
      resolve();
    };
    stream.on('drain', done).on('error', done);
    stop.addEventListener('abort', done);
    if (stop.aborted) done();
  });
}

/**
 * Creates the output of a command. Between two pieces of a text the event loop turns, so that signals are
 * heard; `stop` then cuts the rest off. `isGone`: nobody reads any more.
 */
function commandOutput(stop: AbortSignal, isGone: () => boolean): Pick<Io, 'write' | 'isClosed'> {
  const { stdout } = process;
  const size = stdout.isTTY ? TERMINAL_PIECE_BYTES : PIECE_BYTES;
  let leftMs = LAST_WORDS_MS;
  let isCut = false;
  const isClosed = (): boolean => isCut || isGone();

  /** Writes one piece. After the signal its time counts: a command then still prints what it has done. */
  async function writePiece(piece: Uint8Array, isAfter: boolean): Promise<void> {
    const since = performance.now();
    const limit = isAfter ? AbortSignal.timeout(Math.ceil(leftMs)) : stop;
    if (!stdout.write(piece)) await untilDrained(stdout, limit);
    await setImmediate();
    if (isAfter) leftMs -= performance.now() - since;
  }

  async function write(text: string): Promise<boolean> {
    const bytes = Buffer.from(text);
    const isAfter = stop.aborted;
    for (let at = 0; at < bytes.length && !isClosed(); at += size) {
      if (stop.aborted && (!isAfter || leftMs <= 0)) isCut = true;
      else await writePiece(bytes.subarray(at, at + size), isAfter);
    }
    return !isClosed();
  }

  return { write, isClosed };
}

const CLEAR_LINE = '\r\u001b[K';

async function promptPerson(question: SafeText, stopping: AbortController): Promise<string | undefined> {
  const { stdin: input, stderr: output } = process;
  const line = await promptForLine(question, { input, output, signal: stopping.signal });
  if (line === undefined) stopping.abort();
  return line;
}

/**
 * Returns the input and output of this process for a command. `isGone`: nobody reads standard output any
 * more.
 */
export function processIo(stopping: AbortController, isGone: () => boolean): Io {
  // stdin and stderr are created on first access, which costs milliseconds that most commands do not need to
  // spend.
  const { stdout, env } = process;
  const { signal } = stopping;
  const hasProgress = (): boolean => process.stderr.isTTY && env['TERM'] !== 'dumb';
  let isProgressVisible = false;
  const clear = (): void => {
    if (isProgressVisible) process.stderr.write(CLEAR_LINE);
    isProgressVisible = false;
  };
  const writeError = (text: string): void => {
    clear();
    process.stderr.write(text);
  };
  const { write, isClosed } = commandOutput(signal, isGone);
  return {
    signal,
    ...terminalOf(stdout, env),
    isClosed,
    write: text => {
      clear();
      return write(text);
    },
    writeError,
    remark: writeError,
    progress: text => {
      if (text === undefined || !hasProgress()) return clear();
      process.stderr.write(`${CLEAR_LINE}${text}`);
      isProgressVisible = true;
    },
    canPrompt: () => stdout.isTTY && process.stdin.isTTY && hasProgress(),
    prompt: question => promptPerson(question, stopping),
    lines: () => createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY }),
  };
}
