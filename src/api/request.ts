import { badSetting, type Failure, type Refusal, type SentRequest, type UsageError } from '../failure.ts';
import { safe, shortText } from '../text/sanitise.ts';
import type { Ids, Operation } from './operation.ts';
import { type BaseUrl, fillPath, requestUrl } from './url.ts';

/** Where and as whom requests are sent. The token stays in the closure of the client. */
export type Connection = {
  readonly base: BaseUrl;
  readonly token: string;
  readonly workspaceId: string;
  /** Nothing but GET leaves the process. */
  readonly readOnly: boolean;
  /** For one try, headers and body together. */
  readonly timeoutMs: number;
  readonly version: string;
  /** Nothing outside of the specification leaves the process, whoever has said yes. */
  readonly strict?: boolean;
};

export type SendOptions = {
  /** `nextToken` of the page before; sent as a query parameter (not in the spec). */
  readonly page?: string;
  readonly signal?: AbortSignal;
  /** The person has said yes to requests outside of the specification. Without it none is sent. */
  readonly hasConsent?: boolean;
  /** Told of the pause before a GET is asked again, in milliseconds. */
  readonly onWait?: (ms: number, failure: Failure) => void;
};

/** A request whose ids and headers can be sent. */
export type Request = {
  readonly operation: Operation;
  /** Path below the base address, ids encoded, without the query. */
  readonly path: string;
  /** Path and query. */
  readonly target: string;
  readonly scope: SentRequest['scope'] & object;
};

/** The scope header of an area: the workspace on admin, the bot on chat, never both. Spec 5. */
export function scopeOf(
  operation: Operation,
  connection: Pick<Connection, 'workspaceId'>,
  ids: Ids,
): { header: string; value: string } {
  return operation.area === 'admin'
    ? { header: 'x-workspace-id', value: connection.workspaceId }
    : { header: 'x-bot-id', value: ids['botId'] ?? '' };
}

const HEADER_TEXT = /^[\x21-\x7e]+$/;

/** Builds the request of an operation, or returns why there can be none. `policy.ts` decides whether it is sent. */
export function buildRequest(
  connection: Connection,
  operation: Operation,
  { ids, page }: { readonly ids: Ids; readonly page: string | undefined },
): Request | Refusal | UsageError {
  const scope = scopeOf(operation, connection, ids);
  const path = fillPath(operation, ids);
  if (typeof path !== 'string') return path;
  // Node would throw, with the token in its message.
  if (!HEADER_TEXT.test(connection.token))
    return badSetting(safe`The token is empty or holds characters that cannot be sent`);
  if (!HEADER_TEXT.test(scope.value))
    return { kind: 'bad-id', detail: shortText(`${scope.header}: "${scope.value}"`) };
  const query = { ...operation.query, ...(page === undefined ? {} : { nextToken: page }) };
  const { search } = requestUrl(connection.base, path, query);
  return { operation, path, target: path + search, scope };
}
