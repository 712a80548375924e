import { clean, joinSafe, repeat, type SafeText, safe } from '../../text/sanitise.ts';
import { cells } from '../../text/width.ts';
import { layoutOf } from '../facts/layout.ts';
import { type Span, type Style, span, spansText } from '../facts/line.ts';
import { barText, MODE_GAP, statusBar } from '../frame/status-bar.ts';
import { placeParts, SEPARATOR } from '../frame/titles.ts';
import type { State } from '../state/state.ts';
import { paintRule, paintSpans } from './rows.ts';
import { screenFact } from './screen-fact.ts';
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
