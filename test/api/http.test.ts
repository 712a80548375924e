import { brotliCompressSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { httpFetch } from '../../src/api/http.ts';
import { answered, clientOf, failed, listen, operationNamed } from './connecting.ts';

const readBot = operationNamed('bot.read');
const RECORD = JSON.stringify({ bot: { id: 'bot', name: 'support' } });

test.each([
  ['gzip', gzipSync(RECORD)],
  ['br', brotliCompressSync(RECORD)],
  ['identity', Buffer.from(RECORD)],
])('a body that is sent as %s is read', async (encoding, body) => {
  const server = await listen((_request, response) => {
    response.writeHead(200, { 'content-encoding': encoding });
    response.end(body);
  });

  const value = answered(await clientOf(server).send(readBot, { botId: 'bot' }));
  await server.close();

  expect(value).toEqual({ id: 'bot', name: 'support' });
});

test('a header that came twice is one with both, one that did not come is none', async () => {
  const server = await listen((_request, response) => {
    response.writeHead(200, ['x-twice', 'a', 'x-twice', 'b', 'set-cookie', 'c', 'set-cookie', 'd']);
    response.end();
  });

  const { headers } = await httpFetch(server.baseUrl, {
    method: 'GET',
    headers: {},
    signal: new AbortController().signal,
  });
  await server.close();

  expect(['x-twice', 'set-cookie', 'x-none'].map(headers.get)).toEqual(['a, b', 'c, d', null]);
});

test.each([
  ['before its headers', ''],
  ['within its headers', 'HTTP/1.1 200 OK\r\ncontent-le'],
  ['within its body', 'HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\n{'],
])('an answer that ends %s was closed by the server', async (_where, sent) => {
  const server = await listen((_request, response) => void response.socket?.end(sent));

  const failure = failed(await clientOf(server).send(readBot, { botId: 'bot' }));
  await server.close();

  expect(failure).toMatchObject({ kind: 'unreachable', reached: true });
  expect(failure).toHaveProperty('detail', expect.stringMatching(/closed the connection|Parse Error/));
});

test.each([
  ['with a protocol', 'upgrade: websocket\r\nconnection: Upgrade\r\n'],
  ['with no protocol', ''],
])('a 101 %s is a broken connection: what became of a request is not known', async (_which, headers) => {
  const server = await listen((_request, response) => {
    response.socket?.end(`HTTP/1.1 101 Switching Protocols\r\n${headers}\r\n`);
  });

  const failure = failed(await clientOf(server).send(readBot, { botId: 'bot' }));
  await server.close();

  expect(failure).toMatchObject({
    kind: 'unreachable',
    reached: true,
    detail: 'the server switched to another protocol (HTTP_101)',
  });
});

/** Answers with these bytes, sent as they are, and counts the requests. */
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
  'a body that is sent as %s and cannot be unpacked is named, and is not asked for again',
  async (encoding, body) => {
    const server = await sending(encoding, body);

    const failure = failed(await clientOf(server).send(readBot, { botId: 'bot' }));
    await server.close();

    expect(failure).toMatchObject({
      kind: 'unreadable',
      detail: `it is compressed in a way botscope cannot read: ${encoding}`,
    });
    expect(server.requests()).toBe(1);
  },
);

test('an error status counts, whatever its body is compressed with', async () => {
  const server = await sending('zstd', Buffer.from('{}'), 403);

  const failure = failed(await clientOf(server).send(readBot, { botId: 'bot' }));
  await server.close();

  expect(failure).toMatchObject({
    kind: 'forbidden',
    detail: 'it is compressed in a way botscope cannot read: zstd',
  });
});

test.each([['gzip'], ['br'], ['zstd']])(
  'no body at all is read, also one that is sent as %s',
  async encoding => {
    const server = await sending(encoding, Buffer.alloc(0));

    const outcome = await clientOf(server).send(operationNamed('bot.delete'), { botId: 'bot' });
    await server.close();

    expect(outcome.ok).toBe(true);
  },
);

test('a body without a length that stalls until the deadline is a time-out', async () => {
  const server = await listen((_request, response) => {
    response.socket?.write('HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n{}');
  });

  const client = clientOf(server, { timeoutMs: 300 });
  const failure = failed(await client.send(operationNamed('bot.delete'), { botId: 'bot' }));
  await server.close();

  expect(failure).toMatchObject({ kind: 'timed-out', timeoutMs: 300 });
});
