import { paletteDialog } from '../dialogs/palette/dialog.ts';
import { layoutOf } from '../facts/layout.ts';
import type { State } from '../state/state.ts';
import { paintLine } from './paint.ts';
import { fillRows } from './screen.ts';
import type { Theme } from './theme.ts';

/** Returns the lines of the palette's panel; none without one. */
function page(state: State) {
  const { panel: rows, columns } = layoutOf(state);
  const { dialog } = state;
  if (dialog?.kind !== 'palette') return { lines: [], cursor: 0, columns };
  const { lines, cursor = 0 } = paletteDialog.lines(state, dialog, { rows, columns });
  return { lines, cursor, columns };
}

/** Paints the title of the palette and its rows, none of them as the marked one. */
export function unmarkedRows(state: State, theme: Theme): readonly string[] {
  const { lines, columns } = page(state);
  const rows = lines.map(line => paintLine(line, { theme, width: columns }));
  return fillRows(rows, layoutOf(state).panel);
}

/** Paints the marked row. */
export function markedRow(state: State, theme: Theme): string {
  const { lines, cursor, columns } = page(state);
  const line = lines[cursor];
  return line === undefined ? '' : paintLine(line, { theme, width: columns }, true);
}

/** Returns the position of the marked row below the title. */
export const paletteMark = (state: State): number => page(state).cursor - 1;
