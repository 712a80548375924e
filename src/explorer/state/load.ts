import { type Failure, type SentRequest, statusOf } from '../../failure.ts';
import type { JsonObject } from '../../json/json.ts';
import type { SafeText } from '../../text/sanitise.ts';

/** State of a load: in progress, loaded, or failed; earlier data stays. Times are epoch milliseconds. */
export type Load<T> =
  | {
      readonly phase: 'loading';
      readonly since: number;
      readonly wait?: RetryWait | undefined;
      /** Rows at the start of a load of all pages. */
      readonly countFrom?: number | undefined;
      readonly last?: Loaded<T> | undefined;
    }
  | {
      readonly phase: 'ready';
      readonly last: Loaded<T>;
      /** True if a list has shown a newer version since. */
      readonly isOutdated?: true;
    }
  | { readonly phase: 'failed'; readonly failure: Failure; readonly last?: Loaded<T> | undefined };

/** Age of stale data, in milliseconds. */
export const STALE_MS = 5 * 60_000;

/** Returns true if the last load failed, a list has shown a newer version, or the data is old. */
export const isStale = (load: Load<unknown>, now: number): boolean =>
  load.phase === 'failed' ||
  (load.phase === 'ready' && load.isOutdated === true) ||
  (load.last !== undefined && now - load.last.at >= STALE_MS);

/** A loaded value: the time of its request in epoch milliseconds, and how many milliseconds that took. */
export type Loaded<T> = {
  readonly value: T;
  readonly at: number;
  readonly ms: number;
  readonly bytes?: number | undefined;
};

export const loadedOf = <T>(value: T, { at, ms, bytes }: SentRequest): Loaded<T> => ({
  value,
  at,
  ms,
  bytes,
});

/** The loaded pages of a list, in the order received, no id twice. */
export type Rows = {
  readonly items: readonly JsonObject[];
  /** Id of each row; a placeholder (`#3`) for an item without one. */
  readonly ids: readonly string[];
  /** Token of the next page; undefined at the end, or when loading was stopped. */
  readonly next: string | undefined;
  readonly pages: number;
  /** Why loading stopped before the end. */
  readonly stopped?: SafeText | undefined;
  /** Number of items that could not be read. */
  readonly skipped: number;
  /** Set once the order and the filtered items are no longer those of all rows. */
  readonly base?: RowBase | undefined;
};

/**
 * Items as they were when a person last sorted, filtered or reloaded the list. Order and filter use them, so
 * that what arrives later moves and hides no row.
 */
export type RowBase = {
  /** The items of that time, to be sorted; rows that came later are below them. */
  readonly sorted: readonly JsonObject[];
  /** The item of each row that the filter is applied to. */
  readonly items: readonly JsonObject[];
};

/** Returns the items that order and filter use. */
export const baseOf = ({ base, items }: Rows): RowBase => base ?? { sorted: items, items };

/** A snapshot of a record, secrets masked. `isFirst`: it was never loaded before this run. */
export type LastSeen = { readonly record: JsonObject; readonly at: number; readonly isFirst?: true };

/**
 * Returns the placeholder id of a row whose record has none. The id stays the same until the list is
 * reloaded.
 */
export const placeholderId = (number: number): string => `#${number}`;

/** Returns true for the id of a record; false for a placeholder, or no row. */
export const isRecordId = (id: string | undefined): id is string =>
  id !== undefined && id !== '' && !id.startsWith('#');

/** A pause before a retry: its end in epoch milliseconds, and the status of the last response. */
export type RetryWait = { readonly until: number; readonly status: number | undefined };

/** Returns the pause of `ms` milliseconds before the retry of a failed request. */
export function retryWait(ms: number, failure: Failure, now: number): RetryWait {
  return { until: now + ms, status: statusOf(failure) };
}

type Ids = readonly string[];
type Positions = Map<string, number>;

/** Returns true if `ids` begins with all of `before`. */
const isPrefix = (before: Ids, ids: Ids): boolean =>
  before.length <= ids.length && before.every((id, at) => id === ids[at]);

const known = new WeakMap<Ids, Positions>();
let last: { readonly ids: Ids; readonly positions: Positions } | undefined;

/**
 * Returns the positions of the ids of a list. A grown list adds its new ids to the map of the shorter one, so
 * the map may have ids of a longer list: callers check the id at the position.
 */
function positionsOf(ids: Ids): Positions {
  const found = known.get(ids);
  if (found !== undefined) return found;
  const before = last !== undefined && isPrefix(last.ids, ids) ? last : undefined;
  const positions: Positions = before?.positions ?? new Map();
  for (let at = before?.ids.length ?? 0; at < ids.length; at++) positions.set(ids[at] ?? '', at);
  known.set(ids, positions);
  last = { ids, positions };
  return positions;
}

/**
 * Returns the position of an id in a list without duplicates; -1 if absent. Uses an index, because calls are
 * frequent.
 */
export function rowIndex(ids: Ids, id: string): number {
  const at = positionsOf(ids).get(id) ?? -1;
  return ids[at] === id ? at : -1;
}
