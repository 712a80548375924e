import { pathOf } from '../../json/tree.ts';
import { clean, type SafeText, safe } from '../../text/sanitise.ts';
import { cells, cutMiddle } from '../../text/width.ts';
import { fittingParts, STAYS } from '../facts/fitting-parts.ts';
import { spansText } from '../facts/line.ts';
import { isCut } from '../screens/text/document-rows.ts';
import { keyName } from '../state/key-names.ts';
import type { State } from '../state/state.ts';
import { cursorNode, cursorRow, readerOf } from './document-cursor.ts';
import { findCount, findHint } from './document-matches.ts';

/** One cell at either end of the row. */
const MARGINS = 2;
const MIN_PATH = 8;

/**
 * Returns the path of the value under the cursor: `integrations.slack.status`; undefined outside documents
 * and at the root.
 */
export function cursorPath(state: State): string | undefined {
  const document = readerOf(state)?.document;
  const node = cursorNode(state);
  const path = document === undefined || node === undefined ? '' : pathOf(document, node.at);
  return path === '' ? undefined : path;
}

/**
 * Returns the status of a document: the number of the match or line, and the path; undefined outside
 * documents.
 */
export function documentStatus(state: State): SafeText | undefined {
  const reader = readerOf(state);
  const row = cursorRow(state);
  if (reader === undefined || row === undefined) return undefined;
  const match = findCount(state);
  const count = match ?? safe`${row.at + 1}/${reader.lines.length}`;
  const width = state.screen.size.columns - MARGINS;
  const path = clean(cursorPath(state) ?? (reader.document.base.length === 0 ? 'the whole record' : ''));
  const words = safe`${count}  ${cutMiddle(path, Math.max(MIN_PATH, width - cells(count) - 2))}`;
  const hints = [
    ...(isCut(row, state.screen.size.columns)
      ? [safe`${keyName(state.user.keymap, 'reader.wrap')} wraps it`]
      : []),
    ...(match === undefined ? [] : [findHint(state)]),
  ];
  const parts = [{ text: words, rank: STAYS }, ...hints.map(text => ({ text, rank: 0 }))];
  return spansText(fittingParts(parts, width, 3), '   ');
}
