import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { expect } from 'vitest';
import type { JsonObject } from '../../src/json/json.ts';
import type { Sandbox } from '../../src/sandbox/types.ts';
import { attempt } from '../../src/text/result.ts';

export type SandboxResponse = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  readonly json: JsonObject;
};

export type RequestOptions = {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
};

/** Returns the headers of a request to the admin area of a sandbox, or to the chat area of a bot. */
export const adminHeaders = ({ token, workspaceId }: Sandbox) => ({
  authorization: `Bearer ${token}`,
  'x-workspace-id': workspaceId,
});
export const chatHeaders = ({ token, ids: examples }: Sandbox, botId = examples.botId) => ({
  authorization: `Bearer ${token}`,
  'x-bot-id': botId,
});

/** Sends one request with its path unchanged. Default headers: those of the area of the path. */
export function requestSandbox(
  sandbox: Sandbox,
  path: string,
  asking: RequestOptions = {},
): Promise<SandboxResponse> {
  const { method = 'GET', body } = asking;
  // Node sets no length for the body of a GET or DELETE.
  const length = body === undefined ? {} : { 'content-length': `${Buffer.byteLength(body)}` };
  const own = path.startsWith('/v1/chat/') ? chatHeaders(sandbox) : adminHeaders(sandbox);
  const headers = { ...(asking.headers ?? own), ...length };
  const { hostname, port } = new URL(sandbox.url);
  return new Promise((resolve, reject) => {
    const request = httpRequest({ hostname, port, path, method, headers }, response => {
      const { statusCode: status = 0, headers } = response;
      textOf(response).then(text => {
        resolve({ status, headers, text, json: attempt(() => JSON.parse(text)) ?? {} });
      }, reject);
    });
    request.on('error', reject);
    request.end(body);
  });
}

/** Sends text as it is, nothing more. Returns what comes back until the end or until it is enough. */
export function sendText(
  { url }: Pick<Sandbox, 'url'>,
  text: string,
  isEnough: (received: string) => boolean = () => false,
): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  return new Promise(resolve => {
    let received = '';
    const end = () => resolve(received);
    socket.on('error', end).on('close', end);
    socket.setEncoding('utf8').on('data', chunk => {
      received += chunk;
      if (isEnough(received)) socket.destroy();
    });
    socket.end(text);
  });
}

/** A request such as `GET /v1/admin/bots/$botId`, its status, what its JSON matches, and its headers. */
export type RequestRow = readonly [
  request: string,
  status: number,
  json?: object,
  own?: RequestOptions['headers'],
];

/** An error as its body has it. */
export const error = (code: number, type: unknown = expect.any(String)) => ({
  ...{ code, type, message: expect.any(String) },
  id: expect.stringMatching(/^err_\d{14}x[0-9a-f]{8}$/),
});

export const withIds = ({ ids, workspaceId }: Sandbox, path: string): string =>
  path.replace(/\$(\w+)/g, (_, name: keyof Sandbox['ids']) => ({ ...ids, workspaceId })[name]);

/** Sends requests one after another, and compares each response with its row. */
export async function expectResponses(sandbox: Sandbox, rows: readonly RequestRow[]): Promise<void> {
  for (const [request, status, json = {}, headers] of rows) {
    const [method = '', path = ''] = request.split(' ');
    const response = await requestSandbox(sandbox, withIds(sandbox, path), {
      method,
      ...(headers && { headers }),
    });
    expect([request, response.status]).toEqual([request, status]);
    expect(response.json).toMatchObject(json);
    if (method === 'HEAD') expect(response.text).toBe('');
  }
}

export type Listed = { readonly id: string; readonly [field: string]: unknown };
export type Page = { readonly items: readonly Listed[]; readonly next: string | undefined };

export async function requestPage(sandbox: Sandbox, path: string, key: string): Promise<Page> {
  const { status, json, text } = await requestSandbox(sandbox, path);
  if (status !== 200) throw new Error(`${path}: ${status} ${text}`);
  const { [key]: items, meta } = json as { [key: string]: unknown; meta: { nextToken?: string } };
  return { items: items as readonly Listed[], next: meta.nextToken };
}

export async function* pages(sandbox: Sandbox, query = ''): AsyncGenerator<readonly Listed[]> {
  let token: string | undefined;
  do {
    const next = token === undefined ? '' : `nextToken=${encodeURIComponent(token)}`;
    const page = await requestPage(
      sandbox,
      `/v1/admin/bots?${[query, next].filter(Boolean).join('&')}`,
      'bots',
    );
    yield page.items;
    token = page.next;
  } while (token !== undefined);
}

export async function walk(sandbox: Sandbox, query = ''): Promise<readonly Listed[]> {
  const all: Listed[] = [];
  for await (const items of pages(sandbox, query)) all.push(...items);
  return all;
}
