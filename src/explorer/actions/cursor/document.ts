import type { DocumentNode } from '../../../json/tree.ts';
import { clean, safe } from '../../../text/sanitise.ts';
import { pageRows } from '../../facts/layout.ts';
import { foldsOf } from '../../facts/tabs.ts';
import { contentOf } from '../../screens/content.ts';
import type { Reader } from '../../screens/text/document-rows.ts';
import { settledView } from '../../selection/cursor.ts';
import {
  cursorLineIndex,
  cursorNode,
  cursorRow,
  findText,
  matches,
  readerOf,
} from '../../selection/document-cursor.ts';
import type { Folds } from '../../state/place.ts';
import { currentView, type State } from '../../state/state.ts';
import { withChange, withView } from '../../state/store.ts';

/** Returns the state with the cursor on the row of a line, or on the folded node that contains it. */
function withCursorOnLine(state: State, at: number): State {
  const content = contentOf(state);
  const rows = readerOf(state)?.rows ?? [];
  const line = rows.findLast(row => row.at <= at)?.at;
  const index = rows.findIndex(row => row.at === line);
  return index < 0
    ? state
    : withView(state, { ...currentView(state), at: index, cursor: content.ids[index] });
}

const withFolds = (state: State, folds: Folds, at: number): State =>
  withCursorOnLine(withView(state, { ...currentView(state), folds }), at);

function withFoldFlipped({ fromDepth, except }: Folds, { id }: DocumentNode): Folds {
  const others = new Set(except);
  if (!others.delete(id)) others.add(id);
  return { fromDepth, except: others };
}

/**
 * Returns the index of the line that opens the innermost node around a line, which may be the line itself; -1
 * if none does.
 */
function openingLine({ document, lines }: Reader, at: number): number {
  const inner = lines[at]?.node ?? -1;
  return lines.findLastIndex(({ opens = -1 }, index) => {
    const node = document.nodes[opens];
    return index <= at && node !== undefined && (index === at || (opens <= inner && inner < node.end));
  });
}

/**
 * Returns the state with a node folded or unfolded: the one that the line under the cursor opens, else the
 * one around it.
 */
export function withFoldToggled(state: State): State {
  const reader = readerOf(state);
  if (reader === undefined) return state;
  const at = openingLine(reader, cursorRow(state)?.at ?? -1);
  const node = reader.document.nodes[reader.lines[at]?.opens ?? -1];
  return node === undefined ? state : withFolds(state, withFoldFlipped(foldsOf(state), node), at);
}

/** Returns the state with everything folded from a depth on; 1: all nodes directly in the document. */
export function withFoldsFrom(state: State, fromDepth: number): State {
  return withFolds(state, { fromDepth, except: new Set() }, cursorRow(state)?.at ?? 0);
}

/** Returns the state with a folded line of a comparison unfolded, or folded again. */
export function withLineFlipped(state: State, line: string): State {
  const view = currentView(state);
  const except = new Set(view.folds?.except);
  if (!except.delete(line)) except.add(line);
  return withView(state, { ...view, folds: { fromDepth: 0, except } });
}

/** Returns the state with the cursor on a line of the document. Unfolds the nodes that hide it. */
export function withLineShown(state: State, at: number): State {
  const next = withCursorOnLine(state, at);
  const reader = readerOf(next);
  const row = cursorRow(next);
  const node = reader?.document.nodes[row?.line.opens ?? -1];
  const isThere = row?.at === at && reader?.lines[at]?.node === node?.at;
  if (!row?.isFolded || node === undefined || isThere) return next;
  return withLineShown(withFolds(next, withFoldFlipped(foldsOf(next), node), at), at);
}

/** Returns the state with documents in the other format, the cursor on the same node. */
export function withFormatToggled(state: State): State {
  const node = cursorNode(state)?.at ?? 0;
  const next: State = withChange(state, {
    screen: { format: state.screen.format === 'json' ? 'yaml' : 'json' },
  });
  const lines = readerOf(next)?.lines ?? [];
  const same = lines.findIndex(line => line.node === node || line.opens === node);
  return withCursorOnLine(next, same < 0 ? lines.findLastIndex(line => line.node <= node) : same);
}

/**
 * Returns the state with long lines wrapped or cut. The cursor stays on its line, with all of it visible if
 * it fits.
 */
export function withWrappingToggled(state: State): State {
  const at = cursorRow(state)?.at ?? 0;
  const next = withCursorOnLine(withChange(state, { screen: { isWrapped: !state.screen.isWrapped } }), at);
  const view = currentView(next);
  const last = (readerOf(next)?.rows ?? []).findLastIndex(row => row.at === at);
  const top = Math.min(view.at, Math.max(settledView(next).top, last - pageRows(next, false) + 1));
  return withView(next, { ...view, top });
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
