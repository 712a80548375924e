import { resolve } from 'node:path';
import type { Exchange } from '../api/client.ts';
import { openAppendLog } from '../storage/append-log.ts';
import { type SafeText, safe } from '../text/sanitise.ts';

/** Returns the line of a trace for one request: no body, no token, and of the headers only the scope. */
export function traceLine({ at, body: _body, failure, ...exchange }: Exchange): string {
  const { detail, errorId, kind } = failure ?? {};
  return JSON.stringify({
    at: new Date(at).toISOString(),
    ...exchange,
    ...(failure === undefined ? {} : { failure: kind, detail, errorId }),
  });
}

/**
 * Appends every request to a file that only its owner can read. Reports the first error and then writes no
 * more, so that a full disk does not disturb every request.
 */
export function traceTo(file: string, onProblem: (problem: SafeText) => void): (exchange: Exchange) => void {
  const lines = openAppendLog(resolve(file), false);
  let hasFailed = false;
  return exchange => {
    if (hasFailed) return;
    const problem = lines.append(traceLine(exchange));
    if (problem === undefined) return;
    hasFailed = true;
    onProblem(safe`Tracing stopped: ${problem}.`);
  };
}
