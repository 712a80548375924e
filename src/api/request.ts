import { badSetting, type Failure, type Refusal, type Sent, type UsageError } from '../failure.ts';
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

/** What is sent, once every id and header is known to be sendable. */
export type Request = {
  readonly operation: Operation;
  readonly path: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal | undefined;
};

/** A request with the header that says which workspace or bot it is for. */
export type Prepared = { readonly request: Request; readonly scope: Sent['scope'] & object };

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

/** Makes the request of an operation, or says why there can be none. Whether it leaves is for `gate.ts` to say. */
export function prepare(
  connection: Connection,
  operation: Operation,
  call: { readonly ids: Ids; readonly options: SendOptions },
): Prepared | Refusal | UsageError {
  const scope = scopeOf(operation, connection, call.ids);
  const path = fillPath(operation, call.ids);
  if (typeof path !== 'string') return path;
  // fetch would throw, and say the token in its message.
  if (!HEADER_TEXT.test(connection.token))
    return badSetting(safe`The token is empty or holds characters that cannot be sent`);
  if (!HEADER_TEXT.test(scope.value))
    return { kind: 'bad-id', detail: shortText(`${scope.header}: "${scope.value}"`) };
  const { page } = call.options;
  const query = { ...operation.query, ...(page === undefined ? {} : { nextToken: page }) };
  const headers = {
    accept: 'application/json',
    authorization: `Bearer ${connection.token}`,
    [scope.header]: scope.value,
    'user-agent': `botscope/${connection.version}`,
  };
  const url = requestUrl(connection.base, path, query);
  return { request: { operation, path, url, headers, signal: call.options.signal }, scope };
}
