import { brotliCompressSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { httpFetch } from '../../src/api/http.ts';
import { clientOf, expectFailure, expectValue, listen, operationNamed } from './test-client.ts';

const readBot = operationNamed('bot.read');
const RECORD = JSON.stringify({ bot: { id: 'bot', name: 'support' } });

test.each([
  ['gzip', gzipSync(RECORD)],
  ['br', brotliCompressSync(RECORD)],
  ['identity', Buffer.from(RECORD)],
])('http: a body with the encoding %s is decoded', async (encoding, body) => {
  const server = await listen((_request, response) => {
    response.writeHead(200, { 'content-encoding': encoding });
    response.end(body);
  });

  const value = expectValue(await clientOf(server).send(readBot, { botId: 'bot' }));
  await server.close();

  expect(value).toEqual({ id: 'bot', name: 'support' });
});

test('http: a DELETE has a connection of its own, so a server that closes the one kept alive does not lose it', async () => {
  const used = new WeakSet<object>();
  const server = await listen(({ socket }, response) => {
    if (used.has(socket)) return void socket.destroy();
    used.add(socket);
    response.end(RECORD);
  });

  expectValue(await clientOf(server).send(readBot, { botId: 'bot' }));
  const outcome = await clientOf(server).send(operationNamed('bot.delete'), { botId: 'bot' });
  await server.close();

  expect(outcome).toMatchObject({ ok: true });
});

test('http: a repeated header is joined, and a missing one is null', async () => {
  const server = await listen((_request, response) => {
    response.writeHead(200, ['x-twice', 'a', 'x-twice', 'b', 'set-cookie', 'c', 'set-cookie', 'd']);
    response.end();
  });

  const { headers } = await httpFetch(server.url, {
    method: 'GET',
    headers: [],
    signal: new AbortController().signal,
    maxBytes: 1000,
  });
  await server.close();

  expect(['x-twice', 'set-cookie', 'x-none'].map(headers.get)).toEqual(['a, b', 'c, d', null]);
});

test.each([
  ['before its headers', ''],
  ['within its headers', 'HTTP/1.1 200 OK\r\ncontent-le'],
  ['within its body', 'HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\n{'],
])('http: a response that ends %s means that the server closed the connection', async (_where, sent) => {
  const server = await listen((_request, response) => void response.socket?.end(sent));

  const failure = expectFailure(await clientOf(server).send(readBot, { botId: 'bot' }));
  await server.close();

  expect(failure).toMatchObject({ kind: 'unreachable', reached: true });
  expect(failure).toHaveProperty('detail', expect.stringMatching(/closed the connection|Parse Error/));
});

test.each([
  ['with a protocol', 'upgrade: websocket\r\nconnection: Upgrade\r\n'],
  ['with no protocol', ''],
])('http: a 101 %s is a broken connection with an unknown outcome', async (_which, headers) => {
  const server = await listen((_request, response) => {
    response.socket?.end(`HTTP/1.1 101 Switching Protocols\r\n${headers}\r\n`);
  });

  const failure = expectFailure(await clientOf(server).send(readBot, { botId: 'bot' }));
  await server.close();

  expect(failure).toMatchObject({
    kind: 'unreachable',
    reached: true,
    detail: 'the server switched to another protocol (HTTP_101)',
  });
});

/** Starts a server that sends `body` unchanged and counts the requests. */
async function sending(encoding: string, body: Buffer, status = 200) {
  let requests = 0;
  const server = await listen((_request, response) => {
    requests++;
    response.writeHead(status, { 'content-encoding': encoding });
    response.end(body);
  });
  return { ...server, requests: () => requests };
}

test.each([
  ['zstd', Buffer.from(RECORD)],
  ['deflate', Buffer.from(RECORD)],
  ['gzip, br', gzipSync(RECORD)],
  ['gzip', Buffer.from(RECORD)],
  ['br', Buffer.from(RECORD)],
])(
  'http: a body with the encoding %s that cannot be decoded is reported, and not loaded again',
  async (encoding, body) => {
    const server = await sending(encoding, body);

    const failure = expectFailure(await clientOf(server).send(readBot, { botId: 'bot' }));
    await server.close();

    expect(failure).toMatchObject({
      kind: 'unreadable',
      detail: `it is compressed in a way botscope cannot read: ${encoding}`,
    });
    expect(server.requests()).toBe(1);
  },
);

test('http: the status of an error counts, also if its body cannot be decoded', async () => {
  const server = await sending('zstd', Buffer.from('{}'), 403);

  const failure = expectFailure(await clientOf(server).send(readBot, { botId: 'bot' }));
  await server.close();

  expect(failure).toMatchObject({
    kind: 'forbidden',
    detail: 'it is compressed in a way botscope cannot read: zstd',
  });
});

test.each([['gzip'], ['br'], ['zstd']])(
  'http: an empty body is accepted, also with the encoding %s',
  async encoding => {
    const server = await sending(encoding, Buffer.alloc(0));

    const outcome = await clientOf(server).send(operationNamed('bot.delete'), { botId: 'bot' });
    await server.close();

    expect(outcome.ok).toBe(true);
  },
);

test('http: a body without a length that stalls until the deadline is a time-out', async () => {
  const server = await listen((_request, response) => {
    response.socket?.write('HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n{}');
  });

  const client = clientOf(server, { timeoutMs: 300 });
  const failure = expectFailure(await client.send(operationNamed('bot.delete'), { botId: 'bot' }));
  await server.close();

  expect(failure).toMatchObject({ kind: 'timed-out', timeoutMs: 300 });
});
