import { ownerRef, refId, resourceOf } from '../../resources/registry.ts';
import { ownName, type Ref } from '../../resources/resource.ts';
import type { StoredPlace } from '../../storage/memory.ts';
import { clean, lower, type SafeText, safe } from '../../text/sanitise.ts';
import { cutMiddle } from '../../text/width.ts';
import { listOf, type View } from '../state/place.ts';
import { parsePlace } from '../state/place-text.ts';
import { viewName } from '../state/recents.ts';
import { knownRecord, type State } from '../state/state.ts';
import { viewFor } from '../state/view-stacks.ts';

export type StoredChoice = Readonly<{
  id: string;
  kind: SafeText;
  label: SafeText;
  detail: SafeText;
  view: View;
}>;

export const ownIdOf = (ref: Ref, idCells = 40) => cutMiddle(clean(refId(ref), 512), idCells);

export function nameOrId(state: State, ref: Ref, idCells?: number): SafeText {
  const record = knownRecord(state, ref);
  return (record && ownName(resourceOf(ref.kind), record)) ?? ownIdOf(ref, idCells);
}

export function ofOwner(state: State, ref: Ref): SafeText {
  const owner = ownerRef(ref);
  if (owner === undefined) return safe``;
  return safe`of ${clean(owner.kind)} ${cutMiddle(nameOrId(state, owner), 30)}`;
}

function storedChoice(state: State, stored: StoredPlace): StoredChoice | undefined {
  const parsed = parsePlace(stored.place);
  const view = viewFor(parsed, state.session.server);
  if (view === undefined || parsed.kind === 'unreadable') return undefined;
  const common = { id: stored.place, view };
  const gone = stored.gone === 'deleted' ? safe`✗ deleted here ` : safe`✗ gone (404) `;
  const missing = stored.gone === undefined ? safe`` : gone;
  if (parsed.kind !== 'record') {
    const kind = parsed.kind === 'list' ? listOf(parsed.place).plural : safe`home`;
    const filter = view.filter !== undefined && safe`/${clean(view.filter, 80)}`;
    const [name, list] = [viewName(stored), safe`${kind} ${filter}`];
    const detail = name === undefined ? missing : safe`${missing}${list}`;
    return { ...common, kind: lower(kind), label: name ?? list, detail };
  }
  const { ref, place } = parsed;
  const own = ownIdOf(ref);
  const [named, id] = stored.name === '' ? [own, safe``] : [stored.name, safe`${cutMiddle(own, 24)} `];
  return {
    ...common,
    kind: clean(ref.kind),
    label: place.screen === 'record' ? named : safe`${named} · ${clean(place.screen)}`,
    detail: safe`${missing}${id}${ofOwner(state, ref)}`,
  };
}

export function storedChoices(state: State, from: 'bookmark' | 'recent'): readonly StoredChoice[] {
  const { bookmarks, recents } = state.user.memory;
  const rows = from === 'bookmark' ? bookmarks.toReversed() : recents;
  return rows.flatMap(row => storedChoice(state, row) ?? []);
}
