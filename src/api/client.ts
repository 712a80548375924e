import { createFetch, type FetchContext, type FetchOptions } from 'ofetch';
import { type ApiFailure, type Failure, hasTrait, type SentRequest } from '../failure.ts';
import type { Json } from '../json/json.ts';
import { redactText } from '../text/secrets/redact-text.ts';
import { connectionFailure, type Fetch, type FetchInit } from './http.ts';
import { createLimiter, type Limiter, pauseBeforeRetry, wait } from './limiter.ts';
import type { Ids, Operation, Shape } from './operation.ts';
import {
  buildRequest,
  type Connection,
  type Request,
  refusalOf,
  type SendOptions,
  type WritePolicy,
} from './request.ts';
import {
  type Masks,
  type Parsed,
  type ParsedResponse,
  parseBody,
  parseResponse,
  type ResponseValues,
} from './response.ts';
import { maskOf } from './token-mask.ts';

/** A response or a failure. `date`: the server's clock in epoch milliseconds, from the `date` header. */
export type Outcome<T> =
  | { readonly ok: true; readonly value: T; readonly sent: SentRequest; readonly date?: number }
  | { readonly ok: false; readonly failure: Failure };

export type Exchange = SentRequest & {
  readonly operation: string;
  readonly isAutomatic?: true;
  readonly bytes: number;
  /** Unmasked; never that of a deleted object. */
  readonly body?: Json;
  readonly failure?: Failure;
};

export type ClientContext = {
  readonly fetch: Fetch;
  readonly now: () => number;
  readonly random: () => number;
  readonly observe?: (exchange: Exchange) => void;
  /** Returns whether writes may be sent. Called before each write; without it all are sent. */
  readonly writes?: () => WritePolicy;
};

export type Client = {
  readonly send: <Name extends string, S extends Shape>(
    operation: Operation<Name, S>,
    ids: { readonly [N in Name]: string } & Ids,
    options?: SendOptions,
  ) => Promise<Outcome<ResponseValues[S]>>;
  /** Number of requests that a caller may send at once: what the server takes, as its responses show. */
  readonly limit: () => number;
};

type AnyOutcome = Outcome<ResponseValues[Shape]>;

type Shared = {
  readonly connection: Connection;
  readonly context: ClientContext;
  readonly baseUrl: string;
  readonly masks: Masks;
  readonly limiter: Limiter;
  isProven: boolean;
};

type LogEntry = Pick<SentRequest, 'at' | 'ms' | 'tries' | 'status'> & Partial<Exchange>;

function report(request: Request, entry: LogEntry, { context, baseUrl }: Shared): void {
  const { operation, target, scope, isAutomatic } = request;
  context.observe?.({
    bytes: 0,
    method: operation.method,
    baseUrl,
    scope,
    ...entry,
    ...(isAutomatic === undefined ? {} : { isAutomatic }),
    operation: operation.id,
    path: redactText(target),
  });
}

function cancelled(last: AnyOutcome | undefined): AnyOutcome {
  const sent = last?.ok === false ? last.failure.sent : undefined;
  return { ok: false, failure: { kind: 'cancelled', ...(sent === undefined ? {} : { sent }) } };
}

/** Waits before a retry, unless all requests are paused anyway. Returns false if the request was stopped. */
async function waitForRetry(failure: Failure, { onWait, signal }: SendOptions, { limiter, context }: Shared) {
  if (limiter.isPaused()) return true;
  const ms = pauseBeforeRetry(failure, context.random);
  onWait?.(ms, failure);
  return wait(ms, signal);
}

/** One sending of a request. `firstAt`, `at`: epoch milliseconds of the first one and of this one. */
type Attempt = Pick<SentRequest, 'tries' | 'at'> & {
  readonly request: Request;
  readonly turn: number;
  readonly firstAt: number;
};

function record(
  { request, tries, turn, firstAt, at }: Attempt,
  { status, bytes = 0, body, rateLimit, result }: Parsed,
  shared: Shared,
): AnyOutcome {
  const ms = shared.context.now() - at;
  const failure = result.ok ? undefined : result.failure;
  shared.limiter.end(turn, { operation: request.operation.id, ms, rateLimit, failure });
  shared.isProven ||= result.ok;
  const known = status === undefined ? {} : { status };
  const shown = body === undefined ? {} : { body };
  report(request, { at, ms, tries, bytes, ...known, ...shown, ...(failure && { failure }) }, shared);
  const { path, scope, operation } = request;
  const { method } = operation;
  const { baseUrl } = shared;
  const sent: SentRequest = { method, path, baseUrl, scope, at: firstAt, ms, tries, bytes, ...known };
  return result.ok ? { ...result, sent } : { ok: false, failure: { ...result.failure, sent } };
}

/** The hooks with which ofetch sends one request, and its outcome. */
function createAttempts(request: Request, options: SendOptions, shared: Shared) {
  const { connection, context, baseUrl, masks } = shared;
  const { timeoutMs, proxy } = connection;
  const stop = options.signal;
  const firstAt = context.now();
  let attempt: Attempt = { request, tries: 0, turn: 0, firstAt, at: firstAt };
  let deadline: AbortSignal | undefined;
  let outcome: AnyOutcome | undefined;

  async function onRequest({ options: next }: FetchContext): Promise<void> {
    const signals = [stop, options.waitSignal].filter(signal => signal !== undefined);
    const signal = signals.length === 0 ? undefined : AbortSignal.any(signals);
    const turn = await shared.limiter.begin({ signal, onWait: options.onWait });
    if (turn === undefined) {
      outcome = cancelled(outcome);
      throw new Error('stopped');
    }
    attempt = { ...attempt, tries: attempt.tries + 1, turn, at: context.now() };
    deadline = AbortSignal.timeout(timeoutMs);
    next.signal = stop === undefined ? deadline : AbortSignal.any([deadline, stop]);
  }

  async function end(parsed: Parsed, next: FetchOptions): Promise<void> {
    outcome = record(attempt, parsed, shared);
    if (outcome.ok || next.retry === 0) return;
    if (!hasTrait(outcome.failure, 'retryable')) next.retry = 0;
    else if (!(await waitForRetry(outcome.failure, options, shared))) {
      next.retry = 0;
      outcome = cancelled(outcome);
    }
  }

  function onResponse({ response, options: next }: FetchContext): Promise<void> {
    const parseContext = { ...masks, now: context.now(), baseUrl, isProven: shared.isProven };
    // The transport's response, and what `parseResponse` below has made of its body.
    return end(parseResponse(request, response as unknown as ParsedResponse, parseContext), next);
  }

  function onRequestError({ error, options: next }: FetchContext): Promise<void> {
    let failure: ApiFailure = connectionFailure(error, proxy);
    if (stop?.aborted) failure = { kind: 'cancelled' };
    else if (deadline?.aborted) failure = { kind: 'timed-out', timeoutMs };
    return end({ result: { ok: false, failure } }, next);
  }

  return { hooks: { onRequest, onResponse, onRequestError }, outcome: () => outcome };
}

/** Largest response, in bytes after decompression. */
export const MAX_PAGE_BYTES = 8 * 1024 * 1024;
export const MAX_RECORD_BYTES = 4 * 1024 * 1024;

/** The statuses of server errors and of 429. `hasTrait` takes out 501 and waits that are too long. */
const RETRY_STATUSES = [429, ...Array.from({ length: 100 }, (_, at) => 500 + at)];

/**
 * `send` never throws. ofetch joins URLs, sets headers, calls the hooks and the parser, and repeats a GET
 * once, never a write. Ours: the transport with its limit of bytes, the deadline, which covers the body, and
 * the wait before an attempt, because a 429 pauses all requests. Redirects are not followed. Spec 4, 5, 7.
 */
export function createClient(connection: Connection, context: ClientContext): Client {
  const baseUrl = connection.base.origin + connection.base.prefix;
  const mask = maskOf(connection.token);
  const masks: Masks = { mask, words: text => redactText(mask(text)) };
  const { now } = context;
  const limiter = createLimiter(now);
  const shared: Shared = { connection, context, baseUrl, masks, limiter, isProven: false };
  const { raw } = createFetch({
    fetch: context.fetch as unknown as typeof globalThis.fetch,
    // It has what ofetch needs. Node's own `Headers` loads a second HTTP client.
    Headers: Map as unknown as typeof Headers,
    AbortController,
    defaults: {
      baseURL: baseUrl,
      headers: [
        ['accept', 'application/json'],
        ['authorization', `Bearer ${connection.token}`],
        ['user-agent', `botscope/${connection.version}`],
      ],
      parseResponse: text => parseBody(text, masks),
      retryStatusCodes: RETRY_STATUSES,
    },
  });

  async function send(operation: Operation, ids: Ids, options: SendOptions = {}): Promise<AnyOutcome> {
    const request = buildRequest(connection, operation, { ids, ...options });
    if ('kind' in request) return { ok: false, failure: request };
    const refusal = refusalOf(operation, { ...connection, ...options, writes: context.writes });
    // The request log also shows the requests of a dry run.
    if (refusal?.kind === 'dry-run')
      report(request, { at: now(), ms: 0, tries: 0, failure: refusal }, shared);
    if (refusal !== undefined) return { ok: false, failure: refusal };
    const { hooks, outcome } = createAttempts(request, options, shared);
    const { header, value } = request.scope;
    const { method, response } = operation;
    const init: FetchOptions<'json'> & Pick<FetchInit, 'maxBytes'> = {
      ...hooks,
      method,
      headers: [[header, value]],
      retry: method === 'GET' ? 1 : 0,
      maxBytes: response.shape === 'page' ? MAX_PAGE_BYTES : MAX_RECORD_BYTES,
    };
    const error = await raw(request.target, init).then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    const last = outcome();
    if (last === undefined) throw error;
    return last;
  }

  // The shape of the response follows from the operation, which the compiler cannot see here.
  return { send: send as Client['send'], limit: limiter.limit };
}
