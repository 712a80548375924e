import { ownerRef, resourceOf } from '../../resources/registry.ts';
import { nameOf, ownIdName, type Ref } from '../../resources/resource.ts';
import type { StoredPlace } from '../../storage/memory.ts';
import { clean, type SafeText, safe } from '../../text/sanitise.ts';
import { cutMiddle } from '../../text/width.ts';
import { listOf, type View } from '../state/place.ts';
import { parsePlace } from '../state/place-text.ts';
import { viewName } from '../state/recents.ts';
import { knownRecord, type State } from '../state/state.ts';
import { viewFor } from '../state/view-stacks.ts';

/** A place to choose: a list, a bookmark or a recent. */
export type Choice = {
  readonly id: string;
  readonly kind: SafeText;
  readonly label: SafeText;
  readonly detail: SafeText;
  readonly view: View;
};

/** Cells of an id in a row with other texts. */
const ID_CELLS = 40;

export const ownIdOf = (ref: Ref, idCells = ID_CELLS): SafeText =>
  cutMiddle(clean(ref.ids[ownIdName(resourceOf(ref.kind))] ?? '', 512), idCells);

/** Returns the name of a record or, while it is not loaded, its id. */
export function nameOrId(state: State, ref: Ref, idCells?: number): SafeText {
  const record = knownRecord(state, ref);
  return record === undefined ? ownIdOf(ref, idCells) : nameOf(resourceOf(ref.kind), record);
}

/** Returns `of order-tracker` for a record that belongs to another one. */
export function ofOwner(state: State, ref: Ref): SafeText {
  const owner = ownerRef(ref);
  if (owner === undefined) return safe``;
  return safe`of ${clean(owner.kind)} ${cutMiddle(nameOrId(state, owner), 30)}`;
}

function goneWords({ gone }: StoredPlace): SafeText {
  if (gone === undefined) return safe``;
  return gone === 'deleted' ? safe`✗ deleted here ` : safe`✗ gone (404) `;
}

/** Returns the choice of a bookmark or recent; undefined if its text is no place any more. */
function storedChoice(state: State, stored: StoredPlace): Choice | undefined {
  const parsed = parsePlace(stored.place);
  const view = viewFor(parsed, state.session.server);
  if (view === undefined || parsed.kind === 'unreadable') return undefined;
  const missing = goneWords(stored);
  if (parsed.kind !== 'record') {
    const kind = parsed.kind === 'list' ? listOf(parsed.place).plural : safe`home`;
    const filter =
      parsed.kind === 'list' && parsed.view.filter !== undefined
        ? safe`/${clean(parsed.view.filter, 80)}`
        : safe``;
    const [name, list] = [viewName(stored), safe`${kind} ${filter}`];
    return {
      id: stored.place,
      kind: clean(kind.toLowerCase()),
      label: name ?? list,
      detail: name === undefined ? missing : safe`${missing}${list}`,
      view,
    };
  }
  const named = stored.name === '' ? ownIdOf(parsed.ref) : stored.name;
  const id = stored.name === '' ? safe`` : safe`${cutMiddle(ownIdOf(parsed.ref), 24)} `;
  return {
    id: stored.place,
    kind: clean(parsed.ref.kind),
    label: parsed.place.screen === 'record' ? named : safe`${named} · ${clean(parsed.place.screen)}`,
    detail: safe`${missing}${id}${ofOwner(state, parsed.ref)}`,
    view,
  };
}

export function storedChoices(state: State, from: 'bookmark' | 'recent'): readonly Choice[] {
  const { bookmarks, recents } = state.user.memory;
  return (from === 'bookmark' ? bookmarks.toReversed() : recents).flatMap(
    row => storedChoice(state, row) ?? [],
  );
}
