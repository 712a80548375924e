import type { RawResponse } from './http.ts';
import { wait } from './retry.ts';

/** A rate limit of a server: requests in a window, those left of it, and milliseconds to its end. */
export type RateLimit = { readonly limit: number; readonly left: number; readonly restMs: number };

/** Longest window, and longest wait, for which a request is held back. Longer ones end in a 429. */
const MAX_WINDOW_MS = 2000;
const MAX_HOLD_MS = 5000;

const COUNT = /^\d{1,9}$/;

/** Reads `RateLimit-Limit`, `RateLimit-Remaining` and `RateLimit-Reset` (seconds). Service facts, 3. */
export function rateLimitOf(headers: RawResponse['headers']): RateLimit | undefined {
  const count = (name: string): number | undefined => {
    const text = headers.get(`ratelimit-${name}`)?.trim() ?? '';
    return COUNT.test(text) ? Number(text) : undefined;
  };
  const [limit, left, seconds] = [count('limit'), count('remaining'), count('reset')];
  if (!limit || left === undefined || seconds === undefined) return undefined;
  // With 0 a wait would loop every millisecond.
  return { limit, left, restMs: Math.max(1, seconds) * 1000 };
}

/** Holds requests back that the server would refuse with 429, each for five seconds at most. */
export type RateBudget = {
  /**
   * Waits for room in the window. Returns the number of the request, for `end` after its response; undefined
   * if the signal aborted.
   */
  readonly begin: (signal: AbortSignal | undefined) => Promise<number | undefined>;
  readonly end: (request: number, announced: RateLimit | undefined) => void;
};

/** `now` returns epoch milliseconds. */
export function createRateBudget(now: () => number): RateBudget {
  let announced: RateLimit | undefined;
  let left = 0;
  let endsAt = 0;
  let running = 0;
  let sent = 0;
  /** Requests that wait for room, in their order: one that others overtake would wait too long. */
  const queue: object[] = [];
  /** The last request whose response announced what is left. */
  let newest = 0;

  /** Starts the next window once the last one has ended. Only its limit is known. */
  function renew({ limit, restMs }: RateLimit): void {
    if (now() < endsAt) return;
    left = limit - running;
    endsAt = now() + restMs;
  }

  /** Resolves once the request may be sent; with false if the signal aborted. */
  async function waitForRoom(request: object, signal: AbortSignal | undefined): Promise<boolean> {
    const until = now() + MAX_HOLD_MS;
    while (announced !== undefined && announced.restMs <= MAX_WINDOW_MS) {
      renew(announced);
      const isNext = left > 0 && queue[0] === request;
      if (isNext || now() >= until) break;
      // With room, those before it are about to be sent.
      const ms = left > 0 ? 1 : Math.min(endsAt, until) - now();
      if (!(await wait(Math.max(1, ms), signal))) return false;
    }
    return true;
  }

  return {
    begin: async signal => {
      const request = {};
      queue.push(request);
      const isSent = await waitForRoom(request, signal);
      queue.splice(queue.indexOf(request), 1);
      if (!isSent || signal?.aborted) return undefined;
      left--;
      running++;
      return ++sent;
    },
    end: (request, limit) => {
      running--;
      if (limit === undefined) return;
      announced = limit;
      // The server may not have counted the requests that are still under way.
      const present = limit.left - running;
      // A response that later ones have overtaken is older news.
      left = request < newest ? Math.min(left, present) : present;
      newest = Math.max(newest, request);
      endsAt = now() + limit.restMs;
    },
  };
}
