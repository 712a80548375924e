import { request as httpRequest } from 'node:http';
import type { JsonObject } from '../../src/json/json.ts';
import type { Sandbox } from '../../src/sandbox/server.ts';

export type Answered = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  readonly json: JsonObject;
};

export type Asking = {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
};

/** The headers of a request to the admin area of a sandbox, or to the chat area as one bot. */
export const adminHeaders = ({ token, workspaceId }: Sandbox) => ({
  authorization: `Bearer ${token}`,
  'x-workspace-id': workspaceId,
});
export const chatHeaders = ({ token, examples }: Sandbox, botId = examples.botId) => ({
  authorization: `Bearer ${token}`,
  'x-bot-id': botId,
});

function parsed(text: string): JsonObject {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

/** Sends one request with its path exactly as given. Headers are the admin ones unless others are named. */
export function ask(sandbox: Sandbox, path: string, asking: Asking = {}): Promise<Answered> {
  const { method = 'GET', body } = asking;
  // Node gives no length to the body of a GET or DELETE by itself.
  const length = body === undefined ? {} : { 'content-length': `${Buffer.byteLength(body)}` };
  const headers = { ...(asking.headers ?? adminHeaders(sandbox)), ...length };
  const { hostname, port } = new URL(sandbox.baseUrl);
  return new Promise((resolve, reject) => {
    const request = httpRequest({ hostname, port, path, method, headers }, response => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', chunk => {
        text += chunk;
      });
      response.on('error', reject);
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text, json: parsed(text) }),
      );
    });
    request.on('error', reject);
    request.end(body);
  });
}

export type Listed = { readonly id: string; readonly [field: string]: unknown };
export type Page = { readonly items: readonly Listed[]; readonly next: string | undefined };

/** One page of a list of the admin area. */
export async function askPage(sandbox: Sandbox, path: string, key: string): Promise<Page> {
  const { status, json, text } = await ask(sandbox, path);
  if (status !== 200) throw new Error(`${path}: ${status} ${text}`);
  const { [key]: items, meta } = json as { [key: string]: unknown; meta: { nextToken?: string } };
  return { items: items as readonly Listed[], next: meta.nextToken };
}

/** The pages of the list of bots, one after the other. */
export async function* pages(sandbox: Sandbox, query = ''): AsyncGenerator<readonly Listed[]> {
  let token: string | undefined;
  do {
    const next = token === undefined ? '' : `nextToken=${encodeURIComponent(token)}`;
    const page = await askPage(sandbox, `/v1/admin/bots?${[query, next].filter(Boolean).join('&')}`, 'bots');
    yield page.items;
    token = page.next;
  } while (token !== undefined);
}

/** Every bot of the list. */
export async function walk(sandbox: Sandbox, query = ''): Promise<readonly Listed[]> {
  const all: Listed[] = [];
  for await (const items of pages(sandbox, query)) all.push(...items);
  return all;
}
