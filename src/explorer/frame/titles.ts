import { countMarks, countWords, sortChanges } from '../../diff/comparison.ts';
import { explain, type Failure } from '../../failure.ts';
import { resourceOf, root } from '../../resources/registry.ts';
import { isLocal, ownIdName, ownName, type Ref } from '../../resources/resource.ts';
import { clean, joinSafe, type SafeText, safe } from '../../text/sanitise.ts';
import { cells, cutMiddle } from '../../text/width.ts';
import { recordChangeWords } from '../facts/change-marks.ts';
import { comparisonOf } from '../facts/comparison.ts';
import { isNarrow, NAMED_FROM, PROGRAM_NAME } from '../facts/layout.ts';
import { type Heading, MARKS, PART_GAP, span, spansText } from '../facts/line.ts';
import { contentOf, currentLoad } from '../screens/content.ts';
import { tabTitle } from '../screens/record/tab-title.ts';
import { againstRef, type ComparePlace, listOf, type Place, type RecordPlace } from '../state/place.ts';
import { currentView, knownRecord, type State } from '../state/state.ts';
import { listParts, listTitle } from './list-title.ts';
import { listWork } from './progress.ts';

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

/** Returns the title of a comparison with the number of changes: in words if they fit, else as marks. */
function compareTitle(state: State, place: ComparePlace): ReturnType<typeof viewTitle> {
  const comparison = comparisonOf(state, place);
  const what =
    againstRef(place) === undefined
      ? safe`Changes in ${recordName(state, place.ref)}`
      : safe`Compare ${compareName(state, place)}`;
  if (comparison === undefined) return { title: what, right: undefined };
  const { relevant } = sortChanges(comparison);
  const counts = countWords(relevant, { all: true, more: comparison.difference.more });
  const room = state.screen.size.columns - cells(counts) - 8;
  if (room >= MIN_END_CELLS) return { title: cutMiddle(what, room), right: counts };
  const marks = countMarks(relevant);
  return { title: cutMiddle(what, state.screen.size.columns - cells(marks) - 8), right: marks };
}

function listHeading(state: State, title: SafeText): Heading {
  const content = contentOf(state);
  if (content.kind !== 'table')
    return { title, right: currentLoad(state)?.phase === 'failed' ? safe`not loaded` : safe`loading` };
  const parts = listParts(state, content);
  return { title, right: spansText(parts, PART_GAP), parts, work: listWork(state) };
}

/** Returns the number of changes of the last reload, if it fits beside a title. */
function changedBeside(state: State, title: SafeText): SafeText | undefined {
  const words = recordChangeWords(state);
  const isRoom = words !== undefined && cells(title) + cells(words) + 8 <= state.screen.size.columns;
  return isRoom ? words : undefined;
}

/** Returns the failure that the present view shows in place of data; undefined without one. */
export function shownFailure(state: State): Failure | undefined {
  const load = currentLoad(state);
  return load?.phase === 'failed' && load.last === undefined ? load.failure : undefined;
}

export function viewTitle(state: State): Heading {
  const failure = shownFailure(state);
  const { place, filter } = currentView(state);
  if (failure !== undefined) {
    const title = safe`${MARKS.bad} ${explain(failure).title}`;
    const right = place.screen === 'list' ? safe`not loaded` : undefined;
    return { title, right, spans: [span(title, 'bad')] };
  }
  switch (place.screen) {
    case 'start':
      return { title: safe`Connect to a workspace`, right: undefined };
    case 'list':
      return listHeading(state, listTitle(listOf(place).plural, filter));
    case 'compare':
      return compareTitle(state, place);
    case 'record':
    case 'raw': {
      const resource = resourceOf(place.ref.kind);
      const tabs = tabTitle(state);
      if (tabs !== undefined) {
        const title = spansText(tabs);
        return { title, right: changedBeside(state, title), spans: tabs };
      }
      const named = safe`${resource.title} ${recordName(state, place.ref)}`;
      const title = place.screen === 'raw' ? rawTitle(state, named) : named;
      return { title, right: changedBeside(state, title) };
    }
  }
}

/** Returns the title of raw text; a narrow screen has the name in its breadcrumbs only. */
function rawTitle({ screen: { format, size } }: State, named: SafeText): SafeText {
  const masked = safe`${format === 'json' ? safe`JSON` : safe`YAML`}, secrets masked`;
  return isNarrow(size.columns) ? masked : safe`${named} as ${masked}`;
}

export const SEPARATOR = safe` │ `;

/** Cells of the server's name on a narrow screen: place and age matter more. */
const NARROW_LABEL = 10;

/** Returns the parts of the first row: program and server, and the breadcrumb beside what is at the right. */
export function placeParts(
  state: State,
  right: SafeText,
): { readonly name: SafeText; readonly crumbs: SafeText } {
  const { columns } = state.screen.size;
  const { server } = state.session;
  const whole = server?.label ?? safe`not connected`;
  const label = server !== undefined && isNarrow(columns) ? cutMiddle(whole, NARROW_LABEL) : whole;
  const name = columns < NAMED_FROM ? safe` ${label}` : safe`${PROGRAM_NAME}${SEPARATOR}${label}`;
  return { name, crumbs: breadcrumb(state, columns - cells(name) - cells(right) - 7) };
}
