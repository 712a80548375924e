import { beforeEach, expect, test, vi } from 'vitest';
import { createFlowControl } from '../../../src/terminal/output/flow-control.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));

const ANSWER = '\x1b[0n';
const FRAME = 270;

type Line = {
  readonly roundTrip: number;
  readonly bytesPerMs: number;
  readonly answers?: boolean;
  /** Delay of a reply by a busy machine. */
  readonly lateMs?: () => number;
  /** Bytes around each frame on the line. */
  readonly packetBytes?: number;
  /** Bytes of a frame for a number of states since the frame before it. */
  readonly sizeOf?: (states: number) => number;
};

/** A program that writes frames to a line, and a terminal at its other end that shows them and replies. */
function over({ roundTrip, bytesPerMs, answers = true, packetBytes = 0, ...line }: Line) {
  const { lateMs = () => 0, sizeOf = () => FRAME } = line;
  let freeAt = 0;
  let made = 0;
  let isPending = false;
  const written: { frame: number; at: number; shownAt: number }[] = [];
  let questions = 0;
  const write = (): void => {
    isPending = true;
    if (!pace.isFree()) return;
    isPending = false;
    const size = sizeOf(made - (written.at(-1)?.frame ?? 0));
    const question = pace.queryAfter(size);
    const now = performance.now();
    freeAt = Math.max(freeAt, now) + (size + question.length + packetBytes) / bytesPerMs;
    written.push({ frame: made, at: now, shownAt: freeAt + roundTrip / 2 });
    if (question === '') return;
    questions++;
    if (answers) setTimeout(() => pace.takeReply(ANSWER), freeAt + roundTrip + lateMs() - now);
  };
  const pace = createFlowControl(() => isPending && write());
  pace.listen();
  /** Writes frames for some time, and waits: by default until all are shown. */
  const make = (everyMs: number, forMs: number, waitMs = 5000): void => {
    for (let spent = 0; spent < forMs; spent += everyMs) {
      made++;
      write();
      vi.advanceTimersByTime(everyMs);
    }
    vi.advanceTimersByTime(waitMs);
  };
  const lag = () => Math.max(...written.slice(30).map(({ at, shownAt }) => shownAt - at));
  return { pace, make, written, lag, made: () => made, questions: () => questions };
}

const slow = { roundTrip: 100, bytesPerMs: 8 };

test('flow control: a slow line has no queue, is rarely idle, and shows the last frame', () => {
  const { make, written, lag, made } = over(slow);

  make(16, 5000);

  // Half a round trip, the frame itself, and at most one and a half more in front of it.
  expect(lag()).toBeLessThan(50 + (2.5 * FRAME) / 8);
  expect(written.length * FRAME).toBeGreaterThan(0.9 * 5000 * 8);
  expect(written.at(-1)?.frame).toBe(made());
});

test('flow control: without it a slow line would be seconds behind', () => {
  const { make, lag } = over({ ...slow, answers: false });

  make(16, 5000);

  expect(lag()).toBeGreaterThan(4000);
});

test('flow control: a held key that the line bears has a frame for each press from the first', () => {
  let bytes = 10;
  // Several presses in one frame make it larger.
  const sizeOf = (presses: number): number => (bytes < 100 ? bytes : bytes + 90 * presses);
  const { make, written, made } = over({ roundTrip: 100, bytesPerMs: 8, sizeOf });
  make(500, 1000, 0);
  bytes = 110;
  make(500, 3000, 0);

  const [from, first] = [written.length, made()];
  make(30, 2000);

  expect(written.length - from).toBeGreaterThan(0.95 * (made() - first));
});

test('flow control: a line of 19 kbit/s does not lag behind small frames, which are mostly packets', () => {
  const { make, written } = over({
    ...{ roundTrip: 100, bytesPerMs: 19 / 8, packetBytes: 90 },
    sizeOf: states => 40 + 20 * states,
  });
  make(600, 1800, 0);

  make(33, 2000);

  const lags = written.slice(-30).map(({ at, shownAt }) => shownAt - at);
  expect(Math.max(...lags)).toBeLessThan(1000);
});

test('flow control: bytes that were written before a query are not counted as carried in its round trip', () => {
  let frames = 0;
  const { make, written, made } = over({
    roundTrip: 100,
    bytesPerMs: 8,
    // The second frame is written before the first reply, without a query of its own.
    sizeOf: states => [5000, 1800, 30][frames++] ?? 60 + 140 * states,
  });
  make(400, 800);

  make(400, 4000);
  const [from, first] = [written.length, made()];
  make(33, 1000);

  expect(written.length - from).toBeGreaterThan(0.7 * (made() - first));
});

type LineOfFrames = Pick<Line, 'roundTrip' | 'bytesPerMs'> & {
  /** Size and delay of the frames 0, 1, 2 …. Default: two small sizes in turn, and no delay. */
  readonly sizeAt?: (frame: number) => number;
  readonly lateAt?: (frame: number) => number;
};
const lateOnce = (size: number): LineOfFrames => ({
  ...{ roundTrip: 100, bytesPerMs: 1000 },
  sizeAt: frame => (frame === 0 ? size : 205),
  lateAt: frame => (frame === 1 ? 0 : 10),
});

test.each<[name: string, line: LineOfFrames, isSlow: boolean]>([
  ['of 64 kbit/s is slow, known from a few small frames', { roundTrip: 100, bytesPerMs: 8 }, true],
  ['to a far terminal may be fast', { roundTrip: 100, bytesPerMs: 30 }, false],
  [
    'to a near terminal that replies late now and then is not slow',
    { roundTrip: 40, bytesPerMs: 10_000, lateAt: frame => (frame % 3 === 0 ? 0 : 60) },
    false,
  ],
  ['is not slow after a frame of 5000 bytes and small ones, each a little late', lateOnce(5000), false],
  ['is not slow after a frame of 200 bytes and small ones, each a little late', lateOnce(200), false],
])('flow control: a line %s', (_name, { sizeAt, lateAt = () => 0, ...line }, isSlow) => {
  let frames = 0;
  const size = sizeAt ?? ((frame: number) => (frame % 2 === 0 ? 270 : 137));
  const { make, pace } = over({ ...line, lateMs: () => lateAt(frames), sizeOf: () => size(frames++) });

  make(400, 4800);

  expect(pace.isSlow()).toBe(isSlow);
});

test('flow control: a far terminal on a fast line soon gets every frame at once', () => {
  const { make, written, made } = over({ roundTrip: 300, bytesPerMs: 1000 });

  make(16, 3000);
  const [from, first] = [written.length, made()];
  make(16, 5000);

  expect(written.length - from).toBeGreaterThan(0.8 * (made() - first));
});

test('flow control: a near terminal gets every frame at once, and few queries', () => {
  const { make, written, made, questions } = over({ roundTrip: 1, bytesPerMs: 10_000 });

  make(16, 20_000);

  expect(written).toHaveLength(made());
  expect(questions()).toBeLessThanOrEqual(5);
});

test('flow control: a terminal that never replies gets every frame at once, and one query a minute', () => {
  const { make, written, made, questions, pace } = over({ roundTrip: 1, bytesPerMs: 8, answers: false });

  make(16, 59_000);

  expect(written).toHaveLength(made());
  expect(questions()).toBe(1);
  expect(pace.isAwaitingReply()).toBe(false);
});

test('flow control: a terminal that stops replying is not waited for', () => {
  const { make, pace, written, made } = over({ roundTrip: 100, bytesPerMs: 8 });
  make(16, 3000);
  vi.spyOn(pace, 'takeReply').mockReturnValue();
  expect(pace.queryAfter(FRAME)).not.toBe('');

  vi.advanceTimersByTime(6000);
  make(16, 1000, 0);

  expect(written.at(-1)?.frame).toBe(made());
});

test('flow control: giving the terminal away waits for the reply, up to a time limit', async () => {
  const pace = createFlowControl(() => undefined);
  pace.listen();
  let isQuiet = false;

  expect(pace.queryAfter(10)).toBe('\x1b[5n');
  void pace.untilReplied().then(() => {
    isQuiet = true;
  });
  await vi.advanceTimersByTimeAsync(100);
  expect([isQuiet, pace.isAwaitingReply()]).toEqual([false, true]);

  pace.takeReply('\x1b[?2026;2$y');
  await vi.advanceTimersByTimeAsync(1);
  expect(isQuiet).toBe(false);

  pace.takeReply(ANSWER);
  await vi.advanceTimersByTimeAsync(10);
  expect([isQuiet, pace.isAwaitingReply()]).toEqual([true, false]);

  const mute = createFlowControl(() => undefined);
  mute.listen();
  mute.queryAfter(10);
  let isOver = false;
  void mute.untilReplied().then(() => {
    isOver = true;
  });
  await vi.advanceTimersByTimeAsync(1000);
  expect([isOver, mute.isAwaitingReply()]).toEqual([true, false]);
});

test('flow control: no query is sent while the terminal is lent', async () => {
  const pace = createFlowControl(() => undefined);
  pace.listen();
  const { promise: given, resolve: giveBack } = Promise.withResolvers<void>();

  const lent = pace.withoutQueries(() => given);
  expect(pace.queryAfter(10)).toBe('');
  giveBack();
  await lent;

  expect(pace.queryAfter(10)).toBe('\x1b[5n');
});

test('flow control: after the last query its reply is still read', async () => {
  const pace = createFlowControl(() => undefined);
  pace.listen();
  expect(pace.queryAfter(10)).toBe('\x1b[5n');

  pace.stopQueries();
  pace.takeReply(ANSWER);
  await pace.untilReplied();

  expect([pace.queryAfter(10), pace.isAwaitingReply()]).toEqual(['', false]);
});

test('flow control: no query is sent before anybody reads replies, nor after the end', () => {
  const pace = createFlowControl(() => undefined);
  expect(pace.queryAfter(1000)).toBe('');

  pace.listen();
  pace.end();

  expect(pace.queryAfter(1000)).toBe('');
});
