import { setImmediate } from 'node:timers/promises';
import type { Io } from '../cli/shared/context.ts';

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
export function commandOutput(
  stream: NodeJS.WriteStream,
  stop: AbortSignal,
  isGone: () => boolean,
): Pick<Io, 'write' | 'isClosed'> {
  const size = stream.isTTY ? TERMINAL_PIECE_BYTES : PIECE_BYTES;
  let leftMs = LAST_WORDS_MS;
  let isCut = false;
  const isClosed = (): boolean => isCut || isGone();

  /** Writes one piece. After the signal its time counts: a command then still prints what it has done. */
  async function writePiece(piece: Uint8Array, isAfter: boolean): Promise<void> {
    const since = performance.now();
    const limit = isAfter ? AbortSignal.timeout(Math.ceil(leftMs)) : stop;
    if (!stream.write(piece)) await untilDrained(stream, limit);
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
