import { changedCells, goneRows } from '../facts/change-marks.ts';
import { layoutOf, tableCells } from '../facts/layout.ts';
import type { Line } from '../facts/line.ts';
import { uncheckedWords } from '../frame/list-title.ts';
import { shownFailure } from '../frame/titles.ts';
import { contentOf } from '../screens/content.ts';
import { rowCells } from '../screens/list/list-cells.ts';
import type { Table } from '../screens/list/table.ts';
import { tableColumns } from '../screens/list/table-columns.ts';
import { cursorTarget, settledView } from '../selection/cursor.ts';
import { findText, withMatches } from '../selection/document-cursor.ts';
import { marksOf, rangeOf } from '../selection/list-marks.ts';
import { type State, serverNow } from '../state/state.ts';
import { type PaintOptions, paintLine } from './paint.ts';
import { besideRows, previewRows } from './preview.ts';
import { paintTable } from './table.ts';
import type { Theme } from './theme.ts';

/** Index of the cursor where no row has it. */
export const NO_CURSOR = -1;

/** Paints lines, one a row; `cursor` is the index of the one under the cursor. */
export function paintAll(lines: readonly Line[], options: PaintOptions, cursor: number): readonly string[] {
  return lines.map((line, at) => paintLine(line, options, at === cursor));
}

/** Paints the visible rows of a list, and its preview if that is beside it. */
function listRows(state: State, content: Table, theme: Theme): readonly string[] {
  const { body, titles, preview } = layoutOf(state);
  const view = settledView(state);
  const clock = { now: serverNow(state), exact: state.screen.exactTimes };
  const tableView = {
    view,
    columns: tableColumns(state, content),
    marks: marksOf(state),
    range: rangeOf(content, view),
    clock,
    changes: changedCells(state),
    gone: goneRows(state),
    cell: rowCells(state, content, clock),
    divider: uncheckedWords(state, content),
    keymap: state.user.keymap,
  };
  const window = { top: view.top, height: body, cursor: view.at, titled: titles };
  const isFilled = preview?.isBeside === true;
  const options = { theme, width: tableCells(state), isFilled };
  const rows = paintTable(content, window, { ...options, tableView });
  if (!isFilled) return rows;
  const isClosed = state.screen.preview === 'paused';
  return besideRows(rows, previewRows(state, theme), { ...options, height: body, isClosed });
}

/** Paints the visible rows of the present view. */
export function contentRows(state: State, theme: Theme): readonly string[] {
  const { body, columns } = layoutOf(state);
  const content = contentOf(state);
  if (content.kind === 'table') return listRows(state, content, theme);
  const { at, top, cursor } = settledView(state);
  const lines = content.lines.slice(top, top + body).map(line => withMatches(line, findText(state)));
  // Nothing is chosen on an error before a person moves to a line of it.
  const hasCursor =
    shownFailure(state) === undefined || cursor !== undefined || cursorTarget(state) !== undefined;
  return paintAll(lines, { theme, width: columns }, hasCursor ? at - top : NO_CURSOR);
}
