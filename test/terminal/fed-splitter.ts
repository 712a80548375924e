import { vi } from 'vitest';
import { splitter, type Token } from '../../src/terminal/input/splitter.ts';

/** A splitter that notes what it gives. Time stands still but for `later`: fake timers are the test's. */
export function fedSplitter() {
  const tokens: Token[] = [];
  const replies: string[] = [];
  const { feed } = splitter({
    onTokens: more => tokens.push(...more),
    onReply: text => replies.push(text),
    escMs: 50,
    pasteMs: 1000,
  });
  return {
    feed,
    replies,
    keys: () => tokens.map(({ text }) => text),
    alone: () => tokens.map(({ alone }) => alone),
    later: (ms: number) => vi.advanceTimersByTime(ms),
  };
}
