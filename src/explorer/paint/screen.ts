import { clean, joinSafe, repeat, type SafeText, safe } from '../../text/sanitise.ts';
import { cells } from '../../text/width.ts';
import { layoutOf } from '../facts/layout.ts';
import { type Span, type Style, span, spansText } from '../facts/line.ts';
import { barText, MODE_GAP, statusBar } from '../frame/status-bar.ts';
import { placeParts, SEPARATOR } from '../frame/titles.ts';
import type { State } from '../state/state.ts';
import { footerRows, tooSmallRows } from './footer.ts';
import { listRows } from './list-rows.ts';
import { paintLine, paintRule, paintSpans } from './rows.ts';
import { type FormFact, screenFact } from './screen-fact.ts';
import type { Theme } from './theme.ts';

const COLOUR_STYLES = { red: 'bad', yellow: 'warn', green: 'good', cyan: 'label' } as const;

/** Returns the style of the server's name: the demo and coloured profiles stand out. */
function nameStyle(server: State['session']['server']): Style {
  if (server?.demo) return 'warn';
  return server?.colour === undefined ? 'strong' : COLOUR_STYLES[server.colour];
}

function placeSpans(state: State, right: SafeText): readonly Span[] {
  const { name, crumbs } = placeParts(state, right);
  return [span(name, nameStyle(state.session.server)), span(SEPARATOR, 'dim'), span(crumbs, 'strong')];
}

/** Paints the place with the status bar, while no work or only short work is in progress. */
export function placeRows(state: State, theme: Theme): readonly string[] {
  const { columns } = layoutOf(state);
  const bar = statusBar(state);
  const right = barText(bar);
  const room = Math.max(0, columns - cells(right) - 1);
  const left = placeSpans(state, right);
  const gap = span(repeat(safe` `, room - cells(spansText(left))));
  return [
    paintSpans([...left, gap], { theme, width: room }) +
      paintSpans([...bar.modes, bar.gap, bar.fresh], { theme, width: columns }),
  ];
}

/** Paints the place and the modes beside the indicator of work in progress. */
export function placeBeside(state: State, theme: Theme, work: string) {
  const { columns } = layoutOf(state);
  const bar = statusBar(state);
  const options = { theme, width: columns };
  const { modes: busyModes } = statusBar(state, true);
  const modes = busyModes.length === 0 ? [] : [...busyModes, MODE_GAP];
  // Leaves room for the wider of the two, so that the place does not move when work ends.
  const busy = joinSafe([...modes.map(({ text }) => text), clean(work)], '');
  const rest = barText(bar);
  const right = cells(busy) > cells(rest) ? busy : rest;
  return {
    columns,
    place: paintSpans(placeSpans(state, right), options),
    modes: paintSpans(modes, options),
  };
}

export const titleRows = (state: State, theme: Theme): readonly string[] => [
  paintRule(screenFact(state).title, { theme, width: layoutOf(state).columns }),
];

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
