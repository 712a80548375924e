import { badSetting, type Failure, type Refusal, type SentRequest, type UsageError } from '../failure.ts';
import { clean, type SafeText, safe, shortText } from '../text/sanitise.ts';
import { redactText } from '../text/secrets/redact-text.ts';
import type { Ids, Operation } from './operation.ts';
import { type BaseUrl, fillPath, requestUrl, typedSearch } from './url.ts';

/** The token stays inside the client. */
export type Connection = Readonly<{
  base: BaseUrl;
  token: string;
  workspaceId: string;
  readOnly: boolean;
  /** Of one attempt, body included. */
  timeoutMs: number;
  version: string;
  strict?: boolean;
  proxy?: SafeText | undefined;
}>;

export type SendOptions = Readonly<{
  /** `nextToken` of the previous page, as a query parameter (not in the spec). */
  page?: string | undefined;
  signal?: AbortSignal;
  waitSignal?: AbortSignal | undefined;
  isAutomatic?: boolean;
  hasConsent?: boolean;
  onWait?: ((ms: number, failure: Failure) => void) | undefined;
  /** Called before each attempt leaves, after all waits; false refuses it. */
  onSend?: () => boolean;
}>;

export type Request = Readonly<{
  operation: Operation;
  /** To be shown: ids encoded, secrets masked, without the query. */
  path: string;
  target: string;
  scope: SentRequest['scope'] & object;
  ownId: string | undefined;
  isAutomatic?: true;
}>;

/** The workspace on admin, the bot on chat, never both. Spec 5. */
export const scopeOf = (operation: Operation, connection: Pick<Connection, 'workspaceId'>, ids: Ids) =>
  operation.area === 'admin'
    ? { header: 'x-workspace-id', value: connection.workspaceId }
    : { header: 'x-bot-id', value: ids['botId'] ?? '' };

export const isHeaderText = (text: string) => /^[\x21-\x7e]+$/.test(text);

/** Fails for an invalid id or header. `requestRefusal` may still refuse the request. */
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
  const query = { ...operation.query, ...(page !== undefined && { nextToken: page }) };
  const url = requestUrl(connection.base, path, query);
  const search = operation.typed === undefined ? url.search : typedSearch(operation.typed.search, page);
  const mark = isAutomatic === true ? { isAutomatic } : {};
  const ownId = ids[operation.parameters.at(-1) ?? ''];
  return { operation, path: redactText(path), target: path + search, scope, ownId, ...mark };
}

export type WritePolicy = 'allowed' | 'locked' | 'dry-run';

type PolicyRules = Pick<Connection, 'readOnly' | 'strict'> &
  Pick<SendOptions, 'hasConsent'> & { readonly writes?: (() => WritePolicy) | undefined };

export function undocumentedRefusal({ query }: Operation): Refusal {
  const [parameter] = Object.entries(query ?? {});
  if (parameter === undefined) return { kind: 'outside' };
  const shown = clean(parameter.join('='));
  return { kind: 'outside', detail: safe`${shown} is an undocumented parameter: --strict refuses it.` };
}

/** Undocumented operations must be reads, need the person's consent, and are refused in strict mode. */
export function requestRefusal(operation: Operation, rules: PolicyRules): Refusal | undefined {
  const { readOnly, strict, hasConsent, writes } = rules;
  const { method, isUndocumented, isOptIn } = operation;
  const isWrite = method !== 'GET';
  const isAllowed = hasConsent === true || isOptIn === true;
  if (isWrite && readOnly) return { kind: 'read-only' };
  if (isUndocumented === true && (isWrite || !isAllowed || strict === true))
    return undocumentedRefusal(operation);
  const policy = isWrite ? (writes?.() ?? 'allowed') : 'allowed';
  return policy === 'allowed' ? undefined : { kind: policy };
}
