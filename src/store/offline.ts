import type { Client, Outcome } from '../api/client.ts';
import { explain, type Failure } from '../failure.ts';
import { type SafeText, safe } from '../text/sanitise.ts';
import { cells, cutEnd } from '../text/width.ts';
import { keyName } from './key-names.ts';
import { isNarrow } from './layout.ts';
import type { Reading } from './reading.ts';
import { currentView, type State } from './state.ts';
import type { World } from './world.ts';

/** The server does not answer. */
export type Offline = {
  readonly failure: Failure;
  /** Requests in a row that were not answered; several at once count as one. */
  readonly tries: number;
  /** Seconds to the next try as they are shown; undefined while one is under way, or when there is none. */
  readonly left: number | undefined;
  /** A person said so: nothing is tried by itself until the server has answered. */
  readonly isStopped: boolean;
};

const MOST_S = 60;
/** Seconds that are counted one by one; above them every fifth is shown. */
const COUNTED_S = 10;
const STEP_S = 5;

/** 2, 4, 8 … 60 seconds after so many tries. */
const backoff = (tries: number): number => Math.min(MOST_S, 2 ** tries);

/** What is shown of so many seconds that are left. */
const shownOf = (left: number): number => (left > COUNTED_S ? Math.ceil(left / STEP_S) * STEP_S : left);

const isLost = ({ kind }: Failure): boolean => kind === 'unreachable' || kind === 'timed-out';

/** The server has answered, whatever it said. */
function isAnswer(outcome: Outcome<unknown>): boolean {
  if (outcome.ok) return true;
  const { failure } = outcome;
  return failure.sent !== undefined && !isLost(failure) && failure.kind !== 'cancelled';
}

export type Watch = {
  /** The client, with what is heard of the server in its answers. */
  readonly hearing: (client: Client) => Client;
  /** From now on the present place is read again by itself while the server does not answer. */
  readonly start: (reading: Pick<Reading, 'reload'>) => void;
};

/** Hears in every answer whether the server is there. While it is not, the present place is tried again by itself. */
export function watchServer({ store, now }: Pick<World, 'store' | 'now'>): Watch {
  let reading: Pick<Reading, 'reload'> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let nextAt = 0;
  let underWay = 0;
  /** One of those that are under way together was lost: the others count no more. */
  let isCounted = false;

  function change(part: Partial<Offline>): void {
    const { offline } = store.getState();
    if (offline !== undefined) store.setState({ offline: { ...offline, ...part } });
  }

  /** Counts down to the next try: wakes only when what is shown changes. */
  function count(): void {
    clearTimeout(timer);
    const left = Math.ceil((nextAt - now()) / 1000);
    if (left <= 0) return again();
    const shown = shownOf(left);
    if (shown !== store.getState().offline?.left) change({ left: shown });
    const next = shown > COUNTED_S ? Math.max(COUNTED_S, shown - STEP_S) : shown - 1;
    timer = setTimeout(count, Math.max(1, nextAt - now() - next * 1000));
    timer.unref();
  }

  function schedule(): void {
    const { offline } = store.getState();
    if (offline === undefined || offline.isStopped || offline.left !== undefined || underWay > 0) return;
    nextAt = now() + backoff(offline.tries) * 1000;
    count();
  }

  function again(): void {
    change({ left: undefined });
    reading?.reload(currentView(store.getState()).place);
    // A place that reads nothing waits for one that does.
    schedule();
  }

  function hear(outcome: Outcome<unknown>, isRead: boolean): void {
    const { offline } = store.getState();
    if (isAnswer(outcome)) {
      clearTimeout(timer);
      if (offline !== undefined) store.setState({ offline: undefined, now: now() });
    } else if (!outcome.ok && isRead && isLost(outcome.failure)) {
      const { failure } = outcome;
      const tries = (offline?.tries ?? 0) + (isCounted ? 0 : 1);
      isCounted = true;
      store.setState({
        offline: { left: undefined, isStopped: false, ...offline, failure, tries },
        now: now(),
      });
    }
  }

  const hearing = (client: Client): Client => {
    const send: Client['send'] = async (operation, ids, options) => {
      // Another try is under way: the countdown to it is over.
      if (store.getState().offline?.left !== undefined) {
        clearTimeout(timer);
        change({ left: undefined });
      }
      if (underWay++ === 0) isCounted = false;
      const outcome = await client.send(operation, ids, options);
      underWay--;
      hear(outcome, operation.method === 'GET');
      schedule();
      return outcome;
    };
    return { send };
  };

  return {
    hearing,
    start: given => {
      reading = given;
      store.subscribe(({ offline }) => {
        if (offline?.isStopped) clearTimeout(timer);
      });
    },
  };
}

/** Nothing is tried by itself any more. */
export function stopTrying({ store }: Pick<World, 'store'>): void {
  store.setState(({ offline }) =>
    offline === undefined ? {} : { offline: { ...offline, isStopped: true, left: undefined } },
  );
}

/** The line that says what is the matter, when it is tried again, and the keys that change that. */
export function offlineWords(state: State, offline: Offline, isFailed: boolean): SafeText {
  const { columns } = state.size;
  const { failure, tries, left, isStopped } = offline;
  const now = keyName(state, 'place.reload');
  const narrow = isNarrow(columns);
  const more = isFailed && !narrow ? safe` · ${keyName(state, 'failure.show')} more` : safe``;
  const words = narrow ? safe`in` : safe`next try in`;
  const next = left === undefined ? safe`trying now` : safe`${words} ${left} s · ${now} now`;
  const keys = isStopped
    ? safe` · ${now} tries again${more}`
    : safe` · ${next} · ${keyName(state, 'offline.stop')} stops${more}`;
  const title = narrow ? safe`Offline` : explain(failure).title;
  const count = tries > 1 && !narrow ? safe` (${tries} tries)` : safe``;
  return safe`${cutEnd(safe`${title}${count}`, Math.max(7, columns - cells(keys) - 1))}${keys}`;
}
