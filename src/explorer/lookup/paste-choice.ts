import { ownIdName } from '../../resources/record-ids.ts';
import { ownerRef, resourceOf } from '../../resources/registry.ts';
import type { Ref } from '../../resources/resource.ts';
import { clean, type SafeText, safe } from '../../text/sanitise.ts';
import { cutMiddle } from '../../text/width.ts';
import { nameOrId, refChoice } from '../facts/choices.ts';
import type { Choice } from '../state/dialogs.ts';
import type { State } from '../state/state.ts';
import { likelyOwners, MAX_OWNERS } from './likely-owners.ts';

/** Returns the likely owners of a record of which only the id is known: `of bot order-tracker or 2 more?`. */
function ownerWords(state: State, kind: string, id: string): SafeText {
  const [first, ...others] = likelyOwners(state, kind, id).slice(0, MAX_OWNERS);
  if (first === undefined) return safe``;
  const more = others.length === 0 ? safe`` : safe` or ${others.length} more`;
  return safe`of ${clean(first.kind)} ${cutMiddle(nameOrId(state, first), 24)}${more}?`;
}

/** Returns true if a text has the ids of the record's owner, or the record has no owner. */
function namesOwner(text: string, ref: Ref): boolean {
  const owner = ownerRef(ref);
  const isSaid = (id: string): boolean => text.includes(id) || text.includes(encodeURIComponent(id));
  return owner === undefined || Object.values(owner.ids).every(isSaid);
}

/**
 * Returns the choice for a record in a pasted text; without its owner in the text, the choice looks for it.
 */
export function pastedChoice(state: State, ref: Ref, text: string): Choice {
  const choice = refChoice(state, ref);
  const resource = resourceOf(ref.kind);
  if (resource.read === undefined || namesOwner(text, ref)) return choice;
  const id = ref.ids[ownIdName(resource)] ?? '';
  const destination = { to: 'find-owner', kind: ref.kind, id } as const;
  return { ...choice, detail: ownerWords(state, ref.kind, id), destination };
}
