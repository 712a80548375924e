import type { Failure } from './failure.ts';

/**
 * Returns whether a failed DELETE has surely done nothing, or may have been carried out: then the record is read again.
 * A 404 proves nothing: services send it for a missing permission and for an unknown route, too.
 */
export function deleteOutcome(failure: Failure): 'not-done' | 'unknown' {
  switch (failure.kind) {
    case 'not-found':
    case 'server-error':
    case 'timed-out':
    case 'unreadable':
    case 'redirected':
    case 'cancelled':
      return 'unknown';
    case 'rejected':
      // 408: somebody on the way gave up waiting; the service may have done it.
      return failure.status === 408 ? 'unknown' : 'not-done';
    case 'unreachable':
      return failure.reached ? 'unknown' : 'not-done';
    default:
      return 'not-done';
  }
}

/** Whether the request for another record would meet the same failure. */
export function stopsAll(failure: Failure): boolean {
  switch (failure.kind) {
    case 'unauthorised':
    case 'throttled':
    case 'timed-out':
    case 'unreachable':
    case 'redirected':
    case 'cancelled':
    case 'no-connection':
    case 'bad-setting':
      return true;
    default:
      return false;
  }
}
