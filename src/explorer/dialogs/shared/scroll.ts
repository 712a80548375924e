import { layoutOf } from '../../facts/layout.ts';
import type { Line } from '../../facts/line.ts';
import type { State } from '../../state/state.ts';
import type { DialogArea, Page } from './dialog.ts';
import { readerStep } from './steps.ts';

/** Returns the first row shown; the last page stays full. */
const fittingTop = (lines: readonly Line[], top: number, height: number): number =>
  Math.max(0, Math.min(top, lines.length - height));

/** Returns the first of `count` rows shown in a room of `rows`: the chosen one is the last, or above it. */
export const topForChoice = (choice: number, count: number, rows: number): number =>
  Math.max(0, Math.min(choice - rows + 1, count - rows));

/** Returns the rows that fit, beginning with `top`. */
export function pageFrom(lines: readonly Line[], top: number, { rows }: DialogArea): Page {
  const from = fittingTop(lines, top, rows);
  return { lines: lines.slice(from, from + rows) };
}

/** Returns the first line after a key; keys that do not scroll change nothing. */
export function topAfterKey(
  state: State,
  lines: readonly Line[],
  { top, key }: { top: number; key: string },
): number {
  const { body } = layoutOf(state);
  return fittingTop(lines, top + (readerStep(state, key, body) ?? 0), body);
}
