import { isListedField, labelOf } from '../../resources/fields.ts';
import { resourceOf } from '../../resources/registry.ts';
import { nameOf, ownName } from '../../resources/resource.ts';
import { memo } from '../../text/memo.ts';
import { clean, joinSafe, type SafeText, safe } from '../../text/sanitise.ts';
import type { Line } from '../facts/line.ts';
import { isHeading, lineWords, spokenText, timeWords } from '../facts/spoken-words.ts';
import { writeMode } from '../facts/write-protection.ts';
import { rowPosition } from '../frame/footer-message.ts';
import { freshness } from '../frame/status-bar.ts';
import { crumbs, viewTitle } from '../frame/titles.ts';
import { emptyText } from '../paint/list-rows.ts';
import { screenFact } from '../paint/screen-fact.ts';
import { type Content, contentOf, currentLoad } from '../screens/content.ts';
import { rowCells, type Table } from '../screens/list/table.ts';
import { tabLabels, tabWords } from '../screens/record/tab-title.ts';
import { recordAt, settledView } from '../selection/cursor.ts';
import { marksOf } from '../selection/list-marks.ts';
import { isCheckingHealth } from '../selection/rows-to-check.ts';
import { placeKey } from '../state/place.ts';
import { currentView, type State, serverNow } from '../state/state.ts';
import { withChange } from '../state/store.ts';

/** Announcement of the present place. A changed part is announced again. */
export type PlaceSpeech = {
  readonly key: string;
  /** Name of the place, and of the places around it. */
  readonly name: SafeText;
  readonly path: SafeText;
  readonly server: SafeText;
  /** The present tab; `tabs`: all of them, announced once. */
  readonly tab: SafeText;
  readonly tabs: SafeText;
  readonly counts: readonly SafeText[];
  /** All lines, if the screen is announced as a whole: a failure, the first screen. */
  readonly page: readonly SafeText[];
  readonly section: SafeText;
  /** The line under the cursor; '' while loading. */
  readonly row: SafeText;
  /** Fields of this row that are only in its full record, such as its health; '' until it is loaded. */
  readonly rowDetails: SafeText;
  /** The sections that cannot hold the cursor. */
  readonly aside: SafeText;
  /** Time of the last load in epoch milliseconds; `stale`: that the data is stale, in words. */
  readonly loadedAt: number | undefined;
  readonly stale: SafeText;
};

const MAX_JOINED = 6;

/** Returns the write mode of the server in words. Connection problems are announced separately. */
function modeWords(state: State): SafeText {
  const mode = writeMode(state);
  const isWritable = mode === undefined || mode.kind === 'writable';
  const words = isWritable ? safe`read and write` : mode.kind === 'read-only' ? safe`read only` : mode.text;
  return state.session.server?.isUnverified === true ? safe`${words}, certificate not verified` : words;
}

const pathWords = (state: State): SafeText => {
  const names = crumbs(state).slice(0, -1).map(spokenText).toReversed();
  return names.length === 0 ? safe`` : safe`, in ${joinSafe(names, ', in ')}`;
};

/** Returns the name of the place without its tab, which is announced separately. */
function placeName(state: State): SafeText {
  const { place } = currentView(state);
  if (place.screen !== 'record') return spokenText(viewTitle(state).title);
  return safe`${resourceOf(place.ref.kind).title} ${spokenText(crumbs(state).at(-1) ?? safe``)}`;
}

function tabNews(state: State): Pick<PlaceSpeech, 'tab' | 'tabs'> {
  const tabs = tabLabels(state);
  const shown = tabs.find(({ isShown }) => isShown);
  if (shown === undefined) return { tab: safe``, tabs: safe`` };
  const others = tabs.filter(({ isShown }) => !isShown).map(tabWords);
  return {
    tab: safe`tab ${tabWords(shown)}`,
    tabs: safe`tabs: ${tabWords(shown)}, chosen; ${joinSafe(others, ', ')}`,
  };
}

function rowWords(state: State, table: Table, at: number): Pick<PlaceSpeech, 'row' | 'rowDetails'> {
  const { resource, ids } = table;
  const record = recordAt(table, at);
  if (record === undefined)
    return { row: spokenText(emptyText(table, state.user.keymap)), rowDetails: safe`` };
  const id = ids[at] ?? '';
  const clock = { now: serverNow(state), exact: state.screen.exactTimes };
  const cell = rowCells(state, table, clock);
  const isMarked = marksOf(state).has(id);
  const isNamed = ownName(resource, record) !== undefined;
  const cells = resource.columns.map((column, index) => {
    const { text } = cell(id, record, column);
    if (index === 0 || text === '' || text === '-' || (column.field === 'id' && isNamed)) return undefined;
    return safe`${labelOf(resource, column.field)} ${timeWords(text)}`;
  });
  const wordsOf = (isListed: boolean): readonly SafeText[] =>
    cells.filter((text, index) => {
      const field = resource.columns[index]?.field ?? '';
      return text !== undefined && isListedField(resource, field) === isListed;
    }) as readonly SafeText[];
  const kind = clean(resource.title.toLowerCase());
  const place = clean(rowPosition(table, at).replace('/', ' of '));
  const marked = isMarked ? safe`, marked` : safe``;
  const row = safe`${kind} ${place}${marked}: ${joinSafe([nameOf(resource, record), ...wordsOf(true)], ', ')}`;
  return { row, rowDetails: joinSafe(wordsOf(false), ', ') };
}

type LinesContent = Extract<Content, { readonly kind: 'lines' }>;

/**
 * Returns a line with its context: the section title above it, the column titles of its table, and the lines
 * below that belong to it.
 */
function aroundLine({ lines, reader }: LinesContent, at: number) {
  const line = lines.at(at);
  const own = line?.kind === 'text' ? line.id : '';
  let heading: Line | undefined;
  let title: Line | undefined;
  for (let above = at - 1; reader === undefined && above >= 0 && title === undefined; above--) {
    const each = lines.at(above);
    if (each?.kind === 'title') title = each;
    else if (heading === undefined && each !== undefined && isHeading(each)) heading = each;
  }
  const below: Line[] = [];
  for (let next = at + 1; below.length < MAX_JOINED; next++) {
    const each = lines.at(next);
    const isPart = each?.kind === 'text' && (each.id === '' || each.id.startsWith(`${own}:`));
    if (each === undefined || !isPart || isHeading(each)) break;
    below.push(each);
  }
  return { line, heading, title, below };
}

const countLines = memo((ids: readonly string[]) => {
  let count = 0;
  const at = ids.map(id => (id === '' ? 0 : ++count));
  return { at, count };
});

function lineRow(content: LinesContent, at: number): Pick<PlaceSpeech, 'row' | 'section'> {
  const { line, heading, title, below } = aroundLine(content, at);
  if (line === undefined) return { row: safe``, section: safe`` };
  const counted = countLines(content.ids);
  const place = safe`${counted.at[at] ?? 0} of ${counted.count}`;
  const isFolded = content.reader?.rows.slice(at, at + 1)[0]?.isFolded === true;
  const words = [lineWords(line, heading), ...below.map(each => lineWords(each))].filter(text => text !== '');
  const folded = isFolded ? safe`, folded` : safe``;
  return {
    row: safe`${place}: ${joinSafe(words, '. ')}${folded}`,
    section: title === undefined ? safe`` : lineWords(title),
  };
}

const hasCursorLine = (ids: readonly string[], from: number, to: number): boolean => {
  for (let at = from; at < to; at++) if (ids[at] !== '') return true;
  return false;
};

/** Returns the sections that cannot hold the cursor: details of the line under it. */
const asideWords = memo(({ lines, ids, reader }: LinesContent): SafeText => {
  if (reader !== undefined) return safe``;
  const all = lines.slice();
  const starts = all.flatMap((line, at) => (line.kind === 'title' ? [at] : []));
  const sections = starts.flatMap((from, index) => {
    const to = starts[index + 1] ?? all.length;
    // Only these need words: the other sections may have thousands of lines.
    if (hasCursorLine(ids, from, to)) return [];
    const words = all
      .slice(from, to)
      .map(line => lineWords(line))
      .filter(text => text !== '');
    return words.length > 1 ? words : [];
  });
  return joinSafe(sections, '. ');
});

function staleWords(state: State): SafeText {
  const fresh = freshness(state);
  if (fresh?.status === 'offline') return safe`Loaded data ${fresh.text}.`;
  return fresh?.status === 'stale' ? spokenText(fresh.text) : safe``;
}

/** Returns the state without full records while their health is being checked: it is counted at the end. */
const withoutUnfinishedHealth = (state: State): State =>
  isCheckingHealth(state) ? withChange(state, { data: { records: {} } }) : state;

export function placeSpeech(state: State): PlaceSpeech {
  const { place } = currentView(state);
  const load = currentLoad(state);
  const content = contentOf(state);
  const { at } = settledView(state);
  const isWaiting = load?.phase === 'loading' && load.last === undefined;
  const isFailed = load?.phase === 'failed' && load.last === undefined;
  const isPage = content.kind === 'lines' && (isFailed || place.screen === 'start');
  const line =
    content.kind === 'table'
      ? { ...rowWords(state, content, at), section: safe`` }
      : { ...lineRow(content, at), rowDetails: safe`` };
  return {
    key: `${placeKey(place)}\n${place.screen}`,
    name: placeName(state),
    path: pathWords(state),
    server:
      state.session.server === undefined ? safe`` : safe`${state.session.server.label}, ${modeWords(state)}`,
    ...tabNews(state),
    counts: isWaiting
      ? []
      : screenFact(withoutUnfinishedHealth(state)).parts.map(({ text }) => spokenText(text)),
    page: isPage ? content.lines.slice().map(line => lineWords(line)) : [],
    section: isWaiting || isPage ? safe`` : line.section,
    row: isWaiting ? safe`` : line.row,
    rowDetails: isWaiting ? safe`` : line.rowDetails,
    aside: content.kind === 'table' || isWaiting || isPage ? safe`` : asideWords(content),
    loadedAt: load?.last?.at,
    stale: staleWords(state),
  };
}
