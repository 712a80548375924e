import type { ApiFailure, ConnectionStep, Failure } from '../failure.ts';
import { type Json, member } from '../json/json.ts';
import { type SafeText, safe, shortText } from '../text/sanitise.ts';
import type { Body } from './body.ts';
import type { RawResponse } from './http.ts';
import type { Mask } from './token-mask.ts';

function textMember(body: Json | undefined, key: string): string | undefined {
  const value = member(body, key);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Returns the message in an error body of any known shape (service definition; the spec shows none). */
function serverWords(body: Body, mask: Mask): SafeText | undefined {
  if (body.kind === 'unreadable') return body.why;
  const inner = member(body.json, 'error');
  const words =
    textMember(body.json, 'message') ??
    textMember(inner, 'message') ??
    textMember(body.json, 'description') ??
    textMember(body.json, 'error') ??
    textMember(body.json, 'title') ??
    textMember(body.json, 'detail');
  return words === undefined ? undefined : shortText(mask(words));
}

/** Larger numbers are not seconds to wait but epoch seconds, which some servers send. */
const EPOCH_SECONDS = 1e9;

/**
 * Returns the wait in milliseconds that a 429 or 503 asks for: `Retry-After` (seconds or a date) or
 * `RateLimit-Reset` (seconds or epoch seconds). Times are those of the server's clock, which `Date` shows.
 */
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

/** Statuses with a kind of failure of their own. */
const STATUSES = {
  unauthorised: 401,
  forbidden: 403,
  'not-found': 404,
  'in-use': 409,
  throttled: 429,
} as const;

/** Returns the HTTP status of a failure; undefined where no response came. */
export function statusOf(failure: Failure): number | undefined {
  if ('status' in failure) return failure.status;
  const statuses: { readonly [K in Failure['kind']]?: number } = STATUSES;
  return statuses[failure.kind];
}

/** Words of a status, or of a type of error with it (service definition; not in the spec). */
const MEANINGS: ReadonlyMap<string, Failure['meaning']> = new Map([
  ['408', { advice: [safe`Wait a moment, then retry.`] }],
  ['402', { advice: [safe`The plan or balance of the workspace does not cover it: ask its owner.`] }],
  ['410', { advice: [safe`It existed, and is permanently gone.`] }],
  ['413', { advice: [safe`It is over a limit of the service, which the message may name.`] }],
  ['403 QuotaExceeded', { title: safe`403 A quota is used up`, advice: [safe`A manager can raise it.`] }],
  ['409 ReferenceConstraint', { title: safe`409 It is in use`, advice: [safe`Remove it there first.`] }],
  ['409 ResourceLockedConflict', { title: safe`409 It is locked`, advice: [safe`Retry shortly.`] }],
  ['409 AlreadyExists', { title: safe`409 It exists already`, advice: [safe`Choose another name.`] }],
]);

type StatusContext = { readonly now: number; readonly words: Mask };

const kinds = Object.keys(STATUSES) as (keyof typeof STATUSES)[];

function statusKind(
  status: number,
  headers: RawResponse['headers'],
  { now, words }: StatusContext,
): ApiFailure {
  const waitMs = status === 429 || status === 503 ? retryAfterMs(headers, now) : undefined;
  const to = headers.get('location');
  if (status >= 300 && status < 400) {
    return { kind: 'redirected', status, ...(to === null ? {} : { to: shortText(words(to)) }) };
  }
  const wait = waitMs === undefined ? {} : { waitMs };
  for (const kind of kinds) if (STATUSES[kind] === status) return { kind, ...wait };
  return status >= 500 ? { kind: 'server-error', status, ...wait } : { kind: 'rejected', status };
}

/**
 * Returns the failure of a response that is not 2xx. The status decides its kind; the body adds details. Spec
 * 7.
 */
export function statusFailure(response: RawResponse, body: Body, context: StatusContext): ApiFailure {
  const detail = serverWords(body, context.words);
  const id = body.kind === 'json' ? textMember(body.json, 'id') : undefined;
  const type = body.kind === 'json' ? textMember(body.json, 'type') : undefined;
  const { status } = response;
  const meaning = MEANINGS.get(`${status} ${type}`) ?? MEANINGS.get(`${status}`);
  return {
    ...statusKind(response.status, response.headers, context),
    ...(meaning === undefined ? {} : { meaning }),
    ...(detail === undefined ? {} : { detail }),
    ...(id === undefined ? {} : { errorId: shortText(context.words(id)) }),
    ...(type === undefined ? {} : { errorType: shortText(context.words(type)) }),
  };
}

/** Error codes that prove by themselves that no request was sent, by the step that failed. */
const STEPS: { readonly [S in ConnectionStep]: RegExp } = {
  name: /^(ENOTFOUND|EAI_AGAIN)$/,
  connection: /^ERR_CONNECT_TIMEOUT$/,
  certificate:
    /^(CERT_|ERR_TLS_CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|HOSTNAME_MISMATCH$|INVALID_(CA|PURPOSE)$)/,
  TLS: /^(ERR_TLS_HANDSHAKE_|ERR_SSL_.*(HANDSHAKE_FAILURE|UNSUPPORTED_PROTOCOL|PROTOCOL_VERSION)$)/,
};
const steps = Object.keys(STEPS) as ConnectionStep[];

const UNKNOWN_AUTHORITY = safe`the authority of the certificate is not known`;
const CAUSES: Readonly<Record<string, SafeText>> = {
  ENOTFOUND: safe`no such host`,
  EAI_AGAIN: safe`the name look-up failed`,
  ECONNREFUSED: safe`connection refused`,
  ECONNRESET: safe`the connection was reset`,
  ERR_CONNECT_TIMEOUT: safe`no connection within 5 s`,
  EHOSTUNREACH: safe`no route to the host`,
  ENETUNREACH: safe`no network`,
  HTTP_101: safe`the server switched to another protocol`,
  HPE_HEADER_OVERFLOW: safe`the headers are too large`,
  DEPTH_ZERO_SELF_SIGNED_CERT: safe`the certificate is self-signed`,
  SELF_SIGNED_CERT_IN_CHAIN: UNKNOWN_AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT: UNKNOWN_AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNKNOWN_AUTHORITY,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNKNOWN_AUTHORITY,
  CERT_HAS_EXPIRED: safe`the certificate has expired`,
  CERT_NOT_YET_VALID: safe`the certificate is not valid yet`,
};

/** OpenSSL's words for a response that is not TLS. */
const NOT_TLS = /wrong version number/;

/** The cause of an ECONNRESET of Node's HTTP, without a system call: an early end. A real reset has one. */
const CLOSED = safe`the server closed the connection`;

/** The members of a thrown value that tell its cause. */
type ThrownError = {
  readonly cause?: unknown;
  readonly code?: unknown;
  readonly message?: unknown;
  readonly syscall?: unknown;
  readonly errors?: unknown;
};

/** Returns the innermost cause with a code, at most five levels deep. */
function rootCause(error: unknown): ThrownError {
  let found: ThrownError = {};
  let next: unknown = error;
  for (let depth = 0; depth < 5 && typeof next === 'object' && next !== null; depth++) {
    const current = next as ThrownError;
    if (typeof current.code === 'string' || found.message === undefined) found = current;
    next = current.cause;
  }
  return found;
}

/**
 * Returns the step at which an error came before the request was sent; undefined if it may have been sent.
 * Some codes, such as "no route", can also come later.
 */
function stepOf({ code, syscall, errors }: ThrownError): ConnectionStep | undefined {
  // An AggregateError has one error per address of the host, the code of the first, and no system call.
  if (Array.isArray(errors) && errors.length > 0)
    return errors.every(each => stepOf(each as ThrownError) !== undefined) ? 'connection' : undefined;
  if (syscall === 'connect') return 'connection';
  if (syscall === 'getaddrinfo') return 'name';
  return typeof code === 'string' ? steps.find(step => STEPS[step].test(code)) : undefined;
}

/**
 * Returns the failure of a request without a complete response. The error is not kept: it may contain the
 * token. `proxy`: with one, it is the proxy that the program connects to.
 */
export function connectionFailure(error: unknown, proxy?: SafeText): ApiFailure {
  const cause = rootCause(error);
  const { code, message, syscall } = cause;
  const name = typeof code === 'string' ? code : '';
  const unsent = stepOf(cause);
  const text = typeof message === 'string' ? message : 'the connection failed';
  const early = name === 'ECONNRESET' && syscall === undefined ? CLOSED : undefined;
  const isClear = NOT_TLS.test(text);
  const known = isClear ? safe`this port speaks http, not https` : (early ?? CAUSES[name]);
  const words = known ?? shortText(text);
  const coded = name === '' ? words : safe`${words} (${shortText(name)})`;
  const step = isClear ? 'TLS' : unsent;
  const isProxy = step === 'name' || step === 'connection';
  return {
    kind: 'unreachable',
    reached: unsent === undefined,
    ...(step === undefined ? {} : { step }),
    detail:
      proxy === undefined ? coded : safe`${coded}, ${isProxy ? safe`at` : safe`through`} the proxy ${proxy}`,
  };
}
