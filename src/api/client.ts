import { createFetch } from 'ofetch';
import type { Failure, Sent } from '../failure.ts';
import type { Json } from '../json/json.ts';
import { clean } from '../text/sanitise.ts';
import { MAX_PAGE_BYTES, MAX_RECORD_BYTES, type Masks, readBody } from './body.ts';
import { connectionFailure, statusFailure } from './errors.ts';
import type { Fetch, Reply } from './http.ts';
import type { Ids, Operation, Shape } from './operation.ts';
import { heldBack, type Writes } from './policy.ts';
import { type Connection, type Prepared, prepare, type Request, type SendOptions } from './request.ts';
import { type Answered, readAnswer } from './response.ts';
import { createSilence, pauseBefore, type Silence, wait } from './retry.ts';
import { type Mask, maskOf } from './token-mask.ts';

/** An answer, or what went wrong; `date` is the server's clock as epoch milliseconds, when it said so. */
export type Outcome<T> =
  | { readonly ok: true; readonly value: T; readonly sent: Sent; readonly date?: number }
  | { readonly ok: false; readonly failure: Failure };

/** One try of a request, for the request log. */
export type Exchange = Sent & {
  /** Id of the operation. */
  readonly operation: string;
  readonly bytes: number;
  /** The answer as sent, secrets and all; never of a deleted object, which nobody looks at. */
  readonly body?: Json;
  readonly failure?: Failure;
};

/** What the client needs of the world; tests give their own. */
export type World = {
  readonly fetch: Fetch;
  readonly now: () => number;
  readonly random: () => number;
  /** Takes credentials out of the server's words. */
  readonly redact: Mask;
  readonly observe?: (exchange: Exchange) => void;
  /** Asked before each request that changes something. Without it all are sent. */
  readonly writes?: () => Writes;
};

export type Client = {
  readonly send: <Name extends string, S extends Shape>(
    operation: Operation<Name, S>,
    ids: { readonly [N in Name]: string } & Ids,
    options?: SendOptions,
  ) => Promise<Outcome<Answered[S]>>;
};

/** ofetch makes `Headers` of the headers: those of Node would load a second HTTP client. */
function asGiven(headers: object): object {
  return headers;
}

type Answering = Outcome<Answered[Shape]>;

type Maker = { readonly connection: Connection; readonly world: World };

/** Why a request does not leave. One that is only played stands in the log, as it would be sent. */
function atTheDoor(
  { request, scope }: Prepared,
  options: SendOptions,
  { connection, world }: Maker,
): Failure | undefined {
  const rules = { ...connection, ...options, writes: world.writes };
  const held = heldBack(request.operation, rules);
  if (held?.kind !== 'dry-run') return held;
  const sent = { ...sentFrom(connection, request), scope, at: world.now(), ms: 0, tries: 0 };
  world.observe?.(exchangeOf(request, { failure: held }, sent));
  return held;
}

/** Pauses before the next try, unless the silence that the server asked for is pause enough; false when stopped. */
async function paused(
  silence: Silence,
  { ms, failure }: { readonly ms: number; readonly failure: Failure },
  { onWait, signal }: SendOptions,
): Promise<boolean> {
  if (silence.lasts()) return true;
  onWait?.(ms, failure);
  return wait(ms, signal);
}

/**
 * Sends single operations and reads their answers. Never throws; never repeats a DELETE; asks a GET again at
 * most once (`retry.ts`). The deadline covers the body. Redirects are not followed. A 429 that names a time holds all
 * requests back until then, if that is within a minute. Spec 4, 5, 7.
 */
export function createClient(connection: Connection, world: World): Client {
  const masks = masksOf({ connection, world });
  const fetch = world.fetch as typeof globalThis.fetch;
  const { raw } = createFetch({ fetch, Headers: asGiven as unknown as typeof Headers, AbortController });
  const silence = createSilence(world.now);

  async function once(
    request: Request,
  ): Promise<{ readonly answer: Answering; readonly exchange: Partial<Exchange> }> {
    // ofetch drops its own timeout when a signal is given, and ends it with the headers: the clock is a signal.
    const clock = AbortSignal.timeout(connection.timeoutMs);
    const signal = request.signal === undefined ? clock : AbortSignal.any([clock, request.signal]);
    try {
      const response = await raw(request.url.href, {
        method: request.operation.method,
        headers: request.headers,
        responseType: 'stream',
        ignoreResponseError: true,
        redirect: 'manual',
        retry: 0,
        signal,
      });
      return await read(request, response, { now: world.now(), ...masks, signal });
    } catch (error) {
      if (request.signal?.aborted) return failed({ kind: 'cancelled' });
      if (clock.aborted) return failed({ kind: 'timed-out', timeoutMs: connection.timeoutMs });
      return failed(connectionFailure(error));
    }
  }

  /** One try, after the silence that the server asked for; with what was sent and when, if it was. */
  async function attempt(
    { request, scope }: Prepared,
    { at, tries, options }: { readonly at: number; readonly tries: number; readonly options: SendOptions },
  ): Promise<Answering> {
    const unsent = await silence.keep(options);
    if (unsent !== undefined) return { ok: false, failure: unsent };
    const startedAt = world.now();
    const { answer, exchange } = await once(request);
    const sent: Sent = {
      ...sentFrom(connection, request),
      scope,
      at,
      ms: world.now() - startedAt,
      tries,
      bytes: exchange.bytes ?? 0,
      ...(exchange.status === undefined ? {} : { status: exchange.status }),
    };
    world.observe?.(exchangeOf(request, exchange, { ...sent, at: startedAt }));
    if (answer.ok) return { ...answer, sent };
    silence.heed(answer.failure);
    return { ok: false, failure: { ...answer.failure, sent } };
  }

  async function send(operation: Operation, ids: Ids, options: SendOptions = {}): Promise<Answering> {
    const prepared = prepare(connection, operation, { ids, options });
    if ('kind' in prepared) return { ok: false, failure: prepared };
    const held = atTheDoor(prepared, options, { connection, world });
    if (held !== undefined) return { ok: false, failure: held };
    return triedTwice(prepared, options);
  }

  async function triedTwice(prepared: Prepared, options: SendOptions): Promise<Answering> {
    const { operation } = prepared.request;
    const at = world.now();
    let last: Failure | undefined;
    for (let tries = 1; ; tries++) {
      const answer = await attempt(prepared, { at, tries, options });
      if (answer.ok) return answer;
      // A try that was not sent ends what was sent before it.
      const failure = { ...sentOf(last), ...answer.failure };
      const pauseMs = pauseBefore(operation, failure, { tries, random: world.random });
      if (pauseMs === undefined) return { ok: false, failure };
      if (!(await paused(silence, { ms: pauseMs, failure }, options)))
        return { ok: false, failure: { kind: 'cancelled', ...sentOf(failure) } };
      last = failure;
    }
  }

  // The one place where the shape of an answer is tied to its operation again.
  return { send: send as Client['send'] };
}

const sentFrom = ({ base }: Connection, { operation, path }: Request) => ({
  method: operation.method,
  path,
  baseUrl: base.origin + base.prefix,
});

function exchangeOf({ operation, path, url }: Request, exchange: Partial<Exchange>, sent: Sent): Exchange {
  return { bytes: 0, ...exchange, ...sent, operation: operation.id, path: path + url.search };
}

const sentOf = (failure: Failure | undefined): { readonly sent?: Sent } =>
  failure?.sent === undefined ? {} : { sent: failure.sent };

function failed(failure: Failure): { answer: Answering; exchange: Partial<Exchange> } {
  return { answer: { ok: false, failure }, exchange: { failure } };
}

function masksOf({ connection, world }: Maker): Masks {
  const mask = maskOf(connection.token);
  return { mask, words: text => world.redact(mask(text)) };
}

const NO_SENT: Sent = { method: 'GET', path: '', baseUrl: '', at: 0, ms: 0, tries: 0 };

/** A list that is not there below an address which has a version of its own: the address is wrong, not an id. */
function addressed(failure: Failure, { operation, path, url }: Request): Failure {
  if (failure.kind !== 'not-found' || operation.answer.shape !== 'page') return failure;
  const hasVersion = /\/v1(\/|$)/.test(url.pathname.slice(0, -path.length));
  const address = clean(url.origin + url.pathname, 300);
  return hasVersion ? { ...failure, kind: 'wrong-address', address } : failure;
}

async function read(
  request: Request,
  response: Reply,
  about: Masks & { readonly now: number; readonly signal: AbortSignal },
): Promise<{ readonly answer: Answering; readonly exchange: Partial<Exchange> }> {
  const { operation } = request;
  const limit = operation.answer.shape === 'page' ? MAX_PAGE_BYTES : MAX_RECORD_BYTES;
  const body = await readBody(response.body, limit, about);
  // A body without a length ends where it is cut off: that is not its end.
  about.signal.throwIfAborted();
  const { status } = response;
  const isKept = body.kind === 'json' && body.json !== undefined && operation.answer.shape !== 'deleted';
  const seen = { status, bytes: body.bytes, ...(isKept ? { body: body.json } : {}) };
  if (status < 200 || status > 299) {
    const failure = addressed(statusFailure(response, body, about), request);
    return { answer: { ok: false, failure }, exchange: { ...seen, failure } };
  }
  const reading =
    body.kind === 'strange' ? { ok: false as const, why: body.why } : readAnswer(operation.answer, body.json);
  if (!reading.ok) {
    const failure: Failure = { kind: 'unreadable', detail: reading.why };
    return { answer: { ok: false, failure }, exchange: { ...seen, failure } };
  }
  const date = Date.parse(response.headers.get('date') ?? '');
  const clock = Number.isNaN(date) ? {} : { date };
  return { answer: { ok: true, value: reading.value, sent: NO_SENT, ...clock }, exchange: seen };
}
