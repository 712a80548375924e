import { clean, type SafeText, safe } from '../../../text/sanitise.ts';
import { type Hint, hint } from '../../facts/line.ts';
import { keyLabel, keyName } from '../../state/key-names.ts';
import type { State } from '../../state/state.ts';

export const enterHint = (text: SafeText): Hint => hint(safe`Enter`, text);
export const closeHint = hint(safe`Esc`, safe`close`);
export const cancelHint = hint(safe`Esc`, safe`cancel`);

export const upKey = ({ screen }: State): SafeText => clean(keyLabel('up', screen));
export const chooseHint = (state: State): Hint =>
  hint(safe`${upKey(state)} ${clean(keyLabel('down', state.screen))}`, safe`choose`);

export function moveHint(state: State): Hint {
  const [down, up] = [keyName(state.user.keymap, 'move.down'), keyName(state.user.keymap, 'move.up')];
  const [pageDown, pageUp] = [
    keyName(state.user.keymap, 'move.page-down'),
    keyName(state.user.keymap, 'move.page-up'),
  ];
  return hint(safe`${down} ${up} ${pageDown} ${pageUp}`, safe`move`);
}
