import type { IncomingMessage } from 'node:http';
import { isList, isObject, type Json, type JsonObject } from '../json/json.ts';
import { redact } from '../resources/redact.ts';
import { redactText } from '../text/secrets/redact-text.ts';
import { isFor } from './fault-words.ts';
import type { FaultInUse } from './faults.ts';
import {
  bodyJson,
  bodyText,
  decoded,
  jsonReply,
  methodOf,
  type RequestTarget,
  readBody,
  refuse,
  tokenOf,
} from './http.ts';
import type { Service } from './service.ts';
import { placeOf, putRecord, removeRecord } from './store.ts';
import type { LogEntry } from './types.ts';

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
function addFaults({ service: { faults, checked }, body }: ControlRequest): Json {
  const json = bodyJson(body) ?? bodyText(body) ?? refuse(400, 'The request body is not UTF-8');
  const added = (isList(json) ? json : [json]).map(each => checked(each));
  return { ids: added.map(fault => faults.add(fault).id) };
}

function removeFaults({ service: { faults }, rest: [id] }: ControlRequest): Json {
  if (id === undefined) faults.clear();
  else if (!faults.remove(Number(id))) refuse(404, 'No fault has this id');
  return {};
}

const placeIn = ({ service, rest: [kind = '', id = ''], query }: ControlRequest) =>
  placeOf(service.store, kind, id, Object.fromEntries(query));

function put(request: ControlRequest): Json {
  const members = request.body.length === 0 ? {} : bodyJson(request.body);
  if (!isObject(members)) return refuse(400, 'The request body is not a JSON object');
  return putRecord(request.service.store, placeIn(request), members);
}

function remove(request: ControlRequest): Json {
  const { resource, ids } = placeIn(request);
  const removed = removeRecord(request.service.store, resource, ids);
  return removed === undefined ? refuse(404, `No ${resource.kind} has this id`) : {};
}

/** By method and path, with a line for the help. A name in braces is one segment. */
export const controlOperations: Readonly<Record<string, readonly [help: string, handler: Handler]>> = {
  'GET health': [
    'the sandbox is ready: with the token its time and two counts, too',
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
  'PUT records/{kind}/{id}': ['changes members of a record, or creates it', put],
  'DELETE records/{kind}/{id}': ['deletes a record', remove],
};

const LOOPBACK_HOST = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i;
const LOOPBACK_ADDRESS = /^(?:127\.|::1$|::ffff:127\.)/;

/** A page of another site reaches it by a host name of its own, another machine from outside. */
function checkCaller(service: Service, { headers, socket }: IncomingMessage) {
  const isLocal =
    service.control === 'any' ||
    (LOOPBACK_HOST.test(headers.host ?? '') && LOOPBACK_ADDRESS.test(socket.remoteAddress ?? ''));
  if (!isLocal)
    refuse(
      403,
      'Only this machine may control the sandbox, by a loopback address, unless it was started with --control any',
    );
  const token = tokenOf(headers);
  if (token === service.limitedToken) refuse(403, 'This token may not control the sandbox');
  if (token !== service.token) refuse(401, 'The token is missing or invalid');
}

/** No fault, delay or rate limit applies, and no log has it. */
export async function controlReply(service: Service, request: IncomingMessage, target: RequestTarget) {
  const { path, query } = target;
  const method = methodOf(request);
  // Probes of a container have no token, and learn nothing but this.
  if (`${method} ${path}` === `GET ${CONTROL}health` && request.headers.authorization === undefined)
    return jsonReply(200, { status: 'ok' });
  checkCaller(service, request);
  const rest = path.slice(CONTROL.length).split('/').slice(1).map(decoded);
  const operations = Object.keys(controlOperations);
  const found = operations.find(operation => {
    const [own, template = ''] = operation.split(' ');
    return own === method && isFor(CONTROL + template, path);
  });
  const handler = controlOperations[found ?? '']?.[1];
  if (handler === undefined) return refuse(404, `The control address has: ${operations.join(', ')}`);
  const body = await readBody(request, 'admin');
  return jsonReply(200, handler({ service, rest, query, body }));
}
