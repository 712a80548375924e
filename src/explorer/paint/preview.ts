import { memoFields } from '../../text/memo.ts';
import type { SafeText } from '../../text/sanitise.ts';
import { layoutOf } from '../facts/layout.ts';
import type { Line } from '../facts/line.ts';
import { previewOf } from '../frame/preview.ts';
import type { State } from '../state/state.ts';
import { type PaintOptions, paintLine, paintRule } from './paint.ts';
import { styleText, type Theme } from './theme.ts';

const NO_ROWS: readonly string[] = [];

type Inputs = PaintOptions & {
  readonly title: SafeText;
  readonly lines: readonly Line[];
  readonly height: number;
};

const cachedRows = memoFields(({ title, lines, height, ...options }: Inputs): readonly string[] => [
  paintRule({ title, right: undefined }, options),
  ...lines.slice(0, height - 1).map(line => paintLine(line, options)),
]);

/** Paints the preview of the list on the screen; no rows while it is empty. */
export function previewRows(state: State, theme: Theme): readonly string[] {
  const { preview: area } = layoutOf(state);
  const preview = area === undefined ? undefined : previewOf(state);
  if (area === undefined || preview === undefined) return NO_ROWS;
  return cachedRows({ ...preview, theme, width: area.columns, height: area.rows });
}

/**
 * Joins the rows of a list, all of the same width, with those of the preview beside it. A separator is
 * between them; where a slow line has closed the preview, it ends below the notice about that.
 */
export function besideRows(
  rows: readonly string[],
  preview: readonly string[],
  { theme, width, height, isClosed }: PaintOptions & { readonly height: number; readonly isClosed: boolean },
): readonly string[] {
  const separator = styleText(theme, 'dim', '│');
  const empty = ' '.repeat(width);
  return Array.from({ length: height }, (_, at) => {
    const row = rows[at] ?? empty;
    return isClosed && at >= preview.length ? row : `${row}${separator}${preview[at] ?? ''}`;
  });
}
