import { vi } from 'vitest';
import { splitter, type Token } from '../../src/terminal/input/splitter.ts';

/** Creates a splitter that records its tokens. `later` advances the fake timers of the test. */
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
