import { expect, test } from 'vitest';
import type { Outcome } from '../../src/api/client.ts';
import { createReadStop } from '../../src/cli/shared/reads.ts';
import type { ApiFailure } from '../../src/failure.ts';

const failed = (failure: ApiFailure): Outcome<unknown> => ({ ok: false, failure });
const sent = { method: 'GET', path: '/', baseUrl: '', at: 0, ms: 1, tries: 1 } as const;
const loaded: Outcome<unknown> = { ok: true, value: {}, sent };
const slow = failed({ kind: 'timed-out', timeoutMs: 1 });
const broken = failed({ kind: 'unreachable', reached: true });

/** Returns the number of outcomes up to the one that ends the reads; 0 if none does. */
function endOf(outcomes: readonly Outcome<unknown>[]): number {
  const isLast = createReadStop();
  return outcomes.findIndex(outcome => isLast(outcome)) + 1;
}

test.each<[string, readonly Outcome<unknown>[], number]>([
  ['a refused token ends them', [failed({ kind: 'unauthorised' })], 1],
  ['a server out of reach ends them', [failed({ kind: 'unreachable', reached: false })], 1],
  ['missing records end nothing', Array(20).fill(failed({ kind: 'not-found' })), 0],
  ['server errors end nothing', Array(20).fill(failed({ kind: 'server-error', status: 500 })), 0],
  ['time-outs between responses end nothing', Array(20).fill([slow, slow, broken, loaded]).flat(), 0],
  ['eight time-outs in a row end them', [loaded, ...Array(20).fill(slow)], 9],
  ['eight broken connections in a row end them', Array(20).fill(broken), 8],
])('reads: %s', (_name, outcomes, end) => {
  expect(endOf(outcomes)).toBe(end);
});
