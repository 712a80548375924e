import { clean, joinSafe, type SafeText, safe } from '../../text/sanitise.ts';
import { cells, wrap } from '../../text/width.ts';
import { countdownWords } from '../dialogs/delete/page.ts';
import { layoutOf, MIN_SIZE } from '../facts/layout.ts';
import { fitParts, type Hint, type Span, span } from '../facts/line.ts';
import { keyName } from '../state/key-names.ts';
import type { State } from '../state/state.ts';
import { paintPlainRule, paintSpans } from './rows.ts';
import { screenFact } from './screen-fact.ts';
import type { Theme } from './theme.ts';

export function fittingHints(state: State): readonly Hint[] {
  const { hints } = screenFact(state);
  const parts = hints.map(each => ({ text: safe` ${each.key} ${each.text} `, rank: each.rank, hint: each }));
  // Among equals the first gives way: what leads on is among the others.
  return fitParts(parts.toReversed(), state.screen.size.columns - 1)
    .toReversed()
    .map(part => part.hint);
}

const hintSpans = ({ key, text, style }: Hint): readonly Span[] => [
  span(safe` `),
  ...(key === '' ? [] : [span(key, 'key'), span(safe` `)]),
  span(safe`${text} `, style),
];

/** Splits a sentence that is too long for its row. The row of the rule above shows the first part. */
function splitMessage(spans: readonly Span[], columns: number): readonly (readonly Span[])[] {
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

/** Paints a terminal that is too small, with the key that leaves: a delete counts down here, too. */
export function tooSmallRows(state: State, theme: Theme): readonly string[] {
  const { dialog, notice, screen } = state;
  const { columns, rows } = screen.size;
  const width = Math.max(1, columns);
  const cancel = screenFact(state).hints.find(({ key }) => key === 'Esc');
  const leave: SafeText =
    dialog === undefined
      ? safe`${keyName(state.user.keymap, 'app.quit')} quit`
      : safe`Esc ${cancel?.text ?? safe`close`}`;
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
