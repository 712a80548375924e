import { createServer as createSecure } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Fault } from '../../src/sandbox/fault.ts';
import { type Sandbox, startSandbox } from '../../src/sandbox/service.ts';
import { CERTIFICATE } from '../helpers/certificate.ts';
import { bytes, rawSocket } from '../helpers/raw-socket.ts';
import { painted } from './screens.ts';

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await startSandbox();
});
afterEach(() => sandbox.close());

const LIST = '/v1/admin/bots';
const asked = () => sandbox.log.filter(({ path }) => path === LIST).length;

test('a certificate that nobody trusts is said with its cause, and nothing is sent', async () => {
  let heard = 0;
  const server = createSecure(CERTIFICATE, (_request, response) => {
    heard++;
    response.end('{}');
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const { screen } = await painted({
    baseUrl: `https://127.0.0.1:${port}`,
    token: 'token',
    workspaceId: 'w',
  });
  server.close();

  expect(screen()).toContain('Cannot reach the server');
  expect(screen()).toContain('DEPTH_ZERO_SELF_SIGNED_CERT');
  expect(screen()).toContain('NODE_EXTRA_CA_CERTS');
  expect(heard).toBe(0);
});

test('a server that speaks no TLS is said', async () => {
  const server = await rawSocket(bytes('HTTP/1.1 400 Bad Request\r\n\r\n'));
  const { screen } = await painted({ ...server, baseUrl: server.baseUrl.replace('http:', 'https:') });
  await server.close();

  expect(screen()).toMatch(/Cannot reach the server|The connection broke/);
  expect(screen()).toContain('SSL');
});

const SLOW: readonly (readonly [string, Fault])[] = [
  ['no answer', { hang: 'headers' }],
  ['half a body', { hang: 'body' }],
  ['a body byte by byte', { drip: true }],
  ['headers that come late', { delayMs: 5000 }],
];

test.each(SLOW)('%s ends with the deadline over headers and body', async (_name, fault) => {
  sandbox.fault({ ...fault, path: LIST });
  const { screen } = await painted(sandbox, { timeoutMs: 150 });

  expect(screen()).toContain('No full answer within 1 s');
  expect(screen()).toContain('OFFLINE');
  expect(asked()).toBe(1);
});

const BROKEN: readonly (readonly [string, Fault])[] = [
  ['a reset before the answer', { reset: 'before' }],
  ['a reset in the answer', { reset: 'during' }],
];

test.each(BROKEN)('%s is a broken connection, and a GET is asked once more', async (_name, fault) => {
  sandbox.fault({ ...fault, path: LIST });
  const { screen } = await painted(sandbox);

  expect(screen()).toContain('The connection broke');
  expect(asked()).toBe(2);
});

test('401 in mid-session keeps the rows, says what to check, and asks no more by itself', async () => {
  const { screen, keys } = await painted(sandbox);
  const heal = sandbox.fault({ status: 401 });
  const before = asked();
  await keys('r');

  expect(screen()).toContain('support-prod');
  expect(screen()).toContain('401 The server did not accept who you are');
  await keys('j', 'k', 'G', 'g');
  expect(asked()).toBe(before + 1);
  await keys('!');
  expect(screen()).toMatch(/missing or wrong[\s\S]*token[\s\S]*x-workspace-id/);
  heal();
  await keys('r');
  expect(screen()).not.toContain('401');
});

test.each([
  [403, 'no permission'],
  [404, 'nothing with this id'],
  [409, 'still uses it'],
  [413, '413 The server refused the request'],
  [418, '418 The server refused the request'],
])('%d says what the server said, cleaned, and is not asked again', async (status, words) => {
  sandbox.fault({ path: LIST, status, body: { message: 'no \u001b[2J way' } });
  const { screen } = await painted(sandbox);

  expect(screen()).toContain(words);
  expect(screen()).toMatch(/message +no .*way/);
  expect(screen()).not.toContain('\u001b[2J');
  expect(asked()).toBe(1);
});

test.each(['3600', 'Wed, 21 Oct 2099 07:28:00 GMT'])(
  'a wait of more than a minute (%s) is said and not waited for',
  async wait => {
    sandbox.fault({ path: LIST, status: 429, headers: { 'retry-after': wait } });
    const { screen } = await painted(sandbox);

    expect(screen()).toContain('429 Too many requests: the server asks to wait');
    expect(asked()).toBe(1);
  },
);

test.each([500, 502, 503, 504])('%d is asked once more, then said, and the rows stay', async status => {
  const { screen, keys } = await painted(sandbox);
  sandbox.fault({ path: LIST, status });
  const before = asked();
  await keys('r');

  expect(screen()).toContain(`${status} The server failed`);
  expect(screen()).toContain('support-prod');
  expect(asked()).toBe(before + 2);
});

test.each([301, 302, 303, 304, 307, 308])('%d is an error and not followed', async status => {
  sandbox.fault({ path: LIST, status, headers: { location: `${sandbox.baseUrl}/v1/admin/elsewhere` } });
  const { screen } = await painted(sandbox);

  expect(screen()).toContain(`${status} The server points to another address; not followed`);
  expect(asked()).toBe(1);
  expect(sandbox.log.every(({ path }) => !path.includes('elsewhere'))).toBe(true);
});

test.each([201, 202, 204, 205, 206])('%d without a list is an error, never an empty list', async status => {
  sandbox.fault({ path: LIST, status });
  const { screen } = await painted(sandbox);

  expect(screen()).toContain('The answer is not what the API sends');
  expect(screen()).not.toContain('There are no bots here');
});

test('cookies and referrers are never sent back', async () => {
  sandbox.fault({ path: LIST, status: 500, headers: { 'set-cookie': 'session=1' }, times: 1 });
  const { keys } = await painted(sandbox);
  await keys('r');

  for (const { headers } of sandbox.log) {
    expect(headers).not.toHaveProperty('cookie');
    expect(headers).not.toHaveProperty('referer');
  }
});
