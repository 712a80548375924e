import type { Client, Outcome } from '../../../api/client.ts';
import type { Concurrency } from '../../../api/concurrency.ts';
import { wait } from '../../../api/retry.ts';
import { type Failure, hasTrait } from '../../../failure.ts';
import type { JsonObject } from '../../../json/json.ts';
import { type RetryWait, retryWait } from '../../state/retry-wait.ts';

/** Failures of the server in a row that stop a scan: they are not caused by the rows. */
const MAX_STRIKES = 3;

export type RequestRow = (id: string, options: Parameters<Client['send']>[2]) => Promise<Outcome<JsonObject>>;

type RunOptions = {
  readonly now: () => number;
  readonly concurrency: Concurrency;
  /** Called after each change; `response`: the result of one row. */
  readonly onChange: (response?: { readonly id: string; readonly outcome: Outcome<JsonObject> }) => void;
  /** Called at the first 429 of the server: once until its pause is over. */
  readonly onThrottled?: (failure: Failure) => void;
  /** Called at the end: with the failure that stopped the scan, or without one after the last row. */
  readonly onEnd: (failure: Failure | undefined) => void;
};

/** Requests for the full records of rows, from the first row to the end or a stop. */
export type Run = {
  /** Puts rows that a person wants before all others. Rows with a response are requested again. */
  readonly addFirst: (ids: readonly string[]) => void;
  /** Puts rows that a person wants after the other wanted ones. Skips rows that this scan has already. */
  readonly addLast: (ids: readonly string[]) => void;
  /** Replaces the rows that nobody asked for and that are not requested yet. They come last. */
  readonly suggest: (ids: readonly string[]) => void;
  readonly stop: () => void;
  /** Returns the ids of the rows that are being requested. */
  readonly current: () => ReadonlySet<string>;
  /** Returns the number of rows that are not requested yet. */
  readonly waiting: () => number;
  /** Returns true if the row is requested or was, in this scan. */
  readonly isRequested: (id: string) => boolean;
  /** Returns true while no person has asked for any row. */
  readonly isAutomatic: () => boolean;
  /** Returns the pause requested by the server, while it lasts. */
  readonly wait: () => RetryWait | undefined;
};

function createRowQueue() {
  const requested = new Set<string>();
  let wanted: string[] = [];
  let suggested: string[] = [];
  return {
    requested,
    size: () => wanted.length + suggested.length,
    next: () => {
      const isAutomatic = wanted.length === 0;
      const id = wanted.shift() ?? suggested.shift();
      if (id === undefined) return undefined;
      requested.add(id);
      return { id, isAutomatic };
    },
    addFirst: (ids: readonly string[]): void => {
      const isAdded = new Set(ids);
      wanted = [...ids, ...wanted.filter(id => !isAdded.has(id))];
      suggested = suggested.filter(id => !isAdded.has(id));
    },
    addLast: (ids: readonly string[]): void => {
      const isAdded = new Set([...wanted, ...requested]);
      wanted = [...wanted, ...ids.filter(id => !isAdded.has(id))];
      const isWanted = new Set(wanted);
      suggested = suggested.filter(id => !isWanted.has(id));
    },
    suggest: (ids: readonly string[]): void => {
      const isWanted = new Set(wanted);
      suggested = ids.filter(id => !requested.has(id) && !isWanted.has(id));
    },
  };
}

/** A row that is requested next. `isAutomatic`: nobody asked for it. */
type QueuedRow = NonNullable<ReturnType<ReturnType<typeof createRowQueue>['next']>>;

/** Creates the rule that ends a scan: at a failure common to all rows, or at several of rows in a row. */
function createStopRule() {
  let strikes = 0;
  return (outcome: Outcome<JsonObject>) => {
    const failure = outcome.ok ? undefined : outcome.failure;
    strikes = failure?.kind === 'server-error' || failure?.kind === 'unreadable' ? strikes + 1 : 0;
    const isOfRow = strikes >= MAX_STRIKES;
    return failure && (isOfRow || hasTrait(failure, 'stops-reads')) ? { failure, isOfRow } : undefined;
  };
}

/** Requests rows in their order, several at once. Ends after the last row or a failure common to all. */
export function startRun(
  request: RequestRow,
  { now, concurrency, onChange, onThrottled, onEnd }: RunOptions,
): Run {
  const controller = new AbortController();
  const { signal } = controller;
  const current = new Set<string>();
  const queue = createRowQueue();
  let isAutomatic = true;
  const stopAt = createStopRule();
  let pause: { readonly over: Promise<boolean>; readonly wait: RetryWait } | undefined;
  let isOver = false;

  function end(failure: Failure | undefined): void {
    if (isOver) return;
    isOver = true;
    controller.abort();
    onEnd(failure);
  }

  function onWait(ms: number, failure: Failure): void {
    if (failure.kind !== 'throttled' || isOver) return;
    const isFirst = pause === undefined;
    const over = wait(ms, signal).finally(() => {
      if (pause?.over === over) pause = undefined;
      if (!isOver) onChange();
    });
    pause = { over, wait: retryWait(ms, failure, now()) };
    onChange();
    if (isFirst) onThrottled?.(failure);
  }

  async function requestRow({ id, isAutomatic: isAuto }: QueuedRow): Promise<void> {
    // No row is requested during a pause that the server requested.
    if (pause !== undefined) await pause.over;
    if (isOver) return;
    const outcome = await request(id, { signal, onWait, isAutomatic: isAuto });
    if (isOver) return;
    concurrency.learn(outcome);
    const stop = stopAt(outcome);
    if (stop?.isOfRow === false) return end(stop.failure);
    current.delete(id);
    if (stop === undefined) startNext();
    onChange({ id, outcome });
    if (stop !== undefined || current.size === 0) end(stop?.failure);
  }

  function startNext(): void {
    while (current.size < concurrency.limit()) {
      const next = queue.next();
      if (next === undefined) return;
      current.add(next.id);
      void requestRow(next);
    }
  }

  function addWanted(add: () => void): void {
    add();
    isAutomatic = false;
    startNext();
    onChange();
  }

  return {
    addFirst: ids => addWanted(() => queue.addFirst(ids.filter(id => !current.has(id)))),
    addLast: ids => addWanted(() => queue.addLast(ids)),
    suggest: ids => {
      queue.suggest(ids);
      startNext();
    },
    stop: () => end({ kind: 'cancelled' }),
    current: () => new Set(current),
    waiting: queue.size,
    isRequested: id => queue.requested.has(id),
    isAutomatic: () => isAutomatic,
    wait: () => pause?.wait,
  };
}
