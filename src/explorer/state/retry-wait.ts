import type { Failure } from '../../failure.ts';

/** A pause before the server is asked again: until when (epoch milliseconds), and what it had answered. */
export type Wait = { readonly until: number; readonly status: number | undefined };

const STATUS: { readonly [K in Failure['kind']]?: number } = { throttled: 429 };

export function waitOf(ms: number, failure: Failure, now: number): Wait {
  const status = 'status' in failure ? failure.status : STATUS[failure.kind];
  return { until: now + ms, status };
}
