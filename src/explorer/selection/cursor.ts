import type { JsonObject } from '../../json/json.ts';
import { cause } from '../../resources/cause-kind.ts';
import { refId, resourceOf } from '../../resources/registry.ts';
import type { Ref } from '../../resources/resource.ts';
import { memo } from '../../text/memo.ts';
import { causeFilter, causesView } from '../facts/causes.ts';
import { pageRows } from '../facts/layout.ts';
import type { SideName, Subject, TextLine } from '../facts/line.ts';
import { type Content, contentOf } from '../screens/content.ts';
import type { Table } from '../screens/list/table.ts';
import { type Action, toRecord } from '../state/action.ts';
import { isRecordId, rowIndex } from '../state/load.ts';
import { againstRef, placeKey, rowRef, type View } from '../state/place.ts';
import { recordLoad } from '../state/records.ts';
import { currentView, type State } from '../state/state.ts';
import { withView } from '../state/store.ts';

const rowAt = ({ listing }: Table, at: number) =>
  listing.order === undefined ? at : (listing.order[at] ?? -1);

export const recordAt = (table: Table, at: number) => table.rows.items[rowAt(table, at)];

export function positionOf(content: Content, id: string): number {
  if (content.kind !== 'table') return content.ids.indexOf(id);
  const { rows, listing } = content;
  const row = rowIndex(rows.ids, id);
  return row < 0 || listing.order === undefined ? row : listing.order.indexOf(row);
}

export function cursorIndex(content: Content, { cursor, at }: Pick<View, 'cursor' | 'at'>): number {
  if (cursor !== undefined && content.ids[at] === cursor) return at;
  const found = cursor === undefined ? -1 : positionOf(content, cursor);
  return found >= 0 ? found : nearestPosition(content.ids, Math.min(at, content.ids.length - 1));
}

/** The first row from `at` on, else the last one before it; -1 without rows. */
export function nearestPosition(ids: readonly string[], at: number): number {
  for (let index = Math.max(0, at); index < ids.length; index++) if (ids[index] !== '') return index;
  for (let index = Math.min(at, ids.length - 1); index >= 0; index--) if (ids[index] !== '') return index;
  return -1;
}

export function topFor(top: number, cursor: number, rows: number, total: number): number {
  const last = Math.max(0, total - rows);
  return Math.max(0, Math.min(cursor, Math.max(top, cursor - rows + 1), last));
}

export function withCursorVisible(view: View, content: Content, at: number, rows: number): View {
  const id = content.ids[at];
  const top = topFor(view.top, at, rows, content.ids.length);
  // With the cursor on the first line, the title above it is visible too if it fits.
  const shown = at === nearestPosition(content.ids, 0) && at < rows ? 0 : top;
  return { ...view, at: Math.max(0, at), top: shown, cursor: id };
}

export function settledView(state: State): View {
  const content = contentOf(state);
  const view = currentView(state);
  const at = cursorIndex(content, view);
  if (at < 0) return { ...view, at: 0, top: 0 };
  const shown = withCursorVisible(view, content, at, pageRows(state, content.kind === 'table'));
  return { ...shown, cursor: view.cursor };
}

export type Motion = 'down' | 'up' | 'first' | 'last' | 'page-down' | 'page-up' | 'half-down' | 'half-up';

function nextPosition(ids: readonly string[], at: number, by: number): number {
  const wanted = Math.max(0, Math.min(ids.length - 1, at + by));
  if (by > 0) return Math.max(at, nearestPosition(ids, wanted));
  for (let index = wanted; index >= 0; index--) if (ids[index] !== '') return index;
  // Above are only titles, so take the first line below them.
  return Math.min(at, nearestPosition(ids, wanted));
}

/** In a window of `rows`. `page`: those of a page, one less where a row is to stay on the screen. */
export function motionRows(motion: Motion, rows: number, page: number, total = Infinity): number {
  const half = Math.max(1, Math.floor(rows / 2));
  const by: { readonly [M in Motion]: number } = {
    down: 1,
    up: -1,
    first: -total,
    last: total,
    'page-down': page,
    'page-up': -page,
    'half-down': half,
    'half-up': -half,
  };
  return by[motion];
}

export function withCursorMoved(state: State, motion: Motion): State {
  const content = contentOf(state);
  const view = currentView(state);
  const rows = pageRows(state, content.kind === 'table');
  const from = cursorIndex(content, view);
  if (from < 0) return state;
  const by = motionRows(motion, rows, Math.max(1, rows - 1), content.ids.length);
  const at = nextPosition(content.ids, from, by);
  return withView(state, withCursorVisible(view, content, at, rows));
}

export const withCursorAt = (state: State, row: number): State =>
  withView(state, { ...settledView(state), at: row, cursor: contentOf(state).ids[row] });

export function rowsOnScreen(state: State): readonly string[] {
  const content = contentOf(state);
  if (content.kind !== 'table') return [];
  const { top } = settledView(state);
  return content.ids.slice(top, top + pageRows(state, true));
}

export function cursorLine(state: State): TextLine | undefined {
  const content = contentOf(state);
  if (content.kind !== 'lines') return undefined;
  const line = content.lines.at(cursorIndex(content, currentView(state)));
  return line?.kind === 'text' ? line : undefined;
}

export const cursorSubject = (state: State): Subject | undefined => cursorLine(state)?.subject;

const sideOf = (subject: Subject | undefined): SideName | undefined =>
  subject === undefined || subject.kind === 'value' ? undefined : subject.side;

export function cursorRef(state: State): Ref | undefined {
  const view = currentView(state);
  const { place } = view;
  if (place.screen === 'record' || place.screen === 'raw') return place.ref;
  if (place.screen === 'compare')
    return sideOf(cursorSubject(state)) === 'before' ? againstRef(place) : place.ref;
  const content = contentOf(state);
  if (place.screen !== 'list' || content.kind !== 'table') return undefined;
  const id = content.ids[cursorIndex(content, view)];
  return isRecordId(id) ? rowRef(place, id) : undefined;
}

function cursorRecord(state: State): JsonObject | undefined {
  const content = contentOf(state);
  return content.kind === 'table' ? recordAt(content, cursorIndex(content, currentView(state))) : undefined;
}

export function cursorTarget(state: State): Action | undefined {
  if (contentOf(state).kind === 'lines') return cursorLine(state)?.target;
  const ref = cursorRef(state);
  if (ref === undefined) return undefined;
  if (ref.kind === cause.kind) {
    const place = causesView(state)?.place;
    return place && { to: 'place', place, filter: causeFilter(refId(ref)) };
  }
  const { listsKind = ref.kind, rowRef: refOfRow } = resourceOf(ref.kind);
  const row = refOfRow?.(cursorRecord(state) ?? {});
  if (refOfRow !== undefined && row === undefined) return undefined;
  const to = row ?? { kind: listsKind, ids: ref.ids };
  return botsOfUnread(state, to) ?? toRecord(to);
}

function botsOfUnread(state: State, ref: Ref): Action | undefined {
  const load = recordLoad(state, ref);
  const { place } = currentView(state);
  const isInUse = place.screen === 'list' && resourceOf(place.kind).listsKind === ref.kind;
  if (!isInUse || load?.phase !== 'failed' || load.last !== undefined) return undefined;
  const name = String(cursorRecord(state)?.['name']).replaceAll('"', '');
  const bots = causesView(state);
  return bots && { to: 'place', place: bots.place, filter: `int:"${name}"` };
}

export function targetRef(target: Action | undefined): Ref | undefined {
  if (target?.to === 'row') return target.ref;
  return target?.to === 'place' && target.place.screen === 'record' ? target.place.ref : undefined;
}

export type Marks = ReadonlySet<string>;

const NO_MARKS: Marks = new Set();

export const marksOf = (state: State) => state.data.marks[placeKey(currentView(state).place)] ?? NO_MARKS;

/**
 * The ids of the rows between two positions that can be marked; `end` is not included. Nothing would
 * identify a row without an id after a reload.
 */
export const markable = ({ ids }: Table, from: number, end: number): readonly string[] =>
  ids.slice(from, end).filter(isRecordId);

/**
 * The first and last position of a range, which ends at the cursor. It starts there too if its first
 * row has left the list.
 */
export function rangeOf(content: Table, view: View): readonly [from: number, to: number] | undefined {
  if (view.range === undefined) return undefined;
  const at = cursorIndex(content, view);
  const began = positionOf(content, view.range);
  return began < 0 ? [at, at] : [Math.min(began, at), Math.max(began, at)];
}

/** `isHidden`: by the filter. */
export type MarkedRef = Readonly<{ ref: Ref; isHidden?: boolean }>;

export function markedRefs(state: State): readonly MarkedRef[] {
  const { place } = currentView(state);
  const content = contentOf(state);
  if (place.screen !== 'list' || content.kind !== 'table') return [];
  const found = [...marksOf(state)].map(id => ({ id, at: positionOf(content, id) }));
  const order = (at: number) => (at < 0 ? Infinity : at);
  return found
    .toSorted((a, b) => (order(a.at) === order(b.at) ? 0 : order(a.at) - order(b.at)))
    .map(({ id, at }) => ({ ref: rowRef(place, id), isHidden: at < 0 }));
}

export const hiddenMarks = memo(({ ids, listing }: Table, marks: Marks) =>
  marks.size === 0 || listing.filter === undefined ? 0 : marks.difference(new Set(ids)).size,
);
