import type { IncomingMessage } from 'node:http';
import { badId } from '../api/url.ts';
import { isList, isObject, isTooDeep, type Json, type JsonObject } from '../json/json.ts';
import { redact } from '../resources/redact.ts';
import { ownIdName } from '../resources/resource.ts';
import { redactText } from '../text/secrets/redact-text.ts';
import { faultOf } from './fault-words.ts';
import type { FaultInUse } from './faults.ts';
import {
  bodyJson,
  bodyText,
  decoded,
  jsonReply,
  matchesTemplate,
  type Reply,
  type RequestTarget,
  readBody,
  refuse,
  tokenOf,
} from './http.ts';
import type { Service } from './service.ts';
import { putRecord as put, removeRecord as remove } from './store.ts';
import type { Fault, LogEntry } from './types.ts';

const CONTROL = '/__sandbox/';

export const isControl = ({ path }: RequestTarget) => path.startsWith(CONTROL);

type ControlRequest = Readonly<{
  service: Service;
  /** Decoded, without the first segment of the path. */
  rest: readonly string[];
  query: URLSearchParams;
  body: Buffer;
}>;

type Handler = (request: ControlRequest) => Json;

function printedFault({ id, hits, fault }: FaultInUse): JsonObject {
  const { path } = fault;
  return { id, hits, ...(fault as JsonObject), ...(path !== undefined && { path: `${path}` }) };
}

const printedRequest = ({ method, path, headers, at, status }: LogEntry): JsonObject => ({
  at: new Date(at).toISOString(),
  method,
  path: redactText(path),
  status: status ?? null,
  headers: redact({}, headers as JsonObject),
});

/** Takes text or JSON, one or a list; adds none if one is invalid. */
function addFaults({ service, body }: ControlRequest): Json {
  const json = bodyJson(body) ?? bodyText(body) ?? refuse(400, 'The request body is not UTF-8');
  const faults = (isList(json) ? json : [json]).map(faultOf);
  const wrong = faults.find(fault => typeof fault === 'string');
  if (wrong !== undefined) refuse(400, wrong);
  return { ids: faults.map(fault => service.faults.add(fault as Fault)) };
}

function removeFaults({ service: { faults }, rest: [id] }: ControlRequest): Json {
  if (id === undefined) faults.clear();
  else if (!faults.remove(Number(id))) refuse(404, 'No fault has this id');
  return {};
}

function namedRecord({ service: { store }, rest: [kind, id = ''], query }: ControlRequest) {
  const resource = store.resources.find(each => each.kind === kind);
  const kinds = store.resources.map(each => each.kind).join(', ');
  if (resource === undefined) return refuse(404, `No such kind of records: ${kinds}`);
  const why = badId(id);
  if (why !== undefined) refuse(400, `The path is wrong: ${why}`);
  const parents = resource.ids
    .slice(0, -1)
    .map(name => [name, query.get(name) || refuse(400, `The query needs ${name}`)] as const);
  const workspaceId = query.get('workspaceId') ?? store.workspaceIds[0] ?? '';
  return { resource, ids: { workspaceId, ...Object.fromEntries(parents), [ownIdName(resource)]: id } };
}

function putRecord(request: ControlRequest): Json {
  const { resource, ids } = namedRecord(request);
  const members = request.body.length === 0 ? {} : bodyJson(request.body);
  if (!isObject(members)) return refuse(400, 'The request body is not a JSON object');
  if (isTooDeep(members)) refuse(400, 'The record nests too deeply');
  const record = put(request.service.store, resource, ids, members);
  return record ?? refuse(404, `No parent of this ${resource.kind}`);
}

function removeRecord(request: ControlRequest): Json {
  const { resource, ids } = namedRecord(request);
  const removed = remove(request.service.store, resource, ids);
  return removed === undefined ? refuse(404, `No ${resource.kind} has this id`) : {};
}

/** By method and path, with a line for the help. A name in braces is one segment. */
export const controlOperations: Readonly<Record<string, readonly [help: string, handler: Handler]>> = {
  'GET health': [
    'the time and two counts: the sandbox is ready',
    ({ service: { requests, faults, store } }) => {
      const now = new Date(store.now()).toISOString();
      return { status: 'ok', now, requests: requests.length, faults: faults.list().length };
    },
  ],
  'GET requests': [
    'the latest requests, secrets masked',
    ({ service }) => ({ requests: service.requests.map(printedRequest) }),
  ],
  'POST reset': [
    'the records, faults and time of the start',
    ({ service }) => {
      service.controls.reset();
      return {};
    },
  ],
  'GET faults': [
    'the faults, each with its number and how many requests got it',
    ({ service }) => ({ faults: service.faults.list().map(printedFault) }),
  ],
  'POST faults': ['adds a fault, as text or as JSON, or a list of them', addFaults],
  'DELETE faults': ['removes all faults', removeFaults],
  'DELETE faults/{number}': ['removes one', removeFaults],
  'PUT records/{kind}/{id}': ['changes members of a record, or creates it', putRecord],
  'DELETE records/{kind}/{id}': ['deletes a record', removeRecord],
};

const LOOPBACK_HOST = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i;
const LOOPBACK_ADDRESS = /^(?:127\.|::1$|::ffff:127\.)/;

/** A page of another site reaches it by a host name of its own, another machine from outside. */
function checkCaller(service: Service, { headers, socket }: IncomingMessage) {
  const isLocal = LOOPBACK_HOST.test(headers.host ?? '') && LOOPBACK_ADDRESS.test(socket.remoteAddress ?? '');
  if (!isLocal) refuse(403, 'Only this machine may control the sandbox, by a loopback address');
  const token = tokenOf(headers);
  if (token === service.limitedToken) refuse(403, 'This token may not control the sandbox');
  if (token !== service.token) refuse(401, 'The token is missing or invalid');
}

/** No fault, delay or rate limit applies, and no log has it. */
export async function controlReply(
  service: Service,
  request: IncomingMessage,
  { path, query }: RequestTarget,
): Promise<Reply> {
  checkCaller(service, request);
  const rest = path.slice(CONTROL.length).split('/').slice(1).map(decoded);
  const operations = Object.keys(controlOperations);
  const found = operations.find(operation => {
    const [method, template = ''] = operation.split(' ');
    return method === request.method && matchesTemplate(CONTROL + template, path);
  });
  const handler = controlOperations[found ?? '']?.[1];
  if (handler === undefined) return refuse(404, `The control address has: ${operations.join(', ')}`);
  const body = await readBody(request, 'admin');
  return jsonReply(200, handler({ service, rest, query, body }));
}
