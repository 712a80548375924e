import { clean, joinSafe, repeat, type SafeText, safe } from '../../text/sanitise.ts';
import { cells, wrap } from '../../text/width.ts';
import { countdownWords } from '../dialogs/delete/page.ts';
import { layoutOf, MIN_SIZE } from '../facts/layout.ts';
import { fitParts, type Hint, type Spans, type Style, span, spansText } from '../facts/line.ts';
import { barText, MODE_GAP, statusBar } from '../frame/status-bar.ts';
import { placeParts, SEPARATOR } from '../frame/titles.ts';
import { keyIn } from '../state/key-names.ts';
import type { State } from '../state/state.ts';
import { listRows } from './list-rows.ts';
import { paintLine, paintPlainRule, paintRule, paintSpans } from './rows.ts';
import { NO_CURSOR, screenFact } from './screen-fact.ts';
import type { Theme } from './theme.ts';

const COLOUR_STYLES = { red: 'bad', yellow: 'warn', green: 'good', cyan: 'label' } as const;

function nameStyle(server: State['session']['server']): Style {
  if (server?.demo) return 'warn';
  return server?.colour === undefined ? 'strong' : COLOUR_STYLES[server.colour];
}

function placeSpans(state: State, right: SafeText): Spans {
  const { name, crumbs } = placeParts(state, right);
  return [span(name, nameStyle(state.session.server)), span(SEPARATOR, 'dim'), span(crumbs, 'strong')];
}

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
  return { columns, place: paintSpans(placeSpans(state, right), options), modes: paintSpans(modes, options) };
}

export const titleRows = (state: State, theme: Theme): readonly string[] => [
  paintRule(screenFact(state).title, { theme, width: layoutOf(state).columns }),
];

const filled = (rows: readonly string[], height: number): readonly string[] =>
  Array.from({ length: height }, (_, at) => rows[at] ?? '');

export function bodyRows(state: State, theme: Theme): readonly string[] {
  const { content } = screenFact(state).body;
  const { body: height, columns: width } = layoutOf(state);
  const cursor = panelContent(state).cursor === NO_CURSOR ? 'bar' : 'mark';
  const styleAt = (at: number, marked: number) => (at === marked ? cursor : undefined);
  const rows =
    'kind' in content
      ? listRows(state, content, { theme, cursor })
      : content.lines.map((line, at) => paintLine(line, { theme, width }, styleAt(at, content.cursor)));
  return filled(rows, height);
}

const panelContent = (state: State) => screenFact(state).panel?.content ?? { lines: [], cursor: NO_CURSOR };

const panelPainter =
  (isMarked: (at: number, cursor: number) => boolean) =>
  (state: State, theme: Theme): readonly string[] => {
    const { panel: height, columns: width } = layoutOf(state);
    const { lines, cursor } = panelContent(state);
    const styleAt = (at: number) => (isMarked(at, cursor) ? 'bar' : undefined);
    return filled(
      lines.map((line, at) => paintLine(line, { theme, width }, styleAt(at))),
      height,
    );
  };

export const panelRows = panelPainter((at, cursor) => at === cursor);
export const unmarkedRows = panelPainter(() => false);
export const markedRows = panelPainter(() => true);

export const markedRow = (state: State) => panelContent(state).cursor - 1;

export function fittingHints(state: State): readonly Hint[] {
  const { hints } = screenFact(state);
  const parts = hints.map(each => ({ text: safe` ${each.key} ${each.text} `, rank: each.rank, hint: each }));
  // Among equals the first gives way: what leads on is among the others.
  return fitParts(parts.toReversed(), state.screen.size.columns - 1)
    .toReversed()
    .map(part => part.hint);
}

const hintSpans = ({ key, text, style }: Hint): Spans => [
  span(safe` `),
  ...(key === '' ? [] : [span(key, 'key'), span(safe` `)]),
  span(safe`${text} `, style),
];

/** The row of the rule above shows the first part of a long sentence. */
function splitMessage(spans: Spans, columns: number): readonly Spans[] {
  const [only] = spans;
  if (only === undefined || spans.length > 1 || cells(only.text) <= columns) return [spans];
  const [first = safe``, ...rest] = wrap(clean(only.text.trim()), columns - 2);
  return [first, joinSafe(rest, ' ')].map(text => [span(safe` ${text}`, only.style)]);
}

export function footerRows(state: State, theme: Theme): readonly string[] {
  const { columns, rule, message: hasRow } = layoutOf(state);
  const { message } = screenFact(state);
  const options = { theme, width: columns };
  const hasMessage = hasRow || message.isUrgent;
  const spans = hasMessage ? message.spans : [];
  const rows = rule ? splitMessage(spans, columns) : [spans];
  const last = rows.at(-1) ?? [];
  const above = rows.length > 1 ? paintSpans(rows[0] ?? [], options) : paintPlainRule(columns, theme);
  const hints = fittingHints(state).flatMap(hintSpans);
  return [
    ...(rule ? [above] : []),
    ...(hasRow ? [paintSpans(last, options)] : []),
    paintSpans(hasMessage && !hasRow ? last : hints, options),
  ];
}

/** Names the key that leaves: a delete counts down here, too. */
export function tooSmallRows(state: State, theme: Theme): readonly string[] {
  const { dialog, notice, screen } = state;
  const { columns, rows } = screen.size;
  const width = Math.max(1, columns);
  const cancel = screenFact(state).hints.find(({ key }) => key === 'Esc');
  const leave: SafeText =
    dialog === undefined ? safe`${keyIn(state, 'app.quit')} quit` : safe`Esc ${cancel?.text ?? safe`close`}`;
  const counting = dialog?.kind === 'delete' && dialog.phase === 'grace' ? dialog : undefined;
  const small = safe`Too small: ${columns}x${rows}, botscope needs ${MIN_SIZE.columns}x${MIN_SIZE.rows}.`;
  return [
    ...(counting === undefined ? [] : [safe`${countdownWords(counting)}. ${leave}`]),
    ...(notice?.tone === 'warn' || notice?.tone === 'bad' ? [notice.text] : []),
    counting === undefined ? safe`${small} ${leave}` : small,
  ]
    .flatMap(text => wrap(text, width))
    .slice(0, Math.max(1, rows))
    .map(text => paintSpans([span(text, 'warn')], { theme, width }));
}

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
