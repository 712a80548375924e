import { listTitle } from '../resources/list-variant.ts';
import { ownIdName } from '../resources/record-ids.ts';
import { ownerRef, resourceOf } from '../resources/registry.ts';
import { isShown, nameOf, type Ref } from '../resources/resource.ts';
import type { Kept } from '../storage/memory.ts';
import { clean, type SafeText, safe } from '../text/sanitise.ts';
import { cutMiddle } from '../text/width.ts';
import type { View } from './place.ts';
import { viewSaid } from './place-start.ts';
import { readPlace, refText } from './place-text.ts';
import { knownRecord, newView, type State } from './state.ts';

/** Where a choice leads: to a place, or to the dialog that deletes a record which nothing reads. */
export type Destination =
  | { readonly to: 'view'; readonly view: View }
  | { readonly to: 'remove'; readonly ref: Ref }
  /** Another server, or another login. */
  | { readonly to: 'door'; readonly id: string }
  /** Asked for at one record after another that it may belong to. */
  | { readonly to: 'seek'; readonly kind: string; readonly id: string };

/** One row of a panel with things to choose from; it holds where it leads by value. */
export type Choice = {
  /** The text of the place, or of the record. */
  readonly id: string;
  /** What kind of thing it is, in one word. */
  readonly kind: SafeText;
  readonly label: SafeText;
  readonly detail: SafeText;
  readonly destination: Destination;
};

/** What a panel of choices is about. */
export type Choosing = 'bookmarks' | 'recents' | 'in-use' | 'paste' | 'doors';

const ID_CELLS = 40;

const ownIdOf = (ref: Ref): SafeText =>
  cutMiddle(clean(ref.ids[ownIdName(resourceOf(ref.kind))] ?? '', 512), ID_CELLS);

/** The name of a record as far as it is known, else its id. */
export function nameIn(state: State, ref: Ref): SafeText {
  const record = knownRecord(state, ref);
  return record === undefined ? ownIdOf(ref) : nameOf(resourceOf(ref.kind), record);
}

/** `of order-tracker`, for a record that belongs to another one. */
function ofOwner(state: State, ref: Ref): SafeText {
  const owner = ownerRef(ref);
  if (owner === undefined) return safe``;
  return safe`of ${clean(owner.kind)} ${cutMiddle(nameIn(state, owner), 30)}`;
}

/** The row that opens a record, or that asks to delete one which nothing reads. */
export function refChoice(state: State, ref: Ref): Choice {
  const resource = resourceOf(ref.kind);
  const reads = isShown(resource);
  const owner = ofOwner(state, ref);
  const asks = reads ? safe`` : safe`delete … `;
  return {
    id: refText(ref),
    kind: clean(resource.kind),
    label: ownIdOf(ref),
    detail: safe`${asks}${owner}`,
    destination: reads ? { to: 'view', view: newView({ screen: 'record', ref }) } : { to: 'remove', ref },
  };
}

function goneWords({ gone }: Kept): SafeText {
  if (gone === undefined) return safe``;
  return gone === 'deleted' ? safe`✗ deleted here ` : safe`✗ gone (404) `;
}

/** The row of something that is kept; undefined when its text leads nowhere any more. */
export function keptChoice(state: State, kept: Kept): Choice | undefined {
  const said = readPlace(kept.place);
  const view = viewSaid(said, state.server);
  if (view === undefined || said.is === 'unreadable') return undefined;
  const destination = { to: 'view', view } as const;
  const missing = goneWords(kept);
  if (said.is !== 'record') {
    const kind = said.is === 'list' ? listTitle(resourceOf(said.place.kind), said.place.variant) : safe`home`;
    const filter =
      said.is === 'list' && said.showing.filter !== undefined
        ? safe`/${clean(said.showing.filter, 80)}`
        : safe``;
    return {
      id: kept.place,
      kind: clean(kind.toLowerCase()),
      label: safe`${kind} ${filter}`,
      detail: missing,
      destination,
    };
  }
  const named = kept.name === '' ? ownIdOf(said.ref) : kept.name;
  const id = kept.name === '' ? safe`` : safe`${cutMiddle(ownIdOf(said.ref), 24)} `;
  return {
    id: kept.place,
    kind: clean(said.ref.kind),
    label: said.place.screen === 'record' ? named : safe`${named} · ${clean(said.place.screen)}`,
    detail: safe`${missing}${id}${ofOwner(state, said.ref)}`,
    destination,
  };
}

/** The rows of what is kept, without those that lead nowhere. */
export const keptChoices = (state: State, rows: readonly Kept[]): readonly Choice[] =>
  rows.flatMap(row => keptChoice(state, row) ?? []);
