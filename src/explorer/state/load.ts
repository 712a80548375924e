import type { Failure, SentRequest } from '../../failure.ts';
import type { JsonObject } from '../../json/json.ts';
import type { SafeText } from '../../text/sanitise.ts';
import type { RetryWait } from './retry-wait.ts';

/** State of a load: in progress, loaded, or failed; earlier data stays. Times are epoch milliseconds. */
export type Load<T> =
  | {
      readonly phase: 'loading';
      readonly since: number;
      readonly wait?: RetryWait;
      /** Rows at the start of a load of all pages. */
      readonly countFrom?: number;
      readonly last?: Loaded<T>;
    }
  | { readonly phase: 'ready'; readonly last: Loaded<T> }
  | { readonly phase: 'failed'; readonly failure: Failure; readonly last?: Loaded<T> };

export type Loaded<T> = {
  readonly value: T;
  readonly at: number;
  readonly ms: number;
  /** Length of the response. */
  readonly bytes?: number;
};

export const loadedOf = <T>(value: T, { at, ms, bytes }: SentRequest): Loaded<T> => ({
  value,
  at,
  ms,
  ...(bytes === undefined ? {} : { bytes }),
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
  readonly stopped?: SafeText;
  /** Number of items that could not be read. */
  readonly skipped: number;
};

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
