import { type Failure, hasTrait } from '../../failure.ts';

/** Broken connections and time-outs in a row after which the server counts as gone. */
const MAX_BROKEN = 8;

/** True for a failure that one record alone may cause, although it looks like that of a network. */
const isBroken = (failure: Failure): boolean =>
  failure.kind === 'timed-out' || (failure.kind === 'unreachable' && failure.reached);

/** Returns true for the outcome of a read after which no other read is sent. */
export type ReadStop = (
  outcome: { readonly ok: true } | { readonly ok: false; readonly failure: Failure },
) => boolean;

/**
 * Creates the rule that ends the reads of many records: a failure that all reads would meet, such as a
 * refused token. A server that hangs at one record, or drops its connection, has not failed for the others.
 */
export function createReadStop(): ReadStop {
  let broken = 0;
  return outcome => {
    const isHanging = !outcome.ok && isBroken(outcome.failure);
    broken = isHanging ? broken + 1 : 0;
    return isHanging ? broken >= MAX_BROKEN : !outcome.ok && hasTrait(outcome.failure, 'stops-reads');
  };
}
