import { clean, type SafeText, safe } from '../../text/sanitise.ts';
import { keyLabel } from '../state/key-names.ts';
import type { State } from '../state/state.ts';

/** The command that goes back and, at the top, quits. */
export const QUIT_ID = 'app.quit';

/** Returns the name of the key that quits: the person's own or `q`; `:q` when no key is bound. */
export function quitKey({ user: { keymap }, screen }: State): SafeText {
  const [key] = keymap[QUIT_ID] ?? ['q'];
  return key === undefined ? safe`:q` : clean(keyLabel(key, screen));
}
