import type { IncomingMessage } from 'node:http';
import { badId } from '../api/url.ts';
import { isList, isObject, isTooDeep, type JsonObject } from '../json/json.ts';
import { redact } from '../resources/redact.ts';
import { ownIdName } from '../resources/resource.ts';
import { redactText } from '../text/secrets/redact-text.ts';
import { DataError } from './data-file.ts';
import { faultOf } from './fault-words.ts';
import type { FaultInUse } from './faults.ts';
import {
  bodyJson,
  bodyText,
  decoded,
  errorReply,
  jsonReply,
  matchesTemplate,
  type Reply,
  type RequestTarget,
  readBody,
  tokenOf,
} from './http.ts';
import type { Service } from './service.ts';
import { putRecord as put, removeRecord as remove } from './store.ts';
import type { Fault, LogEntry } from './types.ts';

const CONTROL = '/__sandbox/';

export const isControl = ({ path }: RequestTarget): boolean => path.startsWith(CONTROL);

type ControlRequest = {
  readonly service: Service;
  /** Segments of the path after the first one, decoded. */
  readonly rest: readonly (string | undefined)[];
  readonly query: URLSearchParams;
  readonly body: Buffer;
};

type Handler = (request: ControlRequest) => Reply;

const problem = (message: string): Reply => errorReply(400, message);

function printedFault({ id, hits, fault }: FaultInUse): JsonObject {
  const { path } = fault;
  return { id, hits, ...(fault as JsonObject), ...(path === undefined ? {} : { path: `${path}` }) };
}

function printedRequest({ method, path, headers, at, status }: LogEntry): JsonObject {
  const time = new Date(at).toISOString();
  return {
    at: time,
    method,
    path: redactText(path),
    status: status ?? null,
    headers: redact({}, headers as JsonObject),
  };
}

/** As text or JSON, one or a list; none if one is invalid. */
function addFaults({ service, body }: ControlRequest): Reply {
  const json = bodyJson(body) ?? bodyText(body);
  if (json === undefined) return problem('The request body is not UTF-8');
  const faults = (isList(json) ? json : [json]).map(faultOf);
  const wrong = faults.find(fault => typeof fault === 'string');
  if (wrong !== undefined) return problem(wrong);
  const ids = faults.map(fault => service.faults.add(fault as Fault));
  return jsonReply(200, { ids });
}

function removeFaults({ service: { faults }, rest: [id] }: ControlRequest): Reply {
  if (id === undefined) faults.clear();
  else if (!faults.remove(Number(id))) return errorReply(404, 'No fault has this id');
  return jsonReply(200, {});
}

/** The record that a path names; the ids of its parents come from the query. */
function namedRecord({ service, rest: [kind, id = ''], query }: ControlRequest) {
  const resource = service.store.resources.find(each => each.kind === kind);
  const kinds = service.store.resources.map(each => each.kind).join(', ');
  if (resource === undefined) return errorReply(404, `There is no such kind of records: ${kinds}`);
  const why = badId(id);
  if (why !== undefined) return problem(`The path is wrong: ${why}`);
  const [main = ''] = service.store.workspaceIds;
  const given = resource.ids.slice(0, -1).map(name => [name, query.get(name) ?? ''] as const);
  const missing = given.find(([, value]) => value === '');
  if (missing !== undefined) return problem(`The query needs ${missing[0]}`);
  const workspaceId = query.get('workspaceId') ?? main;
  return { resource, ids: { workspaceId, ...Object.fromEntries(given), [ownIdName(resource)]: id } };
}

function putRecord(request: ControlRequest): Reply {
  const named = namedRecord(request);
  if ('status' in named) return named;
  const members = request.body.length === 0 ? {} : bodyJson(request.body);
  if (!isObject(members)) return problem('The request body is not a JSON object');
  if (isTooDeep(members)) return problem('The record nests too deeply');
  try {
    const record = put(request.service.store, named.resource, named.ids, members);
    return record === undefined
      ? errorReply(404, `No parent of this ${named.resource.kind}`)
      : jsonReply(200, record);
  } catch (error) {
    if (error instanceof DataError) return problem(error.message);
    throw error;
  }
}

function removeRecord(request: ControlRequest): Reply {
  const named = namedRecord(request);
  if ('status' in named) return named;
  const { resource, ids } = named;
  return remove(request.service.store, resource, ids) === undefined
    ? errorReply(404, `No ${resource.kind} has this id`)
    : jsonReply(200, {});
}

function health({ service: { requests, faults, store } }: ControlRequest): Reply {
  const now = new Date(store.now()).toISOString();
  return jsonReply(200, { status: 'ok', now, requests: requests.length, faults: faults.list().length });
}

/** By method and path, with a line for the help. A name in braces is one segment. */
export const controlOperations: Readonly<Record<string, readonly [help: string, handler: Handler]>> = {
  'GET health': ['the time and two counts: the sandbox is ready', health],
  'GET requests': [
    'the latest requests, secrets masked',
    ({ service }) => jsonReply(200, { requests: service.requests.map(printedRequest) }),
  ],
  'POST reset': [
    'the records, faults and time of the start',
    ({ service }) => {
      service.controls.reset();
      return jsonReply(200, {});
    },
  ],
  'GET faults': [
    'the faults, each with its number and how many requests got it',
    ({ service }) => jsonReply(200, { faults: service.faults.list().map(printedFault) }),
  ],
  'POST faults': ['adds a fault, as text or as JSON, or a list of them', addFaults],
  'DELETE faults': ['removes all faults', removeFaults],
  'DELETE faults/{number}': ['removes one', removeFaults],
  'PUT records/{kind}/{id}': ['changes members of a record, or creates it', putRecord],
  'DELETE records/{kind}/{id}': ['deletes a record', removeRecord],
};

const handlerOf = (method: string | undefined, path: string): Handler | undefined =>
  Object.entries(controlOperations).find(([operation]) => {
    const [verb, template = ''] = operation.split(' ');
    return verb === method && matchesTemplate(CONTROL + template, path);
  })?.[1][1];

const LOOPBACK_HOST = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i;
const LOOPBACK_ADDRESS = /^(?:127\.|::1$|::ffff:127\.)/;

/** A page of another site reaches it by a host name of its own, another machine from outside. */
function refusal(service: Service, { headers, socket }: IncomingMessage): Reply | undefined {
  const isLocal = LOOPBACK_HOST.test(headers.host ?? '') && LOOPBACK_ADDRESS.test(socket.remoteAddress ?? '');
  if (!isLocal) return errorReply(403, 'Only this machine may control the sandbox, by a loopback address');
  const token = tokenOf(headers);
  if (token === service.limitedToken) return errorReply(403, 'This token may not control the sandbox');
  return token === service.token ? undefined : errorReply(401, 'The token is missing or invalid');
}

/** No fault, delay or rate limit applies, and no log has it. */
export async function controlReply(
  service: Service,
  request: IncomingMessage,
  { path, query }: RequestTarget,
): Promise<Reply> {
  const refused = refusal(service, request);
  if (refused !== undefined) return refused;
  const rest = path.slice(CONTROL.length).split('/').slice(1).map(decoded);
  if (rest.includes(undefined)) return errorReply(400, 'The path cannot be decoded', 'InvalidIdentifier');
  const handler = handlerOf(request.method, path);
  if (handler === undefined)
    return errorReply(404, `The control address has: ${Object.keys(controlOperations).join(', ')}`);
  const body = await readBody(request, 'admin');
  return body === 'too-large' ? errorReply(413) : handler({ service, rest, query, body });
}
