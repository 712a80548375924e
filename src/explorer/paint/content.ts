import { serverNow } from '../state/server-clock.ts';
import type { State } from '../state/state.ts';
import { surfaceOf } from '../view/content/content.ts';
import { withMatches } from '../view/content/document-matches.ts';
import { rowCells } from '../view/content/list-cells.ts';
import { marksOf, rangeOf } from '../view/content/list-marks.ts';
import { settledView } from '../view/content/settled-view.ts';
import { layoutOf } from '../view/layout.ts';
import type { Line } from '../view/line.ts';
import { changedCells } from '../view/reload-changes.ts';
import { type Brush, paintLine } from './paint.ts';
import { paintTable } from './table.ts';

export function paintAll(lines: readonly Line[], brush: Brush, cursor: number): readonly string[] {
  return lines.map((line, at) => paintLine(line, brush, at === cursor));
}

/** Paints the rows of the present view that are on the screen. */
export function surfaceRows(state: State, brush: Brush): readonly string[] {
  const { body, titles } = layoutOf(state);
  const surface = surfaceOf(state);
  const view = settledView(state);
  const { at, top } = view;
  if (surface.kind === 'table') {
    const clock = { now: serverNow(state), exact: state.screen.exactTimes };
    const showing = {
      view,
      marks: marksOf(state),
      range: rangeOf(surface, view),
      clock,
      changes: changedCells(state),
      cell: rowCells(state, surface, clock),
      keymap: state.user.keymap,
    };
    return paintTable(surface, { top, height: body, cursor: at, titled: titles }, { ...brush, showing });
  }
  const lines = surface.lines.slice(top, top + body).map(line => withMatches(line, state.screen.find));
  return paintAll(lines, brush, at - top);
}
