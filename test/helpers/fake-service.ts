import type { Client, Outcome } from '../../src/api/client.ts';
import type { Ids, Operation } from '../../src/api/operation.ts';
import type { SendOptions } from '../../src/api/request.ts';
import type { Page } from '../../src/api/response.ts';
import { newRows, type PagingGuard, withPages } from '../../src/explorer/actions/load/page-rows.ts';
import type { Rows } from '../../src/explorer/state/load.ts';
import type { Failure, SentRequest } from '../../src/failure.ts';
import type { JsonObject } from '../../src/json/json.ts';

type Reply = { readonly value: unknown } | { readonly failure: Failure };

/** A request of the explorer, pending until the test responds to it. */
export type Call = {
  readonly id: string;
  readonly method: Operation['method'];
  readonly ids: Ids;
  readonly options: SendOptions;
  readonly isOpen: () => boolean;
  readonly answer: (value: unknown, bytes?: number) => Promise<void>;
  readonly fail: (failure: Failure) => Promise<void>;
};

/** Runs everything that is due in the present turn of the event loop. */
export const settle = (): Promise<void> => new Promise(resolve => setImmediate(resolve));

/** Creates a client without a network: a test responds to each request, by hand or with `replyWith`. */
export function fakeService(now: () => number) {
  const calls: Call[] = [];
  let reply: ((call: Call) => Reply | undefined) | undefined;

  function send(operation: Operation, ids: Ids, options: SendOptions = {}): Promise<Outcome<unknown>> {
    const { promise, resolve } = Promise.withResolvers<Outcome<unknown>>();
    let isOpen = true;
    const sent: SentRequest = {
      method: operation.method,
      path: `/v1/${operation.area}${operation.path}`,
      baseUrl: 'https://api.example.org',
      at: now(),
      ms: 12,
      tries: 1,
    };
    const finish = (outcome: Outcome<unknown>): Promise<void> => {
      isOpen = false;
      resolve(outcome);
      return settle();
    };
    const call: Call = {
      id: operation.id,
      method: operation.method,
      ids,
      options,
      isOpen: () => isOpen,
      answer: (value, bytes = 0) => finish({ ok: true, value, sent: { ...sent, bytes } }),
      fail: failure => finish({ ok: false, failure: { ...failure, sent } }),
    };
    options.signal?.addEventListener('abort', () => void call.fail({ kind: 'cancelled' }));
    calls.push(call);
    const answer = reply?.(call);
    if (answer !== undefined)
      void ('value' in answer ? call.answer(answer.value) : call.fail(answer.failure));
    return promise;
  }

  return {
    client: { send, limit: () => 4 } as Client,
    calls,
    open: (id: string): Call => {
      const found = calls.findLast(call => call.id === id && call.isOpen());
      if (found === undefined) throw new Error(`${id} was not requested`);
      return found;
    },
    count: (id: string): number => calls.filter(call => call.id === id).length,
    replyWith: (next: (call: Call) => Reply | undefined): void => {
      reply = next;
    },
  };
}

export const page = (items: readonly JsonObject[], next?: string): Page => ({ items, next, skipped: 0 });

export const addPage = (rows: Rows, next: Page, guard: PagingGuard): Rows =>
  withPages(rows, [newRows(next, guard)]);

export const bots = (count: number, from = 0): readonly JsonObject[] =>
  Array.from({ length: count }, (_, at) => ({ id: `b${from + at}`, name: `bot ${from + at}` }));
