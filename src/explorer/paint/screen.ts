import { memo } from '../../text/memo.ts';
import { clean, joinSafe, repeat, type SafeText, safe } from '../../text/sanitise.ts';
import { cells, wrap } from '../../text/width.ts';
import { byUse, type Command } from '../commands/command.ts';
import { available } from '../commands/registry.ts';
import { countdownWords } from '../dialogs/delete/page.ts';
import { descriptionOf, dialogHints, dialogPage } from '../dialogs/registry.ts';
import type { FormName, Page } from '../dialogs/shared/dialog.ts';
import { layoutOf, MIN_SIZE, withoutPane } from '../facts/layout.ts';
import {
  fieldSpans,
  fitParts,
  type Heading,
  type Hint,
  hint,
  type Lines,
  type Spans,
  type Style,
  span,
  spansText,
  titleLine,
} from '../facts/line.ts';
import { messageOf } from '../frame/footer-message.ts';
import { paneOf } from '../frame/pane.ts';
import { progressBar } from '../frame/progress.ts';
import { barText, MODE_GAP, statusBar } from '../frame/status-bar.ts';
import { placeParts, SEPARATOR, shownFailure, viewTitle } from '../frame/titles.ts';
import { contentOf } from '../screens/content.ts';
import type { Table } from '../screens/list/table.ts';
import { cursorTarget, settledView } from '../selection/cursor.ts';
import { findText, withMatches } from '../selection/document-cursor.ts';
import { roomOf } from '../state/dialogs.ts';
import { keyIn, keyLabel } from '../state/key-names.ts';
import { currentView, type State } from '../state/state.ts';
import { listRows, paintLine, paintPlainRule, paintRule, paintSpans, RULE_CELLS } from './rows.ts';
import type { Theme } from './theme.ts';

type LinesFact = Readonly<{ form: FormName; content: Required<Page> }>;

/** The content of a screen, made once a state: drawn as rows or in a sentence, or spoken. */
export const screenFact = memo((state: State) => {
  const heading = viewTitle(withoutPane(state));
  const { right, parts = right === undefined ? [] : [span(right, 'dim')] } = heading;
  return {
    title: titleOf(state, heading),
    parts,
    body: bodyOf(state),
    panel: panelOf(state),
    message: messageRow(state),
    hints: hintsOf(state),
  };
});

const NO_CURSOR = -1;

function titleOf(state: State, ofView: Heading): Heading {
  const { dialog, session } = state;
  const heading = (dialog && descriptionOf(dialog).title?.(state, dialog)) ?? ofView;
  const width = layoutOf(state).columns - cells(heading.title) - RULE_CELLS;
  const bar = progressBar(heading.work, session.now, width);
  if (bar === undefined) return { ...heading, work: undefined };
  return { ...heading, right: bar, parts: [span(bar, 'label')] };
}

const linesForm = (form: FormName, lines: Lines, cursor = NO_CURSOR): LinesFact => ({
  form,
  content: { lines, cursor },
});

function bodyOf(state: State): LinesFact | Readonly<{ form: FormName; content: Table }> {
  const { dialog } = state;
  const { body: rows, columns } = layoutOf(state);
  const description = dialog && descriptionOf(dialog);
  if (dialog !== undefined && description?.title !== undefined && !description.isEmpty?.(state)) {
    const { lines, cursor } = dialogPage(state, dialog, { rows, columns });
    return linesForm(description.form, lines, cursor);
  }
  const content = contentOf(state);
  if (content.kind === 'table') return { form: 'list', content };
  const { at, top, cursor } = settledView(state);
  const isText = content.reader !== undefined || currentView(state).place.screen === 'compare';
  const lines = content.lines.slice(top, top + rows).map(line => withMatches(line, findText(state)));
  // Nothing is chosen on an error before a person moves to a line of it.
  const hasCursor =
    shownFailure(state) === undefined || cursor !== undefined || cursorTarget(state) !== undefined;
  return linesForm(isText ? 'text' : 'record', lines, hasCursor ? at - top : NO_CURSOR);
}

function panelOf(state: State): LinesFact | undefined {
  const { panel: rows, columns, pane } = layoutOf(state);
  const { dialog } = state;
  if (rows === 0) return undefined;
  if (pane?.isBeside === false) {
    const shown = paneOf(state);
    return linesForm(
      'list',
      shown ? [titleLine('pane', shown.title), ...shown.lines.slice(0, rows - 1)] : [],
    );
  }
  if (dialog === undefined || roomOf(dialog).keepsBelow) return undefined;
  const { lines, cursor } = dialogPage(state, dialog, { rows, columns });
  return linesForm(descriptionOf(dialog).form, lines, cursor);
}

function dialogMessage(state: State): Spans | undefined {
  const { dialog, screen } = state;
  if (dialog === undefined) return undefined;
  const { message, field } = descriptionOf(dialog);
  const own = message?.(state, dialog);
  const { sign, editor, beside = safe`` } = field?.(state, dialog) ?? {};
  if (own !== undefined || sign === undefined || editor === undefined) return own;
  const room = screen.size.columns - cells(sign) - 2;
  return [span(sign, 'key'), ...fieldSpans(editor, room), span(beside, 'dim')];
}

function messageRow(state: State) {
  const { dialog, notice } = state;
  const isShownAbove =
    dialog !== undefined && descriptionOf(dialog).showsNotice === true && layoutOf(state).panel > 0;
  const own = dialogMessage(state);
  const { text, tone } = messageOf(state);
  const isOwn = own !== undefined && (notice === undefined || isShownAbove);
  const spans = isOwn ? own : [span(safe` ${text}`, tone)];
  const isOwnUrgent = own?.some(({ style }) => style !== 'dim');
  return {
    spans,
    /** An urgent one is shown in place of the keys where both have one row. */
    isUrgent: notice !== undefined || (isOwnUrgent ?? (dialog === undefined && tone !== 'dim')),
  };
}

const AFTER_FAILURE: readonly string[] = [
  'place.open',
  'place.back',
  'place.reload',
  'profile.switch',
  'request.log',
  'app.help',
  'app.quit',
];

function hintsOf(state: State) {
  const { dialog } = state;
  if (dialog !== undefined) return dialogHints(state, dialog).map((each, rank) => ({ ...each, rank }));
  const isFailed = shownFailure(state) !== undefined;
  const isHinted = ({ id, keys, hint: words }: Command) =>
    words !== undefined && keys.length > 0 && (!isFailed || AFTER_FAILURE.includes(id));
  const hinted = available(state, isHinted).toSorted((a, b) => byUse(a.command, b.command));
  return hinted.flatMap(({ command, blocked }) => {
    const [key] = command.keys;
    if (blocked !== undefined || key === undefined) return [];
    const words = typeof command.hint === 'function' ? command.hint(state) : command.hint;
    if (words === undefined) return [];
    const { text, rank } = words;
    return [{ ...hint(clean(keyLabel(key, state.screen)), text), rank }];
  });
}

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
