import { clean, joinSafe, type SafeText, safe } from '../../../text/sanitise.ts';
import { counted } from '../../../text/units.ts';
import { wrap } from '../../../text/width.ts';
import { asQuiet, hint, type Line, span, textLine, titleLine } from '../../facts/line.ts';
import { secretText } from '../../selection/value-under-cursor.ts';
import type { SecretDialog } from '../../state/dialogs.ts';
import type { State } from '../../state/state.ts';
import type { Dialog } from '../shared/dialog.ts';

/** Most characters of a secret that are shown: more than any screen holds. */
const MAX_CHARACTERS = 16_000;

const shown = (state: State, secret: SecretDialog): SafeText =>
  clean(secretText(state, secret) ?? '', MAX_CHARACTERS);

const secondsLeft = ({ session: { now } }: State, { endsAt }: SecretDialog): number =>
  Math.max(0, Math.ceil((endsAt - now) / 1000));

/** Returns as much of the secret as fits, and the number of rows left out. */
function secretLines(state: State, secret: SecretDialog, height: number): readonly Line[] {
  const path = joinSafe(
    secret.path.map(step => clean(String(step), 60)),
    '.',
  );
  const rows = wrap(shown(state, secret), Math.max(8, state.screen.size.columns - 6));
  const fitting = rows.slice(0, Math.max(1, height - 1));
  return [
    titleLine('secret', path),
    ...fitting.map((row, at) => {
      const left = rows.length - fitting.length;
      const end = at === fitting.length - 1 && left > 0 ? safe` … ${counted(left, safe`more row`)}` : safe``;
      // Never spoken: screen readers start without reveal.
      return asQuiet(textLine(`secret:${at}`, span(safe`   ${row}`, 'strong'), span(end, 'dim')));
    }),
  ];
}

/** A secret, unmasked for some seconds. Every key masks it before the key reaches a dialog (`hideSecret`). */
export const secretDialog: Dialog<SecretDialog> = {
  form: 'text',
  key: () => true,
  lines: (state, dialog, { rows }) => ({ lines: secretLines(state, dialog, rows) }),
  hints: () => [hint(safe`any key`, safe`masks it again`)],
  message: (state, dialog) => [
    span(safe` Masked again in ${secondsLeft(state, dialog)} s. Not copied, not saved.`, 'warn'),
  ],
};
