import { clean, type SafeText, safe } from '../../text/sanitise.ts';
import type { Explorer } from '../actions/explorer.ts';
import { keyLabel } from '../state/key-names.ts';
import type { State } from '../state/state.ts';
import { update } from '../state/store.ts';

/** A second key to leave counts within this time only. */
const AGAIN_MS = 2000;

/** The command that goes back and, at the top, leaves. */
export const QUIT_ID = 'app.quit';

/** The key that leaves as it is shown: the person's own, else the standard one; a line when no key is bound. */
export function quitKey({ user: { keymap } }: State): SafeText {
  const [key] = keymap[QUIT_ID] ?? ['q'];
  return key === undefined ? safe`:q` : clean(keyLabel(key));
}

/** Takes the question away when its time is over; the one timer of it ends with it. */
function expire(
  { store }: Explorer,
  asked: { readonly leaving: State['session']['leaving']; readonly notice: State['notice'] },
): void {
  const timer = setTimeout(() => {
    update(store, ({ notice }) => ({
      session: { leaving: undefined },
      notice: notice === asked.notice ? undefined : notice,
    }));
  }, AGAIN_MS);
  timer.unref();
  const stop = store.subscribe(({ session: { leaving } }) => {
    if (leaving === asked.leaving) return;
    clearTimeout(timer);
    stop();
  });
}

/** Leaves when the same asked a moment ago; otherwise says, for as long as it counts, that once more leaves. `key`: as shown. */
export function leaveOrAsk(
  explorer: Explorer,
  by: NonNullable<State['session']['leaving']>['by'],
  key: SafeText,
): void {
  const { store, now, leave } = explorer;
  const { leaving } = store.getState().session;
  if (leaving?.by === by && now() - leaving.at < AGAIN_MS) return leave('quit');
  const asked = {
    leaving: { by, at: now() },
    notice: { tone: 'warn', text: safe`Press ${key} again to quit.` },
  } as const;
  update(store, { session: { leaving: asked.leaving }, notice: asked.notice });
  expire(explorer, asked);
}
