import type { Client, Outcome } from '../api/client.ts';
import type { Ids, Operation } from '../api/operation.ts';
import { resourceOf } from '../resources/registry.ts';
import type { Ref } from '../resources/resource.ts';
import { isAbsent } from '../resources/unsupported.ts';
import type { Memory } from '../storage/memory.ts';
import { keyOf } from './place.ts';
import type { State } from './state.ts';
import type { World } from './world.ts';

/** Whether requests outside of the description are forbidden, wait for the person's yes, or are allowed. */
export type Extending = 'never' | 'asks' | 'allowed';

/** A server may learn a call: what it did not have is asked for again after a day. */
const DAY_MS = 24 * 3_600_000;
/** A record that was read within this time is there. */
const FRESH_MS = 60_000;

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

const withAbsent = (memory: Memory, absent: NonNullable<Memory['extensions']>['absent']): Memory => ({
  ...memory,
  extensions: { ...memory.extensions, absent },
});

/** The memory with the person's yes, or without it. */
export function withConsent(memory: Memory, consentAt: number | undefined): Memory {
  const absent = memory.extensions?.absent ?? {};
  return { ...memory, extensions: consentAt === undefined ? { absent } : { consentAt, absent } };
}

/** The client with the consent on every request that needs it. What the server says to such requests is remembered. */
export function extendingClient(client: Client, { store, now }: Pick<World, 'store' | 'now'>): Client {
  /** Whether a record is there: read a moment ago, or read now. */
  async function isThere({ kind, ids }: Ref): Promise<boolean> {
    const { read } = resourceOf(kind);
    const load = store.getState().records[keyOf(kind, ids)];
    if (load?.phase === 'ready' && now() - load.last.at < FRESH_MS) return true;
    return read !== undefined && (await client.send(read, ids)).ok;
  }

  function remember(operation: Operation, isNone: boolean): void {
    store.setState(({ memory }) => {
      const { [operation.id]: before, ...others } = memory.extensions?.absent ?? {};
      if (!isNone) return before === undefined ? {} : { memory: withAbsent(memory, others) };
      return { memory: withAbsent(memory, { ...others, [operation.id]: now() }) };
    });
  }

  function forbid(operation: Operation, isForbidden: boolean): void {
    store.setState(({ forbidden }) => {
      if (!isForbidden && !forbidden.includes(operation.id)) return {};
      const others = forbidden.filter(id => id !== operation.id);
      return { forbidden: isForbidden ? [...others, operation.id] : others };
    });
  }

  async function learned<T>(operation: Operation, ids: Ids, outcome: Outcome<T>): Promise<Outcome<T>> {
    if (outcome.ok) {
      remember(operation, false);
      forbid(operation, false);
      return outcome;
    }
    const { failure } = outcome;
    if (failure.kind === 'forbidden') forbid(operation, true);
    if (!(await isAbsent(failure, { operation, ids }, isThere))) return outcome;
    remember(operation, true);
    return { ok: false, failure: { ...failure, kind: 'not-offered' } };
  }

  const send: Client['send'] = async (operation, ids, options) => {
    if (operation.extension !== true) return client.send(operation, ids, options);
    const hasConsent = mayExtend(store.getState());
    return learned(operation, ids, await client.send(operation, ids, { ...options, hasConsent }));
  };
  return { send };
}
