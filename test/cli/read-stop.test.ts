import { expect, test } from 'vitest';
import { createReadStop } from '../../src/cli/shared/reads.ts';
import type { Failure } from '../../src/failure.ts';

type Read = Failure | undefined;

const loaded = undefined;
const slow: Read = { kind: 'timed-out', timeoutMs: 1 };
const broken: Read = { kind: 'unreachable', reached: true };

/** Returns the number of reads up to the one that ends them; 0 if none does. */
const endOf = (reads: readonly Read[]) => reads.findIndex(createReadStop()) + 1;

test.each<[string, readonly Read[], number]>([
  ['a refused token ends them', [{ kind: 'unauthorised' }], 1],
  ['a server out of reach ends them', [{ kind: 'unreachable', reached: false }], 1],
  ['missing records end nothing', Array(20).fill({ kind: 'not-found' }), 0],
  ['server errors end nothing', Array(20).fill({ kind: 'server-error', status: 500 }), 0],
  ['time-outs between responses end nothing', Array(20).fill([slow, slow, broken, loaded]).flat(), 0],
  ['eight time-outs in a row end them', [loaded, ...Array(20).fill(slow)], 9],
  ['eight broken connections in a row end them', Array(20).fill(broken), 8],
])('reads: %s', (_name, reads, end) => {
  expect(endOf(reads)).toBe(end);
});
