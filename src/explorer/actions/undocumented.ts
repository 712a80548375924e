import type { Client } from '../../api/client.ts';
import type { Operation } from '../../api/operation.ts';
import { consentingClient } from '../../resources/consent.ts';
import { safe } from '../../text/sanitise.ts';
import { keyOf } from '../state/place.ts';
import type { State } from '../state/state.ts';
import { type Ports, update, withChange, withForbidden } from '../state/store.ts';

/** A loaded record counts as existing. */
const FRESH_MS = 60_000;

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

export function withConsent(client: Client, { store, now }: Pick<Ports, 'store' | 'now'>): Client {
  function remember({ id }: Operation, isNone: boolean): void {
    const { memory } = store.getState().user;
    const { [id]: before, ...others } = memory.extensions?.absent ?? {};
    if (!isNone && before === undefined) return;
    const absent = isNone ? { ...others, [id]: now() } : others;
    update(store, { user: { memory: { ...memory, extensions: { ...memory.extensions, absent } } } });
  }

  return consentingClient(client, {
    isGiven: () => store.getState().session.undocumented === 'allowed',
    isThere: ref => {
      const load = store.getState().data.records[keyOf(ref)];
      return load?.phase === 'ready' && now() - load.last.at < FRESH_MS;
    },
    onOutcome: (operation, outcome, isUnsupported) => {
      if (outcome.ok || outcome.failure.kind === 'forbidden')
        store.setState(state => withForbidden(state, [operation.id], !outcome.ok));
      if (outcome.ok || isUnsupported) remember(operation, isUnsupported);
    },
  });
}
