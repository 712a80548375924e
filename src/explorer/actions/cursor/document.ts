import { type DocumentNode, nodeAt } from '../../../json/document.ts';
import { clean, safe } from '../../../text/sanitise.ts';
import { pageRows } from '../../facts/layout.ts';
import { currentTabs, foldsOf } from '../../facts/tabs.ts';
import { contentOf, currentLoad } from '../../screens/content.ts';
import { isFolded, type Reader } from '../../screens/text/document-rows.ts';
import { settledView } from '../../selection/cursor.ts';
import { cursorLineIndex, cursorRow, matches, readerOf } from '../../selection/document-cursor.ts';
import type { Folds } from '../../state/place.ts';
import { currentView, type State } from '../../state/state.ts';
import { withChange, withView } from '../../state/store.ts';
import { withTabLine } from './tabs.ts';

function withCursorOnLine(state: State, at: number): State {
  const content = contentOf(state);
  const rows = readerOf(state)?.rows ?? [];
  const line = rows.findLast(row => row.at <= at)?.at;
  const index = rows.findIndex(row => row.at === line);
  return index < 0
    ? state
    : withView(state, { ...currentView(state), at: index, cursor: content.ids[index] });
}

const withFolds = (state: State, folds: Folds, at: number) =>
  withCursorOnLine(withView(state, { ...currentView(state), folds }), at);

const withFoldFlipped = ({ fromDepth, except }: Folds, { id }: DocumentNode): Folds => ({
  fromDepth,
  except: except.symmetricDifference(new Set([id])),
});

/** The innermost node around the line or at it; -1 without one. */
function openingLine({ document, lines }: Reader, at: number): number {
  const inner = lines[at]?.node ?? -1;
  return lines.findLastIndex(({ opens = -1 }, index) => {
    const node = document.nodes[opens];
    return index <= at && node !== undefined && (index === at || (opens <= inner && inner < node.end));
  });
}

export function withFoldToggled(state: State): State {
  const reader = readerOf(state);
  if (reader === undefined) return state;
  const at = openingLine(reader, cursorRow(state)?.at ?? -1);
  const node = reader.document.nodes[reader.lines[at]?.opens ?? -1];
  return node === undefined ? state : withFolds(state, withFoldFlipped(foldsOf(state), node), at);
}

/** A `fromDepth` of 1 folds all nodes directly in the document. */
export const withFoldsFrom = (state: State, fromDepth: number): State =>
  withFolds(state, { fromDepth, except: new Set() }, cursorRow(state)?.at ?? 0);

export function withLineFlipped(state: State, line: string): State {
  const view = settledView(state);
  const except = new Set(view.folds?.except).symmetricDifference(new Set([line]));
  const next = withView(state, { ...view, folds: { fromDepth: 0, except } });
  const added = contentOf(next).ids.length - contentOf(state).ids.length;
  const top = Math.min(view.at, view.at + added + 1 - pageRows(next, false));
  return withView(next, { ...currentView(next), top: Math.max(view.top, top) });
}

function withLineShown(state: State, at: number): State {
  const next = withCursorOnLine(state, at);
  const reader = readerOf(next);
  const row = cursorRow(next);
  const node = reader?.document.nodes[row?.line.opens ?? -1];
  const isThere = row?.at === at && reader?.lines[at]?.node === node?.at;
  if (!row?.isFolded || node === undefined || isThere) return next;
  return withLineShown(withFolds(next, withFoldFlipped(foldsOf(next), node), at), at);
}

export function withPartShown(state: State, path: readonly string[]): State {
  const tabs = currentTabs(state).filter(({ document }) => document !== undefined);
  const has = (field: string) => field.split('.').every((name, at) => name === path[at]);
  const tab = tabs.find(({ document }) => document?.fields.some(has)) ?? tabs.at(-1);
  if (tab === undefined) return state;
  const opened = withTabLine(state, { tab: tab.title, line: '' });
  const reader = readerOf(opened);
  if (reader === undefined) return opened;
  const node = nodeAt(reader.document, path);
  const at = reader.lines.findIndex(line => line.opens === node || line.node === node);
  const shown = withLineShown(opened, at);
  const { fromDepth, except } = foldsOf(shown);
  const parts = reader.document.nodes.slice(node, reader.document.nodes[node]?.end);
  const closed = parts.filter(each => isFolded(foldsOf(shown), each)).map(({ id }) => id);
  const folds = { fromDepth, except: except.symmetricDifference(new Set(closed)) };
  const next = withFolds(shown, folds, at);
  const view = currentView(next);
  return withView(next, { ...view, top: view.at });
}

export function withFormatToggled(state: State): State {
  const node = cursorRow(state)?.line.node ?? 0;
  const next: State = withChange(state, {
    screen: { format: state.screen.format === 'json' ? 'yaml' : 'json' },
  });
  const lines = readerOf(next)?.lines ?? [];
  const same = lines.findIndex(line => line.node === node || line.opens === node);
  return withCursorOnLine(next, same < 0 ? lines.findLastIndex(line => line.node <= node) : same);
}

/** The cursor stays on its line, with all of it visible if it fits. */
export function withWrappingToggled(state: State): State {
  const at = cursorRow(state)?.at ?? 0;
  const next = withCursorOnLine(withChange(state, { screen: { isWrapped: !state.screen.isWrapped } }), at);
  const view = currentView(next);
  const last = (readerOf(next)?.rows ?? []).findLastIndex(row => row.at === at);
  const top = Math.min(view.at, Math.max(settledView(next).top, last - pageRows(next, false) + 1));
  return withView(next, { ...view, top });
}

export function withNextMatch(state: State, direction: 1 | -1, from: 'here' | 'beyond' = 'beyond'): State {
  const all = matches(state);
  const view = currentView(state);
  const { find = '' } = view;
  const cursor = cursorLineIndex(state);
  if (all.length === 0) {
    const isUnread = currentLoad(state)?.phase === 'loading' && currentLoad(state)?.last === undefined;
    const text = isUnread ? safe`Searched before it was loaded.` : safe`No match for "${clean(find, 40)}".`;
    return { ...state, notice: { tone: 'warn', text } };
  }
  const isBeyond = (at: number) =>
    from === 'here' ? at >= cursor : direction > 0 ? at > cursor : at < cursor;
  const ahead = all.filter(isBeyond);
  const at = (ahead.length === 0 ? all : ahead).at(direction > 0 ? 0 : -1) ?? cursor;
  const moved =
    readerOf(state) === undefined
      ? withView(state, { ...view, at, cursor: contentOf(state).ids[at] })
      : withLineShown(state, at);
  return ahead.length > 0 ? moved : { ...moved, notice: { tone: 'dim', text: safe`Search wrapped.` } };
}

export function withSearch(state: State, find: string): State {
  const next = withView(
    { ...state, dialog: undefined },
    { ...currentView(state), find: find === '' ? undefined : find },
  );
  return find === '' ? next : withNextMatch(withChange(next, { screen: { lastFind: find } }), 1, 'here');
}
