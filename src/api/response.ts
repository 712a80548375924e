import type { ApiFailure } from '../failure.ts';
import { isList, isObject, type Json, type JsonObject, member } from '../json/json.ts';
import { err, ok, type Result } from '../text/result.ts';
import { clean, type SafeText, safe, shortText } from '../text/sanitise.ts';
import type { Body, Masks } from './body.ts';
import { statusFailure } from './errors.ts';
import type { RawResponse } from './http.ts';
import { type RateLimit, rateLimitOf } from './limiter.ts';
import type { Shape } from './operation.ts';
import type { Request } from './request.ts';

/**
 * A page of a list. `next` is undefined on the last page; `skipped` counts items that are not objects. `cut`:
 * why the list ends here although it may have more pages.
 */
export type Page = {
  readonly items: readonly JsonObject[];
  readonly next: string | undefined;
  readonly skipped: number;
  readonly cut?: SafeText;
};

/**
 * The value that a response of each shape is parsed into. A record keeps every field as sent, also those the
 * spec does not name.
 */
export type ResponseValues = {
  readonly page: Page;
  readonly record: JsonObject;
  readonly nothing: undefined;
  readonly deleted: undefined;
};

/** Reads the token of the next page: absent, null or empty on the last one. */
export function readNextToken(token: Json = ''): Pick<Page, 'next' | 'cut'> {
  if (token === null || token === '') return { next: undefined };
  if (typeof token === 'string') return { next: token };
  return { next: undefined, cut: safe`The server sent a page token that is not a text. Loading stopped.` };
}

function readPage(key: string, body: Json | undefined): Result<Page> {
  const list = member(body, key);
  if (!isList(list)) return err(safe`it has no list "${shortText(key)}"`);
  const items = list.filter(isObject);
  const token = member(member(body, 'meta'), 'nextToken');
  return ok({ items, ...readNextToken(token), skipped: list.length - items.length });
}

/** Reads a record. One with another id than the one asked for is another record: nobody may act on it. */
function readRecord(
  key: string | undefined,
  body: Json | undefined,
  askedId: string | undefined,
): Result<JsonObject> {
  const record = key === undefined ? body : member(body, key);
  if (!isObject(record))
    return err(key === undefined ? safe`it is not an object` : safe`it has no "${shortText(key)}"`);
  const id = member(record, 'id');
  return typeof id !== 'string' || askedId === undefined || id === askedId
    ? ok(record)
    : err(safe`it is another record: its id is "${shortText(id)}", not "${shortText(askedId)}"`);
}

/**
 * Reads the envelope of a 2xx response; the fields inside are read later, one by one (spec 2.6 promises
 * none).
 * `body` is undefined for an empty response. A deleted object is never looked at (spec 4, rule 4).
 */
function readEnvelope(
  { operation: { response }, ownId }: Request,
  body: Json | undefined,
): Result<ResponseValues[Shape]> {
  switch (response.shape) {
    case 'page':
      return readPage(response.key, body);
    case 'record':
      return readRecord(response.key, body, ownId);
    case 'nothing':
    case 'deleted':
      return body === undefined || isObject(body) ? ok(undefined) : err(safe`it is not an object`);
  }
}

/** Result of one attempt: the response for the request log, and its value or failure. */
export type Parsed = {
  readonly status?: number;
  readonly bytes?: number;
  /** The body as received, unmasked; never that of a deleted object. */
  readonly body?: Json;
  readonly rateLimit?: RateLimit | undefined;
  readonly result:
    | { readonly ok: true; readonly value: ResponseValues[Shape]; readonly date?: number }
    | { readonly ok: false; readonly failure: ApiFailure };
};

type ParseContext = Masks & {
  /** Epoch milliseconds. */
  readonly now: number;
  readonly baseUrl: string;
  /** True once a request to this base address has succeeded. */
  readonly isProven: boolean;
};

/**
 * Reports a wrong address, until a request succeeds there: at a 404 of a documented list, which has no id
 * that may be wrong, and at a 404 or 501 below an address with `/v1`.
 */
function blameAddress(
  failure: ApiFailure,
  { operation, path }: Request,
  { baseUrl, isProven }: ParseContext,
): ApiFailure {
  const isUnknown =
    failure.kind === 'not-found' || (failure.kind === 'server-error' && failure.status === 501);
  if (!isUnknown || operation.method !== 'GET' || isProven) return failure;
  const isList = operation.response.shape === 'page' && operation.isUndocumented !== true;
  const status = failure.kind === 'not-found' ? 404 : failure.status;
  const wrong = { ...failure, kind: 'wrong-address', status, address: clean(baseUrl + path, 300) } as const;
  if (/\/v1(\/|$)/.test(baseUrl)) {
    const title = safe`${status} This address is not the API: remove /v1 from it`;
    return { ...wrong, meaning: { title } };
  }
  return status === 404 && isList ? wrong : failure;
}

/** A response with its body as parsed; none if it is empty. */
export type ParsedResponse = RawResponse & { readonly _data?: Body };

/** Returns the value of a response, or its failure. */
export function parseResponse(request: Request, response: ParsedResponse, context: ParseContext): Parsed {
  const { status, headers, size, unread, _data: parsed = { kind: 'json', json: undefined } } = response;
  const body: Body =
    unread === undefined ? parsed : { kind: 'unreadable', why: shortText(context.words(unread)) };
  const isLogged =
    body.kind === 'json' && body.json !== undefined && request.operation.response.shape !== 'deleted';
  const seen = {
    status,
    bytes: size,
    rateLimit: rateLimitOf(headers),
    ...(isLogged ? { body: body.json } : {}),
  };
  if (status < 200 || status > 299) {
    const failure = blameAddress(statusFailure(response, body, context), request, context);
    return { ...seen, result: { ok: false, failure } };
  }
  const envelope = body.kind === 'unreadable' ? err(body.why) : readEnvelope(request, body.json);
  if (!envelope.ok) {
    const detail = clean(context.words(envelope.why));
    return { ...seen, result: { ok: false, failure: { kind: 'unreadable', detail } } };
  }
  const date = Date.parse(headers.get('date') ?? '');
  return { ...seen, result: { ...envelope, ...(Number.isNaN(date) ? {} : { date }) } };
}
