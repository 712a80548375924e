import type { Client, Outcome } from '../../../api/client.ts';
import { wait } from '../../../api/retry.ts';
import { type Failure, hasTrait } from '../../../failure.ts';
import type { JsonObject } from '../../../json/json.ts';
import { type RetryWait, retryWait } from '../../state/load.ts';

/** Failures of the server in a row that stop the requests: they are not caused by the rows. */
const MAX_STRIKES = 3;

export type RequestRow = (id: string, options: Parameters<Client['send']>[2]) => Promise<Outcome<JsonObject>>;

type RowRequestOptions = {
  readonly now: () => number;
  /** Number of requests at once. */
  readonly limit: Client['limit'];
  /** Called after each change; `response`: the result of one row. */
  readonly onChange: (response?: { readonly id: string; readonly outcome: Outcome<JsonObject> }) => void;
  /** Called at the first 429 of the server: once until its pause is over. */
  readonly onThrottled?: (failure: Failure) => void;
  /** Called at the end: with the failure that stopped the requests, or without one after the last row. */
  readonly onEnd: (failure: Failure | undefined) => void;
};

/** Requests for the full records of rows, each row once, until there is none left or a stop. */
export type RowRequests = {
  /** Replaces the rows that come first, whether a person asked for them or not. */
  readonly setFirst: (ids: readonly string[]) => void;
  /** Adds rows that a person asked for. */
  readonly ask: (ids: readonly string[]) => void;
  readonly stop: () => void;
  /** Returns the ids of the rows that are being requested. */
  readonly current: () => ReadonlySet<string>;
  /** Returns the number of rows without a response that a person asked for. */
  readonly left: () => number;
  /** Returns true while rows wait that come first. */
  readonly hasFirst: () => boolean;
  readonly isRequested: (id: string) => boolean;
  /** Returns the pause requested by the server, while it lasts. */
  readonly wait: () => RetryWait | undefined;
};

/** Creates the rule that ends the requests: a failure common to all rows, or several of rows in a row. */
function createStopRule() {
  let strikes = 0;
  return (outcome: Outcome<JsonObject>) => {
    const failure = outcome.ok ? undefined : outcome.failure;
    strikes = failure?.kind === 'server-error' || failure?.kind === 'unreadable' ? strikes + 1 : 0;
    const isOfRow = strikes >= MAX_STRIKES;
    return failure && (isOfRow || hasTrait(failure, 'stops-reads')) ? { failure, isOfRow } : undefined;
  };
}

/** Starts requests for rows, several at once. */
export function requestRows(
  request: RequestRow,
  { now, limit, onChange, onThrottled, onEnd }: RowRequestOptions,
): RowRequests {
  const controller = new AbortController();
  const { signal } = controller;
  const requested = new Set<string>();
  const current = new Set<string>();
  let first: readonly string[] = [];
  /** Rows that a person asked for, until their response. */
  const asked = new Set<string>();
  const stopAt = createStopRule();
  let pause: { readonly over: Promise<boolean>; readonly wait: RetryWait } | undefined;
  let isOver = false;

  const isNew = (id: string): boolean => !requested.has(id);

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

  async function requestRow(id: string): Promise<void> {
    const isAutomatic = !asked.has(id);
    // No row is requested during a pause that the server requested.
    if (pause !== undefined) await pause.over;
    if (isOver) return;
    const outcome = await request(id, { signal, onWait, isAutomatic });
    if (isOver) return;
    const stop = stopAt(outcome);
    if (stop?.isOfRow === false) return end(stop.failure);
    current.delete(id);
    asked.delete(id);
    if (stop === undefined) startNext();
    onChange({ id, outcome });
    if (stop !== undefined || current.size === 0) end(stop?.failure);
  }

  function startNext(): void {
    while (current.size < limit()) {
      const id = first.find(isNew) ?? asked.values().find(isNew);
      if (id === undefined) return;
      requested.add(id);
      current.add(id);
      void requestRow(id);
    }
  }

  return {
    setFirst: ids => {
      first = ids;
      startNext();
    },
    ask: ids => {
      for (const id of ids) if (isNew(id) || current.has(id)) asked.add(id);
      startNext();
    },
    stop: () => end({ kind: 'cancelled' }),
    current: () => new Set(current),
    left: () => asked.size,
    hasFirst: () => first.some(isNew),
    isRequested: id => requested.has(id),
    wait: () => pause?.wait,
  };
}
