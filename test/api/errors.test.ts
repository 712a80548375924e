import { describe, expect, test } from 'vitest';
import { connectionFailure, retryAfterMs } from '../../src/api/errors.ts';
import type { ConnectionStep } from '../../src/failure.ts';
import { safe } from '../../src/text/sanitise.ts';
import { clientOf, expectFailure, listen, operationNamed } from './test-client.ts';

const TOKEN = 'bp_pat_0123456789/abc';

type System = { readonly code: string; readonly syscall?: string; readonly step?: ConnectionStep };

/** Creates the error that fetch throws for a system error. */
const thrown = (cause: object): Error => new TypeError('fetch failed', { cause });
const system = ({ code, syscall }: System): Error => Object.assign(new Error(code), { code, syscall });

describe('the request was not sent', () => {
  test.each<System>([
    { code: 'ECONNREFUSED', syscall: 'connect', step: 'connection' },
    { code: 'EHOSTUNREACH', syscall: 'connect', step: 'connection' },
    { code: 'ETIMEDOUT', syscall: 'connect', step: 'connection' },
    { code: 'EAI_FAIL', syscall: 'getaddrinfo', step: 'name' },
    { code: 'ENOTFOUND', step: 'name' },
    { code: 'EAI_AGAIN', step: 'name' },
    { code: 'ERR_CONNECT_TIMEOUT', step: 'connection' },
    { code: 'CERT_HAS_EXPIRED', step: 'certificate' },
    { code: 'ERR_TLS_CERT_ALTNAME_INVALID', step: 'certificate' },
    { code: 'ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE', step: 'TLS' },
  ])('connection errors: the request was not sent after %j', ({ step, ...cause }) => {
    expect(connectionFailure(thrown(system(cause)))).toMatchObject({ reached: false, step });
  });

  test('connection errors: the request was not sent if no address of the host accepted a connection', () => {
    const errors = ['::1', '127.0.0.1'].map(() => system({ code: 'ECONNREFUSED', syscall: 'connect' }));
    const cause = Object.assign(new AggregateError(errors), { code: 'ECONNREFUSED' });

    expect(connectionFailure(thrown(cause))).toMatchObject({ reached: false });
  });
});

describe('the request may have been sent', () => {
  test.each<System>([
    { code: 'EHOSTUNREACH', syscall: 'read' },
    { code: 'ENETUNREACH', syscall: 'write' },
    { code: 'ECONNREFUSED' },
    { code: 'ECONNRESET', syscall: 'read' },
    { code: 'ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC' },
    { code: 'ECONNRESET' },
  ])('connection errors: the request may have been sent after %j', cause => {
    expect(connectionFailure(thrown(system(cause)))).toMatchObject({ reached: true });
  });

  test('connection errors: the request may have been sent if one of several attempts connected', () => {
    const errors = [
      system({ code: 'ECONNREFUSED', syscall: 'connect' }),
      system({ code: 'EHOSTUNREACH', syscall: 'write' }),
    ];
    const cause = Object.assign(new AggregateError(errors), { code: 'ECONNREFUSED' });

    expect(connectionFailure(thrown(cause))).toMatchObject({ reached: true });
  });
});

test.each([
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'the certificate is self-signed (DEPTH_ZERO_SELF_SIGNED_CERT)'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', /^the authority of the certificate is not known \(/],
  ['SELF_SIGNED_CERT_IN_CHAIN', /^the authority of the certificate is not known \(/],
  ['CERT_HAS_EXPIRED', 'the certificate has expired (CERT_HAS_EXPIRED)'],
])('connection errors: %s has our own words, not advice about Node', (code, words) => {
  const message = 'self-signed certificate; try running Node.js with --use-system-ca';
  const { detail } = connectionFailure(thrown(Object.assign(new Error(message), { code })));

  expect(detail).toMatch(words);
});

test.each([
  [{ code: 'ECONNREFUSED', syscall: 'connect' }, 'connection refused (ECONNREFUSED), at the proxy P'],
  [{ code: 'ECONNRESET', syscall: 'read' }, 'the connection was reset (ECONNRESET), through the proxy P'],
])('connection errors: with a proxy %j names it', (cause, words) => {
  expect(connectionFailure(thrown(system(cause)), safe`P`).detail).toBe(words);
});

describe('the wait that a server asks for', () => {
  const hour = 3_600_000;
  const date = (at: number): string => new Date(at).toUTCString();
  const local = Date.parse('2026-11-23T10:00:00Z');

  test.each([
    ['is 3 s if its clock is that of this machine', local, 3000],
    ['is 3 s if its clock is an hour ahead', local + hour, 3000],
    ['is 3 s if its clock is an hour behind', local - hour, 3000],
    ['is measured by the clock of this machine if the response has no date', undefined, 3000],
  ])('retry-after: %s', (_which, server, ms) => {
    const time = (server ?? local) + 3000;
    const headers = server === undefined ? {} : { date: date(server) };

    for (const wait of [
      { 'retry-after': date(time) },
      { 'ratelimit-reset': `${time / 1000}` },
      { 'retry-after': '3' },
    ])
      expect(retryAfterMs(new Headers({ ...headers, ...wait }), local)).toBe(ms);
  });
});

describe('an echoed token', () => {
  test.each([
    [
      'in the message of an error',
      { status: 401, body: `{"message":"bad token Bearer ${TOKEN}"}` },
      'bad token Bearer ••••',
    ],
    ['at each occurrence', { status: 400, body: `{"message":"${TOKEN} ${TOKEN}"}` }, '•••• ••••'],
    [
      'with escapes in the JSON',
      { status: 401, body: `{"message":"${TOKEN.replace('/', '\\/')}!"}` },
      '••••!',
    ],
    ['in plain text', { status: 502, body: `no ${TOKEN}` }, 'it is not JSON: "no ••••"'],
    [
      'in the title of a page',
      { status: 200, body: `<title>${TOKEN}</title>` },
      'it is HTML, not JSON: "••••"',
    ],
  ])('connection errors: an echoed token is masked %s', async (_how, { status, body }, detail) => {
    const server = await listen((_request, response) => response.writeHead(status).end(body));
    const failure = expectFailure(
      await clientOf({ ...server, token: TOKEN }).send(operationNamed('bot.list'), {}),
    );

    expect(failure.detail).toBe(detail);
    expect(JSON.stringify(failure)).not.toContain('0123456789');
  });

  test('connection errors: an echoed token is masked where long text is cut off', async () => {
    const body = `{"message":"${'x'.repeat(190)}${TOKEN}"}`;
    const server = await listen((_request, response) => response.writeHead(400).end(body));
    const failure = expectFailure(
      await clientOf({ ...server, token: TOKEN }).send(operationNamed('bot.list'), {}),
    );

    expect(failure.detail).toMatch(/x••••$/);
  });

  test('connection errors: an echoed token is masked in the error id and in the address of a redirect', async () => {
    const server = await listen((_request, response) =>
      response.writeHead(302, { location: `/login?t=${TOKEN}` }).end(`{"id":"err_${TOKEN}"}`),
    );
    const failure = expectFailure(
      await clientOf({ ...server, token: TOKEN }).send(operationNamed('bot.list'), {}),
    );

    expect(failure).toMatchObject({ to: '/login?t=••••', errorId: 'err_••••' });
  });

  test('connection errors: a token of fewer than eight characters is not masked', async () => {
    const server = await listen((_request, response) => response.writeHead(401).end('{"message":"a token"}'));
    const failure = expectFailure(await clientOf(server).send(operationNamed('bot.list'), {}));

    expect(failure.detail).toBe('a token');
  });
});
