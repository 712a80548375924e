import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fedSplitter as start } from './fed-splitter.ts';

const ESC = '\x1b';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a key is alone', () => {
  const seen = (...reads: readonly string[]) => {
    const input = start();
    for (const read of reads) {
      input.feed(read);
      input.later(100);
    }
    return input.alone();
  };

  it('lone key: is the only one in its read', () => {
    expect(seen('d', '\r', `${ESC}[B`, '👨‍👩‍👧')).toEqual([true, true, true, true]);
  });

  it('lone key: does not come with another key', () => {
    expect(seen('dd', 'y\r')).toEqual([false, false, false, false]);
  });

  it('lone key: does not come with a reply, an incomplete sequence or junk', () => {
    expect(seen(`d${ESC}]11;x\x07`, `${ESC}[201~d`, `d${ESC}[`)).toEqual([false, false, false]);
  });

  it('lone key: does not come next to a waiting Esc', () => {
    const input = start();

    input.feed(ESC);
    input.feed('d');
    input.later(100);
    input.feed(`d${ESC}`);
    input.later(100);

    expect(input.alone()).toEqual([false, false, false, false]);
  });

  it('lone key: is not the end of an unmarked paste', () => {
    const input = start();

    input.feed('delete');
    input.later(5);
    input.feed('\r');
    input.later(100);
    input.feed('\r');

    expect(input.alone()).toEqual([...Array(7).fill(false), true]);
  });

  it('lone key: does not come from an incomplete sequence next to another key', () => {
    expect(seen(`j${ESC}[`, 'x', 'd')).toEqual([false, false, true]);
  });
});
