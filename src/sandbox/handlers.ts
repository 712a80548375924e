import type { IncomingHttpHeaders } from 'node:http';
import type { Ids, Operation } from '../api/operation.ts';
import type { JsonObject } from '../json/json.ts';
import { errorReply, jsonReply, type Reply, type Route, readListQuery } from './http.ts';
import type { Service } from './service.ts';
import { deleteRefusal, findRecord, readPage, removeRecord, type Store } from './store.ts';

export const tokenOf = ({ authorization = '' }: IncomingHttpHeaders): string | undefined =>
  /^bearer +(.+)$/i.exec(authorization)?.[1];

/** Returns the ids in the headers, or a 401 response. Spec 5. */
export function scopeOf(service: Service, operation: Operation, headers: IncomingHttpHeaders): Ids | Reply {
  const token = tokenOf(headers);
  if (token === service.expiredToken) return errorReply(401, 'The token has expired');
  if (token !== service.token && token !== service.limitedToken)
    return errorReply(401, 'The token is missing or invalid');
  const name = operation.area === 'admin' ? 'x-workspace-id' : 'x-bot-id';
  const id = headers[name];
  if (typeof id !== 'string' || id === '') return errorReply(401, `The header ${name} is missing`);
  if (operation.area === 'chat') return { botId: id };
  return service.store.workspaceIds.includes(id)
    ? { workspaceId: id }
    : errorReply(401, 'The header x-workspace-id is invalid');
}

/** Tells a response from the ids in headers, which are texts. */
export const isReply = (value: Ids | Reply): value is Reply => typeof value['status'] === 'number';

const REFUSALS = {
  'not-yours': () => errorReply(403, 'Only its creator or a manager of the workspace may delete this'),
  'in-use': () => errorReply(409, 'It cannot be deleted because it is referenced by another resource'),
};

/** Wraps a record as its operation demands; 404 without one. Spec 4. */
function envelope({ resource, operation: { response } }: Route, record: JsonObject | undefined): Reply {
  if (record === undefined) return errorReply(404, `No ${resource.kind} has this id`);
  if (response.shape === 'nothing') return jsonReply(200, {});
  const key = 'key' in response ? response.key : undefined;
  return jsonReply(200, key === undefined ? record : { [key]: record });
}

/** Page size of lists that the service sends as a whole. */
const WHOLE_LIST_SIZE = 10_000;

/** Carries out an operation: DELETE removes, a page lists, everything else reads. */
export function carryOut(store: Store, route: Route, query: URLSearchParams, pageSize: number): Reply {
  const { resource, operation, ids } = route;
  const { method, response } = operation;
  if (method === 'DELETE') {
    const refusal = deleteRefusal(store, resource, ids);
    return refusal === undefined ? envelope(route, removeRecord(store, resource, ids)) : REFUSALS[refusal]();
  }
  if (response.shape !== 'page') return envelope(route, findRecord(store, resource, ids));
  const { key, isWhole } = response;
  const read = readListQuery(query, pageSize);
  if ('problem' in read) return errorReply(400, read.problem, 'InvalidQuery');
  const wanted = isWhole ? { ...read, token: undefined, size: WHOLE_LIST_SIZE } : read;
  const page = readPage(store, resource, ids, wanted);
  if (page === undefined) return envelope(route, undefined);
  if (page === 'bad-token') return errorReply(400, 'nextToken is not one of this list', 'InvalidQuery');
  const meta = page.next === undefined ? {} : { nextToken: page.next };
  return jsonReply(200, isWhole ? { [key]: page.items } : { [key]: page.items, meta });
}
