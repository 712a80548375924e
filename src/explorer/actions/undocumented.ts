import type { Client, Outcome } from '../../api/client.ts';
import type { Ids, Operation } from '../../api/operation.ts';
import { resourceOf } from '../../resources/registry.ts';
import type { Ref } from '../../resources/resource.ts';
import { isUnsupported } from '../../resources/unsupported.ts';
import type { Memory } from '../../storage/memory.ts';
import { safe } from '../../text/sanitise.ts';
import { keyOf } from '../state/place.ts';
import type { Ports } from '../state/ports.ts';
import { update } from '../state/store.ts';

/** Milliseconds for which a loaded record counts as existing. */
const FRESH_MS = 60_000;

export type ConsentActions = {
  /** Allows undocumented requests, now and in later runs, or revokes that. */
  readonly allowUndocumented: (isAllowed: boolean) => void;
};

export const createConsentActions = ({ store, now }: Pick<Ports, 'store' | 'now'>): ConsentActions => ({
  allowUndocumented: isAllowed => {
    const text = isAllowed ? safe`Allowed. :extension.off revokes it.` : safe`Undocumented calls are off.`;
    update(store, ({ user: { memory } }) => {
      const absent = memory.extensions?.absent ?? {};
      return {
        session: { undocumented: isAllowed ? 'allowed' : 'with-consent' },
        user: { memory: { ...memory, extensions: isAllowed ? { consentAt: now(), absent } : { absent } } },
        notice: { tone: 'good', text },
      };
    });
  },
});

const withAbsent = (memory: Memory, absent: NonNullable<Memory['extensions']>['absent']): Memory => ({
  ...memory,
  extensions: { ...memory.extensions, absent },
});

/**
 * Returns the client with the person's consent added to undocumented requests. Remembers refusals of the
 * server.
 */
export function withConsent(client: Client, { store, now }: Pick<Ports, 'store' | 'now'>): Client {
  /** Returns true if a record exists: it was loaded recently, or is loaded now. */
  async function isThere({ kind, ids }: Ref): Promise<boolean> {
    const { read } = resourceOf(kind);
    const load = store.getState().data.records[keyOf(kind, ids)];
    if (load?.phase === 'ready' && now() - load.last.at < FRESH_MS) return true;
    return read !== undefined && (await client.send(read, ids)).ok;
  }

  function remember(operation: Operation, isNone: boolean): void {
    update(store, ({ user: { memory } }) => {
      const { [operation.id]: before, ...others } = memory.extensions?.absent ?? {};
      if (!isNone) return before === undefined ? {} : { user: { memory: withAbsent(memory, others) } };
      return { user: { memory: withAbsent(memory, { ...others, [operation.id]: now() }) } };
    });
  }

  function forbid(operation: Operation, isForbidden: boolean): void {
    update(store, ({ session: { forbidden } }) => {
      if (!isForbidden && !forbidden.includes(operation.id)) return {};
      const others = forbidden.filter(id => id !== operation.id);
      return { session: { forbidden: isForbidden ? [...others, operation.id] : others } };
    });
  }

  async function rememberOutcome<T>(
    operation: Operation,
    ids: Ids,
    outcome: Outcome<T>,
  ): Promise<Outcome<T>> {
    if (outcome.ok) {
      remember(operation, false);
      forbid(operation, false);
      return outcome;
    }
    const { failure } = outcome;
    if (failure.kind === 'forbidden') forbid(operation, true);
    if (!(await isUnsupported(failure, { operation, ids }, isThere))) return outcome;
    remember(operation, true);
    return { ok: false, failure: { ...failure, kind: 'not-offered' } };
  }

  const send: Client['send'] = async (operation, ids, options) => {
    if (operation.isUndocumented !== true) return client.send(operation, ids, options);
    const hasConsent = store.getState().session.undocumented === 'allowed';
    return rememberOutcome(operation, ids, await client.send(operation, ids, { ...options, hasConsent }));
  };
  return { ...client, send };
}
