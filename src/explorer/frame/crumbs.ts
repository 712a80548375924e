import { ownIdName } from '../../resources/record-ids.ts';
import { resourceOf, root } from '../../resources/registry.ts';
import { isLocal, ownName, type Ref } from '../../resources/resource.ts';
import { clean, joinSafe, type SafeText, safe } from '../../text/sanitise.ts';
import { cells, cutMiddle } from '../../text/width.ts';
import { againstRef, type ComparePlace, listOf, type Place, type RecordPlace } from '../state/place.ts';
import { knownRecord, type State } from '../state/state.ts';

const CRUMB = ' › ';

/** Returns the name of a record for titles, or a short form of its id where it has none or is not loaded. */
export function recordName(state: State, ref: Ref): SafeText {
  const resource = resourceOf(ref.kind);
  const record = knownRecord(state, ref);
  const id = clean(ref.ids[ownIdName(resource)] ?? '', 80);
  if (record === undefined) return cutMiddle(id, 16);
  return ownName(resource, record) ?? cutMiddle(id, 16);
}

/** Returns the name of a record beside other names: that of a record of this machine says what it is. */
function crumbName(state: State, ref: Ref): SafeText {
  const resource = resourceOf(ref.kind);
  const name = recordName(state, ref);
  return isLocal(resource) ? safe`${clean(resource.title.toLowerCase())} ${name}` : name;
}

/** Returns the names of two compared records, or "changes" for one record and its snapshot. */
export function compareName(state: State, place: ComparePlace): SafeText {
  const other = againstRef(place);
  return other === undefined
    ? safe`changes`
    : safe`${crumbName(state, other)} and ${recordName(state, place.ref)}`;
}

function placeName(state: State, place: Place): SafeText {
  switch (place.screen) {
    case 'start':
      return safe`Welcome`;
    case 'list':
      return listOf(place).plural;
    case 'raw':
      return safe`raw`;
    case 'record':
      return crumbName(state, place.ref);
    case 'compare':
      return compareName(state, place);
  }
}

/** Returns true for a record opened by its id from the root, without a list in between. */
const isListless = (place: Place, before: Place | undefined): place is RecordPlace =>
  before?.screen === 'record' &&
  before.ref.kind === root.kind &&
  place.screen !== 'start' &&
  place.screen !== 'list' &&
  place.ref.kind !== root.kind;

/**
 * Returns the names of the open views, the present one last. Before a record without its list comes the name
 * of that list.
 */
export const crumbs = (state: State): readonly SafeText[] =>
  state.navigation.views.flatMap(({ place }, at) => {
    const name = placeName(state, place);
    const before = state.navigation.views[at - 1]?.place;
    // Raw text opened from a list includes the name of its record, which is not among the views.
    const isAlone = place.screen === 'raw' && before?.screen !== 'record';
    const whole = cutMiddle(isAlone ? safe`${recordName(state, place.ref)} ${name}` : name, 40);
    return isListless(place, before) ? [resourceOf(place.ref.kind).plural, whole] : [whole];
  });

/** Returns the breadcrumb in at most `width` cells. Its middle gives way, never its end. */
export function breadcrumb(state: State, width: number): SafeText {
  const names = crumbs(state);
  const whole = joinSafe(names, CRUMB);
  if (cells(whole) <= width || names.length < 2) return cutMiddle(whole, width);
  for (let from = 1; from < names.length - 1; from++) {
    const short = safe`… › ${joinSafe(names.slice(from), CRUMB)}`;
    if (cells(short) <= width) return short;
  }
  return crumbEnd(names, width);
}

/** Cells that make the last name recognisable; with fewer, the names before it give way. */
export const MIN_END_CELLS = 16;

/** Returns the last name, with the one before it if enough of the last stays visible. */
function crumbEnd(names: readonly SafeText[], width: number): SafeText {
  const end = names.at(-1) ?? safe``;
  const before = names.length > 2 ? safe`… › ${cutMiddle(names.at(-2) ?? safe``, 24)} › ` : safe``;
  const room = width - cells(before);
  if (before !== '' && room >= MIN_END_CELLS) return safe`${before}${cutMiddle(end, room)}`;
  return cutMiddle(safe`… › ${end}`, width);
}
