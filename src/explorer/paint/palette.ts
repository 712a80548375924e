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
  return dialog?.kind === 'palette'
    ? paletteDialog.lines(state, dialog, { rows, columns })
    : { lines: [], cursor: 0 };
}

const paintRows =
  (isMarked: boolean) =>
  (state: State, theme: Theme): readonly string[] => {
    const { panel, columns: width } = layoutOf(state);
    const rows = page(state).lines.map(line => paintLine(line, { theme, width }, isMarked));
    return fillRows(rows, panel);
  };

/** Paints the title of the palette and its rows, all of them without the mark, or all with it. */
export const unmarkedRows = paintRows(false);
export const markedRows = paintRows(true);

/** Returns the position of the marked row below the title. */
export const paletteMark = (state: State): number => (page(state).cursor ?? 0) - 1;
