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

  it('if its read held nothing else', () => {
    expect(seen('d', '\r', `${ESC}[B`, '👨‍👩‍👧')).toEqual([true, true, true, true]);
  });

  it('and not if it came with another', () => {
    expect(seen('dd', 'y\r')).toEqual([false, false, false, false]);
  });

  it('and not if it came with an answer, a torn end or junk', () => {
    expect(seen(`d${ESC}]11;x\x07`, `${ESC}[201~d`, `d${ESC}[`)).toEqual([false, false, false]);
  });

  it('and not if an Esc was still waiting in front of it, or it in front of an Esc', () => {
    const input = start();

    input.feed(ESC);
    input.feed('d');
    input.later(100);
    input.feed(`d${ESC}`);
    input.later(100);

    expect(input.alone()).toEqual([false, false, false, false]);
  });

  it('and not if it may be the last piece of an unmarked paste', () => {
    const input = start();

    input.feed('delete');
    input.later(5);
    input.feed('\r');
    input.later(100);
    input.feed('\r');

    expect(input.alone()).toEqual([...Array(7).fill(false), true]);
  });

  it('and not if the torn sequence it was made of came with another key', () => {
    expect(seen(`j${ESC}[`, 'x', 'd')).toEqual([false, false, true]);
  });
});
