/** Requests that are under way at most. */
const AT_ONCE = 2;

/** Asks for one thing after another, two at a time, and answers in their order. `ask` must not throw. */
export async function* twoAtATime<I, O>(
  things: Iterable<I>,
  ask: (thing: I) => Promise<O>,
): AsyncGenerator<readonly [I, O]> {
  const waiting: Promise<readonly [I, O]>[] = [];
  for (const thing of things) {
    waiting.push(ask(thing).then(answer => [thing, answer] as const));
    const first = waiting.length < AT_ONCE ? undefined : waiting.shift();
    if (first !== undefined) yield await first;
  }
  for (const rest of waiting) yield await rest;
}
