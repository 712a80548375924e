import type { Client, Outcome } from '../../api/client.ts';
import type { Failure, SentRequest } from '../../failure.ts';
import { OFFLINE_REFUSAL } from '../facts/write-protection.ts';
import { currentLoad } from '../screens/content.ts';
import { placeKey } from '../state/place.ts';
import { currentView, type Offline, type State } from '../state/state.ts';
import { type Ports, update, withChange } from '../state/store.ts';
import type { LoadActions } from './load/load.ts';

const MAX_DELAY_S = 60;
/** The countdown shows each second; above, every fifth. */
const COUNTED_S = 10;
const STEP_S = 5;

/** `Date` has whole seconds, and the response takes time. */
const TOLERANCE_MS = 30_000;

const isLost = ({ kind }: Failure) => kind === 'unreachable' || kind === 'timed-out';

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

/** `date`: of a response, in epoch milliseconds. */
function withClock(state: State, date: number | undefined, now: number): State {
  if (date === undefined) return state;
  const seen = date - now;
  const clockSkewMs = Math.abs(seen) < TOLERANCE_MS ? 0 : seen;
  return Math.abs(clockSkewMs - state.session.clockSkewMs) < TOLERANCE_MS
    ? state
    : withChange(state, { session: { clockSkewMs } });
}

export function watchServer({ store, now }: Pick<Ports, 'store' | 'now'>, loading: () => LoadActions) {
  let timer: NodeJS.Timeout | undefined;
  let nextAt = 0;
  let pending = 0;
  let isCounted = false;

  function change(part: Partial<Offline>): void {
    const { offline } = store.getState().session;
    if (offline !== undefined) update(store, { session: { offline: { ...offline, ...part } } });
  }

  function count(): void {
    clearTimeout(timer);
    const { isEnded, offline } = store.getState().session;
    if (isEnded || offline === undefined || offline.isStopped || pending > 0) return;
    if (offline.left === undefined) nextAt = now() + Math.min(MAX_DELAY_S, 2 ** offline.tries) * 1000;
    const left = Math.ceil((nextAt - now()) / 1000);
    if (left <= 0) return retry();
    const shown = left > COUNTED_S ? Math.ceil(left / STEP_S) * STEP_S : left;
    if (shown !== offline.left) change({ left: shown });
    timer = setTimeout(count, (nextAt - now()) % 1000 || 1000).unref();
  }

  function retry(): void {
    change({ left: undefined });
    const state = store.getState();
    const { place } = currentView(state);
    // A reload completes what a person began; a refresh moves no row.
    if (currentLoad(state)?.phase === 'ready') loading().refresh(place);
    else loading().reload(place);
    // A place without anything to load waits for the next.
    count();
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
    const sent = outcome.ok ? outcome.sent : failure?.sent;
    if (sent === undefined || failure?.kind === 'cancelled') return;
    clearTimeout(timer);
    const date = outcome.ok ? outcome.date : undefined;
    store.setState(state => withClock(withResponse(state, sent, now()), date, now()));
  }

  return {
    observe: (client: Client): Client => ({
      ...client,
      send: async (operation, ids, options) => {
        if (store.getState().session.offline?.left !== undefined) {
          clearTimeout(timer);
          change({ left: undefined });
        }
        if (pending++ === 0) isCounted = false;
        const outcome = await client.send(operation, ids, options);
        pending--;
        record(outcome, operation.method === 'GET');
        count();
        return outcome;
      },
    }),
    stopRetries: () => {
      clearTimeout(timer);
      change({ isStopped: true, left: undefined });
    },
  };
}
