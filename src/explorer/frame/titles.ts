import { countWords, sortChanges } from '../../diff/comparison.ts';
import type { Change } from '../../diff/diff.ts';
import { explain, type Failure } from '../../failure.ts';
import { resourceOf, root } from '../../resources/registry.ts';
import { isLocal, type Ref } from '../../resources/resource.ts';
import { joinSafe, lower, type SafeText, safe } from '../../text/sanitise.ts';
import { cells, cutEnd, cutMiddle } from '../../text/width.ts';
import { causesView, causeTitle } from '../facts/causes.ts';
import { recordChangeWords } from '../facts/change-marks.ts';
import { nameOrId } from '../facts/choices.ts';
import { comparisonOf } from '../facts/comparison.ts';
import { isNarrow, NAMED_FROM, PROGRAM_NAME } from '../facts/layout.ts';
import { type Heading, MARKS, PART_GAP, type Spans, span, spansText } from '../facts/line.ts';
import { tabLabels, tabTitle } from '../facts/tabs.ts';
import { contentOf, currentLoad } from '../screens/content.ts';
import {
  againstRef,
  type ComparePlace,
  isCauses,
  type ListPlace,
  listOf,
  type Place,
  type RecordPlace,
} from '../state/place.ts';
import { currentView, type State } from '../state/state.ts';
import { listParts, listTitle } from './list-title.ts';
import { listWork } from './progress.ts';

const CRUMB = ' › ';

/** Most cells of the words of a cause; those of the plural before and the count behind them. */
const CAUSE_CELLS = 60;
const COUNT_CELLS = 32;
/** Cells of the count and the rules around it, on a narrow screen. */
const NARROW_COUNT_CELLS = 25;

const ID_CELLS = 16;

const recordName = (state: State, ref: Ref) => nameOrId(state, ref, ID_CELLS);

function crumbName(state: State, ref: Ref): SafeText {
  const resource = resourceOf(ref.kind);
  const name = recordName(state, ref);
  return isLocal(resource) ? safe`${lower(resource.title)} ${name}` : name;
}

function compareName(state: State, place: ComparePlace): SafeText {
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

/** A record opened by its id from the root, without a list in between. */
const isListless = (place: Place, before: Place | undefined): place is RecordPlace =>
  before?.screen === 'record' &&
  before.ref.kind === root.kind &&
  'ref' in place &&
  place.ref.kind !== root.kind;

export const crumbs = (state: State): readonly SafeText[] =>
  state.navigation.views.flatMap(({ place }, at) => {
    const name = placeName(state, place);
    const before = state.navigation.views[at - 1]?.place;
    // Raw text opened from a list includes the name of its record, which is not among the views.
    const isAlone = place.screen === 'raw' && before?.screen !== 'record';
    const whole = cutMiddle(isAlone ? safe`${recordName(state, place.ref)} ${name}` : name, 40);
    return isListless(place, before) ? [resourceOf(place.ref.kind).plural, whole] : [whole];
  });

/** Cells that make the last name recognisable; with fewer, the names before it give way. */
const MIN_END_CELLS = 16;

/** The breadcrumb in at most `width` cells. Its middle gives way, never its end. */
export function breadcrumb(state: State, width: number): SafeText {
  const names = crumbs(state);
  const whole = joinSafe(names, CRUMB);
  if (cells(whole) <= width || names.length < 2) return cutMiddle(whole, width);
  const shorter = names.slice(1, -1).map((_name, at) => safe`… › ${joinSafe(names.slice(at + 1), CRUMB)}`);
  const short = shorter.find(each => cells(each) <= width);
  if (short !== undefined) return short;
  const [before = safe``, end = safe``] = names.slice(-2);
  const start = safe`… › ${cutMiddle(before, 24)} › `;
  const room = width - cells(start);
  return names.length > 2 && room >= MIN_END_CELLS
    ? safe`${start}${cutMiddle(end, room)}`
    : cutMiddle(safe`… › ${end}`, width);
}

function compareTitle(state: State, place: ComparePlace): Heading {
  const comparison = comparisonOf(state, place);
  const what =
    againstRef(place) === undefined
      ? safe`Changes in ${recordName(state, place.ref)}`
      : safe`Compare ${compareName(state, place)}`;
  if (comparison === undefined) return { title: what, right: undefined };
  const { relevant } = sortChanges(comparison);
  const words = countWords(relevant, { all: true, more: comparison.difference.more });
  const roomBeside = (right: SafeText) => state.screen.size.columns - cells(right) - 8;
  const count = (kind: Change['kind']) => relevant.filter(each => each.kind === kind).length;
  const marks = safe`~${count('changed')} +${count('added')} -${count('removed')}`;
  const right = roomBeside(words) >= MIN_END_CELLS ? words : marks;
  return { title: cutMiddle(what, roomBeside(right)), right };
}

function listHeading(state: State, title: SafeText): Heading {
  const content = contentOf(state);
  if (content.kind !== 'table')
    return { title, right: currentLoad(state)?.phase === 'failed' ? safe`not loaded` : safe`loading` };
  const tabs = tabTitle(state, Math.floor(state.screen.size.columns / 2));
  const filter = tabLabels(state).every(({ isShown }) => !isShown) ? currentView(state).filter : undefined;
  const spans = tabs && [
    ...tabs,
    ...(filter === undefined ? [] : [span(listTitle(safe` `, filter), 'title')]),
  ];
  const named = spans === undefined ? title : spansText(spans);
  const parts = listParts(state, content, title, spans && cells(named));
  return {
    title: named,
    right: spansText(parts, PART_GAP),
    parts,
    work: listWork(state),
    ...(spans && { spans }),
  };
}

function changedHeading(state: State, title: SafeText, spans?: Spans): Heading {
  const words = recordChangeWords(state);
  const isRoom = words !== undefined && cells(title) + cells(words) + 8 <= state.screen.size.columns;
  return { title, right: isRoom ? words : undefined, ...(spans && { spans }) };
}

function recordHeading(state: State, { screen, ref }: RecordPlace): Heading {
  const tabs = tabTitle(state);
  if (tabs !== undefined) return changedHeading(state, spansText(tabs), tabs);
  const named = safe`${resourceOf(ref.kind).title} ${recordName(state, ref)}`;
  if (screen !== 'raw') return changedHeading(state, named);
  const { format, size } = state.screen;
  const masked = safe`${format === 'json' ? safe`JSON` : safe`YAML`}, secrets masked`;
  return changedHeading(state, isNarrow(size.columns) ? masked : safe`${named} as ${masked}`);
}

export function shownFailure(state: State): Failure | undefined {
  const load = currentLoad(state);
  return load?.phase === 'failed' && load.last === undefined ? load.failure : undefined;
}

function listName(state: State, place: ListPlace, filter: string | undefined): SafeText {
  const { plural } = listOf(place);
  const words = causeTitle(state, filter);
  const { columns } = state.screen.size;
  if (words !== undefined && isNarrow(columns)) return cutEnd(words, columns - NARROW_COUNT_CELLS);
  if (words !== undefined)
    return safe`${plural} · ${cutEnd(words, Math.min(CAUSE_CELLS, columns - COUNT_CELLS))}`;
  const ofRows = isCauses(place) ? causesView(state)?.filter : undefined;
  return listTitle(ofRows === undefined ? plural : listTitle(plural, ofRows), filter);
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
      return listHeading(state, listName(state, place, filter));
    case 'compare':
      return compareTitle(state, place);
    case 'record':
    case 'raw':
      return recordHeading(state, place);
  }
}

export const SEPARATOR = safe` │ `;

const NARROW_LABEL = 10;

export function placeParts(state: State, right: SafeText) {
  const { columns } = state.screen.size;
  const { server } = state.session;
  const whole = server?.label ?? safe`not connected`;
  const label = server !== undefined && isNarrow(columns) ? cutMiddle(whole, NARROW_LABEL) : whole;
  const name = columns < NAMED_FROM ? safe` ${label}` : safe`${PROGRAM_NAME}${SEPARATOR}${label}`;
  return { name, crumbs: breadcrumb(state, columns - cells(name) - cells(right) - 7) };
}
