import { explain, type Failure } from '../failure.ts';
import { ownIdName } from '../resources/record-ids.ts';
import { ownerRef, resourceOf } from '../resources/registry.ts';
import type { Ref } from '../resources/resource.ts';
import { joinSafe, type SafeText, safe } from '../text/sanitise.ts';
import { cutMiddle } from '../text/width.ts';
import type { Going } from './going.ts';
import { likelyOwners } from './likely-owners.ts';
import { nameIn } from './place-choice.ts';
import type { Reading } from './reading.ts';
import { newView, type State } from './state.ts';
import type { World } from './world.ts';

/** Looking for a record of which only its own id is known, at one record after another that it may belong to. */
export type Seeking = {
  readonly is: 'seek';
  readonly kind: string;
  readonly id: string;
  /** Where it was not, and what the answer was. */
  readonly tried: readonly { readonly ref: Ref; readonly words: SafeText }[];
  /** The address that is asked for now; undefined when no more is asked. */
  readonly asking: Ref | undefined;
};

export type Seeker = {
  /** Opens the record with this id where it is found first; says where it was not. */
  readonly seek: (kind: string, id: string) => Promise<void>;
};

/** More requests for one paste would be a search, which nobody asked for. */
export const MOST_TRIED = 3;

/** An answer after which the next one may still have it: there is no such record, or it may not be seen. */
const goesOn = ({ kind }: Failure): boolean => kind === 'not-found' || kind === 'forbidden';

const wordsOf = (failure: Failure): SafeText =>
  failure.kind === 'not-found' ? safe`404` : explain(failure).title;

/** `tried on order-tracker: 404`, by its name as far as it is known. */
export function triedWords(state: State, { ref, words }: Seeking['tried'][number]): SafeText {
  return safe`tried on ${ownerName(state, ref)}: ${words}`;
}

/** What a record would belong to: its name as far as it is known, else its id. */
export function ownerName(state: State, ref: Ref): SafeText {
  const owner = ownerRef(ref);
  return owner === undefined ? safe`` : cutMiddle(nameIn(state, owner), 40);
}

export function createSeeker({ store }: World, { readAgain }: Reading, { jump }: Going): Seeker {
  function found(ref: Ref, tried: Seeking['tried']): void {
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
    const owners = likelyOwners(store.getState(), kind, id).slice(0, MOST_TRIED);
    let seeking: Seeking = { is: 'seek', kind, id, tried: [], asking: undefined };
    for (const { ids } of owners) {
      const ref: Ref = { kind, ids: { ...ids, [own]: id } };
      seeking = { ...seeking, asking: ref };
      store.setState({ overlay: seeking });
      const outcome = await readAgain(ref);
      if (store.getState().overlay !== seeking) return;
      if (outcome.ok) return found(ref, seeking.tried);
      seeking = { ...seeking, tried: [...seeking.tried, { ref, words: wordsOf(outcome.failure) }] };
      if (!goesOn(outcome.failure)) break;
    }
    store.setState({ overlay: { ...seeking, asking: undefined } });
  }
  return { seek };
}
