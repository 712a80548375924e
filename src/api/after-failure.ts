import { explain, type Failure } from '../failure.ts';
import { clean, type SafeText, safe } from '../text/sanitise.ts';

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

/** Returns the text of the server or the system, unless title or advice have it already. */
export function unsaid(failure: Failure): SafeText | undefined {
  const { title, advice } = explain(failure);
  const { detail } = failure;
  return detail === undefined || detail === title || advice.includes(detail) ? undefined : detail;
}

/** Returns a failure as one line: what happened, the text of the server, the request. */
export function failureLine(failure: Failure): SafeText {
  const { title } = explain(failure);
  const { sent, errorId } = failure;
  const detail = unsaid(failure);
  const said = detail === undefined ? safe`` : safe`: ${detail}`;
  const id = errorId === undefined ? safe`` : safe` (${errorId})`;
  return sent === undefined
    ? safe`${title}${said}${id}`
    : safe`${title}${said}${id} [${clean(sent.method)} ${clean(sent.path)}]`;
}
