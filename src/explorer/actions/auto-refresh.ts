import { safe } from '../../text/sanitise.ts';
import { keyName } from '../state/key-names.ts';
import { placeKey } from '../state/place.ts';
import type { Ports } from '../state/ports.ts';
import { currentView, type State } from '../state/state.ts';
import { update } from '../state/store.ts';
import { currentLoad } from '../view/content/content.ts';
import { currentRefresh } from '../view/frame/status-bar.ts';
import type { LoadActions } from './load/load.ts';
import type { AutoCheck } from './scan/auto-check.ts';

export type AutoRefreshActions = {
  /** Sets the refresh of the present place: every 5, 15, 60 seconds, then off. */
  readonly cycleRefresh: () => void;
  /** Records that a person pressed a key. */
  readonly noteActivity: () => void;
};

const INTERVALS_S = [5, 15, 60];
const IDLE_MS = 10 * 60_000;

/** Returns true while nothing may be refreshed: in a dialog, offline, or after a failed load. */
const isPaused = (state: State): boolean =>
  state.dialog !== undefined || state.session.offline !== undefined || currentLoad(state)?.phase !== 'ready';

function notice(state: State, next: number | undefined): State['notice'] {
  const key = keyName(state.user.keymap, 'refresh.cycle');
  if (next === undefined) return { tone: 'good', text: safe`Auto-refresh off.` };
  const after = INTERVALS_S[INTERVALS_S.indexOf(next) + 1];
  const then = after === undefined ? safe`off` : safe`${after} s`;
  return { tone: 'good', text: safe`Refreshing every ${next} s · ${key}: ${then}` };
}

/**
 * Creates the actions that refresh a place on a timer. The timer runs only after a person has switched it on.
 */
export function createAutoRefresh(
  { store, now }: Pick<Ports, 'store' | 'now'>,
  { loading, autoCheck }: { readonly loading: Pick<LoadActions, 'reload'>; readonly autoCheck: AutoCheck },
): AutoRefreshActions {
  let timer: NodeJS.Timeout | undefined;
  let activeAt = now();

  function startTimer(): void {
    clearTimeout(timer);
    const { autoRefresh: refresh } = store.getState().session;
    if (refresh === undefined || refresh.isIdle) return;
    timer = setTimeout(tick, refresh.seconds * 1000);
    timer.unref();
  }

  function tick(): void {
    const state = store.getState();
    const { autoRefresh: refresh } = state.session;
    if (refresh === undefined) return;
    if (now() - activeAt >= IDLE_MS)
      return update(store, { session: { autoRefresh: { ...refresh, isIdle: true } } });
    if (currentRefresh(state) !== undefined && !isPaused(state)) loading.reload(currentView(state).place);
    startTimer();
  }

  function cycleRefresh(): void {
    update(store, state => {
      const seconds = INTERVALS_S[INTERVALS_S.indexOf(currentRefresh(state)?.seconds ?? 0) + 1];
      const key = placeKey(currentView(state).place);
      const refresh = seconds === undefined ? undefined : { key, seconds, isIdle: false };
      return { session: { autoRefresh: refresh }, notice: notice(state, seconds) };
    });
    startTimer();
  }

  function noteActivity(): void {
    activeAt = now();
    autoCheck.noteKey();
    const { autoRefresh: refresh } = store.getState().session;
    if (refresh?.isIdle !== true) return;
    update(store, { session: { autoRefresh: { ...refresh, isIdle: false } } });
    startTimer();
  }

  return { cycleRefresh, noteActivity };
}
