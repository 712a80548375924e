import type { Failure } from '../../failure.ts';
import type { JsonObject } from '../../json/json.ts';

/** What keeps deletes from being sent, besides --read-only. */
export type Guard = {
  /** Deletes are only played: nothing but GET is sent. */
  readonly isDry: boolean;
  /** By the settings file: deletes are locked until a person unlocks them, and after a while again. */
  readonly isProtected: boolean;
  /** Epoch milliseconds; 0 while it is locked. */
  readonly unlockedUntil: number;
  /** Time to change one's mind, after the last Enter and before the first request of several deletes. */
  readonly graceMs: number;
};

export const GRACE_MS = 5000;

export const noGuard: Guard = { isDry: false, isProtected: false, unlockedUntil: 0, graceMs: GRACE_MS };

/** Whether requests outside of the description are forbidden, wait for the person's yes, or are allowed. */
export type Extending = 'never' | 'asks' | 'allowed';

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

/** A place that is read again by itself, every so many seconds; paused when nobody has pressed a key for long. */
export type Refresh = { readonly key: string; readonly seconds: number; readonly isIdle: boolean };

/** The fields of rows that have changed, by the rows' ids. */
export type ChangedCells = ReadonlyMap<string, ReadonlySet<string>>;

/** What the last reading of a place has changed: cells of a list, or a record, here as it was before. */
export type Changes = { readonly key: string } & (
  | { readonly kind: 'list'; readonly cells: ChangedCells }
  | { readonly kind: 'record'; readonly before: JsonObject; readonly fields: number }
);
