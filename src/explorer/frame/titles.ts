import { countMarks, countWords, sortChanges } from '../../diff/comparison.ts';
import { explain, type Failure } from '../../failure.ts';
import { resourceOf } from '../../resources/registry.ts';
import { type SafeText, safe } from '../../text/sanitise.ts';
import { cells, cutMiddle } from '../../text/width.ts';
import { recordChangeWords } from '../facts/change-marks.ts';
import { comparisonOf } from '../facts/comparison.ts';
import { isNarrow, NAMED_FROM, PROGRAM_NAME } from '../facts/layout.ts';
import { type Heading, MARKS, span, spansText } from '../facts/line.ts';
import { contentOf, currentLoad } from '../screens/content.ts';
import { tabTitle } from '../screens/record/tab-title.ts';
import { againstRef, type ComparePlace, listOf } from '../state/place.ts';
import { currentView, type State } from '../state/state.ts';
import { breadcrumb, compareName, MIN_END_CELLS, recordName } from './crumbs.ts';
import { tableParts, tableRight, tableTitle } from './list-title.ts';
import { listWork } from './progress-bar.ts';

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

function listRight(state: State): Pick<Heading, 'right' | 'rightSpans' | 'work'> {
  const content = contentOf(state);
  if (content.kind === 'table') return { ...tableRight(state, content), work: listWork(state) };
  return { right: currentLoad(state)?.phase === 'failed' ? safe`not loaded` : safe`loading` };
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
      return { title: tableTitle(listOf(place).plural, filter), ...listRight(state) };
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

export function titleParts(state: State): readonly SafeText[] {
  const content = contentOf(state);
  if (content.kind === 'table') return tableParts(state, content).map(({ text }) => text);
  const { right } = viewTitle(state);
  return right === undefined ? [] : [right];
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
