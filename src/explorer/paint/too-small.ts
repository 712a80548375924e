import { joinSafe, type SafeText, safe } from '../../text/sanitise.ts';
import { wrap } from '../../text/width.ts';
import { quitKey } from '../commands/quit.ts';
import { countdownWords } from '../dialogs/delete/page.ts';
import { recordOf } from '../dialogs/table.ts';
import { MIN_SIZE } from '../facts/layout.ts';
import { span } from '../facts/line.ts';
import type { State } from '../state/state.ts';
import { paintSpans } from './paint.ts';
import type { Theme } from './theme.ts';

/** Returns the key that acts here: it closes the dialog, or quits. */
function leaveWords(state: State): SafeText {
  const { dialog } = state;
  if (dialog === undefined) return safe`${quitKey(state)} quit`;
  const cancel = recordOf(dialog)
    .hints(dialog, state)
    .find(({ key }) => key === 'Esc');
  return safe`Esc ${cancel?.text ?? safe`close`}`;
}

/** Paints a terminal that is too small for the screen: a delete counts down here, too. */
export function tooSmallRows(state: State, theme: Theme): readonly string[] {
  const {
    dialog,
    notice,
    screen: { size },
  } = state;
  const width = Math.max(1, size.columns);
  const isCounting = dialog?.kind === 'delete' && dialog.phase === 'grace';
  const small = safe`Too small: ${size.columns}x${size.rows}, botscope needs ${MIN_SIZE.columns}x${MIN_SIZE.rows}.`;
  const rows = [
    ...(isCounting ? [safe`${countdownWords(dialog)}. ${leaveWords(state)}`] : []),
    ...(notice?.tone === 'warn' || notice?.tone === 'bad' ? [notice.text] : []),
    isCounting ? small : joinSafe([small, leaveWords(state)], ' '),
  ].flatMap(text => wrap(text, width));
  return rows
    .slice(0, Math.max(1, size.rows))
    .map(text => paintSpans([span(text, 'warn')], { theme, width }));
}
