import { type SafeText, safe } from '../../../text/sanitise.ts';
import { counted } from '../../../text/units.ts';
import { isAllLoaded } from '../../facts/health-count.ts';
import { contentOf } from '../../screens/content.ts';
import {
  cursorIndex,
  type Marks,
  markable,
  marksOf,
  rangeOf,
  withCursorMoved,
} from '../../selection/cursor.ts';
import { placeKey } from '../../state/place.ts';
import { currentView, type State } from '../../state/state.ts';
import { withChange, withView } from '../../state/store.ts';

const withMarks = (state: State, marks: Marks, key = placeKey(currentView(state).place)): State =>
  withChange(state, { data: { marks: { ...state.data.marks, [key]: marks } } });

const withNotice = (state: State, text: SafeText): State => ({ ...state, notice: { tone: 'plain', text } });

function withRowsMarked(state: State, ids: readonly string[], isMarked = true): State {
  const chosen = new Set(ids);
  return withMarks(state, isMarked ? marksOf(state).union(chosen) : marksOf(state).difference(chosen));
}

export function withMarkToggled(state: State): State {
  const content = contentOf(state);
  const at = cursorIndex(content, currentView(state));
  if (content.kind !== 'table') return state;
  const rows = markable(content, at, at + 1);
  if (rows.length === 0) return state;
  const isMarked = marksOf(state).has(content.ids[at] ?? '');
  return withCursorMoved(withRowsMarked(state, rows, !isMarked), 'down');
}

export const withoutRange = (state: State) => withView(state, { ...currentView(state), range: undefined });

export function withRangeToggled(state: State): State {
  const content = contentOf(state);
  const view = currentView(state);
  if (content.kind !== 'table') return state;
  const span = rangeOf(content, view);
  const id = content.ids[cursorIndex(content, view)];
  if (span === undefined) return id === undefined ? state : withView(state, { ...view, range: id });
  return withoutRange(withRowsMarked(state, markable(content, span[0], span[1] + 1)));
}

export function withMarksExtended(state: State, motion: 'down' | 'up'): State {
  const content = contentOf(state);
  if (content.kind !== 'table') return withCursorMoved(state, motion);
  const rows = [state, withCursorMoved(state, motion)].flatMap(each => {
    const at = cursorIndex(content, currentView(each));
    return markable(content, at, at + 1);
  });
  return withCursorMoved(withRowsMarked(state, rows), motion);
}

export function withAllMarksToggled(state: State): State {
  const content = contentOf(state);
  if (content.kind !== 'table') return state;
  const { passed, unchecked } = content.listing;
  const rows = markable(content, 0, passed);
  const marks = marksOf(state);
  const isMarked = rows.some(id => !marks.has(id));
  const next = withRowsMarked(state, rows, isMarked);
  if (!isMarked && rows.length > 0) return withNotice(next, safe`${rows.length} unmarked.`);
  const leftOut = unchecked > 0 && safe` Left out: ${counted(unchecked, safe`unchecked row`)}.`;
  const more = content.rows.next !== undefined && safe` Only loaded rows can be marked.`;
  return withNotice(next, safe`${rows.length} marked.${leftOut}${more}`);
}

export function withoutMarks(state: State): State {
  const { size } = marksOf(state);
  const marks = counted(size, safe`mark`);
  return withNotice(withMarks(withoutRange(state), new Set()), safe`${marks} cleared.`);
}

export function withoutLostMarks(state: State, key: string): State {
  const marks = state.data.marks[key];
  const rows = state.data.lists[key]?.last?.value;
  if (marks === undefined || marks.size === 0 || rows === undefined) return state;
  const remaining = marks.intersection(new Set(rows.ids));
  const lost = marks.size - remaining.size;
  if (lost === 0) return state;
  const where = isAllLoaded(rows) ? safe`in the list` : safe`among the loaded rows`;
  const text =
    lost === 1
      ? safe`1 marked row is no longer ${where}; its mark was removed.`
      : safe`${lost} marked rows are no longer ${where}; their marks were removed.`;
  return { ...withMarks(state, remaining, key), notice: { tone: 'warn', text } };
}
