import type { StoreApi } from 'zustand/vanilla';
import type { Client, Outcome } from '../../api/client.ts';
import type { Failure, SentRequest } from '../../failure.ts';
import { OFFLINE_REFUSAL } from '../facts/write-protection.ts';
import { currentLoad } from '../screens/content.ts';
import { placeKey } from '../state/place.ts';
import type { Ports } from '../state/ports.ts';
import type { Offline } from '../state/slices.ts';
import { currentView, type State } from '../state/state.ts';
import { update } from '../state/store.ts';
import type { LoadActions } from './load/load.ts';

const MAX_DELAY_S = 60;
/** Seconds from which the countdown shows each; above, every fifth. */
const COUNTED_S = 10;
const STEP_S = 5;

/** Returns the seconds before a try: 2, 4, 8 … 60. */
const backoff = (tries: number): number => Math.min(MAX_DELAY_S, 2 ** tries);

/** Returns the seconds as shown. */
const shownSeconds = (left: number): number => (left > COUNTED_S ? Math.ceil(left / STEP_S) * STEP_S : left);

const isLost = ({ kind }: Failure): boolean => kind === 'unreachable' || kind === 'timed-out';

/** Returns true if the server has responded, also with an error. */
function isResponse(outcome: Outcome<unknown>): boolean {
  if (outcome.ok) return true;
  const { failure } = outcome;
  return failure.sent !== undefined && !isLost(failure) && failure.kind !== 'cancelled';
}

type ServerWatch = {
  readonly observe: (client: Client) => Client;
  /** Retries the present place from now on whenever the server does not respond. */
  readonly start: (loading: Pick<LoadActions, 'refresh' | 'reload'>) => void;
  readonly stopRetries: () => void;
};

function endOffline(store: StoreApi<State>, now: number): void {
  const { notice } = store.getState();
  const shown = notice?.text === OFFLINE_REFUSAL ? undefined : notice;
  update(store, { session: { offline: undefined, now }, notice: shown });
}

/**
 * Ends a pause of health that a lost connection caused, after the response to a later request. The rows that
 * failed by it count as not checked.
 */
function endHealthPause(store: StoreApi<State>, sent: SentRequest | undefined): void {
  const state = store.getState();
  const { healthPause: pause, records } = state.data;
  if (pause === undefined || !isLost(pause)) return;
  const { at = 0, ms = 0 } = pause.sent ?? {};
  if (sent === undefined || sent.at < at + ms) return;
  const shown = placeKey(currentView(state).place);
  const unchecked = Object.entries(records).flatMap(([key, load]): [string, typeof load][] => {
    if (load.phase !== 'failed' || !isLost(load.failure) || key === shown) return [[key, load]];
    return load.last === undefined ? [] : [[key, { phase: 'ready', last: load.last }]];
  });
  update(store, { data: { healthPause: undefined, records: Object.fromEntries(unchecked) } });
}

/** Watches whether the server responds, and retries the present place on a timer while it does not. */
export function watchServer({ store, now }: Pick<Ports, 'store' | 'now'>): ServerWatch {
  let loading: Pick<LoadActions, 'refresh' | 'reload'> | undefined;
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
    if (store.getState().session.isOver) return;
    const left = Math.ceil((nextAt - now()) / 1000);
    if (left <= 0) return retry();
    const shown = shownSeconds(left);
    if (shown !== store.getState().session.offline?.left) change({ left: shown });
    const next = shown > COUNTED_S ? Math.max(COUNTED_S, shown - STEP_S) : shown - 1;
    timer = setTimeout(count, Math.max(1, nextAt - now() - next * 1000));
    timer.unref();
  }

  function schedule(): void {
    const { offline } = store.getState().session;
    if (offline === undefined || offline.isStopped || offline.left !== undefined || pending > 0) return;
    nextAt = now() + backoff(offline.tries) * 1000;
    count();
  }

  function retry(): void {
    change({ left: undefined });
    const state = store.getState();
    const { place } = currentView(state);
    // A reload completes what a person began; a refresh moves no row.
    if (currentLoad(state)?.phase === 'ready') loading?.refresh(place);
    else loading?.reload(place);
    // A place without anything to load waits for the next.
    schedule();
  }

  function record(outcome: Outcome<unknown>, isRead: boolean): void {
    const { offline } = store.getState().session;
    if (isResponse(outcome)) {
      clearTimeout(timer);
      if (offline !== undefined) endOffline(store, now());
      endHealthPause(store, outcome.ok ? outcome.sent : outcome.failure.sent);
    } else if (!outcome.ok && isRead && isLost(outcome.failure)) {
      const { failure } = outcome;
      const tries = (offline?.tries ?? 0) + (isCounted ? 0 : 1);
      isCounted = true;
      update(store, {
        session: { offline: { left: undefined, isStopped: false, ...offline, failure, tries }, now: now() },
      });
    }
  }

  const observe = (client: Client): Client => {
    const send: Client['send'] = async (operation, ids, options) => {
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
    };
    return { ...client, send };
  };

  return {
    observe,
    start: actions => {
      loading = actions;
    },
    stopRetries: () => {
      clearTimeout(timer);
      change({ isStopped: true, left: undefined });
    },
  };
}

/**
 * Minimum difference of the clocks in milliseconds: `Date` has whole seconds, and the response takes time.
 */
const TOLERANCE_MS = 30_000;

export function withServerClock(client: Client, store: StoreApi<State>, now: () => number): Client {
  const record = (date: number): void => {
    const seen = date - now();
    const skewMs = Math.abs(seen) < TOLERANCE_MS ? 0 : seen;
    if (Math.abs(skewMs - store.getState().session.clockSkewMs) >= TOLERANCE_MS)
      update(store, { session: { clockSkewMs: skewMs } });
  };
  const send: Client['send'] = async (operation, ids, options) => {
    const outcome = await client.send(operation, ids, options);
    if (outcome.ok && outcome.date !== undefined) record(outcome.date);
    return outcome;
  };
  return { ...client, send };
}
