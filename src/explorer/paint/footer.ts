import { clean, joinSafe, safe } from '../../text/sanitise.ts';
import { cells, wrap } from '../../text/width.ts';
import { available } from '../commands/available.ts';
import { byUse } from '../commands/by-use.ts';
import type { Command } from '../commands/command.ts';
import { recordOf } from '../dialogs/table.ts';
import { fittingParts } from '../facts/fitting-parts.ts';
import { layoutOf } from '../facts/layout.ts';
import { type Hint, hint, type Span, span } from '../facts/line.ts';
import { shownFailure } from '../frame/titles.ts';
import { keyLabel } from '../state/key-names.ts';
import type { State } from '../state/state.ts';
import { isMessageUrgent, messageSpans } from './message.ts';
import { paintPlainRule, paintSpans } from './paint.ts';
import type { Theme } from './theme.ts';

type RankedHint = Hint & { readonly rank: number };

/** Commands in the footer of a screen that shows an error in place of data. */
const AFTER_FAILURE: readonly string[] = [
  'place.open',
  'place.back',
  'place.reload',
  'profile.switch',
  'request.log',
  'app.help',
  'app.quit',
];

function placeHints(state: State): readonly RankedHint[] {
  const isFailed = shownFailure(state) !== undefined;
  const isHinted = ({ id, keys, hint }: Command): boolean =>
    hint !== undefined && keys.length > 0 && (!isFailed || AFTER_FAILURE.includes(id));
  const hinted = available(state, isHinted).toSorted((a, b) => byUse(a.command, b.command));
  return hinted.flatMap(({ command, blocked }) => {
    const [key] = command.keys;
    if (command.hint === undefined || blocked !== undefined || key === undefined) return [];
    const { text, rank } = typeof command.hint === 'function' ? command.hint(state) : command.hint;
    return [{ ...hint(clean(keyLabel(key, state.screen)), text), rank }];
  });
}

export function hintsOf(state: State): readonly Hint[] {
  const {
    dialog,
    screen: { size },
  } = state;
  const hints =
    dialog === undefined
      ? placeHints(state)
      : recordOf(dialog)
          .hints(dialog, state)
          .map((each, rank) => ({ ...each, rank }));
  const parts = hints.map(each => ({ text: safe` ${each.key} ${each.text} `, rank: each.rank, hint: each }));
  // Among equals the first gives way: what leads on is among the others.
  return fittingParts(parts.toReversed(), size.columns - 1)
    .toReversed()
    .map(part => part.hint);
}

function hintSpans(state: State): readonly Span[] {
  return hintsOf(state).flatMap(({ key, text, style }) => [
    span(safe` `),
    ...(key === '' ? [] : [span(key, 'key'), span(safe` `)]),
    span(safe`${text} `, style),
  ]);
}

/** Splits a sentence that is too long for its row. The row of the rule above shows the first part. */
function splitMessage(spans: readonly Span[], columns: number): readonly (readonly Span[])[] {
  const [only] = spans;
  if (only === undefined || spans.length > 1 || cells(only.text) <= columns) return [spans];
  const [first = safe``, ...rest] = wrap(clean(only.text.trim()), columns - 2);
  return [first, joinSafe(rest, ' ')].map(text => [span(safe` ${text}`, only.style)]);
}

/** Paints the message and the hints of the present keys. */
export function footerRows(state: State, theme: Theme): readonly string[] {
  const { columns, rule, message } = layoutOf(state);
  const options = { theme, width: columns };
  const hasMessage = message || isMessageUrgent(state);
  const spans = hasMessage ? messageSpans(state) : [];
  const rows = rule ? splitMessage(spans, columns) : [spans];
  const last = rows.at(-1) ?? [];
  const above = rows.length > 1 ? paintSpans(rows[0] ?? [], options) : paintPlainRule(columns, theme);
  return [
    ...(rule ? [above] : []),
    ...(message ? [paintSpans(last, options)] : []),
    paintSpans(hasMessage && !message ? last : hintSpans(state), options),
  ];
}
