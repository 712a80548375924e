import { recordOf } from '../dialogs/table.ts';
import { layoutOf } from '../facts/layout.ts';
import { roomOf } from '../state/dialogs.ts';
import type { State } from '../state/state.ts';
import { contentRows, NO_CURSOR, paintAll } from './content.ts';
import { previewRows } from './preview.ts';
import type { Theme } from './theme.ts';

/** Paints the view, or the dialog that covers it. */
export function mainRows(state: State, theme: Theme): readonly string[] {
  const { body: rows, columns } = layoutOf(state);
  const options = { theme, width: columns };
  const { dialog } = state;
  const record = dialog && recordOf(dialog);
  if (dialog === undefined || record?.title === undefined || record.isOver?.(state))
    return contentRows(state, theme);
  const { lines, cursor = NO_CURSOR } = record.lines(state, dialog, { rows, columns });
  return paintAll(lines, options, cursor);
}

/** Paints the panel below the view: that of a dialog, or the preview. */
export function panelRows(state: State, theme: Theme): readonly string[] {
  const { panel: rows, columns, preview } = layoutOf(state);
  if (preview?.isBeside === false) return previewRows(state, theme);
  const { dialog } = state;
  const { lines, cursor = NO_CURSOR } =
    dialog === undefined || roomOf(dialog).keepsBelow
      ? { lines: [] }
      : recordOf(dialog).lines(state, dialog, { rows, columns });
  return paintAll(lines, { theme, width: columns }, cursor);
}
