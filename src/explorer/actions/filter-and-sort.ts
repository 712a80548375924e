import { resourceOf } from '../../resources/registry.ts';
import { nextSort } from '../facts/visible-rows.ts';
import { contentOf } from '../screens/content.ts';
import { type Motion, positionOf, withCursorMoved } from '../selection/cursor.ts';
import { placeKey, type View } from '../state/place.ts';
import { currentView, type State } from '../state/state.ts';
import { withRowsOrdered, withView } from '../state/store.ts';
import { type Editor, editorText, emptyEditor } from '../state/text-field.ts';

/** The cursor stays on `startRow` while the filter shows it, else moves to the first row. */
export function withFilter(state: State, text: string, startRow = currentView(state).cursor): State {
  const filter = text.trim() === '' ? undefined : text;
  const next = withView(withRowsOrdered(state), { ...currentView(state), filter });
  const content = contentOf(next);
  const found = startRow === undefined ? -1 : positionOf(content, startRow);
  // Without rows the cursor keeps its id: the row may come back with the next letter.
  const cursor = found < 0 ? (content.ids.find(id => id !== '') ?? startRow) : startRow;
  return withView(next, { ...currentView(next), at: Math.max(0, found), cursor });
}

function troubledFilter(state: State) {
  const { place, filter = '' } = currentView(state);
  const { troubled } = place.screen === 'list' ? resourceOf(place.kind) : {};
  return { padded: ` ${filter} `, troubled };
}

export function isTroubledOnly(state: State): boolean {
  const { padded, troubled } = troubledFilter(state);
  return troubled !== undefined && padded.includes(` ${troubled} `);
}

export function withTroubledToggled(state: State): State {
  const { padded, troubled } = troubledFilter(state);
  if (troubled === undefined) return state;
  const next = isTroubledOnly(state) ? padded.replace(` ${troubled} `, ' ') : `${padded}${troubled}`;
  return withFilter(state, next.trim());
}

export function withoutFilter(state: State): State {
  const { filter } = currentView(state);
  if (filter === undefined) return state;
  const next = withFilter(state, '');
  return withView(next, { ...currentView(next), lastFilter: filter });
}

export function withFilterField(state: State): State {
  const before = currentView(state);
  const dialog = { kind: 'filter', editor: emptyEditor, startRow: before.cursor, before } as const;
  return { ...withoutFilter(state), dialog };
}

export function withFilterCancelled(state: State): State {
  const { dialog } = state;
  return dialog?.kind === 'filter' ? { ...withView(state, dialog.before), dialog: undefined } : state;
}

export function withFilterTyped(state: State, editor: Editor): State {
  const { dialog } = state;
  if (dialog?.kind !== 'filter') return state;
  const next = { ...state, dialog: { ...dialog, editor } };
  return editorText(editor) === editorText(dialog.editor)
    ? next
    : withFilter(next, editorText(editor), dialog.startRow);
}

export function hasSingleRow(state: State): boolean {
  const content = contentOf(state);
  if (content.kind !== 'table' || currentView(state).filter === undefined) return false;
  return content.listing.passed === 1 && content.listing.unchecked === 0;
}

const withOrder = (state: State, sort: View['sort']): State =>
  withCursorMoved(withView(withRowsOrdered(state), { ...currentView(state), sort }), 'first');

export function withSort(state: State, field: string): State {
  const { place, sort } = currentView(state);
  if (place.screen !== 'list') return state;
  const rows = state.data.lists[placeKey(place)]?.last?.value;
  return withOrder(state, nextSort(resourceOf(place.kind), rows, field, sort));
}

export const withoutSort = (state: State): State => withOrder(state, undefined);

export function withColumnsToggled(state: State): State {
  const view = currentView(state);
  return withView(state, { ...view, columns: view.columns === undefined ? 'names' : undefined });
}

export function withCursorMovedBelowField(state: State, motion: Motion): State {
  const next = withCursorMoved(state, motion);
  const { dialog } = next;
  return dialog?.kind === 'filter'
    ? { ...next, dialog: { ...dialog, startRow: currentView(next).cursor } }
    : next;
}
