import type { Client } from '../../api/client.ts';
import type { Operation } from '../../api/operation.ts';
import { resourceOf } from '../../resources/registry.ts';
import type { Ref } from '../../resources/resource.ts';
import { isUnsupported } from '../../resources/unsupported.ts';
import { safe } from '../../text/sanitise.ts';
import { keyOf } from '../state/place.ts';
import type { State } from '../state/state.ts';
import { type Ports, update, withChange } from '../state/store.ts';

/** Milliseconds for which a loaded record counts as existing. */
const FRESH_MS = 60_000;

/** Returns the state with undocumented requests allowed, now and in later runs, or that revoked. */
export function withUndocumentedAllowed(state: State, isAllowed: boolean, now: number): State {
  const { memory } = state.user;
  const absent = memory.extensions?.absent ?? {};
  const text = isAllowed ? safe`Allowed. :extension.off revokes it.` : safe`Undocumented calls are off.`;
  return withChange(state, {
    session: { undocumented: isAllowed ? 'allowed' : 'with-consent' },
    user: { memory: { ...memory, extensions: isAllowed ? { consentAt: now, absent } : { absent } } },
    notice: { tone: 'good', text },
  });
}

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

  /** Remembers that the server has no such operation, or that it has. */
  function remember({ id }: Operation, isNone: boolean): void {
    const { memory } = store.getState().user;
    const { [id]: before, ...others } = memory.extensions?.absent ?? {};
    if (!isNone && before === undefined) return;
    const absent = isNone ? { ...others, [id]: now() } : others;
    update(store, { user: { memory: { ...memory, extensions: { ...memory.extensions, absent } } } });
  }

  function forbid({ id }: Operation, isForbidden: boolean): void {
    const { forbidden } = store.getState().session;
    const others = forbidden.filter(each => each !== id);
    update(store, { session: { forbidden: isForbidden ? [...others, id] : others } });
  }

  return {
    ...client,
    send: async (operation, ids, options) => {
      if (operation.isUndocumented !== true) return client.send(operation, ids, options);
      const hasConsent = store.getState().session.undocumented === 'allowed';
      const outcome = await client.send(operation, ids, { ...options, hasConsent });
      if (outcome.ok || outcome.failure.kind === 'forbidden') forbid(operation, !outcome.ok);
      if (outcome.ok) {
        remember(operation, false);
        return outcome;
      }
      if (!(await isUnsupported(outcome.failure, { operation, ids }, isThere))) return outcome;
      remember(operation, true);
      return { ok: false, failure: { ...outcome.failure, kind: 'not-offered' } };
    },
  };
}
