import { badSetting, type Failure, type Refusal, type SentRequest, type UsageError } from '../failure.ts';
import { clean, type SafeText, safe, shortText } from '../text/sanitise.ts';
import { redactText } from '../text/secrets/redact-text.ts';
import type { Ids, Operation } from './operation.ts';
import { type BaseUrl, fillPath, requestUrl, typedSearch } from './url.ts';

/** Server, credentials and rules of all requests. The token stays inside the client. */
export type Connection = {
  readonly base: BaseUrl;
  readonly token: string;
  readonly workspaceId: string;
  readonly readOnly: boolean;
  /** Time limit of one attempt, body included. */
  readonly timeoutMs: number;
  readonly version: string;
  /** No undocumented request may be sent, even with consent. */
  readonly strict?: boolean;
  readonly proxy?: SafeText | undefined;
};

export type SendOptions = {
  /** `nextToken` of the previous page; sent as a query parameter (not in the spec). */
  readonly page?: string;
  readonly signal?: AbortSignal;
  /** Aborts the request while it still waits to be sent; once sent it runs to its end. */
  readonly waitSignal?: AbortSignal;
  /** True if nobody asked for this request: the request log marks it. */
  readonly isAutomatic?: boolean;
  readonly hasConsent?: boolean;
  readonly onWait?: (ms: number, failure: Failure) => void;
};

export type Request = {
  readonly operation: Operation;
  /** To be shown: ids encoded, secrets masked, without the query. */
  readonly path: string;
  readonly target: string;
  readonly scope: SentRequest['scope'] & object;
  /** The last id of the path: that of the record in the response. */
  readonly ownId: string | undefined;
  /** Set if nobody asked for it. */
  readonly isAutomatic?: true;
};

/** Returns the scope header of an area: the workspace on admin, the bot on chat, never both. Spec 5. */
export function scopeOf(operation: Operation, connection: Pick<Connection, 'workspaceId'>, ids: Ids) {
  return operation.area === 'admin'
    ? { header: 'x-workspace-id', value: connection.workspaceId }
    : { header: 'x-bot-id', value: ids['botId'] ?? '' };
}

export const isHeaderText = (text: string): boolean => /^[\x21-\x7e]+$/.test(text);

/** Builds a request, or returns why an id or header is invalid. `refusalOf` may still refuse it. */
export function buildRequest(
  connection: Connection,
  operation: Operation,
  { ids, page, isAutomatic }: { readonly ids: Ids } & Pick<SendOptions, 'page' | 'isAutomatic'>,
): Request | Refusal | UsageError {
  const scope = scopeOf(operation, connection, ids);
  const path = fillPath(operation, ids);
  if (typeof path !== 'string') return path;
  // Node would throw an error with the token in its message.
  if (!isHeaderText(connection.token))
    return badSetting(safe`The token is empty or holds characters that cannot be sent`);
  if (!isHeaderText(scope.value))
    return { kind: 'bad-id', detail: shortText(`${scope.header}: "${scope.value}"`) };
  const query = { ...operation.query, ...(page === undefined ? {} : { nextToken: page }) };
  const url = requestUrl(connection.base, path, query);
  const search = operation.typed === undefined ? url.search : typedSearch(operation.typed.search, page);
  const mark = isAutomatic === true ? { isAutomatic } : {};
  const ownId = ids[operation.parameters.at(-1) ?? ''];
  return { operation, path: redactText(path), target: path + search, scope, ownId, ...mark };
}

export type WritePolicy = 'allowed' | 'locked' | 'dry-run';

type PolicyRules = {
  readonly readOnly: boolean;
  readonly strict?: boolean;
  readonly hasConsent?: boolean;
  readonly writes?: (() => WritePolicy) | undefined;
};

/** Returns the refusal of an undocumented operation. It names the parameter if only that is undocumented. */
export function undocumentedRefusal({ query }: Operation): Refusal {
  const [parameter] = Object.entries(query ?? {});
  if (parameter === undefined) return { kind: 'outside' };
  const shown = clean(parameter.join('='));
  return { kind: 'outside', detail: safe`${shown} is an undocumented parameter: --strict refuses it.` };
}

/**
 * Returns why a request must not be sent, or undefined if it may. Every request passes through here.
 * Undocumented operations must be reads, need the person's consent, and are refused in strict mode.
 */
export function refusalOf(
  operation: Operation,
  { readOnly, strict, hasConsent, writes }: PolicyRules,
): Refusal | undefined {
  const { method, isUndocumented, isOptIn } = operation;
  const isWrite = method !== 'GET';
  const isAllowed = hasConsent === true || isOptIn === true;
  if (isWrite && readOnly) return { kind: 'read-only' };
  if (isUndocumented === true && (isWrite || !isAllowed || strict === true))
    return undocumentedRefusal(operation);
  const policy = isWrite ? (writes?.() ?? 'allowed') : 'allowed';
  return policy === 'allowed' ? undefined : { kind: policy };
}
