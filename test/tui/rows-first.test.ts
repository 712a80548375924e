import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { screenOutput } from '../../src/terminal/output/output.ts';
import { showing } from '../../src/tui/rows-first.ts';

const DRESS = { ground: {}, glyph: (text: string) => text };

let withdraw = (): void => undefined;
beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  withdraw();
  vi.useRealTimers();
});

/** A screen of one row, shown on a terminal that only notes what is written to it. */
function shown() {
  const stdout = Object.assign(new PassThrough(), { columns: 20, rows: 1 }) as unknown as NodeJS.WriteStream;
  let written = '';
  stdout.on('data', chunk => {
    written += String(chunk);
  });
  const output = screenOutput(stdout);
  const now = { row: 'a', isMore: false, isWhole: true };
  let tell = (): void => undefined;
  const { live, end } = showing(
    {
      rows: () => [now.row],
      dress: () => DRESS,
      isWhole: () => now.isWhole,
      isMore: () => now.isMore,
      subscribe: changed => {
        tell = changed;
        return () => undefined;
      },
      isThere: Promise.resolve(),
    },
    { stdin: process.stdin, stdout, output },
  );
  withdraw = () => {
    end();
    output.withdraw();
  };
  const change = (next: Partial<typeof now>): void => {
    Object.assign(now, next);
    tell();
  };
  /** What was written after a while. */
  const after = (ms: number): string => {
    written = '';
    vi.advanceTimersByTime(ms);
    return written;
  };
  after(50);
  return { change, after, live };
}

test('while more is being read there are thirty frames a second at most, and the last one is shown', () => {
  const { change, after } = shown();

  change({ row: 'b', isMore: true });
  expect(after(0)).toContain('b');
  change({ row: 'c' });
  change({ row: 'd' });
  expect(after(30)).toBe('');

  expect(after(4)).toMatch(/^[^c]*d[^c]*$/);
});

test('what is new besides is shown at once', () => {
  const { change, after } = shown();

  change({ row: 'b', isMore: true });
  after(0);
  change({ row: 'c' });
  expect(after(5)).toBe('');
  change({ row: 'd', isMore: false });

  expect(after(0)).toContain('d');
  expect(after(100)).toBe('');
});

test('where the app has something to add, rows are its own affair', () => {
  const { change, after, live } = shown();
  live();

  change({ row: 'b', isWhole: false });
  expect(after(100)).toBe('');
  change({ row: 'c', isWhole: true });

  expect(after(0)).toContain('c');
});
