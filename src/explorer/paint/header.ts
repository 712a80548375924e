import { clean, joinSafe, repeat, type SafeText, safe } from '../../text/sanitise.ts';
import { cells } from '../../text/width.ts';
import { recordOf } from '../dialogs/table.ts';
import { layoutOf } from '../facts/layout.ts';
import { type Heading, type Span, type Style, span } from '../facts/line.ts';
import { progressBar } from '../frame/progress-bar.ts';
import { barText, MODE_GAP, type StatusBar, statusBar } from '../frame/status-bar.ts';
import { placeParts, SEPARATOR, viewTitle } from '../frame/titles.ts';
import type { State } from '../state/state.ts';
import { type PaintOptions, paintRule, paintSpans, RULE_CELLS } from './paint.ts';
import type { Theme } from './theme.ts';

const COLOUR_STYLES = { red: 'bad', yellow: 'warn', green: 'good', cyan: 'label' } as const;

/** Returns the style of the server's name: the demo and coloured profiles stand out. */
function nameStyle(server: State['session']['server']): Style {
  if (server?.demo) return 'warn';
  return server?.colour === undefined ? 'strong' : COLOUR_STYLES[server.colour];
}

/** Returns the program's name, the server and the breadcrumb, beside the text at the right. */
function placeSpans(state: State, right: SafeText): readonly Span[] {
  const { name, crumbs } = placeParts(state, right);
  return [span(name, nameStyle(state.session.server)), span(SEPARATOR, 'dim'), span(crumbs, 'strong')];
}

function placeText(state: State, bar: StatusBar, options: PaintOptions): string {
  const right = barText(bar);
  const room = Math.max(0, options.width - cells(right) - 1);
  const left = placeSpans(state, right);
  const used = left.reduce((total, { text }) => total + cells(text), 0);
  const gap = span(repeat(safe` `, Math.max(0, room - used)));
  return (
    paintSpans([...left, gap], { ...options, width: room }) +
    paintSpans([...bar.modes, bar.gap, bar.fresh], options)
  );
}

/**
 * Returns the title of the dialog that covers the body, else of the present view, with the bar of its work in
 * progress; without `work` while there is no bar.
 */
export function titleOf(state: State): Heading {
  const { dialog, session } = state;
  const heading = (dialog && recordOf(dialog).title?.(state, dialog)) ?? viewTitle(state);
  const width = layoutOf(state).columns - cells(heading.title) - RULE_CELLS;
  const bar = progressBar(heading.work, { now: session.now, width });
  if (bar === undefined) return { ...heading, work: undefined };
  return { ...heading, right: bar, rightSpans: [span(bar, 'label')] };
}

/** Paints the place with the status bar, while no work or only short work is in progress. */
export const placeRow = (state: State, theme: Theme): string =>
  placeText(state, statusBar(state), { theme, width: layoutOf(state).columns });

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

export function titleRow(state: State, theme: Theme): string {
  return paintRule(titleOf(state), { theme, width: layoutOf(state).columns });
}
