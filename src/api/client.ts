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
  requestRefusal,
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

/** `date`: the server's clock in epoch milliseconds, from the `date` header. */
export type Outcome<T> =
  | Readonly<{ ok: true; value: T; sent: SentRequest; date?: number }>
  | Readonly<{ ok: false; failure: Failure }>;

export type Exchange = SentRequest & {
  readonly operation: string;
  readonly isAutomatic?: true;
  readonly bytes: number;
  /** Unmasked; never that of a deleted object. */
  readonly body?: Json;
  readonly failure?: Failure;
};

export type ClientContext = Readonly<{
  fetch: Fetch;
  now: () => number;
  random: () => number;
  observe?: (exchange: Exchange) => void;
  /** Called before each write; without it all are sent. */
  writes?: () => WritePolicy;
}>;

export type Client = Readonly<{
  send: <Name extends string, S extends Shape>(
    operation: Operation<Name, S>,
    ids: { readonly [N in Name]: string } & Ids,
    options?: SendOptions,
  ) => Promise<Outcome<ResponseValues[S]>>;
  limit: () => number;
}>;

type AnyOutcome = Outcome<ResponseValues[Shape]>;

type Shared = {
  readonly connection: Connection;
  readonly context: ClientContext;
  readonly baseUrl: string;
  readonly masks: Masks;
  readonly limiter: Limiter;
  isProven: boolean;
};

type LogEntry = Pick<SentRequest, 'at' | 'ms' | 'tries'> & Partial<Exchange>;

function report(request: Request, entry: LogEntry, { context, baseUrl }: Shared) {
  const { operation, target, scope, isAutomatic } = request;
  context.observe?.({
    bytes: 0,
    method: operation.method,
    baseUrl,
    scope,
    ...entry,
    ...(isAutomatic && { isAutomatic }),
    operation: operation.id,
    path: redactText(target),
  });
}

/** The hooks with which ofetch sends a request, up to twice, and its outcome. */
function createAttempts(request: Request, options: SendOptions, shared: Shared) {
  const { connection, context, baseUrl, masks, limiter } = shared;
  const { operation, path, scope } = request;
  const { signal: stop, waitSignal, onWait } = options;
  const firstAt = context.now();
  let [tries, turn, at] = [0, 0, firstAt];
  let deadline: AbortSignal | undefined;
  let outcome: AnyOutcome | undefined;

  function cancel() {
    const sent = outcome?.ok === false ? outcome.failure.sent : undefined;
    outcome = { ok: false, failure: { kind: 'cancelled', sent } };
  }

  async function onRequest({ options: next }: FetchContext) {
    const signal = AbortSignal.any([stop, waitSignal].filter(each => each !== undefined));
    const begun = await limiter.begin({ signal, onWait });
    const isRefused = begun !== undefined && options.onSend?.() === false;
    if (isRefused) limiter.end(begun, { operation: operation.id, ms: 0, failure: { kind: 'cancelled' } });
    if (begun === undefined || isRefused) {
      cancel();
      throw new Error('stopped');
    }
    [tries, turn, at] = [tries + 1, begun, context.now()];
    deadline = AbortSignal.timeout(connection.timeoutMs);
    next.signal = stop === undefined ? deadline : AbortSignal.any([deadline, stop]);
  }

  async function end({ status, bytes = 0, body, rateLimit, result }: Parsed, next: FetchOptions) {
    const known = { ms: context.now() - at, tries, bytes, ...(status !== undefined && { status }) };
    const failure = result.ok ? undefined : result.failure;
    limiter.end(turn, { operation: operation.id, ms: known.ms, rateLimit, failure });
    shared.isProven ||= result.ok;
    const seen = { ...(body !== undefined && { body }), ...(failure && { failure }) };
    report(request, { at, ...known, ...seen }, shared);
    const sent = { method: operation.method, path, baseUrl, scope, at: firstAt, ...known };
    outcome = result.ok ? { ...result, sent } : { ok: false, failure: { ...result.failure, sent } };
    if (outcome.ok || next.retry === 0) return;
    if (!hasTrait(outcome.failure, 'retryable')) next.retry = 0;
    // All requests wait for the end of a pause anyway.
    else if (!limiter.isPaused()) await waitForRetry(outcome.failure, next);
  }

  async function waitForRetry(failure: Failure, next: FetchOptions) {
    const ms = pauseBeforeRetry(failure, context.random);
    onWait?.(ms, failure);
    if (await wait(ms, stop)) return;
    next.retry = 0;
    cancel();
  }

  function onResponse({ response, options: next }: FetchContext) {
    const parseContext = { ...masks, now: context.now(), baseUrl, isProven: shared.isProven };
    return end(parseResponse(request, response as unknown as ParsedResponse, parseContext), next);
  }

  function onRequestError({ error, options: next }: FetchContext) {
    const { timeoutMs, proxy } = connection;
    let failure: ApiFailure = connectionFailure(error, proxy);
    if (stop?.aborted) failure = { kind: 'cancelled' };
    else if (deadline?.aborted) failure = { kind: 'timed-out', timeoutMs };
    return end({ result: { ok: false, failure } }, next);
  }

  return { hooks: { onRequest, onResponse, onRequestError }, outcome: () => outcome };
}

/** After decompression. */
export const MAX_PAGE_BYTES = 8 * 1024 * 1024;
export const MAX_RECORD_BYTES = 4 * 1024 * 1024;

/** `hasTrait` takes out 501 and waits that are too long. */
const RETRY_STATUSES = [429, ...Array.from({ length: 100 }, (_, at) => 500 + at)];

/**
 * `send` throws only our own defects. ofetch joins URLs, calls hooks and parser, and repeats a GET once, no
 * write. Ours: the transport with its limit of bytes, the deadline, which covers the body, and the wait
 * before an attempt, because a 429 pauses all requests. Redirects are not followed. Spec 4, 5, 7.
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
    const refusal = requestRefusal(operation, { ...connection, ...options, writes: context.writes });
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
    const error: unknown = await raw(request.target, init).catch((thrown: unknown) => thrown);
    const last = outcome();
    if (last === undefined) throw error;
    return last;
  }

  // The shape of the response follows from the operation, which the compiler cannot see here.
  return { send: send as Client['send'], limit: limiter.limit };
}
