import { explain, type Failure } from '../../failure.ts';
import { ownIdName } from '../../resources/record-ids.ts';
import { resourceOf } from '../../resources/registry.ts';
import type { Ref } from '../../resources/resource.ts';
import { joinSafe, type SafeText, safe } from '../../text/sanitise.ts';
import { likelyOwners, MAX_OWNERS } from '../lookup/likely-owners.ts';
import type { FindOwnerDialog } from '../state/dialogs.ts';
import type { Ports } from '../state/ports.ts';
import { newView } from '../state/state.ts';
import { triedWords } from '../view/choices.ts';
import type { Reading } from './load/load.ts';
import type { Going } from './navigate.ts';

export type Seeker = {
  /** Opens the record with this id where it is found first, or says where it was not found. */
  readonly seek: (kind: string, id: string) => Promise<void>;
};

/** Returns true for failures after which another owner may have the record: not found, or not permitted. */
const goesOn = ({ kind }: Failure): boolean => kind === 'not-found' || kind === 'forbidden';

const wordsOf = (failure: Failure): SafeText =>
  failure.kind === 'not-found' ? safe`404` : explain(failure).title;

export function createSeeker({ store }: Ports, { readAgain }: Reading, { jump }: Going): Seeker {
  function found(ref: Ref, tried: FindOwnerDialog['tried']): void {
    jump(newView({ screen: 'record', ref }));
    if (tried.length === 0) return;
    const state = store.getState();
    const misses = joinSafe(
      tried.map(each => triedWords(state, each)),
      ', ',
    );
    store.setState({ notice: { tone: 'plain', text: misses } });
  }

  async function seek(kind: string, id: string): Promise<void> {
    const own = ownIdName(resourceOf(kind));
    const owners = likelyOwners(store.getState(), kind, id).slice(0, MAX_OWNERS);
    let seeking: FindOwnerDialog = {
      kind: 'find-owner',
      recordKind: kind,
      id,
      tried: [],
      loading: undefined,
    };
    for (const { ids } of owners) {
      const ref: Ref = { kind, ids: { ...ids, [own]: id } };
      seeking = { ...seeking, loading: ref };
      store.setState({ dialog: seeking });
      const outcome = await readAgain(ref);
      if (store.getState().dialog !== seeking) return;
      if (outcome.ok) return found(ref, seeking.tried);
      seeking = { ...seeking, tried: [...seeking.tried, { ref, words: wordsOf(outcome.failure) }] };
      if (!goesOn(outcome.failure)) break;
    }
    store.setState({ dialog: { ...seeking, loading: undefined } });
  }
  return { seek };
}
