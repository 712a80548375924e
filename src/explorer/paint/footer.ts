import { clean, joinSafe, type SafeText, safe } from '../../text/sanitise.ts';
import { cells, wrap } from '../../text/width.ts';
import { available } from '../commands/available.ts';
import { removeHints, removePage } from '../dialogs/delete/lines.ts';
import { bulkHints } from '../dialogs/delete-many/hints.ts';
import { seekHints } from '../dialogs/find-owner/lines.ts';
import { saveHints } from '../dialogs/save/lines.ts';
import type { Overlay } from '../state/dialogs.ts';
import { keyLabel } from '../state/key-names.ts';
import type { State } from '../state/state.ts';
import { layoutOf } from '../view/layout.ts';
import { type Hint, hint, type Span, span } from '../view/line.ts';
import { isPressing, messageSpans } from './message.ts';
import { paintLineOf, paintSpans } from './paint.ts';
import type { Theme } from './theme.ts';

type Ranked = Hint & { readonly rank: number };

/** The hints that fit whole, the important ones first to stay, shown in the order they come in. */
function fitting(hints: readonly Ranked[], width: number): readonly Hint[] {
  const kept = [...hints];
  const sizeOf = ({ key, text }: Hint): number => cells(key) + cells(text) + 3;
  let size = kept.reduce((total, hint) => total + sizeOf(hint), 0);
  while (kept.length > 1 && size > width) {
    const worst = kept.reduce((low, hint) => (hint.rank > low.rank ? hint : low));
    kept.splice(kept.indexOf(worst), 1);
    size -= sizeOf(worst);
  }
  return kept;
}

function placeHints(state: State): readonly Ranked[] {
  const hinted = available(state, ({ keys, hint }) => hint !== undefined && keys.length > 0);
  return hinted.flatMap(({ command: { keys, hint: said }, blocked }) => {
    if (said === undefined || blocked !== undefined || keys[0] === undefined) return [];
    const { text, rank } = typeof said === 'function' ? said(state) : said;
    return [{ ...hint(clean(keyLabel(keys[0])), text), rank }];
  });
}

const [enter, close, leave, choose] = [
  (text: SafeText): Hint => hint(safe`Enter`, text),
  hint(safe`Esc`, safe`close`),
  hint(safe`Esc`, safe`leave`),
  hint(safe`Up Down`, safe`choose`),
];
const move = hint(safe`j k PgDn PgUp`, safe`move`);

const OVERLAY_HINTS: {
  readonly [K in Exclude<Overlay['is'], 'remove' | 'remove-many' | 'save' | 'seek'>]: readonly Hint[];
} = {
  reveal: [hint(safe`any key`, safe`masks it again`)],
  line: [
    enter(safe`run`),
    close,
    hint(safe`Tab`, safe`complete`),
    choose,
    hint(safe``, safe`any id can be pasted`),
  ],
  menu: [choose, enter(safe`run`), close],
  choose: [enter(safe`open`), close, choose, hint(safe`1-9`, safe`open that one`)],
  filter: [enter(safe`keep it`), leave, hint(safe``, safe`words  name:x  dev:true  updated>90d  !not`)],
  unlock: [enter(safe`unlock deleting for 15 minutes`), hint(safe`Esc`, safe`leave it locked`)],
  find: [enter(safe`search`), leave, hint(safe`n N`, safe`next, before`)],
  consent: [hint(safe`y`, safe`yes, ask for it`), hint(safe`Esc`, safe`no`)],
  run: [hint(safe`y`, safe`run it`), hint(safe`Esc`, safe`no`)],
  prompt: [enter(safe`go on`), close],
  failure: [hint(safe`r`, safe`try again`), hint(safe`Esc`, safe`back to what was read`), move],
  login: [
    enter(safe`log in`),
    hint(safe`Esc`, safe`back`),
    hint(safe`Tab`, safe`next`),
    hint(safe`Space`, safe`choose`),
  ],
  log: [enter(safe`the answer`), close, hint(safe`f`, safe`only failed`), hint(safe`c`, safe`copy as curl`)],
  help: [hint(safe`/`, safe`search`), close, move],
};

function overlayHints(overlay: Overlay, state: State): readonly Hint[] {
  switch (overlay.is) {
    case 'remove':
      return removeHints(overlay, removePage(state)?.isLast !== false);
    case 'remove-many':
      return bulkHints(overlay);
    case 'save':
      return saveHints(overlay);
    case 'seek':
      return seekHints(overlay);
    case 'help':
      return overlay.isSearching ? [enter(safe`keep it`), leave] : OVERLAY_HINTS.help;
    default:
      return OVERLAY_HINTS[overlay.is];
  }
}

/** The keys that matter now, as many as fit. */
export function hintsOf(state: State): readonly Hint[] {
  const { overlay, size } = state;
  const hints =
    overlay === undefined
      ? placeHints(state)
      : overlayHints(overlay, state).map((each, rank) => ({ ...each, rank }));
  return fitting(hints, size.columns - 1);
}

function hintSpans(state: State): readonly Span[] {
  return hintsOf(state).flatMap(({ key, text, style }) => [
    span(safe` `),
    ...(key === '' ? [] : [span(key, 'key'), span(safe` `)]),
    span(safe`${text} `, style),
  ]);
}

/** A sentence that is too long for its row, in two: the row of the rule above it is the other one. */
function inTwo(spans: readonly Span[], columns: number): readonly (readonly Span[])[] {
  const [only] = spans;
  if (only === undefined || spans.length > 1 || cells(only.text) <= columns) return [spans];
  const [first = safe``, ...rest] = wrap(clean(only.text.trim()), columns - 2);
  return [first, joinSafe(rest, ' ')].map(text => [span(safe` ${text}`, only.style)]);
}

/** The message and the keys that matter now. */
export function footerRows(state: State, theme: Theme): readonly string[] {
  const { columns, rule, message } = layoutOf(state);
  const brush = { theme, width: columns };
  const hasMessage = message || isPressing(state);
  const said = hasMessage ? messageSpans(state) : [];
  const rows = rule ? inTwo(said, columns) : [said];
  const last = rows.at(-1) ?? [];
  const above = rows.length > 1 ? paintSpans(rows[0] ?? [], brush) : paintLineOf(columns, theme);
  return [
    ...(rule ? [above] : []),
    ...(message ? [paintSpans(last, brush)] : []),
    paintSpans(hasMessage && !message ? last : hintSpans(state), brush),
  ];
}
