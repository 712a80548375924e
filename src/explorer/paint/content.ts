import { serverNow } from '../state/server-clock.ts';
import type { State } from '../state/state.ts';
import { contentOf } from '../view/content/content.ts';
import { findText, withMatches } from '../view/content/document-matches.ts';
import { rowCells } from '../view/content/list-cells.ts';
import { marksOf, rangeOf } from '../view/content/list-marks.ts';
import { settledView } from '../view/content/settled-view.ts';
import { tableColumns } from '../view/content/table-columns.ts';
import { layoutOf } from '../view/layout.ts';
import type { Line } from '../view/line.ts';
import { changedCells } from '../view/reload-changes.ts';
import { type PaintOptions, paintLine } from './paint.ts';
import { paintTable } from './table.ts';

export function paintAll(lines: readonly Line[], options: PaintOptions, cursor: number): readonly string[] {
  return lines.map((line, at) => paintLine(line, options, at === cursor));
}

/** Paints the visible rows of the present view. */
export function contentRows(state: State, options: PaintOptions): readonly string[] {
  const { body, titles } = layoutOf(state);
  const content = contentOf(state);
  const view = settledView(state);
  const { at, top } = view;
  if (content.kind === 'table') {
    const clock = { now: serverNow(state), exact: state.screen.exactTimes };
    const tableView = {
      view,
      columns: tableColumns(state, content),
      marks: marksOf(state),
      range: rangeOf(content, view),
      clock,
      changes: changedCells(state),
      cell: rowCells(state, content, clock),
      keymap: state.user.keymap,
    };
    return paintTable(content, { top, height: body, cursor: at, titled: titles }, { ...options, tableView });
  }
  const lines = content.lines.slice(top, top + body).map(line => withMatches(line, findText(state)));
  return paintAll(lines, options, at - top);
}
