import type { Explorer } from '../store/explorer.ts';
import type { State } from '../store/state.ts';
import { clean, type SafeText, safe } from '../text/sanitise.ts';
import { keyLabel } from './keys.ts';

/** A second key to leave counts within this time only. */
const AGAIN_MS = 2000;

/** The command that goes back and, at the top, leaves. */
export const QUIT_ID = 'app.quit';

/** The key that leaves as it is shown: the person's own, else the standard one; a line when no key is bound. */
export function quitKey({ keymap }: State): SafeText {
  const [key] = keymap[QUIT_ID] ?? ['q'];
  return key === undefined ? safe`:q` : clean(keyLabel(key));
}

/** Leaves when the same asked a moment ago; otherwise says that once more leaves. `key`: as it is shown. */
export function leaveOrAsk(
  { store, now, leave }: Explorer,
  by: NonNullable<State['leaving']>['by'],
  key: SafeText,
): void {
  const { leaving } = store.getState();
  if (leaving?.by === by && now() - leaving.at < AGAIN_MS) return leave('quit');
  store.setState({
    leaving: { by, at: now() },
    notice: { tone: 'warn', text: safe`Press ${key} again to quit.` },
  });
}
