import type { IncomingMessage, ServerResponse } from 'node:http';
import { pathTemplate } from '../../src/api/operation.ts';
import { documentedOperations } from '../../src/resources/registry.ts';
import type { Server } from '../api/test-client.ts';
import { rawServer } from '../helpers/raw-server.ts';
import { jsonText, type ServerJson } from './documents.ts';

/** The records and lists that the server returns until they are changed. */
export type ServerDocuments = {
  readonly records: Readonly<Record<string, ServerJson>>;
  /** The items of each list, and the value of `meta`. */
  readonly lists: Readonly<Record<string, readonly ServerJson[]>>;
  readonly meta: ServerJson;
};

const routes = documentedOperations.map(({ resource, operation }) => ({
  resource,
  operation,
  form: new RegExp(`^${pathTemplate(operation).replace(/\{\w+\}/g, '[^/]+')}$`),
}));

function bodyOf({ records, lists, meta }: ServerDocuments, { method, url = '' }: IncomingMessage) {
  const path = url.split('?')[0] ?? '';
  const route = routes.find(({ operation, form }) => operation.method === method && form.test(path));
  if (route === undefined) return undefined;
  const { response } = route.operation;
  const { kind } = route.resource;
  if (response.shape === 'page') return jsonText({ [response.key]: lists[kind] ?? [], meta });
  if (response.shape !== 'record') return '{}';
  const record = records[kind] ?? {};
  return jsonText(response.key === undefined ? record : { [response.key]: record });
}

/** Starts a server with the documented paths that returns the given documents, byte by byte. */
export async function hostileServer(): Promise<
  Server & { readonly give: (documents: ServerDocuments) => void }
> {
  let documents: ServerDocuments = { records: {}, lists: {}, meta: {} };
  // The same few bodies are sent thousands of times: each is built once.
  const bodies = new Map<string, string | undefined>();
  const server = await rawServer((request: IncomingMessage, response: ServerResponse) => {
    const path = `${request.method} ${request.url?.split('?')[0]}`;
    if (!bodies.has(path)) bodies.set(path, bodyOf(documents, request));
    const body = bodies.get(path);
    response.setHeader('content-type', 'application/json');
    if (body === undefined) response.statusCode = 404;
    response.end(body ?? '{}');
  });
  return {
    ...server,
    give: next => {
      documents = next;
      bodies.clear();
    },
  };
}
