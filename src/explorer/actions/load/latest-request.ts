import type { SendOptions } from '../../../api/request.ts';
import type { Failure } from '../../../failure.ts';
import { type Load, type Loaded, type LoadTable, retryWait } from '../../state/load.ts';
import type { State } from '../../state/state.ts';
import { type Ports, type StateChange, update } from '../../state/store.ts';

/** `isAutomatic`: the program itself, not a person. */
export type LoadOrigin = Pick<SendOptions, 'isAutomatic'>;

export function createLatestRequests<T>(
  { store, now }: Pick<Ports, 'store' | 'now'>,
  lens: Readonly<{ get: (state: State) => LoadTable<T>; put: (table: LoadTable<T>) => StateChange }>,
) {
  const running = new Map<string, AbortController>();

  const at = (key: string): Load<T> | undefined => lens.get(store.getState())[key];

  function put(key: string, load: Load<T>): void {
    update(store, state => ({ ...lens.put({ ...lens.get(state), [key]: load }), session: { now: now() } }));
  }

  return {
    at,
    /** `countFrom`: rows at the start of a load of all pages. */
    begin: (key: string, countFrom?: number) => {
      running.get(key)?.abort();
      const controller = new AbortController();
      running.set(key, controller);
      const last = at(key)?.last;
      put(key, { phase: 'loading', since: now(), countFrom, last });
      const isCurrent = () => running.get(key) === controller;
      const change = (changes: Partial<Extract<Load<T>, { phase: 'loading' }>>): void => {
        const load = at(key);
        if (isCurrent() && load?.phase === 'loading') put(key, { ...load, wait: undefined, ...changes });
      };
      return {
        last,
        isCurrent,
        options: {
          signal: controller.signal,
          onWait: (ms: number, failure: Failure) => change({ wait: retryWait(ms, failure, now()) }),
        },
        show: (last: Loaded<T> | undefined) => change(last === undefined ? {} : { last }),
        countFrom: (rows: number) => change({ since: now(), countFrom: rows }),
        end: (result: Readonly<{ loaded?: Loaded<T> | undefined; failure?: Failure | undefined }>): void => {
          const { loaded = at(key)?.last, failure = { kind: 'cancelled' } } = result;
          if (!isCurrent()) return;
          running.delete(key);
          const isReady = failure.kind === 'cancelled' && loaded !== undefined;
          put(key, isReady ? { phase: 'ready', last: loaded } : { phase: 'failed', failure, last: loaded });
        },
      };
    },
    stop: (key: string): boolean => {
      running.get(key)?.abort();
      return running.has(key);
    },
  };
}

/** On the screen; on a slow line to the terminal. */
const SHOW_EVERY_MS = 100;
const SHOW_SLOWLY_MS = 500;

/** For pages and rows that arrive one after another: painting takes longer. */
export function createThrottle({ now, isSlow }: Pick<Ports, 'now' | 'isSlow'>, show: () => void) {
  let timer: NodeJS.Timeout | undefined;
  let shownAt = 0;
  const drop = (): void => {
    clearTimeout(timer);
    timer = undefined;
  };
  const flush = (): void => {
    if (timer === undefined) return;
    drop();
    shownAt = now();
    show();
  };
  return {
    /** Soon, but not in this turn: the next request is sent first. */
    take: (): void => {
      const everyMs = isSlow() ? SHOW_SLOWLY_MS : SHOW_EVERY_MS;
      timer ??= setTimeout(flush, Math.max(0, shownAt + everyMs - now()));
    },
    flush,
    drop,
  };
}
