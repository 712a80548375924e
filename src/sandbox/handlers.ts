import type { IncomingHttpHeaders } from 'node:http';
import type { Ids, Operation, ResponseShape } from '../api/operation.ts';
import type { JsonObject } from '../json/json.ts';
import type { Resource } from '../resources/resource.ts';
import { errorReply, jsonReply, type Reply } from './http/http.ts';
import { type Route, readListQuery } from './http/router.ts';
import type { Store } from './store.ts';

/** Credentials that the sandbox knows: its tokens and the workspaces. */
export type Access = {
  readonly token: string;
  /** Token that may not delete. */
  readonly limitedToken: string;
  readonly expiredToken: string;
  readonly workspaceIds: readonly string[];
};

/** Returns the token of a request; undefined if it has none. */
export const tokenOf = ({ authorization = '' }: IncomingHttpHeaders): string | undefined =>
  /^bearer +(.+)$/i.exec(authorization)?.[1];

/** Returns the ids in the headers, or a 401 response. Spec 5. */
export function scopeOf(access: Access, operation: Operation, headers: IncomingHttpHeaders): Ids | Reply {
  const token = tokenOf(headers);
  if (token === access.expiredToken) return errorReply(401, 'The token has expired');
  if (token !== access.token && token !== access.limitedToken)
    return errorReply(401, 'The token is missing or invalid');
  const name = operation.area === 'admin' ? 'x-workspace-id' : 'x-bot-id';
  const id = headers[name];
  if (typeof id !== 'string' || id === '') return errorReply(401, `The header ${name} is missing`);
  if (operation.area === 'chat') return { botId: id };
  return access.workspaceIds.includes(id)
    ? { workspaceId: id }
    : errorReply(401, 'The header x-workspace-id is invalid');
}

/** Returns true if the token of a request may only read. */
export const isReader = ({ limitedToken }: Access, headers: IncomingHttpHeaders): boolean =>
  tokenOf(headers) === limitedToken;

/** Tells a response from the ids in headers, which are texts. */
export const isReply = (value: Ids | Reply): value is Reply => typeof value['status'] === 'number';

const REFUSALS = {
  'not-yours': () => errorReply(403, 'Only its creator or a manager of the workspace may delete this'),
  'in-use': () => errorReply(409, 'It cannot be deleted because it is referenced by another resource'),
};

const notFound = ({ kind }: Resource): Reply => errorReply(404, `No ${kind} has this id`);

/** Wraps a record as its operation demands. Spec 4. */
function envelope(response: ResponseShape, record: JsonObject): Reply {
  if (response.shape === 'nothing') return jsonReply(200, {});
  const key = response.shape === 'deleted' ? undefined : response.key;
  return jsonReply(200, key === undefined ? record : { [key]: record });
}

function remove(store: Store, { resource, operation }: Route, ids: Ids): Reply {
  const refusal = store.refusal(resource, ids);
  if (refusal !== undefined) return REFUSALS[refusal]();
  const removed = store.remove(resource, ids);
  return removed === undefined ? notFound(resource) : envelope(operation.response, removed);
}

/** Page size of lists that the service sends as a whole. */
const WHOLE_LIST_SIZE = 10_000;

type ListRequest = {
  readonly response: Extract<ResponseShape, { readonly shape: 'page' }>;
  readonly ids: Ids;
  readonly query: URLSearchParams;
  readonly pageSize: number;
};

function list(store: Store, { resource }: Route, { response, ids, query, pageSize }: ListRequest): Reply {
  const read = readListQuery(query, pageSize);
  if ('problem' in read) return errorReply(400, read.problem, 'InvalidQuery');
  const { key, isWhole } = response;
  const page = store.page(
    resource,
    ids,
    isWhole ? { ...read, token: undefined, size: WHOLE_LIST_SIZE } : read,
  );
  if (page === undefined) return notFound(resource);
  if (page === 'bad-token') return errorReply(400, 'nextToken is not one of this list', 'InvalidQuery');
  if (isWhole) return jsonReply(200, { [key]: page.items });
  return jsonReply(200, {
    [key]: page.items,
    meta: page.next === undefined ? {} : { nextToken: page.next },
  });
}

/** Carries out an operation: DELETE removes, a page lists, everything else reads. */
export function carryOut(
  store: Store,
  route: Route,
  request: { readonly scope: Ids; readonly query: URLSearchParams; readonly pageSize: number },
): Reply {
  const { resource, operation } = route;
  const ids = { ...request.scope, ...route.ids };
  if (operation.method === 'DELETE') return remove(store, route, ids);
  const { response } = operation;
  if (response.shape === 'page') return list(store, route, { ...request, response, ids });
  const record = store.find(resource, ids);
  return record === undefined ? notFound(resource) : envelope(response, record);
}
