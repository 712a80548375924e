import type { Resource } from '../../resources/resource.ts';
import { clean, joinSafe, lower, type SafeText, safe } from '../../text/sanitise.ts';
import { cells, cutMiddle } from '../../text/width.ts';
import { causeInFilter } from '../facts/causes.ts';
import { listChangeWords } from '../facts/change-marks.ts';
import {
  attentionWords,
  checkedWords,
  countOf,
  failedCount,
  type HealthCount,
  healthCount,
  isAllChecked,
  isAllLoaded,
  isCheckedByItself,
  pauseWords,
} from '../facts/health-count.ts';
import { isNarrow, tableCells } from '../facts/layout.ts';
import { fitParts, PART_GAP, type Part, type Spans, span } from '../facts/line.ts';
import { checkedSince, hasUnsortedRows, type Listing } from '../facts/visible-rows.ts';
import type { Table } from '../screens/list/table.ts';
import { hiddenMarks, marksOf } from '../selection/cursor.ts';
import { keyName } from '../state/key-names.ts';
import { baseOf, type Rows } from '../state/load.ts';
import { hasCauses, listOf, type View } from '../state/place.ts';
import { currentView, type State } from '../state/state.ts';

function countParts(health: HealthCount, rows: Rows): readonly Part[] {
  const attention = attentionWords(health);
  if (attention === undefined) return [];
  if (isAllChecked(health, rows)) return [{ text: attention, rank: 0 }];
  const count = checkedWords(health, rows);
  if (health.troubled === 0) return [{ text: count, rank: 2 }];
  const brief = { text: attentionWords(health, 'share') ?? attention, rank: 0 };
  return [{ text: safe`${attention} · ${count}`, rank: 4, brief }];
}

/** A filtered list has other counts: beside them only a pause is shown. */
function healthParts(state: State, { rows, listing, resource }: Table): readonly Part[] {
  const { place } = currentView(state);
  if (place.screen !== 'list' || resource.read === undefined || resource.troubled === undefined) return [];
  const key = keyName(state.user.keymap, 'list.scan-all');
  const pause = pauseWords(state);
  const paused = partsOf(0, pause && safe`${pause} · ${key} continues`);
  if (isFiltered(listing)) return paused;
  const health = healthCount(state, place, rows);
  const failed = failedCount(state.data.records, resource, rows);
  const unread: Part = { text: safe`${failed} not read`, rank: 2, style: 'warn' };
  const known = [...(failed === 0 ? [] : [unread]), ...countParts(health, rows)];
  const isAll = isAllChecked(health, rows);
  if (isAll || pause !== undefined) return [...known, ...paused];
  const rest = safe`${key} checks all`;
  if (known.length > 0) return [...known, { text: rest, rank: health.troubled === 0 ? 1 : 4 }];
  return partsOf(6, isCheckedByItself(state, resource) ? undefined : safe`health not checked · ${rest}`);
}

/** Cells for the title and the rules around it, whatever is at its right. */
const TITLE_CELLS = 30;
const FRAME_CELLS = 9;

const partsOf = (rank: number, ...texts: readonly (SafeText | undefined)[]): readonly Part[] =>
  texts.flatMap(text => (text === undefined ? [] : [{ text, rank }]));

const isFiltered = ({ filter }: Listing) => (filter?.terms.length ?? 0) > 0;

function checkCounts(state: State, { rows, listing }: Table) {
  const { since, unknown } = checkedSince(state, rows, listing);
  const key = keyName(state.user.keymap, 'place.reload');
  const them = since === 1 ? safe`it` : safe`them`;
  const words =
    listing.hidden.length > 0
      ? safe`${since} more, ${key} shows ${them}`
      : safe`${since} checked since, ${key} sorts ${them} in`;
  return {
    since: since === 0 ? undefined : words,
    unknown: unknown <= 0 ? undefined : safe`${unknown} not checked yet`,
  };
}

export function noSuchCause(state: State, { rows, listing }: Table): SafeText | undefined {
  const { place, filter } = currentView(state);
  if (causeInFilter(filter) === undefined || !hasCauses(place)) return undefined;
  if (listing.passed + checkedSince(state, rows, listing).since > 0) return undefined;
  const health = healthCount(state, place, rows);
  const more = safe` · ${keyName(state.user.keymap, 'list.scan-all')} checks all`;
  const words = safe`no such cause on ${health.checked} checked ${lower(listOf(place).plural)}`;
  return isAllChecked(health, rows) ? words : safe`${words}${more}`;
}

export function uncheckedWords(state: State, table: Table): SafeText {
  const { rows, listing } = table;
  const later = rows.ids.length - baseOf(rows).sorted.length;
  if (listing.unchecked === 0)
    return safe`${later} new · ${keyName(state.user.keymap, 'place.reload')} sorts`;
  const none = noSuchCause(state, table);
  if (none !== undefined) return none;
  const { since, unknown } = checkCounts(state, table);
  const key = keyName(state.user.keymap, 'list.scan-all');
  const words = joinSafe([since, unknown && safe`${unknown} · ${key} checks all`], PART_GAP);
  return words === '' ? safe`no more` : words;
}

function matchParts(state: State, table: Table): readonly Part[] {
  const { rows, listing, resource } = table;
  const { since, unknown } = checkCounts(state, table);
  if (!isFiltered(listing)) {
    const count = isAllLoaded(rows) ? countOf(rows) : safe`${countOf(rows)} loaded`;
    return partsOf(1, resource.summary?.(rows.items) ?? count, since);
  }
  const how = listing.isLoose && listing.passed > 0 ? safe`similar` : safe`match`;
  return [...partsOf(0, safe`${listing.passed} of ${countOf(rows)} ${how}`), ...partsOf(1, unknown, since)];
}

function orderWords(sort: View['sort'], { usualOrder, columns }: Resource): SafeText | undefined {
  if (sort === undefined) return usualOrder && safe`by ${usualOrder.name}`;
  const column = columns.find(({ field }) => field === sort.field);
  const arrow = sort.isDescending ? safe`↓` : safe`↑`;
  return column === undefined ? safe`sorted` : safe`by ${lower(column.title)} ${arrow}`;
}

function sortParts(state: State, { resource, rows }: Table): readonly Part[] {
  const { sort } = currentView(state);
  const order = orderWords(sort, resource);
  if (order === undefined) return [];
  // On a narrow screen no column title shows the order.
  const rank = isNarrow(tableCells(state)) ? 0 : 1;
  if (hasUnsortedRows(rows)) {
    const text = safe`${order} over ${baseOf(rows).sorted.length} of ${countOf(rows)}`;
    const key = keyName(state.user.keymap, 'list.sort');
    return [{ text: safe`${text}, ${key} sorts all`, rank: 3, brief: { text, rank } }];
  }
  if (sort === undefined) return partsOf(3, order);
  if (isAllLoaded(rows)) return partsOf(rank, order);
  return [{ text: safe`${order} over ${rows.ids.length} loaded`, rank: 3, brief: { text: order, rank } }];
}

/** `tabs`: cells of tabs in place of a title, which never give way. */
export function listParts(state: State, table: Table, title: SafeText, tabs?: number): Spans {
  const { rows, listing, plural } = table;
  const { problem } = listing.filter ?? {};
  const { range, sort } = currentView(state);
  const left = tabs ?? Math.min(TITLE_CELLS, cells(title));
  const room = Math.max(10, state.screen.size.columns - left - FRAME_CELLS);
  if (problem !== undefined) return [span(cutMiddle(safe`! ${problem}`, room), 'warn')];
  const changes = listChangeWords(state, rows);
  if (rows.ids.length === 0 && rows.skipped === 0 && isAllLoaded(rows) && changes.length === 0)
    return [span(safe`no ${lower(plural)} here`, 'dim')];
  const marks = marksOf(state);
  const hidden = hiddenMarks(table, marks);
  const marked = safe`${marks.size} marked${hidden === 0 ? safe`` : safe`, ${hidden} hidden`}`;
  // A sort has the number of its rows.
  const rest = sort === undefined ? safe`more available` : undefined;
  const rangeKey = keyName(state.user.keymap, 'mark.range');
  const parts: readonly Part[] = [
    ...matchParts(state, table),
    ...sortParts(state, table),
    ...partsOf(5, isAllLoaded(rows) ? safe`all loaded` : rest),
    ...healthParts(state, table),
    ...partsOf(3, rows.skipped === 0 ? undefined : safe`${rows.skipped} unreadable`),
    ...partsOf(1, range === undefined ? undefined : safe`${rangeKey} ends the range`),
    ...partsOf(2, ...changes),
    ...(marks.size === 0 ? [] : [{ text: marked, rank: 2, style: 'accent' as const }]),
  ];
  return fitParts(parts, room, PART_GAP.length).map(({ text, style = 'dim' }) => span(text, style));
}

export const listTitle = (plural: SafeText, filter: string | undefined) =>
  filter === undefined ? plural : safe`${plural} /${clean(filter, 100)}/`;
