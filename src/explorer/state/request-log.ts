import type { Exchange } from '../../api/client.ts';
import { defined, type JsonObject } from '../../json/json.ts';

const MAX_REQUESTS = 500;
const MAX_BYTES = 8 * 1024 * 1024;

/** Oldest first; in memory only. */
export type RequestLog = ReturnType<typeof createRequestLog>;

const withoutBody = ({ body: _body, ...exchange }: Exchange): Exchange => exchange;

/** For a file: no body, no token, and of the headers only the scope. */
export function requestRecord({ at, body: _body, failure, ...exchange }: Exchange): JsonObject {
  const { detail, errorId, kind } = failure ?? {};
  return defined({ at: new Date(at).toISOString(), ...exchange, failure: kind, detail, errorId });
}

export function createRequestLog() {
  let exchanges: readonly Exchange[] = [];
  let count = 0;
  let bytes = 0;
  return {
    add: (exchange: Exchange): void => {
      count++;
      bytes += exchange.bytes;
      exchanges = [...exchanges.slice(-(MAX_REQUESTS - 1)), exchange];
      if (bytes <= MAX_BYTES) return;
      // Drops all bodies but the newest, which is nearly always the one that a person opens.
      exchanges = exchanges.map((each, at) => (at < exchanges.length - 1 ? withoutBody(each) : each));
      bytes = exchange.bytes;
    },
    exchanges: (): readonly Exchange[] => exchanges,
    count: () => count,
  };
}
