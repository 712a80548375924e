import type { Operation } from '../../api/operation.ts';
import type { Memory } from '../../storage/memory.ts';
import type { State } from '../state/state.ts';

/** A server may learn a call: what it did not have is asked for again after a day. */
const DAY_MS = 24 * 3_600_000;
/** A record that was read within this time is there. */
export const FRESH_MS = 60_000;

type Known = Pick<State, 'extending' | 'memory' | 'forbidden' | 'now'>;

/** Whether requests outside of the description may be sent: by a flag, or since the person said yes. */
export function mayExtend({ extending, memory }: Pick<State, 'extending' | 'memory'>): boolean {
  if (extending === 'never') return false;
  return extending === 'allowed' || memory.extensions?.consentAt !== undefined;
}

/** What the server said to an operation: it does not have it (and when), or this token may not use it. */
export type Refused =
  | { readonly why: 'not offered'; readonly at: number }
  | { readonly why: 'no permission' };

export function refusalOf({ memory, forbidden, now }: Known, operation: Operation): Refused | undefined {
  const at = memory.extensions?.absent[operation.id];
  if (at !== undefined && now - at < DAY_MS) return { why: 'not offered', at };
  return forbidden.includes(operation.id) ? { why: 'no permission' } : undefined;
}

export const withAbsent = (memory: Memory, absent: NonNullable<Memory['extensions']>['absent']): Memory => ({
  ...memory,
  extensions: { ...memory.extensions, absent },
});

/** The memory with the person's yes, or without it. */
export function withConsent(memory: Memory, consentAt: number | undefined): Memory {
  const absent = memory.extensions?.absent ?? {};
  return { ...memory, extensions: consentAt === undefined ? { absent } : { consentAt, absent } };
}
