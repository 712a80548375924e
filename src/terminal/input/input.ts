import { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { type Listeners, listeners } from '../listeners.ts';
import { splitter, type Token } from './splitter.ts';

/** What is asked of the terminal's input: process.stdin, if it is a terminal, is one. */
export type KeySource = Readable & {
  readonly setRawMode: (isRaw: boolean) => unknown;
  readonly ref?: () => unknown;
  readonly unref?: () => unknown;
};

/**
 * Input as Ink wants it. Besides a stream's own events: 'reply' with an answer of the terminal to a question, and
 * 'lost', once, with the error if there was one, when the terminal is gone.
 */
export type KeyInput = Readable & {
  readonly isTTY: true;
  /** Whether the key handed to Ink last was the only one of its read. Never true of a paste. */
  readonly alone: () => boolean;
  /** Without it nothing is read: the terminal is lent out. */
  readonly setRawMode: (isRaw: boolean) => unknown;
  /** From now on raw mode is not turned off by this stream: what still comes would be echoed. */
  readonly holdRawMode: () => void;
};

export type KeyInputOptions = {
  /** How long an Esc waits for the rest of an arrow. */
  readonly escMs?: number;
  /** How long a paste without an end is waited for. */
  readonly pasteMs?: number;
};

/** More keys than anyone types ahead. Beyond it they are dropped, so that a flood does not hold the screen for minutes. */
const QUEUE_LIMIT = 4096;
const CTRL_C = '\x03';

function enqueue(queue: Token[], tokens: readonly Token[]): void {
  const alone = queue.length === 0;
  for (const token of tokens) {
    if (queue.length >= QUEUE_LIMIT && token.text === CTRL_C) queue.length = 0;
    if (queue.length < QUEUE_LIMIT) queue.push({ ...token, alone: alone && token.alone });
  }
}

/** Calls `lost` once, when `source` ends, breaks or is closed. */
function watchLoss(source: KeySource, { listen }: Listeners, lost: (error?: unknown) => void): void {
  let isLost = false;
  const once = (error?: unknown) => {
    if (isLost) return;
    isLost = true;
    lost(error);
  };
  listen(source, 'error', once);
  listen(source, 'end', () => once());
  listen(source, 'close', () => once());
}

/**
 * Stands between the terminal's input and Ink, and hands on one key per turn of the event loop, so that each key
 * finds the screen the one before it has made. Reads only while raw mode is on: otherwise the terminal is lent out.
 * The rules for what a key is: `splitter`. Destroyed, it lets go of the terminal's input without closing it,
 * and leaves its settings alone.
 */
export function keyInput(source: KeySource, { escMs = 50, pasteMs = 1000 }: KeyInputOptions = {}): KeyInput {
  const queue: Token[] = [];
  const decoder = new StringDecoder('utf8');
  const reading = listeners();
  let isWanted = false;
  let isScheduled = false;
  let isReading = false;
  let isLent = false;
  let isHeld = false;
  let last: Token | undefined;

  const hand = () => {
    isScheduled = false;
    const next = queue.shift();
    if (!next || stream.destroyed) return;
    isWanted = false;
    last = next;
    stream.push(next.text);
  };
  const schedule = () => {
    if (!isWanted || isScheduled || queue.length === 0) return;
    isScheduled = true;
    setImmediate(hand);
  };
  const keys = splitter({
    escMs,
    pasteMs,
    onReply: text => stream.emit('reply', text),
    onTokens: tokens => {
      enqueue(queue, tokens);
      schedule();
    },
  });
  const begin = () => {
    if (isReading) return;
    isReading = true;
    reading.listen(source, 'data', chunk => {
      if (!isLent) keys.feed(Buffer.isBuffer(chunk) ? decoder.write(chunk) : String(chunk));
    });
    // It may have been left paused by whoever read it before.
    source.resume();
    watchLoss(source, reading, error => stream.emit('lost', error));
  };
  const stream = new Readable({
    objectMode: true,
    highWaterMark: 1,
    read: () => {
      isWanted = true;
      begin();
      schedule();
    },
    destroy: (error, done) => {
      reading.stop();
      done(error);
    },
  });

  return Object.assign(stream, {
    isTTY: true as const,
    alone: () => last?.alone ?? false,
    setRawMode: (isRaw: boolean) => {
      if (stream.destroyed || (isHeld && !isRaw)) return stream;
      source.setRawMode(isRaw);
      isLent = !isRaw;
      if (isReading && isRaw) source.resume();
      if (!isRaw) source.pause();
      return stream;
    },
    holdRawMode: () => {
      isHeld = true;
    },
    // Keys are cut here, from bytes: Ink's wish for an encoding is granted already.
    setEncoding: () => stream,
    ref: () => source.ref?.(),
    unref: () => source.unref?.(),
  });
}
