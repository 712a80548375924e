import type { Ref } from '../../resources/resource.ts';
import { memo } from '../../text/memo.ts';
import { contentOf } from '../screens/content.ts';
import type { Table } from '../screens/list/table.ts';
import { isRecordId } from '../state/load.ts';
import { placeKey, rowRef, type View } from '../state/place.ts';
import { currentView, type State } from '../state/state.ts';
import { cursorIndex, positionOf, rowAt } from './cursor.ts';

export type Marks = ReadonlySet<string>;

const NO_MARKS: Marks = new Set();

/** Returns the ids of the marked rows of the present list; the same object until they change. */
export const marksOf = (state: State): Marks =>
  state.data.marks[placeKey(currentView(state).place)] ?? NO_MARKS;

/** Returns false for rows without an id, because nothing would identify them after a reload. */
export const isMarkable = isRecordId;

/** Returns the rows between two positions that can be marked; `end` is not included. */
export function markable(table: Table, from: number, end: number): readonly number[] {
  const found: number[] = [];
  for (let at = from; at < end; at++) {
    const row = rowAt(table, at);
    if (isMarkable(table.rows.ids[row])) found.push(row);
  }
  return found;
}

/**
 * Returns the first and last position of a range, which ends at the cursor. It starts there too if its first
 * row has left the list.
 */
export function rangeOf(content: Table, view: View): readonly [from: number, to: number] | undefined {
  if (view.range === undefined) return undefined;
  const at = cursorIndex(content, view);
  const began = positionOf(content, view.range);
  return began < 0 ? [at, at] : [Math.min(began, at), Math.max(began, at)];
}

/** A marked record; `isHidden`: the filter hides it. */
export type MarkedRef = { readonly ref: Ref; readonly isHidden?: boolean };

/** Returns the marked records of the list on the screen in their order, hidden ones last. */
export function markedRefs(state: State): readonly MarkedRef[] {
  const { place } = currentView(state);
  const content = contentOf(state);
  if (place.screen !== 'list' || content.kind !== 'table') return [];
  const found = [...marksOf(state)].map(id => ({ id, at: positionOf(content, id) }));
  const order = (at: number): number => (at < 0 ? Number.POSITIVE_INFINITY : at);
  return found
    .toSorted((a, b) => (order(a.at) === order(b.at) ? 0 : order(a.at) - order(b.at)))
    .map(({ id, at }) => ({ ref: rowRef(place, id), isHidden: at < 0 }));
}

export const hiddenMarks = memo(({ ids }: Table, marks: Marks): number =>
  marks.size === 0 ? 0 : marks.difference(new Set(ids)).size,
);
