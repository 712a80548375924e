import type { Operation } from '../../api/operation.ts';
import type { State } from '../state/state.ts';

/** A server may learn a call: what it did not have is asked for again after a day. */
const DAY_MS = 24 * 3_600_000;
type Known = Pick<State['session'], 'forbidden' | 'now'> & Pick<State['user'], 'memory'>;

/** What the server said to an operation: it does not have it (and when), or this token may not use it. */
export type Refused =
  | { readonly why: 'not offered'; readonly at: number }
  | { readonly why: 'no permission' };

export function refusalOf({ memory, forbidden, now }: Known, operation: Operation): Refused | undefined {
  const at = memory.extensions?.absent[operation.id];
  if (at !== undefined && now - at < DAY_MS) return { why: 'not offered', at };
  return forbidden.includes(operation.id) ? { why: 'no permission' } : undefined;
}
