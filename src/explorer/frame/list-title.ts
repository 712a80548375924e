import { cause } from '../../resources/cause-kind.ts';
import { isLocal, type Resource } from '../../resources/resource.ts';
import { clean, joinSafe, lower, type SafeText, safe } from '../../text/sanitise.ts';
import { cells } from '../../text/width.ts';
import { causeInFilter } from '../facts/causes.ts';
import { listChangeWords } from '../facts/change-marks.ts';
import {
  attentionWords,
  checkedWords,
  countOf,
  failedCount,
  healthCount,
  isAllChecked,
  isAllLoaded,
  isCheckedByItself,
  pauseWords,
} from '../facts/health-count.ts';
import { isNarrow, tableCells } from '../facts/layout.ts';
import { fitParts, PART_GAP, type Part, type Spans, type Style, span } from '../facts/line.ts';
import { checkedSince, hasUnsortedRows, isFiltered, type Listing } from '../facts/visible-rows.ts';
import type { Table } from '../screens/list/table.ts';
import { hiddenMarks, marksOf } from '../selection/cursor.ts';
import { keyIn } from '../state/key-names.ts';
import { baseOf, type Rows } from '../state/load.ts';
import { hasCauses, listOf, type View } from '../state/place.ts';
import { currentView, type State } from '../state/state.ts';

function matchWords({ passed, hidden, isLoose }: Listing, rows: Rows): SafeText {
  const how = isLoose && passed > 0 ? safe`similar` : safe`match`;
  return safe`${passed}${hidden.length > 0 && safe`+`} of ${countOf(rows)} ${how}`;
}

/** Claims of the list itself, the most important first. A filtered list counts only its matches. */
function ownParts(state: State, { rows, listing, resource }: Table): readonly Part[] {
  const { place } = currentView(state);
  const count = safe`${countOf(rows)} loaded`;
  if (isFiltered(listing)) return partsOf(0, matchWords(listing, rows));
  if (!hasCauses(place)) return partsOf(1, ...(resource.summary?.(rows.items) ?? [count]));
  const health = healthCount(state, place, rows);
  const attention = attentionWords(health);
  const isKnown = isCheckedByItself(state, resource) || pauseWords(state) !== undefined;
  if (attention === undefined) return partsOf(1, count, isKnown ? undefined : safe`health not checked`);
  if (isAllChecked(health, rows)) return partsOf(1, attention, count);
  const checked = checkedWords(health, rows);
  if (health.troubled === 0) return partsOf(1, checked);
  const share = attentionWords(health, 'share') ?? attention;
  return [{ text: safe`${attention} · ${checked}`, rank: 1, brief: { text: share, rank: 1 } }];
}

function noteParts(state: State, table: Table): readonly Part[] {
  const { rows, resource, listing } = table;
  const { range } = currentView(state);
  const pause = pauseWords(state);
  const marks = marksOf(state);
  const hidden = hiddenMarks(table, marks);
  const marked = safe`${marks.size} marked${hidden > 0 && safe`, ${hidden} hidden`}`;
  const failed = isFiltered(listing) ? 0 : failedCount(state.data.records, resource, rows);
  // The line below the rows of a cause says it.
  const { since, unknown } = listing.hidden.length > 0 ? {} : checkCounts(state, table);
  return [
    ...partsOf(0, range === undefined ? undefined : safe`${keyIn(state, 'mark.range')} ends the range`),
    ...styled('accent', marks.size === 0 ? undefined : marked),
    ...partsOf(0, pause && safe`${pause}, ${keyIn(state, 'list.scan-all')} continues`),
    ...partsOf(0, ...listChangeWords(state, rows)),
    ...styled('warn', failed === 0 ? undefined : safe`${failed} not read`),
    ...partsOf(0, rows.skipped === 0 ? undefined : safe`${rows.skipped} unreadable`, since, unknown),
  ];
}

const MARGIN_CELLS = 9;

const partsOf = (rank: number, ...texts: readonly (SafeText | undefined)[]): readonly Part[] =>
  texts.flatMap(text => (text === undefined ? [] : [{ text, rank }]));

const styled = (style: Style, text: SafeText | undefined): readonly Part[] =>
  text === undefined ? [] : [{ text, rank: 0, style }];

function checkCounts(state: State, { rows, listing }: Table) {
  const since = checkedSince(state, rows, listing);
  const unknown = listing.unchecked - since;
  const key = keyIn(state, 'place.reload');
  const them = since === 1 ? safe`it` : safe`them`;
  return {
    since: since === 0 ? undefined : safe`${since} checked since, ${key} sorts ${them} in`,
    unknown: unknown <= 0 ? undefined : safe`${unknown} not checked yet`,
  };
}

function noSuchCause(state: State, { rows, listing }: Table): SafeText | undefined {
  const { place, filter } = currentView(state);
  if (causeInFilter(filter) === undefined || !hasCauses(place)) return undefined;
  if (listing.passed > 0) return undefined;
  const health = healthCount(state, place, rows);
  const more = safe` · ${keyIn(state, 'list.scan-all')} checks all`;
  const words = safe`no such cause on ${health.checked} checked ${lower(listOf(place).plural)}`;
  return isAllChecked(health, rows) ? words : safe`${words}${more}`;
}

export function uncheckedWords(state: State, table: Table): SafeText {
  const { rows, listing } = table;
  const later = rows.ids.length - baseOf(rows).sorted.length;
  if (listing.unchecked === 0) return safe`${later} new · ${keyIn(state, 'place.reload')} sorts`;
  const none = noSuchCause(state, table);
  if (none !== undefined) return none;
  const { since, unknown } = checkCounts(state, table);
  const key = keyIn(state, 'list.scan-all');
  return joinSafe([since, unknown && safe`${unknown} · ${key} checks all`], PART_GAP);
}

export function emptyText(state: State, table: Table): SafeText {
  const { rows, plural, resource } = table;
  const none = noSuchCause(state, table);
  if (none !== undefined) return safe`    ${none}`;
  const more = keyIn(state, 'list.more', 'next page');
  const isOfOne = isLocal(resource) && resource.variant !== undefined && plural === resource.plural;
  const refill = isOfOne
    ? safe`${keyIn(state, 'list.servers', 'all servers')} shows all`
    : safe`${keyIn(state, 'place.reload')} reloads`;
  const clears = safe`${keyIn(state, 'place.back')} clears the filter.`;
  if (rows.ids.length === 0 && (resource.listsKind !== undefined || resource === cause))
    return safe`    No records checked yet. ${keyIn(state, 'list.scan-all')} in a list checks all of its rows.`;
  if (rows.ids.length === 0)
    return rows.next === undefined
      ? safe`    No ${lower(plural)} here. ${refill}.`
      : safe`    Empty page. ${more} loads the next.`;
  if (rows.next === undefined) return safe`    No matches. ${clears}`;
  return safe`    No matches among the ${rows.ids.length} loaded. ${keyIn(state, 'list.all')} loads all, ${clears}`;
}

/** Words are searched in the texts of a record, not in its findings. */
export function otherFilters(state: State, { rows, listing }: Table): readonly SafeText[] {
  const [term, second] = listing.filter?.terms ?? [];
  if (rows.ids.length === 0 || term?.kind !== 'word' || second !== undefined) return [];
  if (term.isNot || term.word.includes(' ') || !hasCauses(currentView(state).place)) return [];
  const word = clean(term.word, 20);
  return [safe`    failing:${word} searches failing integrations, cause:${word} all problems.`];
}

function orderWords(sort: View['sort'], { usualOrder, columns }: Resource): SafeText | undefined {
  if (sort === undefined) return usualOrder && safe`by ${usualOrder.name}`;
  const column = columns.find(({ field }) => field === sort.field);
  const arrow = sort.isDescending ? safe`↓` : safe`↑`;
  return column === undefined ? safe`sorted` : safe`by ${lower(column.title)} ${arrow}`;
}

/** Rank of an order that a column title shows, too. */
const SHOWN = 3;

function sortParts(state: State, { resource, rows }: Table): readonly Part[] {
  const { sort } = currentView(state);
  const order = orderWords(sort, resource);
  if (order === undefined) return [];
  const brief = { text: order, rank: 0 };
  if (hasUnsortedRows(rows)) {
    const over = safe`over ${baseOf(rows).sorted.length} of ${countOf(rows)}`;
    const key = keyIn(state, 'list.sort');
    return [{ text: safe`${order} ${over}, ${key} sorts all`, rank: 2, brief }];
  }
  if (sort !== undefined && !isAllLoaded(rows))
    return [{ text: safe`${order} over ${rows.ids.length} loaded`, rank: 2, brief }];
  return partsOf(sort !== undefined && isNarrow(tableCells(state)) ? 0 : SHOWN, order);
}

/** At most two claims: what is new or chosen takes the place of a count, but never that of the matches. */
function claims(state: State, table: Table): readonly Part[] {
  const own = ownParts(state, table);
  const sort = sortParts(state, table);
  const notes = [...noteParts(state, table), ...sort.filter(({ rank }) => rank < SHOWN)];
  const [first] = own;
  if (notes.length === 0) return [...own, ...sort].slice(0, first?.brief === undefined ? 2 : 1);
  if (notes.length > 1 && !isFiltered(table.listing)) return notes.slice(0, 2);
  return [
    ...(first === undefined ? [] : [{ ...first, ...first.brief, brief: undefined }]),
    ...notes.slice(0, 1),
  ];
}

/** `tabs`: cells of tabs in place of a title, which never give way. */
export function listParts(state: State, table: Table, title: SafeText, tabs?: number): Spans {
  const { rows, listing, plural } = table;
  const room = Math.max(10, state.screen.size.columns - (tabs ?? cells(title)) - MARGIN_CELLS);
  if (listing.filter?.problem !== undefined) return [span(safe`! not a filter`, 'warn')];
  const changes = listChangeWords(state, rows);
  if (rows.ids.length === 0 && rows.skipped === 0 && isAllLoaded(rows) && changes.length === 0)
    return [span(safe`no ${lower(plural)} here`, 'dim')];
  return fitParts(claims(state, table), room, PART_GAP.length).map(({ text, style = 'dim' }) =>
    span(text, style),
  );
}

export const listTitle = (plural: SafeText, filter: string | undefined) =>
  filter === undefined ? plural : safe`${plural} /${clean(filter, 100)}/`;
