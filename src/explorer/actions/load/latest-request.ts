import type { SendOptions } from '../../../api/request.ts';
import type { Failure } from '../../../failure.ts';
import { type Load, type Loaded, retryWait } from '../../state/load.ts';
import type { State } from '../../state/state.ts';
import { type Ports, type StateChange, update } from '../../state/store.ts';

/** Loads by their keys. */
export type LoadTable<T> = { readonly [key: string]: Load<T> };

/** The origin of a load: a person, or with `isAutomatic` the program itself. */
export type LoadOrigin = Pick<SendOptions, 'isAutomatic'>;

/**
 * Creates requests by key, of which only the latest for each key changes the state: a table there, which the
 * lens reads and writes.
 */
export function createLatestRequests<T>(
  { store, now }: Pick<Ports, 'store' | 'now'>,
  lens: {
    readonly get: (state: State) => LoadTable<T>;
    readonly put: (table: LoadTable<T>) => StateChange;
  },
) {
  const running = new Map<string, AbortController>();

  const at = (key: string): Load<T> | undefined => lens.get(store.getState())[key];

  function put(key: string, load: Load<T>): void {
    update(store, state => ({
      ...lens.put({ ...lens.get(state), [key]: load }),
      session: { now: now() },
    }));
  }

  return {
    at,
    /** Starts a request; `countFrom`: rows at the start of a load of all pages. */
    begin: (key: string, countFrom?: number) => {
      running.get(key)?.abort();
      const controller = new AbortController();
      running.set(key, controller);
      const last = at(key)?.last;
      put(key, { phase: 'loading', since: now(), countFrom, last });
      const isCurrent = (): boolean => running.get(key) === controller;
      const change = (changes: Partial<Extract<Load<T>, { phase: 'loading' }>>): void => {
        const load = at(key);
        if (isCurrent() && load?.phase === 'loading') put(key, { ...load, wait: undefined, ...changes });
      };
      return {
        last,
        isCurrent,
        options: {
          signal: controller.signal,
          onWait: (ms: number, failure: Failure): void => change({ wait: retryWait(ms, failure, now()) }),
        },
        /** Shows data while more pages of this request are to come. */
        show: (loaded: Loaded<T>): void => change({ last: loaded }),
        /** Makes the request part of a load of all pages, which begins with so many rows. */
        countFrom: (rows: number): void => change({ since: now(), countFrom: rows }),
        /** Ends the request with data or a failure. Earlier data stays when none came. */
        end: (result: { readonly loaded?: Loaded<T>; readonly failure?: Failure | undefined }): void => {
          const { loaded = at(key)?.last, failure = { kind: 'cancelled' } } = result;
          if (!isCurrent()) return;
          running.delete(key);
          const isReady = failure.kind === 'cancelled' && loaded !== undefined;
          put(key, isReady ? { phase: 'ready', last: loaded } : { phase: 'failed', failure, last: loaded });
        },
      };
    },
    /** Aborts the request for a key; returns true if there was one. */
    stop: (key: string): boolean => {
      running.get(key)?.abort();
      return running.has(key);
    },
  };
}
