import type { Resource } from '../../resources/resource.ts';
import { clean, joinSafe, type SafeText, safe } from '../../text/sanitise.ts';
import { cells, cutMiddle } from '../../text/width.ts';
import { listChangeWords } from '../facts/change-marks.ts';
import {
  attentionWords,
  checkedWords,
  countOf,
  failedCount,
  type HealthCount,
  healthCount,
  isAllLoaded,
  isCheckedByItself,
  pauseWords,
} from '../facts/health-count.ts';
import { isNarrow, tableCells } from '../facts/layout.ts';
import { fittingParts, type Span, type Style, span, spansText } from '../facts/line.ts';
import { checkedSince, hasUnsortedRows } from '../facts/visible-rows.ts';
import type { Table } from '../screens/list/table.ts';
import { hiddenMarks, marksOf } from '../selection/list-marks.ts';
import { keyName } from '../state/key-names.ts';
import { baseOf, type Rows } from '../state/load.ts';
import type { View } from '../state/place.ts';
import { currentView, type State } from '../state/state.ts';

/** A part of the title; parts of higher rank give way first, to their brief form if they have one. */
export type TitlePart = {
  readonly text: SafeText;
  readonly brief?: TitlePart;
  readonly rank: number;
  readonly style?: Style;
};

/** Returns how many rows are checked, and how many of these need attention; none while none is checked. */
function countParts(health: HealthCount, rows: Rows): readonly TitlePart[] {
  const attention = attentionWords(health);
  if (attention === undefined) return [];
  if (isAllLoaded(rows) && health.checked === rows.ids.length) return [{ text: attention, rank: 0 }];
  const count = checkedWords(health, rows);
  if (health.troubled === 0) return [{ text: count, rank: 2 }];
  const brief = { text: attentionWords(health, 'share') ?? attention, rank: 0 };
  return [{ text: safe`${attention} · ${count}`, rank: 4, brief }];
}

/**
 * Returns what is known of the health of a list, and the key that checks the rest. A filtered list has other
 * counts: beside them only a pause is shown.
 */
export function healthParts(state: State, { rows, listing, resource }: Table): readonly TitlePart[] {
  const { place } = currentView(state);
  if (place.screen !== 'list' || resource.read === undefined || resource.troubled === undefined) return [];
  const key = keyName(state.user.keymap, 'list.scan-all');
  const pause = pauseWords(state);
  const paused = pause === undefined ? [] : [{ text: safe`${pause} · ${key} continues`, rank: 0 }];
  if ((listing.filter?.terms.length ?? 0) > 0) return paused;
  const health = healthCount(state, place, rows);
  const failed = failedCount(state.data.records, resource, rows);
  const unread: TitlePart = { text: safe`${failed} not read`, rank: 2, style: 'warn' };
  const known = [...(failed === 0 ? [] : [unread]), ...countParts(health, rows)];
  const isAll = isAllLoaded(rows) && health.checked === rows.ids.length;
  if (isAll || pause !== undefined) return [...known, ...paused];
  const rest = { text: safe`${key} checks all`, rank: health.troubled === 0 ? 1 : 4 };
  if (known.length > 0) return [...known, rest];
  const words = safe`health not checked · ${rest.text}`;
  return isCheckedByItself(state, resource) ? [] : [{ text: words, rank: 6 }];
}

/** Cells for the title and the rules around it, whatever is at its right. */
const TITLE_CELLS = 30;
const FRAME_CELLS = 9;

const PART_GAP = ' · ';

/** Returns how many rows were checked after the last filter or sort, with the key that places them. */
function sinceWords(state: State, since: number): readonly SafeText[] {
  const key = keyName(state.user.keymap, 'place.reload');
  return since === 0
    ? []
    : [safe`${since} checked since, ${key} sorts ${since === 1 ? safe`it` : safe`them`} in`];
}

/** Returns the words of the line above the rows that the filter could not check. */
export function uncheckedWords(state: State, { rows, listing }: Table): SafeText {
  const since = checkedSince(state, { rows, listing });
  const unknown = listing.unchecked - since;
  const key = keyName(state.user.keymap, 'list.scan-all');
  const rest = unknown <= 0 ? [] : [safe`${unknown} unchecked · ${key} checks all`];
  return joinSafe([...sinceWords(state, since), ...rest], PART_GAP);
}

/** Returns the numbers of matching and of unchecked rows; that of all rows without a filter. */
function matchParts(state: State, { rows, listing, resource }: Table): readonly TitlePart[] {
  const { passed, isLoose, filter } = listing;
  const since = checkedSince(state, { rows, listing });
  const late = sinceWords(state, since).map(text => ({ text, rank: 1 }));
  const unknown = listing.unchecked - since;
  if (filter === undefined || filter.terms.length === 0) {
    const count = isAllLoaded(rows) ? countOf(rows) : safe`${countOf(rows)} loaded`;
    return [{ text: resource.summary?.(rows.items) ?? count, rank: 1 }, ...late];
  }
  const how = isLoose && passed > 0 ? safe`similar` : safe`match`;
  return [
    { text: safe`${passed} of ${countOf(rows)} ${how}`, rank: 0 },
    ...(unknown <= 0 ? [] : [{ text: safe`${unknown} unchecked`, rank: 1 }]),
    ...late,
  ];
}

function markParts(marked: number, hidden: number): readonly TitlePart[] {
  if (marked === 0) return [];
  return [
    {
      text: safe`${marked} marked${hidden === 0 ? safe`` : safe`, ${hidden} hidden`}`,
      rank: 2,
      style: 'accent',
    },
  ];
}

/** Returns whether more rows are to come; not beside a sort, which has the number of its rows. */
function stateParts(state: State, { rows }: Table): readonly TitlePart[] {
  const { sort } = currentView(state);
  if (isAllLoaded(rows)) return [{ text: safe`all loaded`, rank: 5 }];
  return sort === undefined ? [{ text: safe`more available`, rank: 5 }] : [];
}

/** Returns the words of the sort order: the one that a person chose, else the usual one of the kind. */
function orderWords(sort: View['sort'], resource: Resource): SafeText | undefined {
  if (sort === undefined) return resource.usualOrder && safe`by ${resource.usualOrder.name}`;
  const column = resource.columns.find(({ field }) => field === sort.field);
  const arrow = sort.isDescending ? safe`↓` : safe`↑`;
  return column === undefined ? safe`sorted` : safe`by ${clean(column.title.toLowerCase())} ${arrow}`;
}

function sortParts(state: State, { resource, rows }: Table): readonly TitlePart[] {
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
  if (sort === undefined) return [{ text: order, rank: 3 }];
  const brief = { text: order, rank };
  return [
    isAllLoaded(rows) ? brief : { text: safe`${order} over ${rows.ids.length} loaded`, rank: 3, brief },
  ];
}

export function tableParts(state: State, table: Table): readonly Span[] {
  const { rows, listing, plural } = table;
  const { problem } = listing.filter ?? {};
  const { range, filter } = currentView(state);
  const title = Math.min(TITLE_CELLS, cells(tableTitle(plural, filter)));
  const room = Math.max(10, state.screen.size.columns - title - FRAME_CELLS);
  if (problem !== undefined) return [span(cutMiddle(safe`! ${problem}`, room), 'warn')];
  if (rows.ids.length === 0 && rows.skipped === 0 && isAllLoaded(rows))
    return [span(safe`no ${clean(plural.toLowerCase())} here`, 'dim')];
  const marks = marksOf(state);
  const changes = listChangeWords(state, rows).map(text => ({ text, rank: 2 }));
  const skipped = rows.skipped === 0 ? [] : [{ text: safe`${rows.skipped} unreadable`, rank: 3 }];
  const fitting = fittingParts<TitlePart>(
    [
      ...matchParts(state, table),
      ...sortParts(state, table),
      ...stateParts(state, table),
      ...healthParts(state, table),
      ...skipped,
      ...(range === undefined
        ? []
        : [{ text: safe`${keyName(state.user.keymap, 'mark.range')} ends the range`, rank: 1 }]),
      ...changes,
      ...markParts(marks.size, hiddenMarks(table, marks)),
    ],
    room,
    PART_GAP.length,
  );
  return fitting.map(({ text, style = 'dim' }) => span(text, style));
}

/** Returns the text at the right of the title of a list, plain and in styles. */
export function tableRight(state: State, table: Table): { right: SafeText; rightSpans: readonly Span[] } {
  const parts = tableParts(state, table);
  const gap = span(clean(PART_GAP), 'dim');
  return {
    right: spansText(parts, PART_GAP),
    rightSpans: parts.flatMap((part, at) => (at === 0 ? [part] : [gap, part])),
  };
}

/** Returns the title of a list: its records, and the filter. */
export function tableTitle(plural: SafeText, filter: string | undefined): SafeText {
  return filter === undefined ? plural : safe`${plural} /${clean(filter, 100)}/`;
}
