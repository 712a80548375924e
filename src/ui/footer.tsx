import { available } from '../commands/available.ts';
import { removeHints, removePage } from '../commands/remove-lines.ts';
import { keyLabel } from '../store/key-names.ts';
import { layoutOf } from '../store/layout.ts';
import { type Span, span } from '../store/line.ts';
import type { Overlay } from '../store/overlay.ts';
import type { State } from '../store/state.ts';
import { clean, joinSafe, type SafeText, safe } from '../text/sanitise.ts';
import { cells } from '../text/width.ts';
import { bulkHints } from './overlays/bulk-lines.ts';
import { saveHints } from './overlays/save-lines.ts';
import { seekHints } from './overlays/seek-lines.ts';
import { paintLineOf, paintSpans } from './paint.ts';
import { isPressing, messageSpans } from './parts/message.ts';
import { Row } from './parts/row.tsx';
import type { Shared } from './shared.ts';

type Hint = { readonly key: string; readonly text: SafeText; readonly rank: number };

/** The hints that fit, the important ones first to stay, shown in the order of the table. */
function fitting(hints: readonly Hint[], width: number): readonly Hint[] {
  const kept = [...hints];
  const size = (): number => kept.reduce((total, { key, text }) => total + cells(key) + cells(text) + 3, 0);
  while (kept.length > 1 && size() > width) {
    const worst = kept.reduce((low, hint) => (hint.rank > low.rank ? hint : low));
    kept.splice(kept.indexOf(worst), 1);
  }
  return kept;
}

function placeHints(state: State): readonly Hint[] {
  return available(state).flatMap(({ command: { keys, hint }, blocked }) =>
    hint === undefined || blocked !== undefined || keys[0] === undefined
      ? []
      : [{ key: keyLabel(keys[0]), text: hint.text, rank: hint.rank }],
  );
}

const OVERLAY_HINTS: {
  readonly [K in Exclude<Overlay['is'], 'remove' | 'remove-many' | 'save' | 'seek'>]: readonly SafeText[];
} = {
  reveal: [safe`any key masks it again`],
  line: [
    safe`Enter run`,
    safe`Esc close`,
    safe`Tab complete`,
    safe`↑ ↓ choose`,
    safe`any id can be pasted here`,
  ],
  menu: [safe`↑ ↓ choose`, safe`Enter run`, safe`Esc close`],
  choose: [safe`Enter open`, safe`Esc close`, safe`↑ ↓ choose`, safe`1-9 open that one`],
  filter: [safe`Enter keep it`, safe`Esc leave`, safe`words  name:x  dev:true  updated>90d  !not`],
  unlock: [safe`Enter unlock deleting for 15 minutes`, safe`Esc leave it locked`],
  find: [safe`Enter search`, safe`Esc leave`, safe`n N next, before`],
  consent: [safe`y yes, ask for it`, safe`Esc no`],
  prompt: [safe`Enter go on`, safe`Esc close`],
  failure: [safe`r try again`, safe`Esc back to what was read`, safe`j k PgDn PgUp move`],
  log: [safe`Enter the answer`, safe`Esc close`, safe`f only failed`, safe`c copy as curl`],
  help: [safe`/ search`, safe`Esc close`, safe`j k PgDn PgUp move`],
};

/** The hints that fit whole, the first ones to stay. */
function whole(hints: readonly SafeText[], width: number): SafeText {
  const row = safe` ${joinSafe(hints, '   ')}`;
  return cells(row) <= width || hints.length < 2 ? row : whole(hints.slice(0, -1), width);
}

function hintSpans(state: State): readonly Span[] {
  const { overlay } = state;
  if (overlay?.is === 'remove')
    return [
      span(
        safe` ${removeHints(overlay, removePage(state)?.isLast !== false)}`,
        overlay.phase === 'asking' ? 'key' : 'dim',
      ),
    ];
  if (overlay?.is === 'remove-many')
    return [span(safe` ${bulkHints(overlay)}`, overlay.phase === 'stopping' ? 'dim' : 'key')];
  if (overlay?.is === 'save') return [span(saveHints(overlay), 'key')];
  if (overlay?.is === 'seek') return [span(whole(seekHints(overlay), state.size.columns))];
  if (overlay !== undefined) return [span(whole(OVERLAY_HINTS[overlay.is], state.size.columns))];
  return fitting(placeHints(state), state.size.columns - 1).flatMap(({ key, text }) => [
    span(safe` `),
    span(clean(key), 'key'),
    span(safe` ${text} `, 'dim'),
  ]);
}

/** The message and the keys that matter now. */
export function Footer({ state, theme }: Shared) {
  const { columns, rule, message } = layoutOf(state);
  const brush = { theme, width: columns };
  return (
    <>
      {rule && <Row text={paintLineOf(columns, theme)} />}
      {message && <Row text={paintSpans(messageSpans(state), brush)} />}
      <Row text={paintSpans(!message && isPressing(state) ? messageSpans(state) : hintSpans(state), brush)} />
    </>
  );
}
