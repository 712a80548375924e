import type { Failure } from '../../failure.ts';
import type { JsonObject } from '../../json/json.ts';
import type { Notation } from '../../json/tree-lines.ts';
import type { RetryWait } from './load.ts';

/** Protection against deletes, besides `--read-only`. */
export type WriteProtection = {
  /** Dry run: deletes are simulated, nothing but GET is sent. */
  readonly isDry: boolean;
  /** Set by the profile: deletes are locked until a person unlocks them, for a while. */
  readonly isProtected: boolean;
  /** End of the unlocked time, in epoch milliseconds; 0 while locked. */
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

/** Policy for undocumented requests: forbidden, allowed, or only with consent. */
export type UndocumentedPolicy = 'never' | 'with-consent' | 'allowed';

/** Connection problem while the server does not respond. */
export type Offline = {
  readonly failure: Failure;
  /** Failed requests in a row; simultaneous ones count once. */
  readonly tries: number;
  /**
   * Seconds to the next try, as on the screen; undefined while a try is in progress, or when none follows.
   */
  readonly left: number | undefined;
  /** True if the person stopped the tries: none follows until the server has responded. */
  readonly isStopped: boolean;
};

/** Auto-refresh of a place; idle when no key was pressed for a long time. */
export type Refresh = { readonly key: string; readonly seconds: number; readonly isIdle: boolean };

/**
 * When a list has its preview. `auto`: on a wide screen. `paused`: as `auto`, but nothing is painted in it,
 * because the line to the terminal is slow. `none`: never, in screen reader mode.
 */
export type PreviewMode = 'auto' | 'on' | 'off' | 'paused' | 'none';

export type ChangedCells = ReadonlyMap<string, ReadonlySet<string>>;

export type RecordChanges = { readonly key: string; readonly before: JsonObject; readonly fields: number };

/** Changes of a list that the person has not seen yet; all ids are those of rows. */
export type ListChanges = {
  readonly cells: ChangedCells;
  /** Rows that have left their page: gone from the list, or moved to another page. */
  readonly missing: ReadonlyMap<string, 'gone' | 'moved'>;
  /** Records that the server lists and that have no row yet. */
  readonly added: ReadonlySet<string>;
};

/** A scan: it loads the full records of a list, a few at a time. */
export type Scan = {
  readonly list: string;
  /** True while it has only rows that the program checks by itself. */
  readonly isAutomatic: boolean;
  /** All rows that a person asked for, those of them with a response, and those that had one before. */
  readonly total: number;
  readonly done: number;
  readonly from: number;
  readonly current: ReadonlySet<string>;
  /** Start of the work, which may begin with the pages of the list, and of the checks. */
  readonly since: number;
  readonly checkedSince: number;
  /** The pause that the server requested, while it lasts. */
  readonly wait: RetryWait | undefined;
};

export type Screen = {
  readonly size: { readonly columns: number; readonly rows: number };
  readonly exactTimes: boolean;
  readonly isMouseOn: boolean;
  readonly isRevealOff: boolean;
  /** The last text searched for, to bring it back in another text. */
  readonly lastFind: string;
  readonly isHeaderOff: boolean;
  /** Format of documents, and whether their long lines are wrapped. */
  readonly format: Notation;
  readonly isWrapped: boolean;
  readonly skin: string;
  readonly preview: PreviewMode;
  /** False: keys are named in words, `Up` in place of `↑`, for --ascii and screen readers. */
  readonly hasArrows: boolean;
};
