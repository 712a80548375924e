import { type Failure, type SentRequest, statusOf } from '../../failure.ts';
import type { JsonObject } from '../../json/json.ts';
import { kept } from '../../text/memo.ts';
import type { SafeText } from '../../text/sanitise.ts';

/** State of a load: in progress, loaded, or failed; earlier data stays. Times are epoch milliseconds. */
export type Load<T> =
  | Readonly<{
      phase: 'loading';
      since: number;
      wait?: RetryWait | undefined;
      countFrom?: number | undefined;
      last?: Loaded<T> | undefined;
    }>
  | Readonly<{
      phase: 'ready';
      last: Loaded<T>;
      /** True if a list has shown a newer version since. */
      isOutdated?: true;
    }>
  | Readonly<{ phase: 'failed'; failure: Failure; last?: Loaded<T> | undefined }>;

export type LoadTable<T> = { readonly [key: string]: Load<T> };
export type Records = LoadTable<JsonObject>;
export type Lists = LoadTable<Rows>;

export const STALE_MS = 5 * 60_000;

export const isStale = (load: Load<unknown>, now: number): boolean =>
  load.phase === 'failed' ||
  (load.phase === 'ready' && load.isOutdated === true) ||
  (load.last !== undefined && now - load.last.at >= STALE_MS);

/** A loaded value: the time of its request in epoch milliseconds, and how many milliseconds that took. */
export type Loaded<T> = Readonly<{ value: T; at: number; ms: number; bytes?: number | undefined }>;

export const loadedOf = <T>(value: T, { at, ms, bytes }: SentRequest) => ({ value, at, ms, bytes });

/** The loaded pages of a list, in the order received, no id twice. */
export type Rows = Readonly<{
  items: readonly JsonObject[];
  /** A placeholder (`#3`) for an item without one, the same until the list is reloaded. */
  ids: readonly string[];
  /** Undefined at the end, or when loading was stopped. */
  next: string | undefined;
  pages: number;
  stopped?: SafeText | undefined;
  skipped: number;
  /** Set once the order and the filtered items are no longer those of all rows. */
  base?: RowBase | undefined;
}>;

/** Items of the last sort, filter or reload. Order and filter use them: what arrives later moves no row. */
type RowBase = Readonly<{
  /** The items of that time, to be sorted; rows that came later are below them. */
  sorted: readonly JsonObject[];
  /** The item of each row that the filter is applied to. */
  items: readonly JsonObject[];
  /** True if a line above the later rows counts them. */
  isDivided?: true;
}>;

export const baseOf = ({ base, items }: Rows): RowBase => base ?? { sorted: items, items };

/** A snapshot of a record, secrets masked. `isFirst`: it was never loaded before this run. */
export type LastSeen = Readonly<{ record: JsonObject; at: number; isFirst?: true }>;

export const isRecordId = (id: string | undefined): id is string =>
  id !== undefined && id !== '' && !id.startsWith('#');

/** A pause before a retry: its end in epoch milliseconds, and the status of the last response. */
export type RetryWait = Readonly<{ until: number; status: number | undefined }>;

export const retryWait = (ms: number, failure: Failure, now: number): RetryWait => ({
  until: now + ms,
  status: statusOf(failure),
});

const positions = new WeakMap<readonly string[], ReadonlyMap<string, number>>();

/** The position of an id in a list without duplicates; -1 if absent. Each list has an index. */
export function rowIndex(ids: readonly string[], id: string): number {
  const index = kept(positions, ids, () => new Map(ids.map((each, at) => [each, at])));
  return index.get(id) ?? -1;
}
