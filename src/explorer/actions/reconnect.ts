import type { Client, Outcome } from '../../api/client.ts';
import type { Failure, SentRequest } from '../../failure.ts';
import { OFFLINE_REFUSAL } from '../facts/write-protection.ts';
import { currentLoad } from '../screens/content.ts';
import { placeKey } from '../state/place.ts';
import type { Offline } from '../state/slices.ts';
import { currentView, type State } from '../state/state.ts';
import { type Ports, update, withChange } from '../state/store.ts';
import type { LoadActions } from './load/load.ts';

const MAX_DELAY_S = 60;
/** Seconds from which the countdown shows each; above, every fifth. */
const COUNTED_S = 10;
const STEP_S = 5;

/** Minimum difference of the clocks: `Date` has whole seconds, and the response takes time. */
const TOLERANCE_MS = 30_000;

const isLost = ({ kind }: Failure): boolean => kind === 'unreachable' || kind === 'timed-out';

/** Returns the state after a response, which ends what earlier lost requests have begun. */
function withResponse(state: State, sent: SentRequest, now: number): State {
  const { offline } = state.session;
  const notice = state.notice?.text === OFFLINE_REFUSAL ? undefined : state.notice;
  const online =
    offline === undefined ? state : withChange(state, { session: { offline: undefined, now }, notice });
  const { healthPause: pause, records } = state.data;
  if (pause === undefined || !isLost(pause)) return online;
  if (sent.at < (pause.sent?.at ?? 0) + (pause.sent?.ms ?? 0)) return online;
  const shown = placeKey(currentView(state).place);
  // The rows that the pause made fail count as not checked.
  const unchecked = Object.entries(records).flatMap(([key, load]): [string, typeof load][] => {
    if (load.phase !== 'failed' || !isLost(load.failure) || key === shown) return [[key, load]];
    return load.last === undefined ? [] : [[key, { phase: 'ready', last: load.last }]];
  });
  return withChange(online, { data: { healthPause: undefined, records: Object.fromEntries(unchecked) } });
}

/** Returns the state with the difference of the clocks, by the time of a response in epoch milliseconds. */
function withClock(state: State, date: number | undefined, now: number): State {
  if (date === undefined) return state;
  const seen = date - now;
  const clockSkewMs = Math.abs(seen) < TOLERANCE_MS ? 0 : seen;
  return Math.abs(clockSkewMs - state.session.clockSkewMs) < TOLERANCE_MS
    ? state
    : withChange(state, { session: { clockSkewMs } });
}

/**
 * Creates the watch over a client: while the server does not respond, it retries the present place on a
 * timer, after 2, 4, 8 … 60 seconds.
 */
export function watchServer(
  { store, now }: Pick<Ports, 'store' | 'now'>,
  loading: () => Pick<LoadActions, 'refresh' | 'reload'>,
): { readonly observe: (client: Client) => Client; readonly stopRetries: () => void } {
  let timer: NodeJS.Timeout | undefined;
  let nextAt = 0;
  let pending = 0;
  /** True once a failure of the requests under way was counted: simultaneous ones count once. */
  let isCounted = false;

  function change(part: Partial<Offline>): void {
    const { offline } = store.getState().session;
    if (offline !== undefined) update(store, { session: { offline: { ...offline, ...part } } });
  }

  /** Counts down to the next try; runs only when the shown number changes. */
  function count(): void {
    clearTimeout(timer);
    const { isEnded, offline } = store.getState().session;
    if (isEnded) return;
    const left = Math.ceil((nextAt - now()) / 1000);
    if (left <= 0) return retry();
    const shown = left > COUNTED_S ? Math.ceil(left / STEP_S) * STEP_S : left;
    if (shown !== offline?.left) change({ left: shown });
    const next = shown > COUNTED_S ? Math.max(COUNTED_S, shown - STEP_S) : shown - 1;
    timer = setTimeout(count, Math.max(1, nextAt - now() - next * 1000));
    timer.unref();
  }

  function schedule(): void {
    const { offline } = store.getState().session;
    if (offline === undefined || offline.isStopped || offline.left !== undefined || pending > 0) return;
    nextAt = now() + Math.min(MAX_DELAY_S, 2 ** offline.tries) * 1000;
    count();
  }

  function retry(): void {
    change({ left: undefined });
    const state = store.getState();
    const { place } = currentView(state);
    // A reload completes what a person began; a refresh moves no row.
    if (currentLoad(state)?.phase === 'ready') loading().refresh(place);
    else loading().reload(place);
    // A place without anything to load waits for the next.
    schedule();
  }

  function recordLoss(failure: Failure): void {
    const { offline } = store.getState().session;
    const tries = (offline?.tries ?? 0) + (isCounted ? 0 : 1);
    isCounted = true;
    update(store, {
      session: { offline: { left: undefined, isStopped: false, ...offline, failure, tries }, now: now() },
    });
  }

  function record(outcome: Outcome<unknown>, isRead: boolean): void {
    const failure = outcome.ok ? undefined : outcome.failure;
    if (failure !== undefined && isLost(failure)) return isRead ? recordLoss(failure) : undefined;
    // A response, also one with an error.
    const sent = outcome.ok ? outcome.sent : failure?.sent;
    if (sent === undefined || failure?.kind === 'cancelled') return;
    clearTimeout(timer);
    const date = outcome.ok ? outcome.date : undefined;
    store.setState(state => withClock(withResponse(state, sent, now()), date, now()));
  }

  return {
    observe: client => ({
      ...client,
      send: async (operation, ids, options) => {
        // A request under way ends the countdown.
        if (store.getState().session.offline?.left !== undefined) {
          clearTimeout(timer);
          change({ left: undefined });
        }
        if (pending++ === 0) isCounted = false;
        const outcome = await client.send(operation, ids, options);
        pending--;
        record(outcome, operation.method === 'GET');
        schedule();
        return outcome;
      },
    }),
    stopRetries: () => {
      clearTimeout(timer);
      change({ isStopped: true, left: undefined });
    },
  };
}
