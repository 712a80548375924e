import { AGE_UNITS } from '../text/units.ts';

export type Rate = Readonly<{ limit: number; windowMs: number }>;

/** Undefined for anything but `5/s`, `100/m` or `1000/h`. */
export function parseRate(text: string): Rate | undefined {
  const [, limit, unit = ''] = /^([1-9]\d{0,5})\/([smh])$/.exec(text) ?? [];
  return limit === undefined ? undefined : { limit: Number(limit), windowMs: AGE_UNITS.get(unit) ?? 1000 };
}

/** A sliding window. `headers`: those of every response. Service facts, 3. */
export function createRateLimiter({ limit, windowMs }: Rate) {
  let accepted: number[] = [];
  return {
    /** `at`: epoch milliseconds. */
    take: (at: number) => {
      accepted = accepted.filter(earlier => earlier > at - windowMs);
      const isOver = accepted.length >= limit;
      if (!isOver) accepted.push(at);
      const reset = `${Math.ceil(((accepted[0] ?? at) + windowMs - at) / 1000)}`;
      const headers = {
        'ratelimit-limit': `${limit}`,
        'ratelimit-remaining': `${limit - accepted.length}`,
        'ratelimit-reset': reset,
        ...(isOver && { 'retry-after': reset }),
      };
      return { isOver, headers };
    },
    reset: () => {
      accepted = [];
    },
  };
}
