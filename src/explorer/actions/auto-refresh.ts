import { safe } from '../../text/sanitise.ts';
import { currentRefresh, isRefreshPaused, refreshSeconds } from '../frame/status-bar.ts';
import { currentLoad } from '../screens/content.ts';
import { keyIn } from '../state/key-names.ts';
import { placeKey } from '../state/place.ts';
import { currentView, type State } from '../state/state.ts';
import { type Ports, update } from '../state/store.ts';
import type { LoadActions } from './load/load.ts';

const INTERVALS_S = [5, 15, 60];
/** After so long without a key only a window without focus is refreshed: somebody may watch it. */
const IDLE_MS = 10 * 60_000;
/** Until a list is refreshed that is due when a person comes to it. */
const REST_MS = 300;
/** So soon after the last one a return to the window needs no refresh. */
const FRESH_S = 5;

function refreshableSince(state: State): number | undefined {
  const load = currentLoad(state);
  const { offline, isEnded } = state.session;
  const isFree = state.dialog === undefined && offline === undefined && !isEnded;
  return isFree && load?.phase !== 'loading' && !isRefreshPaused(state) ? load?.last?.at : undefined;
}

function notice(state: State, next: number | undefined): State['notice'] {
  const key = keyIn(state, 'refresh.cycle');
  if (next === undefined) return { tone: 'good', text: safe`Auto-refresh off.` };
  const after = INTERVALS_S[INTERVALS_S.indexOf(next) + 1];
  const then = after === undefined ? safe`off` : safe`${after} s`;
  return { tone: 'good', text: safe`Refreshing every ${next} s · ${key}: ${then}` };
}

export function createAutoRefresh(
  { store, now }: Pick<Ports, 'store' | 'now'>,
  loading: Pick<LoadActions, 'refresh'>,
  noteKey: () => void,
) {
  let timer: NodeJS.Timeout | undefined;
  let timerKey = '';
  let activeAt = now();
  let latest = { place: '', at: 0 };
  let isBack = false;

  function setIdle(isIdle: boolean): void {
    const { autoRefresh } = store.getState().session;
    if (autoRefresh !== undefined && autoRefresh.isIdle !== isIdle)
      update(store, { session: { autoRefresh: { ...autoRefresh, isIdle } } });
  }

  function secondsBetween(state: State): number | undefined {
    const usual = refreshSeconds(state);
    return isBack && usual !== undefined ? Math.min(usual, FRESH_S) : usual;
  }

  function schedule(): void {
    const state = store.getState();
    const place = placeKey(currentView(state).place);
    const seconds = secondsBetween(state);
    const since = refreshableSince(state);
    const isDue = seconds !== undefined && since !== undefined;
    const key = isDue ? `${place}\n${seconds}\n${since}` : '';
    if (key === timerKey && (key === '' || timer !== undefined)) return;
    clearTimeout(timer);
    timer = undefined;
    timerKey = key;
    if (!isDue) return;
    const lastAt = latest.place === place ? Math.max(since, latest.at) : since;
    const dueAt = Math.max(now() + REST_MS, lastAt + seconds * 1000);
    if (!state.session.isAway && dueAt >= activeAt + IDLE_MS) return setIdle(true);
    timer = setTimeout(tick, dueAt - now()).unref();
  }

  function tick(): void {
    timer = undefined;
    isBack = false;
    const { place } = currentView(store.getState());
    latest = { place: placeKey(place), at: now() };
    loading.refresh(place);
    schedule();
  }

  /** Every 5, 15, 60 seconds, then off for all places. */
  function cycleRefresh(): void {
    update(store, state => {
      const seconds = INTERVALS_S[INTERVALS_S.indexOf(currentRefresh(state)?.seconds ?? 0) + 1];
      const key = placeKey(currentView(state).place);
      const autoRefresh = seconds === undefined ? undefined : { key, seconds, isIdle: false };
      const refresh = seconds === undefined ? 'manual' : state.user.refresh;
      return { session: { autoRefresh }, user: { refresh }, notice: notice(state, seconds) };
    });
  }

  function noteFocus(hasFocus: boolean): void {
    const { isAway } = store.getState().session;
    activeAt = now();
    isBack = hasFocus && (isBack || isAway);
    if (isAway === hasFocus) update(store, { session: { isAway: !hasFocus } });
    setIdle(false);
    schedule();
  }

  function noteActivity(): void {
    noteKey();
    noteFocus(true);
  }

  store.subscribe(schedule);
  return { cycleRefresh, noteActivity, noteFocus };
}
