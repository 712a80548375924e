import { isTooSmall, layoutOf } from '../facts/layout.ts';
import type { State } from '../state/state.ts';
import { mainRows, panelRows } from './body.ts';
import { footerRows } from './footer.ts';
import { placeRow, titleRow } from './header.ts';
import type { Theme } from './theme.ts';
import { tooSmallRows } from './too-small.ts';

/** Fills rows up to a height. */
export const fillRows = (rows: readonly string[], height: number): readonly string[] =>
  Array.from({ length: height }, (_, at) => rows[at] ?? '');

/** Paints the view, or the dialog that covers it, in the rows of the body. */
export const bodyRows = (state: State, theme: Theme): readonly string[] =>
  fillRows(mainRows(state, theme), layoutOf(state).body);

/** Paints the panel below the body; no rows without one. */
export function panelArea(state: State, theme: Theme): readonly string[] {
  const { panel } = layoutOf(state);
  return panel === 0 ? [] : fillRows(panelRows(state, theme), panel);
}

/** Paints the whole screen without Ink's part, the indicator of work in progress. */
export function screenRows(state: State, theme: Theme): readonly string[] {
  if (isTooSmall(state)) return tooSmallRows(state, theme);
  return [
    ...(layoutOf(state).header ? [placeRow(state, theme)] : []),
    titleRow(state, theme),
    ...bodyRows(state, theme),
    ...panelArea(state, theme),
    ...footerRows(state, theme),
  ];
}
