import type { Client, Outcome } from '../../../api/client.ts';
import type { Concurrency } from '../../../api/concurrency.ts';
import { wait } from '../../../api/retry.ts';
import { type Failure, hasTrait } from '../../../failure.ts';
import type { JsonObject } from '../../../json/json.ts';
import { type RetryWait, retryWait } from '../../state/retry-wait.ts';

/** Failures of the server in a row that stop a scan: they are not caused by the rows. */
const MAX_STRIKES = 3;

/** Requests the full record of a row. */
export type RequestRow = (id: string, options: Parameters<Client['send']>[2]) => Promise<Outcome<JsonObject>>;

type RunOptions = {
  readonly now: () => number;
  readonly concurrency: Concurrency;
  /** Called after each change; `response`: the result of one row. */
  readonly onChange: (response?: { readonly id: string; readonly outcome: Outcome<JsonObject> }) => void;
  /** Called at the end: with the failure that stopped the scan, or without one after the last row. */
  readonly onEnd: (failure: Failure | undefined) => void;
};

export type Run = {
  /** Moves rows to the front of the queue. */
  readonly add: (ids: readonly string[]) => void;
  readonly stop: () => void;
  readonly current: () => ReadonlySet<string>;
  readonly waiting: () => number;
  /** Returns the pause requested by the server, while it lasts. */
  readonly wait: () => RetryWait | undefined;
};

/** Requests rows in their order, several at once. Ends after the last row or a failure common to all. */
export function startRun(request: RequestRow, { now, concurrency, onChange, onEnd }: RunOptions): Run {
  const controller = new AbortController();
  const { signal } = controller;
  const current = new Set<string>();
  let queue: string[] = [];
  let strikes = 0;
  let pause: { readonly over: Promise<boolean>; readonly wait: RetryWait } | undefined;
  let isOver = false;

  function end(failure: Failure | undefined): void {
    if (isOver) return;
    isOver = true;
    controller.abort();
    onEnd(failure);
  }

  function onWait(ms: number, failure: Failure): void {
    if (failure.kind !== 'throttled') return;
    const over = wait(ms, signal).finally(() => {
      if (pause?.over === over) pause = undefined;
      if (!isOver) onChange();
    });
    pause = { over, wait: retryWait(ms, failure, now()) };
    onChange();
  }

  async function requestRow(id: string): Promise<void> {
    // No row is requested while the server asks for a pause.
    if (pause !== undefined) await pause.over;
    if (isOver) return;
    const outcome = await request(id, { signal, onWait });
    if (isOver) return;
    concurrency.learn(outcome);
    const isStrike = !outcome.ok && ['server-error', 'unreadable'].includes(outcome.failure.kind);
    strikes = isStrike ? strikes + 1 : 0;
    if (!outcome.ok && (hasTrait(outcome.failure, 'stops-reads') || strikes >= MAX_STRIKES))
      return end(outcome.failure);
    current.delete(id);
    startNext();
    onChange({ id, outcome });
    if (current.size === 0) end(undefined);
  }

  function startNext(): void {
    while (current.size < concurrency.limit()) {
      const next = queue.shift();
      if (next === undefined) return;
      current.add(next);
      void requestRow(next);
    }
  }

  return {
    add: ids => {
      const wanted = ids.filter(id => !current.has(id));
      const isWanted = new Set(wanted);
      queue = [...wanted, ...queue.filter(id => !isWanted.has(id))];
      startNext();
      onChange();
    },
    stop: () => end({ kind: 'cancelled' }),
    current: () => new Set(current),
    waiting: () => queue.length,
    wait: () => pause?.wait,
  };
}
