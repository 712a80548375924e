import type { Operation } from '../../api/operation.ts';
import type { State } from '../state/state.ts';

/** A missing endpoint is requested again after a day, because servers get updates. */
const DAY_MS = 24 * 3_600_000;

type RefusalState = Pick<State['session'], 'forbidden' | 'now'> & Pick<State['user'], 'memory'>;

/**
 * Refusal of an operation: the server does not offer it (`at`: since when), or the token has no permission.
 */
export type OperationRefusal =
  | { readonly kind: 'not offered'; readonly at: number }
  | { readonly kind: 'no permission' };

/** Returns the refusal of an operation while it counts; undefined if the operation may be requested. */
export function refusalOf(
  { memory, forbidden, now }: RefusalState,
  operation: Operation,
): OperationRefusal | undefined {
  const at = memory.extensions?.absent[operation.id];
  if (at !== undefined && now - at < DAY_MS) return { kind: 'not offered', at };
  return forbidden.includes(operation.id) ? { kind: 'no permission' } : undefined;
}
