import type { RequestListener } from 'node:http';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { httpFetch } from '../../src/api/http.ts';
import { clientOf, expectFailure, expectValue, listen, operationNamed, sendTo } from './test-client.ts';

const RECORD = JSON.stringify({ bot: { id: 'bot', name: 'support' } });

const encoded =
  (encoding: string, body: Buffer, status = 200): RequestListener =>
  (_request, response) =>
    void response.writeHead(status, { 'content-encoding': encoding }).end(body);
const raw =
  (text: string): RequestListener =>
  (_request, response) =>
    void response.socket?.end(text);

test.each([
  ['gzip', gzipSync(RECORD)],
  ['br', brotliCompressSync(RECORD)],
  ['identity', Buffer.from(RECORD)],
])('http: a body with the encoding %s is decoded', async (encoding, body) => {
  const outcome = await sendTo(encoded(encoding, body), 'bot.read');

  expect(expectValue(outcome)).toEqual({ id: 'bot', name: 'support' });
});

test('http: a DELETE has a connection of its own, so a server that closes the one kept alive does not lose it', async () => {
  const used = new WeakSet<object>();
  const client = clientOf(
    await listen(({ socket }, response) => {
      if (used.has(socket)) return void socket.destroy();
      used.add(socket);
      response.end(RECORD);
    }),
  );

  expectValue(await client.send(operationNamed('bot.read'), { botId: 'bot' }));
  expectValue(await client.send(operationNamed('bot.delete'), { botId: 'bot' }));
});

test('http: a repeated header is joined, and a missing one is null', async () => {
  const repeated = ['x-twice', 'a', 'x-twice', 'b', 'set-cookie', 'c', 'set-cookie', 'd'];
  const { url } = await listen((_request, response) => void response.writeHead(200, repeated).end());
  const signal = new AbortController().signal;

  const { headers } = await httpFetch(url, { method: 'GET', headers: [], signal, maxBytes: 1000 });

  expect(['x-twice', 'set-cookie', 'x-none'].map(headers.get)).toEqual(['a, b', 'c, d', null]);
});

const CLOSED = /closed the connection|Parse Error/;
const SWITCHED = 'the server switched to another protocol (HTTP_101)';
const SWITCHING = 'HTTP/1.1 101 Switching Protocols';
test.each([
  ['a response that ends before its headers', '', CLOSED],
  ['a response that ends within its headers', 'HTTP/1.1 200 OK\r\ncontent-le', CLOSED],
  ['a response that ends within its body', 'HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\n{', CLOSED],
  ['a 101 with a protocol', `${SWITCHING}\r\nupgrade: websocket\r\nconnection: Upgrade\r\n\r\n`, SWITCHED],
  ['a 101 with no protocol', `${SWITCHING}\r\n\r\n`, SWITCHED],
])('http: %s is a broken connection with an unknown outcome', async (_which, sent, detail) => {
  const failure = expectFailure(await sendTo(raw(sent), 'bot.read'));

  expect(failure).toMatchObject({ kind: 'unreachable', reached: true });
  expect(failure.detail).toMatch(detail);
});

test.each([
  ['zstd', Buffer.from(RECORD)],
  ['deflate', Buffer.from(RECORD)],
  ['gzip, br', gzipSync(RECORD)],
  ['gzip', Buffer.from(RECORD)],
  ['br', Buffer.from(RECORD)],
])(
  'http: a body with the encoding %s that cannot be decoded is reported, and not loaded again',
  async (encoding, body) => {
    const failure = expectFailure(await sendTo(encoded(encoding, body), 'bot.read'));

    expect(failure).toMatchObject({
      kind: 'unreadable',
      detail: `it is compressed in a way botscope cannot read: ${encoding}`,
      sent: { tries: 1 },
    });
  },
);

test('http: the status of an error counts, also if its body cannot be decoded', async () => {
  expect(expectFailure(await sendTo(encoded('zstd', Buffer.from('{}'), 403), 'bot.read'))).toMatchObject({
    kind: 'forbidden',
    detail: 'it is compressed in a way botscope cannot read: zstd',
  });
});

test.each(['gzip', 'br', 'zstd'])(
  'http: an empty body is accepted, also with the encoding %s',
  async encoding => {
    expectValue(await sendTo(encoded(encoding, Buffer.alloc(0)), 'bot.delete'));
  },
);

test('http: a body without a length that stalls until the deadline is a time-out', async () => {
  const answer: RequestListener = (_request, response) =>
    void response.socket?.write('HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n{}');

  expect(expectFailure(await sendTo(answer, 'bot.delete', { timeoutMs: 300 }))).toMatchObject({
    kind: 'timed-out',
    timeoutMs: 300,
  });
});
