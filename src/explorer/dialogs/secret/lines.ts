import { clean, joinSafe, type SafeText, safe } from '../../../text/sanitise.ts';
import { wrap } from '../../../text/width.ts';
import type { Revealed } from '../../state/dialogs.ts';
import type { State } from '../../state/state.ts';
import { secretText } from '../../view/content/value-under-cursor.ts';
import { type Line, type Span, span, textLine, titleLine } from '../../view/line.ts';

/** More of one value than any screen holds. */
const MOST = 16_000;

const shown = (state: State, secret: Revealed): SafeText => clean(secretText(state, secret) ?? '', MOST);

const secondsLeft = ({ now }: State, { until }: Revealed): number =>
  Math.max(0, Math.ceil((until - now) / 1000));

/** The panel with one secret, in as many rows as there are; what does not fit is counted. */
export function secretLines(state: State, secret: Revealed, height: number): readonly Line[] {
  const way = joinSafe(
    secret.way.map(step => clean(String(step), 60)),
    '.',
  );
  const rows = wrap(shown(state, secret), Math.max(8, state.size.columns - 6));
  const kept = rows.slice(0, Math.max(1, height - 1));
  return [
    titleLine('secret', way),
    ...kept.map((row, at) => {
      const left = rows.length - kept.length;
      const end = at === kept.length - 1 && left > 0 ? safe` … ${left} more rows` : safe``;
      return textLine(`secret:${at}`, span(safe`   ${row}`, 'strong'), span(end, 'dim'));
    }),
  ];
}

/** The same in the line above the keys; where there is no panel, with the secret. */
export function secretMessage(state: State, secret: Revealed, hasPanel: boolean): readonly Span[] {
  const left = safe`${secondsLeft(state, secret)} s`;
  if (hasPanel) return [span(safe` Masked again in ${left}. It is not copied and not saved.`, 'warn')];
  return [span(safe` ${left} `, 'warn'), span(shown(state, secret), 'strong')];
}
