import { ownerRef, resourceOf } from '../../resources/registry.ts';
import type { Ref } from '../../resources/resource.ts';
import { refChoice } from '../facts/choices.ts';
import type { Choice } from '../state/dialogs.ts';
import type { State } from '../state/state.ts';
import { refsOfOwners } from './likely-owners.ts';

/** Returns true if a text has the ids of the record's owner, or the record has no owner. */
function namesOwner(text: string, ref: Ref): boolean {
  const owner = ownerRef(ref);
  const isSaid = (id: string): boolean => text.includes(id) || text.includes(encodeURIComponent(id));
  return owner === undefined || Object.values(owner.ids).every(isSaid);
}

/** Returns the choices for a record in a pasted text; one for each likely owner if the text names none. */
export function pastedChoices(state: State, ref: Ref, text: string): readonly Choice[] {
  const isWhole = resourceOf(ref.kind).read === undefined || namesOwner(text, ref);
  return (isWhole ? [ref] : refsOfOwners(state, ref)).map(each => refChoice(state, each));
}
