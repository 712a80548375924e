import { layoutOf } from '../facts/layout.ts';
import type { State } from '../state/state.ts';
import { footerRows, tooSmallRows } from './footer.ts';
import { placeRows, titleRows } from './header.ts';
import { listRows } from './list-rows.ts';
import { paintLine } from './rows.ts';
import { type FormFact, screenFact } from './screen-fact.ts';
import type { Theme } from './theme.ts';

const filled = (rows: readonly string[], height: number): readonly string[] =>
  Array.from({ length: height }, (_, at) => rows[at] ?? '');

function formRows(state: State, { content }: FormFact, theme: Theme): readonly string[] {
  if ('kind' in content) return listRows(state, content, theme);
  const options = { theme, width: layoutOf(state).columns };
  return content.lines.map((line, at) => paintLine(line, options, at === content.cursor));
}

/** Paints the form in the body: the view, or the dialog that covers it. */
export const bodyRows = (state: State, theme: Theme): readonly string[] =>
  filled(formRows(state, screenFact(state).body, theme), layoutOf(state).body);

/** Paints the form in the panel below the body; no rows without a panel. */
export function panelRows(state: State, theme: Theme): readonly string[] {
  const { panel } = screenFact(state);
  return filled(panel === undefined ? [] : formRows(state, panel, theme), layoutOf(state).panel);
}

/** Paints all lines of the panel without a cursor, or all with it. */
const panelLines =
  (isMarked: boolean) =>
  (state: State, theme: Theme): readonly string[] => {
    const content = screenFact(state).panel?.content;
    const { panel, columns: width } = layoutOf(state);
    const lines = content === undefined || 'kind' in content ? [] : content.lines;
    return filled(
      lines.map(line => paintLine(line, { theme, width }, isMarked)),
      panel,
    );
  };

/** Paints the title of the palette and its rows, all of them without the mark, or all with it. */
export const unmarkedRows = panelLines(false);
export const markedRows = panelLines(true);

/** Returns the position of the marked row below the title of the palette. */
export function markedRow(state: State): number {
  const content = screenFact(state).panel?.content;
  return content === undefined || 'kind' in content ? 0 : content.cursor - 1;
}

/** Paints the whole screen without Ink's part, the indicator of work in progress. */
export function screenRows(state: State, theme: Theme): readonly string[] {
  if (layoutOf(state).isTooSmall) return tooSmallRows(state, theme);
  return [
    ...(layoutOf(state).header ? placeRows(state, theme) : []),
    ...titleRows(state, theme),
    ...bodyRows(state, theme),
    ...panelRows(state, theme),
    ...footerRows(state, theme),
  ];
}
