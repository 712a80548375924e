import { createFetch, type FetchOptions } from 'ofetch';
import type { ApiFailure, Failure, SentRequest } from '../failure.ts';
import type { Json } from '../json/json.ts';
import { redactText } from '../text/secrets/redact-text.ts';
import { connectionFailure } from './errors.ts';
import type { Fetch } from './http.ts';
import type { Ids, Operation, Shape } from './operation.ts';
import { refusalOf, type WritePolicy } from './policy.ts';
import { createRateBudget } from './rate-budget.ts';
import { buildRequest, type Connection, type Request, type SendOptions } from './request.ts';
import { type Parsed, parseResponse, type ResponseValues } from './response.ts';
import { createServerPause, pauseBefore, wait } from './retry.ts';
import { maskOf } from './token-mask.ts';

/** A response or a failure. `date`: the server's clock in epoch milliseconds, from the `date` header. */
export type Outcome<T> =
  | { readonly ok: true; readonly value: T; readonly sent: SentRequest; readonly date?: number }
  | { readonly ok: false; readonly failure: Failure };

/** One attempt of a request, for the request log. */
export type Exchange = SentRequest & {
  readonly operation: string;
  /** Set if nobody asked for it. */
  readonly isAutomatic?: true;
  readonly bytes: number;
  /** The body as received, unmasked; never that of a deleted object. */
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
};

type AnyOutcome = Outcome<ResponseValues[Shape]>;

/** Headers for ofetch. Node's own `Headers` would load a second HTTP client. */
class PlainHeaders {
  constructor(headers: Readonly<Record<string, string>>) {
    Object.assign(this, headers);
  }
  set(name: string, value: string): void {
    Object.assign(this, { [name]: value });
  }
}

type Attempt = {
  readonly request: Request;
  /** Its number among all attempts, for the rate limit. */
  readonly number: number;
  /** Aborts when the person stops the request. */
  readonly stop: AbortSignal | undefined;
  /** Aborts when the person stops the request before it is sent. */
  readonly stopWaiting: AbortSignal | undefined;
  readonly deadline: AbortSignal;
  readonly signal: AbortSignal;
  /** Epoch milliseconds of the first attempt, and of this one. */
  readonly firstAt: number;
  readonly at: number;
  readonly tries: number;
  readonly resolve: (outcome: AnyOutcome) => void;
};

type AttemptOptions = FetchOptions<'stream'> & { readonly attempt: Attempt };

const attemptOf = (options: FetchOptions): Attempt => (options as AttemptOptions).attempt;

/** Returns the failure of an attempt without a complete response: stopped, too late, or disconnected. */
function lostResponse({ stop, deadline }: Attempt, error: unknown, connection: Connection): Parsed {
  if (stop?.aborted) return { result: { ok: false, failure: { kind: 'cancelled' } } };
  const { timeoutMs, proxy } = connection;
  const failure: ApiFailure = deadline.aborted
    ? { kind: 'timed-out', timeoutMs }
    : connectionFailure(error, proxy);
  return { result: { ok: false, failure } };
}

type Log = (
  request: Request,
  entry: Pick<SentRequest, 'at' | 'ms' | 'tries' | 'status'> & Partial<Exchange>,
) => void;

/**
 * Creates the function that sends a request once. ofetch joins URLs, sets headers and calls the hooks.
 * Its timeout, retries, parser and query encoder stay off. Its timeout ends with the headers (measured: with
 * `timeout: 300`, a body that stalls was still awaited after 3 s) and is dropped when a signal is given, so
 * the deadline is a signal. Its retries know neither `Retry-After` nor the pause that all requests share. Its
 * parser has no limit of bytes and rounds numbers (measured: 12345678901234567890 became
 * 12345678901234567000), and its query encoder throws "URI malformed" on half a surrogate pair, which a
 * server's `nextToken` may hold.
 */
function createSender(connection: Connection, context: ClientContext, log: Log) {
  const { base, token, version, timeoutMs } = connection;
  const baseUrl = base.origin + base.prefix;
  const mask = maskOf(token);
  const masks = { mask, words: (text: string) => redactText(mask(text)) };
  const budget = createRateBudget(context.now);
  let isProven = false;

  function end(
    { request, number, firstAt, at, tries, resolve }: Attempt,
    { status, bytes = 0, body, rateLimit, result }: Parsed,
  ): void {
    budget.end(number, rateLimit);
    const { method } = request.operation;
    const { path, scope } = request;
    const ms = context.now() - at;
    const known = status === undefined ? {} : { status };
    const failure = result.ok ? {} : { failure: result.failure };
    log(request, { at, ms, tries, bytes, ...known, ...(body === undefined ? {} : { body }), ...failure });
    const sent: SentRequest = { method, path, baseUrl, scope, at: firstAt, ms, tries, bytes, ...known };
    resolve(result.ok ? { ...result, sent } : { ok: false, failure: { ...result.failure, sent } });
  }

  const { raw } = createFetch({
    fetch: context.fetch as typeof globalThis.fetch,
    Headers: PlainHeaders as unknown as typeof Headers,
    AbortController,
    defaults: {
      baseURL: baseUrl,
      headers: {
        accept: 'application/json',
        authorization: `Bearer ${token}`,
        'user-agent': `botscope/${version}`,
      },
      redirect: 'manual',
      responseType: 'stream',
      ignoreResponseError: true,
      retry: false,
      onRequest: ({ options }) => {
        const { header, value } = attemptOf(options).request.scope;
        options.headers.set(header, value);
      },
      onResponse: async ({ options, response }) => {
        const attempt = attemptOf(options);
        const parseContext = { ...masks, now: context.now(), signal: attempt.signal, baseUrl, isProven };
        const parsed = await parseResponse(attempt.request, response, parseContext).catch(error =>
          lostResponse(attempt, error, connection),
        );
        isProven ||= parsed.result.ok;
        end(attempt, parsed);
      },
      onRequestError: ({ options, error }) =>
        end(attemptOf(options), lostResponse(attemptOf(options), error, connection)),
    },
  });

  async function sendOnce(
    request: Request,
    times: Pick<Attempt, 'firstAt' | 'tries' | 'stop' | 'stopWaiting'>,
  ): Promise<AnyOutcome> {
    const number = await budget.begin(times.stopWaiting);
    if (number === undefined) return { ok: false, failure: { kind: 'cancelled' } };
    return new Promise((resolve, reject) => {
      const deadline = AbortSignal.timeout(timeoutMs);
      const signal = times.stop === undefined ? deadline : AbortSignal.any([deadline, times.stop]);
      const attempt = { request, number, ...times, at: context.now(), deadline, signal, resolve };
      const options: AttemptOptions = { method: request.operation.method, signal, attempt };
      // It also rejects after a failed attempt, which `end` has resolved already.
      raw(request.target, options).catch(reject);
    });
  }
  return sendOnce;
}

/** Returns the signal that aborts a request before it is sent. */
const waitSignalOf = ({ signal, waitSignal }: SendOptions): AbortSignal | undefined =>
  signal !== undefined && waitSignal !== undefined
    ? AbortSignal.any([signal, waitSignal])
    : (signal ?? waitSignal);

const sentOf = (failure: Failure | undefined): { readonly sent?: SentRequest } =>
  failure?.sent === undefined ? {} : { sent: failure.sent };

/**
 * Creates a client: it builds a request, sends it, and parses the response. Never throws. A write is never
 * retried, a GET at most once (`retry.ts`). The timeout covers the body. Redirects are not followed. A 429
 * with a wait of at most a minute pauses all requests. Spec 4, 5, 7.
 */
export function createClient(connection: Connection, context: ClientContext): Client {
  const baseUrl = connection.base.origin + connection.base.prefix;
  const log: Log = ({ operation, target, scope, isAutomatic }, entry) =>
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
  const sendOnce = createSender(connection, context, log);
  const pausedByServer = createServerPause(context.now);

  /** Waits before a retry, unless all requests are paused anyway. False if stopped. */
  async function pause(ms: number, failure: Failure, { onWait, signal }: SendOptions): Promise<boolean> {
    if (pausedByServer.isActive()) return true;
    onWait?.(ms, failure);
    return wait(ms, signal);
  }

  async function sendWithRetry(request: Request, options: SendOptions): Promise<AnyOutcome> {
    const firstAt = context.now();
    const { signal: stop, onWait } = options;
    const stopWaiting = waitSignalOf(options);
    let last: Failure | undefined;
    for (let tries = 1; ; tries++) {
      const unsent = await pausedByServer.wait({ signal: stopWaiting, onWait });
      if (unsent !== undefined) return { ok: false, failure: { ...sentOf(last), ...unsent } };
      const outcome = await sendOnce(request, { firstAt, tries, stop, stopWaiting });
      if (outcome.ok) return outcome;
      const { failure } = outcome;
      pausedByServer.update(failure);
      const pauseMs = pauseBefore(request.operation, failure, { tries, random: context.random });
      if (pauseMs === undefined) return outcome;
      if (!(await pause(pauseMs, failure, options)))
        return { ok: false, failure: { kind: 'cancelled', ...sentOf(failure) } };
      last = failure;
    }
  }

  async function send(operation: Operation, ids: Ids, options: SendOptions = {}): Promise<AnyOutcome> {
    const request = buildRequest(connection, operation, { ids, ...options });
    if ('kind' in request) return { ok: false, failure: request };
    const refusal = refusalOf(operation, { ...connection, ...options, writes: context.writes });
    if (refusal === undefined) return sendWithRetry(request, options);
    // The request log also shows the requests of a dry run.
    if (refusal.kind === 'dry-run') log(request, { at: context.now(), ms: 0, tries: 0, failure: refusal });
    return { ok: false, failure: refusal };
  }

  // The shape of the response follows from the operation, which the compiler cannot see here.
  return { send: send as Client['send'] };
}
