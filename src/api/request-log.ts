import type { Exchange } from './client.ts';

/** As many requests are remembered, and as many bytes of their answers. Older ones are forgotten. */
const MOST = 500;
const MOST_BYTES = 8 * 1024 * 1024;

/** What was sent and answered, the oldest first; in memory only. */
export type RequestLog = {
  readonly add: (exchange: Exchange) => void;
  readonly exchanges: () => readonly Exchange[];
  /** How many there were in all. */
  readonly count: () => number;
};

function withoutBody({ body: _body, ...exchange }: Exchange): Exchange {
  return exchange;
}

export function createRequestLog(): RequestLog {
  let kept: readonly Exchange[] = [];
  let count = 0;
  let bytes = 0;
  return {
    add: exchange => {
      count++;
      bytes += exchange.bytes;
      kept = [...kept.slice(-(MOST - 1)), exchange];
      if (bytes <= MOST_BYTES) return;
      // The answers of all but the newest go; what is asked for is nearly always the last one.
      kept = kept.map((each, at) => (at < kept.length - 1 ? withoutBody(each) : each));
      bytes = exchange.bytes;
    },
    exchanges: () => kept,
    count: () => count,
  };
}
