import { type ApiFailure, type Failure, STATUSES } from '../failure.ts';
import { isList, isObject, type Json, type JsonObject, member, parseJson } from '../json/json.ts';
import { err, ok, type Result } from '../text/result.ts';
import { clean, type SafeText, safe, shortText } from '../text/sanitise.ts';
import type { RawResponse } from './http.ts';
import { type RateLimit, rateLimitOf } from './limiter.ts';
import type { Shape } from './operation.ts';
import type { Request } from './request.ts';
import { type Mask, withoutEscapes } from './token-mask.ts';

export type Masks = Readonly<{ mask: Mask; words: Mask }>;

type Body = Result<Json | undefined>;

/** Strict JSON. Masks our token first, in case the server echoes it. */
export function parseBody(sent: string, { mask, words }: Masks): Body {
  if (sent.trim() === '') return ok(undefined);
  const text = mask(withoutEscapes(sent));
  try {
    return ok(parseJson(text));
  } catch (error) {
    // The reviver of `parseJson` recurses, so valid JSON that nests deeply overflows the stack.
    if (error instanceof RangeError) return err(safe`it is JSON that nests too deeply`);
    return err(describe(words(text.trimStart().slice(0, 2000))));
  }
}

function describe(start: string): SafeText {
  if (start.startsWith('<')) {
    const title = /<title[^>]*>([^<]*)/i.exec(start)?.[1];
    return safe`it is HTML, not JSON${title !== undefined && safe`: "${shortText(title)}"`}`;
  }
  if (/^[[{"]/.test(start)) return safe`it is incomplete or broken JSON`;
  return safe`it is not JSON: "${shortText(start.split('\n')[0] ?? '')}"`;
}

function textAt(body: Json | undefined, path: string): string | undefined {
  const value = path.split('.').reduce(member, body);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** In error bodies of all known shapes (service definition; the spec shows none). */
const MESSAGES = ['message', 'error.message', 'description', 'error', 'title', 'detail'];

/** Larger numbers are epoch seconds, which some servers send. */
const EPOCH_SECONDS = 1e9;

/** `Retry-After` (seconds, date) or `RateLimit-Reset` (seconds, epoch seconds), by the server's clock. */
export function retryAfterMs(headers: RawResponse['headers'], local: number): number | undefined {
  const text =
    headers.get('retry-after') ?? headers.get('ratelimit-reset') ?? headers.get('x-ratelimit-reset');
  if (text === null) return undefined;
  const now = Date.parse(headers.get('date') ?? '') || local;
  const seconds = /^\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : undefined;
  const ms =
    seconds === undefined ? Date.parse(text) - now : seconds * 1000 - (seconds < EPOCH_SECONDS ? 0 : now);
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}

/** By status, or type of error with it (service definition; not in the spec). */
const MEANINGS: ReadonlyMap<string, Failure['meaning']> = new Map([
  ['408', { advice: [safe`Wait a moment, then retry.`] }],
  [
    '402',
    { advice: [safe`The plan or balance of the workspace does not cover this request: ask its owner.`] },
  ],
  ['410', { advice: [safe`It existed, and is permanently gone.`] }],
  ['413', { advice: [safe`It is over a limit of the service, which the message may name.`] }],
  ['403 QuotaExceeded', { title: safe`403 A quota is used up`, advice: [safe`A manager can raise it.`] }],
  ['409 ReferenceConstraint', { title: safe`409 It is in use`, advice: [safe`Remove it there first.`] }],
  ['409 ResourceLockedConflict', { title: safe`409 It is locked`, advice: [safe`Retry shortly.`] }],
  ['409 AlreadyExists', { title: safe`409 It exists already`, advice: [safe`Choose another name.`] }],
]);

const kinds = Object.keys(STATUSES) as (keyof typeof STATUSES)[];

function statusKind({ status, headers }: RawResponse, { now, words }: ParseContext): ApiFailure {
  const to = headers.get('location') ?? undefined;
  if (status >= 300 && status < 400)
    return { kind: 'redirected', status, to: to === undefined ? to : shortText(words(to)) };
  const waitMs = status === 429 || status === 503 ? retryAfterMs(headers, now) : undefined;
  const kind = kinds.find(each => STATUSES[each] === status);
  if (kind !== undefined) return { kind, waitMs };
  return status >= 500 ? { kind: 'server-error', status, waitMs } : { kind: 'rejected', status };
}

/** The status decides the kind, the body adds details. Spec 7. */
function statusFailure(response: RawResponse, body: Body, context: ParseContext): ApiFailure {
  const { status } = response;
  const json = body.ok ? body.value : undefined;
  const type = textAt(json, 'type');
  const shown = (text = '') => (text === '' ? undefined : shortText(context.words(text)));
  return {
    ...statusKind(response, context),
    meaning: MEANINGS.get(`${status} ${type}`) ?? MEANINGS.get(`${status}`),
    detail: body.ok ? shown(MESSAGES.map(path => textAt(json, path)).find(text => text)) : body.why,
    errorId: shown(textAt(json, 'id')),
    errorType: shown(type),
  };
}

/** `skipped`: items that are no objects. `cut`: why the list ends here although it may have more pages. */
export type Page = Readonly<{
  items: readonly JsonObject[];
  next: string | undefined;
  skipped: number;
  cut?: SafeText;
}>;

/** A record keeps every field as sent, also those that the spec does not name. */
export type ResponseValues = Readonly<{
  page: Page;
  record: JsonObject;
  nothing: undefined;
  deleted: undefined;
}>;

export function readNextToken(token: Json = ''): Pick<Page, 'next' | 'cut'> {
  if (token === null || token === '') return { next: undefined };
  if (typeof token === 'string') return { next: token };
  return { next: undefined, cut: safe`The server sent a page token that is not a text. Loading stopped.` };
}

/** `next`: the token of the next page; `added`: number of new items. */
export function repetitionWords(next: string | undefined, isRepeated: boolean, added: number) {
  if (next === undefined) return undefined;
  if (isRepeated) return safe`The server repeated a page token. Loading stopped.`;
  return added === 0 ? safe`The server sent a page without new rows. Loading stopped.` : undefined;
}

function readPage(key: string, body: Json | undefined): Result<Page> {
  const list = member(body, key);
  if (!isList(list)) return err(safe`it has no list "${shortText(key)}"`);
  const items = list.filter(isObject);
  const token = member(member(body, 'meta'), 'nextToken');
  return ok({ items, ...readNextToken(token), skipped: list.length - items.length });
}

/** A record with another id than the one asked for is another record: nobody may act on it. */
function readRecord(key: string | undefined, body: Json | undefined, askedId: string | undefined) {
  const record = key === undefined ? body : member(body, key);
  if (!isObject(record))
    return err(key === undefined ? safe`it is not an object` : safe`it has no "${shortText(key)}"`);
  const id = member(record, 'id');
  if (typeof id !== 'string' || askedId === undefined || id === askedId) return ok(record);
  return err(safe`it is another record: its id is "${shortText(id)}", not "${shortText(askedId)}"`);
}

/** Fields are read later, one by one (spec 2.6). A deleted object: spec 4, rule 4. */
function readEnvelope({ operation: { response }, ownId }: Request, body: Json | undefined) {
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

export type Parsed = Readonly<{
  status?: number;
  bytes?: number;
  body?: Json;
  rateLimit?: RateLimit | undefined;
  result:
    | Readonly<{ ok: true; value: ResponseValues[Shape]; date?: number }>
    | Readonly<{ ok: false; failure: ApiFailure }>;
}>;

type ParseContext = Masks & { readonly now: number; readonly baseUrl: string; readonly isProven: boolean };

/** Until a request succeeds, a 404 without an id in it, or a 404 or 501 below `/v1`, blames the address. */
function blameAddress(failure: ApiFailure, request: Request, context: ParseContext): ApiFailure {
  const { operation, path } = request;
  const { baseUrl, isProven } = context;
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

export type ParsedResponse = RawResponse & { readonly _data?: Body };

export function parseResponse(request: Request, response: ParsedResponse, context: ParseContext): Parsed {
  const { status, headers, size, unread, _data: parsed = ok(undefined) } = response;
  const body: Body = unread === undefined ? parsed : err(shortText(context.words(unread)));
  const json = body.ok && request.operation.response.shape !== 'deleted' ? body.value : undefined;
  const seen = {
    status,
    bytes: size,
    rateLimit: rateLimitOf(headers),
    ...(json !== undefined && { body: json }),
  };
  if (status < 200 || status > 299) {
    const failure = blameAddress(statusFailure(response, body, context), request, context);
    const isForeign =
      failure.kind === 'not-found' && request.operation.response.shape === 'record' && !body.ok;
    // A page of a proxy does not prove that a record is gone.
    const judged = isForeign ? ({ ...failure, kind: 'rejected', status: 404 } as const) : failure;
    return { ...seen, result: { ok: false, failure: judged } };
  }
  const envelope = body.ok ? readEnvelope(request, body.value) : body;
  if (!envelope.ok) {
    const detail = clean(context.words(envelope.why));
    return { ...seen, result: { ok: false, failure: { kind: 'unreadable', detail } } };
  }
  const date = Date.parse(headers.get('date') ?? '');
  return { ...seen, result: { ...envelope, ...(!Number.isNaN(date) && { date }) } };
}
