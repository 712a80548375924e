import { resolve } from 'node:path';
import type { Exchange } from '../api/client.ts';
import { openLineFile } from '../storage/append-log.ts';
import { type SafeText, safe } from '../text/sanitise.ts';

/** One request as a line of a trace: no body, no token, no header but the scope. */
export function traceLine({ at, body: _body, failure, ...exchange }: Exchange): string {
  const { detail, errorId, kind } = failure ?? {};
  return JSON.stringify({
    at: new Date(at).toISOString(),
    ...exchange,
    ...(failure === undefined ? {} : { failure: kind, detail, errorId }),
  });
}

/** Adds every request to a file, for its owner alone to read. What goes wrong is told once, and then no more is written. */
export function traceTo(file: string, tell: (problem: SafeText) => void): (exchange: Exchange) => void {
  const lines = openLineFile(resolve(file), false);
  let isOver = false;
  return exchange => {
    if (isOver) return;
    const problem = lines.append(traceLine(exchange));
    if (problem === undefined) return;
    isOver = true;
    tell(safe`No trace: ${problem}.`);
  };
}
