import { explain, type Failure } from '../../failure.ts';
import { ownIdName } from '../../resources/record-ids.ts';
import { resourceOf } from '../../resources/registry.ts';
import type { Ref } from '../../resources/resource.ts';
import { joinSafe, type SafeText, safe } from '../../text/sanitise.ts';
import { triedWords } from '../facts/choices.ts';
import { likelyOwners, MAX_OWNERS } from '../lookup/likely-owners.ts';
import type { FindOwnerDialog } from '../state/dialogs.ts';
import type { Ports } from '../state/ports.ts';
import { newView } from '../state/state.ts';
import type { LoadActions } from './load/load.ts';
import type { Navigation } from './navigate.ts';

export type FindOwnerActions = {
  /**
   * Requests the record from one likely owner after another and opens the first that is found; the dialog
   * lists the misses.
   */
  readonly findOwner: (kind: string, id: string) => Promise<void>;
};

/** Returns true for failures that let the search go on: not found, or not permitted. */
const isMiss = ({ kind }: Failure): boolean => kind === 'not-found' || kind === 'forbidden';

const failureWords = (failure: Failure): SafeText =>
  failure.kind === 'not-found' ? safe`404` : explain(failure).title;

export function createFindOwner(
  { store }: Ports,
  { loadRecord }: LoadActions,
  { jump }: Navigation,
): FindOwnerActions {
  function openFound(ref: Ref, tried: FindOwnerDialog['tried']): void {
    jump(newView({ screen: 'record', ref }));
    if (tried.length === 0) return;
    const state = store.getState();
    const misses = joinSafe(
      tried.map(each => triedWords(state, each)),
      ', ',
    );
    store.setState({ notice: { tone: 'plain', text: misses } });
  }

  async function findOwner(kind: string, id: string): Promise<void> {
    const own = ownIdName(resourceOf(kind));
    const owners = likelyOwners(store.getState(), kind, id).slice(0, MAX_OWNERS);
    let dialog: FindOwnerDialog = {
      kind: 'find-owner',
      recordKind: kind,
      id,
      tried: [],
      loading: undefined,
    };
    for (const { ids } of owners) {
      const ref: Ref = { kind, ids: { ...ids, [own]: id } };
      dialog = { ...dialog, loading: ref };
      store.setState({ dialog });
      const outcome = await loadRecord(ref);
      if (store.getState().dialog !== dialog) return;
      if (outcome.ok) return openFound(ref, dialog.tried);
      dialog = { ...dialog, tried: [...dialog.tried, { ref, words: failureWords(outcome.failure) }] };
      if (!isMiss(outcome.failure)) break;
    }
    store.setState({ dialog: { ...dialog, loading: undefined } });
  }
  return { findOwner };
}
