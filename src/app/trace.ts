import { resolve } from 'node:path';
import type { Exchange } from '../api/client.ts';
import { requestRecord } from '../api/request-log.ts';
import { openAppendLog } from '../storage/append-log.ts';
import { type SafeText, safe } from '../text/sanitise.ts';

export const traceLine = (exchange: Exchange): string => JSON.stringify(requestRecord(exchange));

/**
 * Appends every request to a file that only its owner can read. Reports the first error and then writes no
 * more, so that a full disk does not disturb every request.
 */
export function traceTo(file: string, onProblem: (problem: SafeText) => void): (exchange: Exchange) => void {
  const lines = openAppendLog(resolve(file), { isPrivate: false, isFlushed: false });
  let hasFailed = false;
  return exchange => {
    if (hasFailed) return;
    const problem = lines.append(traceLine(exchange));
    if (problem === undefined) return;
    hasFailed = true;
    onProblem(safe`Tracing stopped: ${problem}.`);
  };
}
