import { explain } from '../../failure.ts';
import type { JsonObject } from '../../json/json.ts';
import { cause } from '../../resources/cause-kind.ts';
import { resourceOf } from '../../resources/registry.ts';
import { ownId, ownName, type Ref } from '../../resources/resource.ts';
import { memo, memoFields } from '../../text/memo.ts';
import { clean, lower, type SafeText, safe } from '../../text/sanitise.ts';
import { counted } from '../../text/units.ts';
import { cutMiddle } from '../../text/width.ts';
import {
  botsOf,
  CAUSE_LINE,
  causeInFilter,
  causeRows,
  causesView,
  changesBeforeCause,
} from '../facts/causes.ts';
import { sinceSeen } from '../facts/comparison.ts';
import { countOf, healthCount, isAllChecked, isCheckedByItself } from '../facts/health-count.ts';
import { CAUSE_ROWS, hasPane, isInPane, layoutOf, paneKind, withoutPane } from '../facts/layout.ts';
import { blank, type Lines, MARKED, MARKS, span, textLine, wrappedLines } from '../facts/line.ts';
import { listRefusal } from '../facts/undocumented.ts';
import { isFiltered } from '../facts/visible-rows.ts';
import { sinceLines } from '../screens/compare/compare-lines.ts';
import { contentOf, withChanges } from '../screens/content.ts';
import { coverageWords } from '../screens/home/attention.ts';
import { causeLines } from '../screens/list/cause-lines.ts';
import type { Table } from '../screens/list/table.ts';
import { currentOptions, itemLines, overviewLines } from '../screens/record/record-lines.ts';
import { type Marks, marksOf, settledView } from '../selection/cursor.ts';
import { keyIn } from '../state/key-names.ts';
import { isRecordId, type Load, rowIndex } from '../state/load.ts';
import { type ListPlace, placeKey, rowRef } from '../state/place.ts';
import { recordLoad } from '../state/records.ts';
import { currentView, type State, serverMinute } from '../state/state.ts';
import { listTitle, uncheckedWords } from './list-title.ts';

/** `cursor`: the index of the line under the cursor, if that is in the pane. */
export type PaneLines = Readonly<{ title: SafeText; lines: Lines; cursor?: number }>;

const NO_AREA = { columns: 0, rows: 0 };
const areaOf = (state: State): State['screen']['size'] => layoutOf(state).pane ?? NO_AREA;

const cachedRef = memo(rowRef);

function loadLines(load: Load<JsonObject> | undefined, isChecked: boolean): Lines {
  if (load?.phase === 'failed') {
    const words = safe`not loaded: ${explain(load.failure).title}`;
    return [textLine('', span(safe`   ${MARKS.warn} `, 'warn'), span(words))];
  }
  const words = load?.phase === 'loading' || isChecked ? safe`loading …` : safe`not loaded yet`;
  return [textLine('', span(safe`   ${words}`, 'dim'))];
}

function rowPane(state: State, table: Table, place: ListPlace, id: string): PaneLines | undefined {
  const { resource, rows } = table;
  const item = rows.items[rowIndex(rows.ids, id)];
  if (item === undefined) return undefined;
  const ref = cachedRef(place, id);
  const load = recordLoad(state, ref);
  const record = load?.last?.value;
  const title =
    ownName(resource, record ?? item) ?? safe`${clean(resource.title)} ${cutMiddle(clean(id), 16)}`;
  const options = currentOptions(state, areaOf(state).columns);
  if (record === undefined) {
    const { check } = state.data;
    const isChecked = check?.list === placeKey(place) && check.current.has(id);
    return { title, lines: [...loadLines(load, isChecked), ...itemLines(resource, item, options)] };
  }
  const lines = overviewLines(state, { ref, record, options });
  const comparison = sinceSeen(state, ref);
  return {
    title,
    lines: comparison === undefined ? lines : withChanges(lines, sinceLines(comparison, options)),
  };
}

const MAX_CHANGES = 5;

const quietLines = memo((words: SafeText, columns: number) =>
  wrappedLines('quiet', span(words, 'dim'), columns),
);

type CauseWindow = State['screen']['size'] &
  Readonly<{
    items: readonly JsonObject[];
    ids: readonly string[];
    top: number;
    place: ListPlace;
    marks: Marks;
    divider: SafeText;
    now: number;
    exact: boolean;
  }>;

const causeWindow = memoFields(
  ({ columns, rows, items, ids, top, place, marks, divider, now, exact }: CauseWindow): Lines => {
    const most = Math.max(...items.map(botsOf));
    const clock = { now, exact };
    const byId = new Map(items.map(item => [ownId(item), item]));
    return ids.slice(top, top + Math.ceil(rows / CAUSE_ROWS)).flatMap((id): Lines => {
      const item = byId.get(id);
      if (item === undefined) return [textLine('', span(safe`   ${divider}`, 'dim'))];
      const mark = marks.has(id) ? MARKED : safe` `;
      return causeLines(item, { place, columns, clock, most, mark });
    });
  },
);

const NO_CHANGES = [safe`no change known`];

const changeWindow = memo((changes: readonly SafeText[] | undefined, columns: number): Lines => {
  if (changes === undefined) return [];
  const [known, style] = changes.length === 0 ? [NO_CHANGES, 'dim' as const] : [changes, 'plain' as const];
  const rows = known
    .slice(0, MAX_CHANGES)
    .flatMap(each => wrappedLines('changed', span(each, style), columns));
  return [...wrappedLines('changed', span(safe`Changed before:`, 'dim'), columns), ...rows, blank('')];
});

function causesPane(state: State, table: Table, place: ListPlace): PaneLines {
  const area = areaOf(state);
  const view = causesView(state);
  const isOfOne = causeInFilter(view?.filter) !== undefined;
  const title = isOfOne ? cause.title : listTitle(cause.plural, view?.filter);
  const known = causeRows(state);
  if (known === undefined || known.items.length === 0) return { title, lines: noCauses(state, table, place) };
  const inside = isInPane(state) ? contentOf(state) : undefined;
  const { top, at } = inside === undefined ? { top: 0, at: -1 } : settledView(state);
  const ids = (inside ?? known).ids;
  const lines = causeWindow({
    ...area,
    items: known.items,
    ids,
    top,
    place,
    marks: marksOf(state),
    divider: inside?.kind === 'table' ? uncheckedWords(state, inside) : safe``,
    now: serverMinute(state),
    exact: state.screen.exactTimes,
  });
  const changed = inside === undefined ? changeWindow(changesBeforeCause(state), area.columns) : [];
  // The same lines are painted once.
  if (changed.length > 0) return { title, lines: [...changed, ...lines] };
  return { title, lines, cursor: lines.findIndex(({ id }) => id === `${CAUSE_LINE}${ids[at]}`) };
}

function noCauses(state: State, { resource, rows, listing, plural: name }: Table, place: ListPlace): Lines {
  if (isFiltered(listing)) {
    const matches = counted(listing.passed, safe`match`, safe`matches`);
    return quietLines(safe`no causes among ${matches}`, areaOf(state).columns);
  }
  const health = healthCount(state, place, rows);
  const { checked } = health;
  const { check } = state.data;
  const isAsked = check?.isAutomatic === false && check.list === placeKey(place);
  const isDone = isAsked || isAllChecked(health, rows);
  const more = isDone ? undefined : safe`${keyIn(state, 'list.scan-all')} checks all`;
  const plural = lower(name);
  const count = safe`${checked} of ${countOf(rows)} ${plural}`;
  const words = coverageWords(state, resource, { checked, count, plural, rows, hasTroubles: false, more });
  return quietLines(words, areaOf(state).columns);
}

export function paneRef(state: State): Ref | undefined {
  const { place } = currentView(state);
  if (place.screen !== 'list' || !hasPane(state)) return undefined;
  const { row, frozen } = state.navigation.panes[placeKey(place)] ?? {};
  return isRecordId(row) && frozen === undefined ? cachedRef(place, row) : undefined;
}

/** The record under the cursor; undefined if it was requested before, or will be. */
export function refToPreload(state: State): Ref | undefined {
  const ref = paneRef(state);
  if (ref === undefined || recordLoad(state, ref) !== undefined) return undefined;
  const resource = resourceOf(ref.kind);
  const { read } = resource;
  const { session, user, data } = state;
  const isBeingChecked = data.check?.list === placeKey(currentView(state).place);
  if (read === undefined || isBeingChecked || isCheckedByItself(state, resource)) return undefined;
  if (read.isUndocumented && session.undocumented !== 'allowed') return undefined;
  return listRefusal({ ...session, memory: user.memory }, read) === undefined ? ref : undefined;
}

export const pausedWords = (state: State): SafeText =>
  safe`The line to your terminal is slow, so the pane is closed. ${keyIn(state, 'preview.toggle')} opens it.`;

/** Undefined without rows, and while the list scrolls, because each row would be written again. */
export function paneOf(inside: State): PaneLines | undefined {
  const state = withoutPane(inside);
  const { place } = currentView(state);
  const content = contentOf(state);
  if (place.screen !== 'list' || content.kind !== 'table' || content.ids.length === 0) return undefined;
  // A list that has scrolled moves whole rows: words beside it would be written again with each key.
  if (state.screen.pane === 'paused') {
    const lines = wrappedLines('paused', span(pausedWords(state), 'dim'), areaOf(state).columns);
    return settledView(state).top === 0 ? { title: safe`Pane`, lines } : undefined;
  }
  if (inside !== state) return causesPane(inside, content, place);
  const { row = currentView(state).cursor, frozen } = state.navigation.panes[placeKey(place)] ?? {};
  if (frozen !== undefined && frozen.top !== settledView(state).top) return undefined;
  const shown = frozen === undefined ? state : { ...state, data: frozen.data, session: frozen.session };
  const table = frozen === undefined ? content : contentOf(shown);
  if (table.kind !== 'table') return undefined;
  if (paneKind(state) === 'causes') return causesPane(shown, table, place);
  return row === undefined ? undefined : rowPane(shown, table, place, row);
}
