import { statusOf } from '../../api/errors.ts';
import type { Failure } from '../../failure.ts';

/** A pause before the server is asked again: until when (epoch milliseconds), and what it had answered. */
export type Wait = { readonly until: number; readonly status: number | undefined };

export function waitOf(ms: number, failure: Failure, now: number): Wait {
  return { until: now + ms, status: statusOf(failure) };
}
