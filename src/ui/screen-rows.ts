import { layoutOf } from '../store/layout.ts';
import type { State } from '../store/state.ts';
import { mainRows, panelRows } from './body-rows.ts';
import { footerRows } from './footer-rows.ts';
import { placeRow, titleRow } from './header-rows.ts';
import { lineRows } from './line-rows.ts';
import type { Theme } from './theme.ts';

const filled = (rows: readonly string[], height: number): readonly string[] =>
  Array.from({ length: height }, (_, at) => rows[at] ?? '');

/** The whole screen as rows, without what moves by itself: the mark of work under way, the menu. */
export function screenRows(state: State, theme: Theme): readonly string[] {
  const { form, header, body, panel } = layoutOf(state);
  if (form === 'line') return lineRows(state, theme);
  return [
    ...(header ? [placeRow(state, theme)] : []),
    titleRow(state, theme),
    ...filled(mainRows(state, theme), body),
    ...filled(panelRows(state, theme), panel),
    ...footerRows(state, theme),
  ];
}
