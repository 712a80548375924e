import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseFault } from '../../src/sandbox/fault-words.ts';
import type { Fault } from '../../src/sandbox/types.ts';
import { forAll } from '../helpers/property.ts';
import { sandboxPerTest } from '../helpers/sandbox.ts';
import { adminHeaders, error, requestSandbox, sendText } from './request-sandbox.ts';

const sandbox = sandboxPerTest();

const LIST = '/v1/admin/bots';
const statusOf = async (path: string, method = 'GET') =>
  (await requestSandbox(sandbox, path, { method })).status;
const codeOf = (thrown: unknown) => (thrown as { readonly code?: string }).code;

test('sandbox faults: match method and path, the given number of times', async () => {
  sandbox.fault({ method: 'GET', path: LIST, status: 500, times: 2 });

  const seen = [
    await statusOf(`${LIST}/${sandbox.ids.botId}`),
    await statusOf(LIST, 'DELETE'),
    await statusOf(`${LIST}?pageSize=3`),
    await statusOf(LIST),
    await statusOf(LIST),
  ];

  expect(seen).toEqual([200, 501, 500, 500, 200]);
});

test.each([
  ['/v1/admin/bots/{id}', 503, 200],
  ['/v1/admin/*', 503, 503],
  ['/v1/{area}/bots/*', 503, 200],
  ['/v1/admin/bots*', 503, 503],
  [/bots\/[^/]+$/, 503, 200],
  ['/v1/admin/bots', 200, 503],
])('sandbox faults: match the path %s', async (path, ofBot, ofList) => {
  sandbox.fault({ path, status: 503 });

  expect(await statusOf(`${LIST}/${sandbox.ids.botId}`)).toBe(ofBot);
  expect(await statusOf(LIST)).toBe(ofList);
});

test('sandbox faults: start after some requests, and hit the same share of them in every run', async () => {
  const rule = `GET ${LIST} 503 after=2 times=4 probability=0.5 seed=7`;
  const statuses = async () => {
    const all: number[] = [];
    for (let at = 0; at < 20; at++) all.push(await statusOf(LIST));
    return all;
  };
  sandbox.fault(rule);
  const first = await statuses();
  sandbox.reset();
  sandbox.fault(rule);

  expect(first.slice(0, 2)).toEqual([200, 200]);
  expect(first.filter(status => status === 503)).toHaveLength(4);
  expect(first.slice(2, 6)).toContain(200);
  expect(await statuses()).toEqual(first);
  expect(() => sandbox.fault('GET')).toThrow('METHOD PATH EFFECTS are needed');
});

test.each([
  ['GET /admin/bots 500', '/v1/admin/bots is near'],
  ['* /v1/admin/bots/{id}/issue 500', '/v1/admin/bots/{botId}/issues is near'],
  ['GET /health hang', 'all begin with /v1/'],
  ['GET /v1/admin/files* 500', 'With a body it may be any'],
])('sandbox faults: "%s" can hit nothing and is refused', (fault, why) => {
  expect(() => sandbox.fault(fault)).toThrow(why);
});

test('sandbox faults: an expression with the flag g matches each request', async () => {
  sandbox.fault({ path: /bots/g, status: 503 });

  expect([await statusOf(LIST), await statusOf(LIST), await statusOf(LIST)]).toEqual([503, 503, 503]);
});

test('sandbox faults: the latest one wins until it is removed', async () => {
  sandbox.fault({ status: 500 });
  const remove = sandbox.fault({ status: 503 });
  const before = await statusOf(LIST);
  remove();

  expect([before, await statusOf(LIST), remove.hits]).toEqual([503, 500, 1]);
  expect(sandbox.faults()).toMatchObject([{ fault: { status: 500 }, hits: 1 }]);
});

test.each<[fault: Fault, status: number, text: string, headers?: object]>([
  [
    { status: 502, body: '<p>no</p>', contentType: 'text/html', headers: { 'x-a': 'b' } },
    ...([502, '<p>no</p>', { 'content-type': 'text/html', 'x-a': 'b' }] as const),
  ],
  [{ body: { bots: 1 } }, 200, '{"bots":1}'],
  [{ body: '' }, 200, ''],
  [{ status: 204 }, 204, '', expect.not.objectContaining({ 'content-length': expect.anything() })],
  [{ redirect: 'http://elsewhere.example/' }, 302, '', { location: 'http://elsewhere.example/' }],
  [{ drip: true, status: 404, body: '{"a":1}' }, 404, '{"a":1}'],
  [{ body: '{"a":1}', truncate: true }, 200, '{"a'],
])('sandbox faults: the response to %j', async (fault, status, text, headers = {}) => {
  sandbox.fault(fault);

  expect(await requestSandbox(sandbox, LIST)).toMatchObject({ status, text, headers });
});

test('sandbox faults: a body can stop half way', async () => {
  sandbox.fault({ hang: 'body', body: 'x'.repeat(100) });
  const headers = Object.entries(adminHeaders(sandbox)).map(([name, value]) => `${name}: ${value}`);
  const request = [`GET ${LIST} HTTP/1.1`, 'host: x', ...headers, '', ''].join('\r\n');
  const text = await sendText(sandbox, request, all => all.endsWith('x'.repeat(50)));

  expect(text).toMatch(/content-length: 100/i);
  expect(text.split('\r\n\r\n')[1]).toBe('x'.repeat(50));
});

test('sandbox faults: a connection can be reset before, during and after the operation', async () => {
  const path = `${LIST}/${sandbox.ids.botId}`;
  const cut = async (reset: 'before' | 'during' | 'after', method: string) => {
    sandbox.fault({ reset, times: 1 });
    return requestSandbox(sandbox, path, { method }).catch(codeOf);
  };

  expect(await cut('before', 'DELETE')).toBe('ECONNRESET');
  expect(await statusOf(path)).toBe(200);
  expect(await cut('during', 'GET')).toBe('ECONNRESET');
  expect(await cut('after', 'DELETE')).toBe('ECONNRESET');
  expect(await statusOf(path)).toBe(404);
});

test('sandbox faults: an operation can be carried out and get an error response', async () => {
  const path = `${LIST}/${sandbox.ids.botId}`;
  sandbox.fault({ method: 'DELETE', status: 500, carriedOut: true });

  expect(await statusOf(path, 'DELETE')).toBe(500);
  expect(await statusOf(path)).toBe(404);
});

test('sandbox faults: a request without a response is logged without a status, and ends with the sandbox', async () => {
  sandbox.fault({ hang: 'headers' });
  const waiting = requestSandbox(sandbox, LIST).catch(codeOf);
  while (sandbox.requests.length === 0) await new Promise(setImmediate);
  await sandbox.close();

  expect(await waiting).toBe('ECONNRESET');
  expect(sandbox.requests[0]?.status).toBe(undefined);
});

const send = (word: string) =>
  requestSandbox(sandbox, LIST, { headers: { ...adminHeaders(sandbox), 'x-sandbox-fault': word } });

test.each([400, 418, 429, 500, 503, 599])('x-sandbox-fault: status %i is sent', async status => {
  expect((await send(`${status}`)).status).toBe(status);
  expect(await statusOf(LIST)).toBe(200);
});

test('x-sandbox-fault: html sends a page, reset cuts the connection', async () => {
  const text = expect.stringMatching(/^<!doctype html>/);
  expect(await send('html')).toMatchObject({ status: 200, text });
  expect(await send('reset').catch(codeOf)).toBe('ECONNRESET');
});

test.each([
  ...['', '200', 'boom', '__proto__', '5000'].map(words => [words, /^x-sandbox-fault: .*hang/] as const),
  ...['503 times=2', '503 2', '503 after=1', '503 probability=0.5', '503 seed=3'].map(
    words => [words, /^x-sandbox-fault: \w+ has no effect on a single request$/] as const,
  ),
])('x-sandbox-fault: "%s" is refused with 400 and the reason', async (words, why) => {
  const { status, json } = await send(words);

  expect([status, json]).toEqual([400, error(400, 'InvalidPayload')]);
  expect(json['message']).toMatch(why);
});

/** Texts near the grammar. */
const faultText = fc
  .array(fc.constantFrom(...'GET * /a 503 hang times=2 after=1 body= header=a:b = 1'.split(' ')))
  .map(words => words.join(' '));

test.each<[string, Fault]>([
  ['GET /v1/admin/bots 500', { method: 'GET', path: '/v1/admin/bots', status: 500 }],
  ['* /v1/* hang', { path: '/v1/*', hang: 'headers' }],
  [
    '  DELETE   /v1/admin/bots/{id}  lost  3 ',
    { method: 'DELETE', path: '/v1/admin/bots/{id}', reset: 'after', times: 3 },
  ],
  [
    'GET /a 429 header=Retry-After:7 header=x-a: body={"a":1}',
    { method: 'GET', path: '/a', status: 429, headers: { 'retry-after': '7', 'x-a': '' }, body: '{"a":1}' },
  ],
  [
    '* /a 429 delay=50 after=1 times=3 probability=.25 seed=9',
    { path: '/a', status: 429, delayMs: 50, after: 1, times: 3, probability: 0.25, seed: 9 },
  ],
  ['* /a delay=2000', { path: '/a', delayMs: 2000 }],
])('fault text: "%s" is parsed', (text, fault) => {
  expect(parseFault(text)).toEqual(fault);
});

test.each([
  ['', /METHOD PATH EFFECT/],
  ['GET /a', /METHOD PATH EFFECT/],
  ['GET /a 500 1 2', /"1" is not an effect/],
  ['GET /a times=2', /"times=2" has no effect: .*delay=/],
  ['GET /a 500 probability=2', /^probability must be a number from 0 to 1, not "2"/],
  ['GET /a 500 header=a', /^header must be NAME:VALUE, not "a"/],
  ['get /a 500', /"get" is not a method: GET or \*/],
  ['DELET /a 500', /"DELET" is not a method: DELETE or \*/],
  ['HEAD /a 500', /is not a method: GET, DELETE, POST, PUT, PATCH, OPTIONS or \*/],
  ['GET a 500', /"a" is not a path that starts with \//],
  ['GET /a?dev=true 500', /without a query/],
  ['GET /a 200', /"200" is not an effect: .*html/],
  ['GET /a 500 0', /^times must be a whole number from 1 to \d+, not "0"/],
  ['GET /a toString', /is not an effect/],
])('fault text: "%s" is refused', (text, why) => {
  expect(parseFault(text)).toMatch(why);
});

test('fault text: no text throws', () =>
  forAll(100, fc.oneof(fc.string(), faultText), text => {
    const read = parseFault(text);
    return typeof read === 'string' ? read !== '' : read.path?.toString().startsWith('/');
  }));
