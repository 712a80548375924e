import { explain } from '../../../failure.ts';
import { listTitle } from '../../../resources/list-variant.ts';
import { resourceOf } from '../../../resources/registry.ts';
import { clean, joinSafe, type SafeText, safe } from '../../../text/sanitise.ts';
import { cells, cutEnd, cutMiddle } from '../../../text/width.ts';
import { keyName } from '../../state/key-names.ts';
import { againstRef, type ComparePlace } from '../../state/place.ts';
import type { Offline } from '../../state/slices.ts';
import { currentView, type State } from '../../state/state.ts';
import { comparisonOf, countMarks, countWords, sortChanges } from '../compare/comparison.ts';
import { contentOf, currentLoad } from '../content/content.ts';
import { cursorIndex } from '../content/cursor.ts';
import { findCount, findHint } from '../content/document-matches.ts';
import { documentStatus } from '../content/document-status.ts';
import { tableParts, tableRight, tableText, tableTitle } from '../content/list-title.ts';
import { isNarrow, NAMED_FROM, PROGRAM_NAME } from '../layout.ts';
import type { Line } from '../line.ts';
import { tabTitle } from '../record/tab-title.ts';
import { changedWords } from '../reload-changes.ts';
import { breadcrumb, compareName, MIN_END_CELLS, recordName } from './crumbs.ts';

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

function listRight(state: State): SafeText {
  const content = contentOf(state);
  if (content.kind === 'table') return tableRight(state, content);
  return currentLoad(state)?.phase === 'failed' ? safe`not loaded` : safe`loading`;
}

/** Returns the number of changes of the last reload, if it fits beside a title. */
function changedBeside(state: State, title: SafeText): SafeText | undefined {
  const words = changedWords(state);
  const isRoom = words !== undefined && cells(title) + cells(words) + 8 <= state.screen.size.columns;
  return isRoom ? words : undefined;
}

/** Returns the title of the present view, and the text at its right. */
export function viewTitle(state: State): { readonly title: SafeText; readonly right: SafeText | undefined } {
  const { place, filter } = currentView(state);
  switch (place.screen) {
    case 'start':
      return { title: safe`Connect to a workspace`, right: undefined };
    case 'list':
      return {
        title: tableTitle(listTitle(resourceOf(place.kind), place.variant), filter),
        right: listRight(state),
      };
    case 'compare':
      return compareTitle(state, place);
    case 'record':
    case 'raw': {
      const resource = resourceOf(place.ref.kind);
      const tabs = tabTitle(state);
      if (tabs !== undefined) return { title: tabs, right: changedBeside(state, tabs) };
      const raw =
        place.screen === 'raw'
          ? safe` as ${state.screen.format === 'json' ? safe`JSON` : safe`YAML`}, secrets masked`
          : safe``;
      const title = safe`${resource.title} ${recordName(state, place.ref)}${raw}`;
      return { title, right: changedBeside(state, title) };
    }
  }
}

/** Returns the parts at the right of the title of the present view. */
export function titleParts(state: State): readonly SafeText[] {
  const content = contentOf(state);
  if (content.kind === 'table') return tableParts(state, content);
  const { right } = viewTitle(state);
  return right === undefined ? [] : [right];
}

/**
 * Returns the message above the keys: a notice, else a failed reload, else the full text under the cursor.
 */
export function messageOf(state: State): {
  readonly text: SafeText;
  readonly tone: 'plain' | 'good' | 'warn' | 'bad' | 'dim';
} {
  if (state.notice !== undefined) return state.notice;
  const load = currentLoad(state);
  // The first failure is shown a moment later, together with its effect on the place.
  if (
    state.session.offline !== undefined &&
    (state.session.offline.left === undefined || load?.phase !== 'loading')
  )
    return {
      tone: 'bad',
      text: offlineWords(state, state.session.offline, load?.phase === 'failed' && load.last !== undefined),
    };
  if (load?.phase === 'failed' && load.last !== undefined) {
    const { detail } = load.failure;
    const words = safe`${explain(load.failure).title}${detail === undefined ? safe`` : safe`: ${detail}`}`;
    const keys = safe` · ${keyName(state.user.keymap, 'place.reload')} retry · ${keyName(state.user.keymap, 'failure.show')} details`;
    const room = state.screen.size.columns - cells(keys) - 1;
    return { tone: 'bad', text: safe`${cutEnd(words, room)}${keys}` };
  }
  return { tone: 'dim', text: documentStatus(state) ?? matchText(state) ?? cursorText(state) };
}

/** Returns the full text of a line that does not fit on its row, without its spacing. */
function lineText(line: Line | undefined, columns: number): SafeText {
  if (line?.kind !== 'text') return safe``;
  const whole = joinSafe(
    line.spans.map(({ text }) => text),
    '',
  );
  return cells(whole) <= columns ? safe`` : clean(whole.replace(/ {2,}/g, ' ').trim());
}

function matchText(state: State): SafeText | undefined {
  const count = findCount(state);
  return count === undefined ? undefined : safe`${count}   ${findHint(state)}`;
}

function cursorText(state: State): SafeText {
  const content = contentOf(state);
  const view = currentView(state);
  const at = cursorIndex(content, view);
  if (content.kind === 'table') return tableText(state);
  return lineText(content.lines.at(at), state.screen.size.columns);
}

/** Separates the name of the program from the breadcrumb. */
export const SEPARATOR = safe` │ `;

/** Cells of the server's name on a narrow screen: place and age matter more. */
const NARROW_LABEL = 10;

/** Returns the parts of the first row: program and server, and the breadcrumb beside what is at the right. */
export function placeParts(
  state: State,
  right: SafeText,
): { readonly name: SafeText; readonly crumbs: SafeText } {
  const { columns } = state.screen.size;
  const whole = state.session.server?.label ?? safe`not connected`;
  const label = isNarrow(columns) ? cutMiddle(whole, NARROW_LABEL) : whole;
  const name = columns < NAMED_FROM ? safe` ${label}` : safe`${PROGRAM_NAME}${SEPARATOR}${label}`;
  return { name, crumbs: breadcrumb(state, columns - cells(name) - cells(right) - 7) };
}

/** Returns the message while offline: the problem, the next try, and the keys. */
function offlineWords(state: State, offline: Offline, isFailed: boolean): SafeText {
  const { columns } = state.screen.size;
  const { failure, tries, left, isStopped } = offline;
  const now = keyName(state.user.keymap, 'place.reload');
  const narrow = isNarrow(columns);
  const more = isFailed && !narrow ? safe` · ${keyName(state.user.keymap, 'failure.show')} more` : safe``;
  const words = narrow ? safe`in` : safe`retry in`;
  const next = left === undefined ? safe`retrying now` : safe`${words} ${left} s · ${now} now`;
  const keys = isStopped
    ? safe` · ${now} retry${more}`
    : safe` · ${next} · ${keyName(state.user.keymap, 'offline.stop')} stop${more}`;
  const title = narrow ? safe`Offline` : explain(failure).title;
  const count = tries > 1 && !narrow ? safe` (${tries} tries)` : safe``;
  return safe`${cutEnd(safe`${title}${count}`, Math.max(7, columns - cells(keys) - 1))}${keys}`;
}
