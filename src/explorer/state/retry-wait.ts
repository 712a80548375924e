import { statusOf } from '../../api/errors.ts';
import type { Failure } from '../../failure.ts';

/** A pause before a retry: its end in epoch milliseconds, and the status of the last response. */
export type RetryWait = { readonly until: number; readonly status: number | undefined };

/** Returns the pause of `ms` milliseconds before the retry of a failed request. */
export function retryWait(ms: number, failure: Failure, now: number): RetryWait {
  return { until: now + ms, status: statusOf(failure) };
}
