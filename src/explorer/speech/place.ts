import { isListedField, labelOf } from '../../resources/fields.ts';
import { resourceOf } from '../../resources/registry.ts';
import { nameOf, ownName } from '../../resources/resource.ts';
import { memo } from '../../text/memo.ts';
import { clean, joinSafe, lower, type SafeText, safe } from '../../text/sanitise.ts';
import type { Line } from '../facts/line.ts';
import { isHeading, lineWords, spokenText, timeWords } from '../facts/spoken-words.ts';
import { tabLabels, tabWords } from '../facts/tabs.ts';
import { writeMode } from '../facts/write-protection.ts';
import { rowPosition } from '../frame/footer-message.ts';
import { emptyText } from '../frame/list-title.ts';
import { freshness } from '../frame/status-bar.ts';
import { crumbs, viewTitle } from '../frame/titles.ts';
import { screenFact } from '../paint/screen.ts';
import { type Content, contentOf, currentLoad } from '../screens/content.ts';
import { rowCells, type Table } from '../screens/list/table.ts';
import { DIAGNOSIS_ID } from '../screens/record/record-lines.ts';
import { marksOf, recordAt, settledView } from '../selection/cursor.ts';
import { isCheckingHealth } from '../selection/rows-to-check.ts';
import { placeKey } from '../state/place.ts';
import { currentView, type State, serverNow } from '../state/state.ts';
import { withChange } from '../state/store.ts';

const MAX_JOINED = 6;

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

function placeName(state: State): SafeText {
  const { place } = currentView(state);
  if (place.screen !== 'record') return spokenText(viewTitle(state).title);
  return safe`${resourceOf(place.ref.kind).title} ${spokenText(crumbs(state).at(-1) ?? safe``)}`;
}

function tabNews(state: State) {
  const tabs = tabLabels(state);
  const shown = tabs.find(({ isShown }) => isShown);
  if (shown === undefined) return { tab: safe``, tabs: safe`` };
  const others = tabs.filter(({ isShown }) => !isShown).map(tabWords);
  return {
    tab: safe`tab ${tabWords(shown)}`,
    tabs: safe`tabs: ${tabWords(shown)}, chosen; ${joinSafe(others)}`,
  };
}

/** A row in words; `rowDetails`: what only its full record has, such as its health. */
function rowWords(state: State, table: Table, at: number) {
  const { resource, ids } = table;
  const record = recordAt(table, at);
  if (record === undefined) return { row: spokenText(emptyText(state, table)), rowDetails: safe`` };
  const id = ids[at] ?? '';
  const cell = rowCells(state, table, { now: serverNow(state), exact: state.screen.exactTimes });
  const isNamed = ownName(resource, record) !== undefined;
  const wordsOf = (isListed: boolean): readonly SafeText[] =>
    resource.columns.slice(1).flatMap(column => {
      const { field } = column;
      if ((field === 'id' && isNamed) || isListedField(resource, field) !== isListed) return [];
      const { text } = cell(id, record, column);
      return text === '' || text === '-' ? [] : [safe`${labelOf(resource, field)} ${timeWords(text)}`];
    });
  const kind = lower(resource.title);
  const place = clean(rowPosition(table, at).replace('/', ' of '));
  const marked = marksOf(state).has(id) && safe`, marked`;
  const row = safe`${kind} ${place}${marked}: ${joinSafe([nameOf(resource, record), ...wordsOf(true)])}`;
  return { row, rowDetails: joinSafe(wordsOf(false)) };
}

type LinesContent = Extract<Content, { readonly kind: 'lines' }>;

/**
 * A line with its context: the section title above it, the column titles of its table, and the lines
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

const isReal = (id: string) => id !== '';

function lineRow(content: LinesContent, at: number) {
  const { line, heading, title, below } = aroundLine(content, at);
  if (line === undefined) return { row: safe``, section: safe`` };
  const { ids, reader } = content;
  const place = safe`${ids.slice(0, at + 1).filter(isReal).length} of ${ids.filter(isReal).length}`;
  const words = [lineWords(line, heading), ...below.map(each => lineWords(each))].filter(text => text !== '');
  const folded = reader?.rows.slice(at, at + 1)[0]?.isFolded ? safe`, folded` : safe``;
  return {
    row: safe`${place}: ${joinSafe(words, '. ')}${folded}`,
    section: title === undefined ? safe`` : lineWords(title),
  };
}

const asideWords = memo(({ lines, ids, reader }: LinesContent): SafeText => {
  if (reader !== undefined) return safe``;
  const all = lines.slice();
  const starts = all.flatMap((line, at) => (line.kind === 'title' ? [at] : []));
  const sections = starts.flatMap((from, index) => {
    const to = starts[index + 1] ?? all.length;
    // Only these need words: the other sections may have thousands of lines.
    if (ids.slice(from, to).some(isReal)) return [];
    const words = all
      .slice(from, to)
      .map(line => lineWords(line))
      .filter(text => text !== '');
    return words.length > 1 ? words : [];
  });
  return joinSafe(sections, '. ');
});

function healthyWords(content: Content): readonly SafeText[] {
  if (content.kind === 'table' || content.reader !== undefined) return [];
  const lines = content.lines.slice();
  const isProblem = (line: Line) => line.kind === 'text' && line.cause !== undefined;
  return lines.some(isProblem)
    ? []
    : lines.filter(({ id }) => id === DIAGNOSIS_ID).map(line => lineWords(line));
}

function staleWords(state: State): SafeText {
  // With the time of day: an age would be announced again whenever it has grown.
  const fresh = freshness(withChange(state, { screen: { exactTimes: true } }));
  if (fresh?.status === 'offline') return safe`Loaded data ${fresh.text}.`;
  return fresh?.status === 'stale' ? spokenText(fresh.text) : safe``;
}

/** The state without full records while their health is being checked: it is counted at the end. */
const withoutUnfinishedHealth = (state: State): State =>
  isCheckingHealth(state) ? withChange(state, { data: { records: {} } }) : state;

export function placeSpeech(state: State) {
  const { place } = currentView(state);
  const { server } = state.session;
  const load = currentLoad(state);
  const content = contentOf(state);
  const { at } = settledView(state);
  const isFailed = load?.phase === 'failed' && load.last === undefined;
  const isPage = content.kind === 'lines' && (isFailed || place.screen === 'start');
  const nothing = { row: safe``, rowDetails: safe``, section: safe``, aside: safe`` };
  const there = {
    key: `${placeKey(place)}\n${place.screen}`,
    name: placeName(state),
    path: pathWords(state),
    server: server === undefined ? safe`` : safe`${server.label}, ${modeWords(state)}`,
    ...tabNews(state),
    loadedAt: load?.last?.at,
    stale: staleWords(state),
  };
  if (load?.phase === 'loading' && load.last === undefined)
    return { ...there, ...nothing, counts: [], page: [] };
  const { parts } = screenFact(withoutUnfinishedHealth(state));
  return {
    ...there,
    ...nothing,
    counts: [...parts.map(({ text }) => spokenText(text)), ...healthyWords(content)],
    /** All lines, if the screen is announced as a whole: a failure, the first screen. */
    page: isPage ? content.lines.slice().map(line => lineWords(line)) : [],
    ...(content.kind === 'table' ? rowWords(state, content, at) : lineRow(content, at)),
    ...(isPage && { section: safe`` }),
    ...(content.kind === 'table' || isPage ? {} : { aside: asideWords(content) }),
  };
}

export type PlaceSpeech = ReturnType<typeof placeSpeech>;
