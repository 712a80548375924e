import type { SendOptions } from '../../../api/request.ts';
import type { Failure } from '../../../failure.ts';
import { type Load, type Loaded, type RetryWait, retryWait } from '../../state/load.ts';
import type { State } from '../../state/state.ts';
import { type Ports, type StateChange, update } from '../../state/store.ts';

type LoadTable<T> = { readonly [key: string]: Load<T> };

/** The origin of a load: a person, or with `isAutomatic` the program itself. */
export type LoadOrigin = Pick<SendOptions, 'isAutomatic'>;

/** A request for a key. Its response is ignored after a newer request for the same key. */
export type RequestHandle<T> = {
  readonly options: SendOptions & { readonly signal: AbortSignal };
  readonly isCurrent: () => boolean;
  readonly last: Loaded<T> | undefined;
  /** Shows data while more pages of this request are to come. */
  readonly show: (loaded: Loaded<T>) => void;
  /** Ends the request with data or a failure. Earlier data stays when none came. */
  readonly end: (result: { readonly loaded?: Loaded<T>; readonly failure?: Failure | undefined }) => void;
};

/** Requests by key, of which only the latest for each key changes the state. */
export type LatestRequests<T> = {
  /** Returns the load of a key; undefined before its first request. */
  readonly at: (key: string) => Load<T> | undefined;
  /** Starts a request; `countFrom`: rows at the start of a load of all pages. */
  readonly begin: (key: string, countFrom?: number) => RequestHandle<T>;
  /** Makes the request in progress part of a load of all pages, which begins with so many rows. */
  readonly countFrom: (key: string, rows: number) => void;
  /** Aborts the request for a key; returns true if there was one. */
  readonly stop: (key: string) => boolean;
};

/** Creates the requests whose loads are in a table of the state, which the lens reads and writes. */
export function createLatestRequests<T>(
  { store, now }: Ports,
  lens: {
    readonly get: (state: State) => LoadTable<T>;
    readonly put: (table: LoadTable<T>) => StateChange;
  },
): LatestRequests<T> {
  const running = new Map<string, AbortController>();
  const at = (key: string): Load<T> | undefined => lens.get(store.getState())[key];

  function put(key: string, load: Load<T>): void {
    update(store, state => ({
      ...lens.put({ ...lens.get(state), [key]: load }),
      session: { now: now() },
    }));
  }

  function begin(key: string, countFrom?: number): RequestHandle<T> {
    running.get(key)?.abort();
    const controller = new AbortController();
    running.set(key, controller);
    const last = at(key)?.last;
    put(key, { phase: 'loading', since: now(), countFrom, last });
    const isCurrent = (): boolean => running.get(key) === controller;
    const change = (changes: Pick<Load<T>, 'last'> & { readonly wait?: RetryWait }): void => {
      const load = at(key);
      if (isCurrent() && load?.phase === 'loading') put(key, { ...load, wait: undefined, ...changes });
    };
    return {
      last,
      isCurrent,
      options: {
        signal: controller.signal,
        onWait: (ms, failure) => change({ wait: retryWait(ms, failure, now()) }),
      },
      show: loaded => change({ last: loaded }),
      end: ({ loaded = at(key)?.last, failure = { kind: 'cancelled' } }) => {
        if (!isCurrent()) return;
        running.delete(key);
        const isReady = failure.kind === 'cancelled' && loaded !== undefined;
        put(key, isReady ? { phase: 'ready', last: loaded } : { phase: 'failed', failure, last: loaded });
      },
    };
  }

  function stop(key: string): boolean {
    const controller = running.get(key);
    controller?.abort();
    return controller !== undefined;
  }

  function countFrom(key: string, rows: number): void {
    const load = at(key);
    if (load?.phase === 'loading') put(key, { ...load, since: now(), countFrom: rows });
  }

  return { at, begin, countFrom, stop };
}
