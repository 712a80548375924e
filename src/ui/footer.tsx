import { available } from '../commands/available.ts';
import { removeHints, removePage } from '../commands/remove-lines.ts';
import { keyLabel } from '../store/key-names.ts';
import { layoutOf } from '../store/layout.ts';
import { type Span, span } from '../store/line.ts';
import type { Overlay } from '../store/overlay.ts';
import type { State } from '../store/state.ts';
import { clean, type SafeText, safe } from '../text/sanitise.ts';
import { cells } from '../text/width.ts';
import { bulkHints } from './overlays/bulk-lines.ts';
import { saveHints } from './overlays/save-lines.ts';
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

const OVERLAY_HINTS: { readonly [K in Exclude<Overlay['is'], 'remove' | 'remove-many' | 'save'>]: SafeText } =
  {
    reveal: safe` any key masks it again`,
    line: safe` Tab complete   ↑ ↓ choose   Enter run   Esc close   any id can be pasted here`,
    menu: safe` ↑ ↓ choose   Enter run   Esc close`,
    choose: safe` ↑ ↓ choose   Enter open   1-9 open that one   Esc close`,
    filter: safe` words  name:x  dev:true  updated>90d  !not   Enter keep it   Esc leave`,
    find: safe` Enter search   n N next, before   Esc leave`,
    consent: safe` y yes, ask for it   Esc no`,
    prompt: safe` Enter go on   Esc close`,
    failure: safe` r try again   j k PgDn PgUp move   Esc back to what was read`,
    log: safe` Enter the answer   f only failed   c copy as curl   Esc close`,
    help: safe` / search   j k PgDn PgUp move   Esc close`,
  };

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
  if (overlay !== undefined) return [span(OVERLAY_HINTS[overlay.is])];
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
