import { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { listeners } from '../listeners.ts';
import { splitter, type Token } from './splitter.ts';

export type KeySource = Readable & {
  readonly setRawMode: (isRaw: boolean) => unknown;
  readonly ref?: () => unknown;
  readonly unref?: () => unknown;
};

export type KeyInput = ReturnType<typeof createKeyInput>;

/** Further keys are dropped: a flood of input would block the screen for minutes. */
const QUEUE_LIMIT = 4096;
const CTRL_C = '\x03';

function enqueue(queue: Token[], tokens: readonly Token[]) {
  const isQueueEmpty = queue.length === 0;
  for (const token of tokens) {
    if (queue.length >= QUEUE_LIMIT && token.text === CTRL_C) queue.length = 0;
    if (queue.length < QUEUE_LIMIT) queue.push({ ...token, alone: isQueueEmpty && token.alone });
  }
}

/**
 * Passes the input to the hooks of Ink, one key per turn of the event loop: each acts on the screen that the
 * key before it has made. Reads only while raw mode is on: otherwise the terminal is lent. Emits 'reply' with
 * each reply to a query, and 'lost' once, with the error if any. `destroy` leaves the source open.
 */
export function createKeyInput(source: KeySource) {
  const queue: Token[] = [];
  const decoder = new StringDecoder('utf8');
  const reading = listeners();
  let isWanted = false;
  let isScheduled = false;
  let isReading = false;
  let isLent = false;
  let keepsRaw = false;
  let isLost = false;
  let last: Token | undefined;

  const schedule = () => {
    if (!isWanted || isScheduled || queue.length === 0) return;
    isScheduled = true;
    setImmediate(() => {
      isScheduled = false;
      const next = queue.shift();
      if (!next || stream.destroyed) return;
      isWanted = false;
      last = next;
      stream.push(next.text);
    });
  };
  const keys = splitter({
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
    // An earlier reader may have left it paused.
    source.resume();
    for (const event of ['error', 'end', 'close'])
      reading.listen(source, event, error => {
        if (!isLost) stream.emit('lost', error instanceof Error ? error : undefined);
        isLost = true;
      });
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
    /** True if the last key was alone in its read. Never for a paste. */
    alone: () => last?.alone ?? false,
    setRawMode: (isRaw: boolean) => {
      if (stream.destroyed || (keepsRaw && !isRaw)) return stream;
      source.setRawMode(isRaw);
      isLent = !isRaw;
      if (isReading && isRaw) source.resume();
      if (!isRaw) source.pause();
      return stream;
    },
    /** Late replies would be echoed without raw mode. */
    holdRawMode: () => {
      keepsRaw = true;
    },
    setEncoding: () => stream,
    ref: () => source.ref?.(),
    unref: () => source.unref?.(),
  });
}
