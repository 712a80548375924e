import { clean, safe } from '../../../text/sanitise.ts';
import { contentOf } from '../../screens/content.ts';
import { readerOf } from '../../selection/document-cursor.ts';
import { cursorLineIndex, findText, matches } from '../../selection/document-matches.ts';
import { currentView, type State } from '../../state/state.ts';
import { withChange, withView } from '../../state/store.ts';
import { withLineShown } from './fold.ts';

function withCursorOnMatch(state: State, at: number): State {
  if (readerOf(state) !== undefined) return withLineShown(state, at);
  return withView(state, { ...currentView(state), at, cursor: contentOf(state).ids[at] });
}

/**
 * Returns the state with the cursor on the next or previous match; a notice appears when the search wraps
 * around.
 */
export function withNextMatch(state: State, direction: 1 | -1, from: 'here' | 'beyond' = 'beyond'): State {
  const content = contentOf(state);
  const all = matches(content, findText(state));
  const cursor = cursorLineIndex(state);
  if (all.length === 0)
    return {
      ...state,
      notice: { tone: 'warn', text: safe`No match for "${clean(findText(state), 40)}".` },
    };
  const isBeyond = (at: number): boolean =>
    from === 'here' ? at >= cursor : direction > 0 ? at > cursor : at < cursor;
  const ahead = all.filter(isBeyond);
  const next = direction > 0 ? ahead[0] : ahead.at(-1);
  const at = next ?? (direction > 0 ? all[0] : all.at(-1)) ?? cursor;
  const moved = withCursorOnMatch(state, at);
  return next === undefined ? { ...moved, notice: { tone: 'dim', text: safe`Search wrapped.` } } : moved;
}

/**
 * Returns the state with a search in the present view, its field closed and the cursor on the next match. An
 * empty text ends the search.
 */
export function withSearch(state: State, find: string): State {
  const { find: _before, ...view } = currentView(state);
  const closed: State = { ...state, dialog: undefined };
  if (find === '') return withView(closed, view);
  const next = withChange(closed, { screen: { lastFind: find } });
  return withNextMatch(withView(next, { ...view, find }), 1, 'here');
}
