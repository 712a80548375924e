import type { Client, Outcome } from './client.ts';
import { MAX_LIMIT } from './limiter.ts';

/** Maximum number of results that wait for an earlier one. */
const MAX_BUFFERED = 2 * MAX_LIMIT;

/**
 * Sends a request for each input, up to the limit at once; yields the outcomes in the order of the inputs.
 * `request` must not throw.
 */
export async function* sendEach<I, O>(
  inputs: Iterable<I>,
  request: (input: I) => Promise<Outcome<O>>,
  limit: Client['limit'],
): AsyncGenerator<readonly [I, Outcome<O>]> {
  const started: { readonly input: I; outcome?: Outcome<O> }[] = [];
  let running = 0;
  let ended = Promise.withResolvers<void>();
  const start = (input: I): void => {
    const slot: (typeof started)[number] = { input };
    started.push(slot);
    running++;
    void request(input).then(outcome => {
      slot.outcome = outcome;
      running--;
      ended.resolve();
      ended = Promise.withResolvers();
    });
  };
  const iterator = inputs[Symbol.iterator]();
  for (let next = iterator.next(); !next.done || started.length > 0; ) {
    for (; !next.done && running < limit() && started.length < MAX_BUFFERED; next = iterator.next())
      start(next.value);
    const [first] = started;
    if (first?.outcome === undefined) await ended.promise;
    else {
      started.shift();
      yield [first.input, first.outcome];
    }
  }
}
