import { clean, safe } from '../../../text/sanitise.ts';
import { contentOf } from '../../screens/content.ts';
import { cursorLineIndex, findText, matches, readerOf } from '../../selection/document-cursor.ts';
import { currentView, type State } from '../../state/state.ts';
import { withChange, withView } from '../../state/store.ts';
import { withLineShown } from './fold.ts';

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
  const moved =
    readerOf(state) === undefined
      ? withView(state, { ...currentView(state), at, cursor: content.ids[at] })
      : withLineShown(state, at);
  return next === undefined ? { ...moved, notice: { tone: 'dim', text: safe`Search wrapped.` } } : moved;
}

/**
 * Returns the state with a search in the present view, its field closed and the cursor on the next match. An
 * empty text ends the search.
 */
export function withSearch(state: State, find: string): State {
  const next = withView(
    { ...state, dialog: undefined },
    { ...currentView(state), find: find === '' ? undefined : find },
  );
  return find === '' ? next : withNextMatch(withChange(next, { screen: { lastFind: find } }), 1, 'here');
}
