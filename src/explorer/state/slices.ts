import type { Failure } from '../../failure.ts';
import type { JsonObject } from '../../json/json.ts';

/** What keeps deletes from being sent, besides `--read-only`. */
export type WriteProtection = {
  /** Dry run: deletes are simulated, nothing but GET is sent. */
  readonly isDry: boolean;
  /** Set by the profile: deletes are locked until a person unlocks them, for a while. */
  readonly isProtected: boolean;
  /** Epoch milliseconds; 0 while it is locked. */
  readonly unlockedUntil: number;
  /** Seconds to cancel, in milliseconds: between the last Enter and the first request. */
  readonly graceMs: number;
};

export const GRACE_MS = 5000;

export const noWriteProtection: WriteProtection = {
  isDry: false,
  isProtected: false,
  unlockedUntil: 0,
  graceMs: GRACE_MS,
};

/** Whether undocumented requests are forbidden, need consent, or are allowed. */
export type UndocumentedPolicy = 'never' | 'asks' | 'allowed';

/** The server does not respond. */
export type Offline = {
  readonly failure: Failure;
  /** Failed requests in a row; simultaneous ones count once. */
  readonly tries: number;
  /** Seconds to the next try as shown; undefined while one is in progress, or when there is none. */
  readonly left: number | undefined;
  /** True if a person stopped the tries: none follows until the server has responded. */
  readonly isStopped: boolean;
};

/** A place that is refreshed on a timer; idle when nobody has pressed a key for long. */
export type Refresh = { readonly key: string; readonly seconds: number; readonly isIdle: boolean };

/** Changed fields of rows, by the rows' ids. */
export type ChangedCells = ReadonlyMap<string, ReadonlySet<string>>;

/** Changes of the last reload: cells of a list, or a record, here as it was before. */
export type ReloadChanges = { readonly key: string } & (
  | { readonly kind: 'list'; readonly cells: ChangedCells }
  | { readonly kind: 'record'; readonly before: JsonObject; readonly fields: number }
);
