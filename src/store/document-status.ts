import { pathOf } from '../resources/document.ts';
import { clean, type SafeText, safe } from '../text/sanitise.ts';
import { cells, cutMiddle } from '../text/width.ts';
import { isCut } from './document-rows.ts';
import { findCount } from './find.ts';
import { cursorNode, cursorRow, readerOf } from './folding.ts';
import type { State } from './state.ts';

/** The way to the value under the cursor: `integrations.slack.status`; undefined outside documents and for a whole one. */
export function cursorPath(state: State): string | undefined {
  const document = readerOf(state)?.document;
  const node = cursorNode(state);
  const path = document === undefined || node === undefined ? '' : pathOf(document, node.at);
  return path === '' ? undefined : path;
}

/** Where one is in a document: which match or line of how many, and the way to it; undefined outside documents. */
export function documentStatus(state: State): SafeText | undefined {
  const reader = readerOf(state);
  const row = cursorRow(state);
  if (reader === undefined || row === undefined) return undefined;
  const count = findCount(state) ?? safe`${row.at + 1}/${reader.lines.length}`;
  const { columns } = state.size;
  const hint = isCut(row, columns) ? safe`   w wraps it` : safe``;
  const path = cursorPath(state);
  const whole = reader.document.base.length === 0 ? safe`the whole record` : safe``;
  const room = Math.max(8, columns - cells(count) - cells(hint) - 4);
  return safe`${count}  ${path === undefined ? whole : cutMiddle(clean(path), room)}${hint}`;
}
