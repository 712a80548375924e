import { expect, test } from 'vitest';
import { connectionFailure } from '../../src/api/http.ts';
import { retryAfterMs } from '../../src/api/response.ts';
import type { ConnectionStep } from '../../src/failure.ts';
import { safe } from '../../src/text/sanitise.ts';
import { expectFailure, sendTo } from './test-client.ts';

const TOKEN = 'bp_pat_0123456789/abc';

type System = { readonly code: string; readonly syscall?: string; readonly step?: ConnectionStep };

const system = ({ code, syscall }: System): Error => Object.assign(new Error(code), { code, syscall });

test.each<readonly [isSent: boolean, error: System]>([
  [false, { code: 'ECONNREFUSED', syscall: 'connect', step: 'connection' }],
  [false, { code: 'EHOSTUNREACH', syscall: 'connect', step: 'connection' }],
  [false, { code: 'ETIMEDOUT', syscall: 'connect', step: 'connection' }],
  [false, { code: 'EAI_FAIL', syscall: 'getaddrinfo', step: 'name' }],
  [false, { code: 'ENOTFOUND', step: 'name' }],
  [false, { code: 'EAI_AGAIN', step: 'name' }],
  [false, { code: 'ERR_CONNECT_TIMEOUT', step: 'connection' }],
  [false, { code: 'CERT_HAS_EXPIRED', step: 'certificate' }],
  [false, { code: 'ERR_TLS_CERT_ALTNAME_INVALID', step: 'certificate' }],
  [false, { code: 'ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE', step: 'TLS' }],
  [true, { code: 'EHOSTUNREACH', syscall: 'read' }],
  [true, { code: 'ENETUNREACH', syscall: 'write' }],
  [true, { code: 'ECONNREFUSED' }],
  [true, { code: 'ECONNRESET', syscall: 'read' }],
  [true, { code: 'ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC' }],
  [true, { code: 'ECONNRESET' }],
])('connection errors: that the request may have been sent is %s after %j', (reached, { step, ...cause }) => {
  expect(connectionFailure(system(cause))).toMatchObject({ reached, ...(step && { step }) });
});

test.each([
  ['was not sent if no address of the host accepted a connection', 'connect', false],
  ['may have been sent if one of several attempts connected', 'write', true],
])('connection errors: the request %s', (_name, syscall, reached) => {
  const errors = ['connect', syscall].map(each => system({ code: 'EHOSTUNREACH', syscall: each }));
  const cause = Object.assign(new AggregateError(errors), { code: 'EHOSTUNREACH' });

  expect(connectionFailure(cause)).toMatchObject({ reached });
});

test.each([
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'the certificate is self-signed (DEPTH_ZERO_SELF_SIGNED_CERT)'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', /^the authority of the certificate is not known \(/],
  ['SELF_SIGNED_CERT_IN_CHAIN', /^the authority of the certificate is not known \(/],
  ['CERT_HAS_EXPIRED', 'the certificate has expired (CERT_HAS_EXPIRED)'],
])('connection errors: %s has our own words, not advice about Node', (code, words) => {
  const message = 'self-signed certificate; try running Node.js with --use-system-ca';
  const { detail } = connectionFailure(Object.assign(new Error(message), { code }));

  expect(detail).toMatch(words);
});

test.each([
  [{ code: 'ECONNREFUSED', syscall: 'connect' }, 'connection refused (ECONNREFUSED), at the proxy P'],
  [{ code: 'ECONNRESET', syscall: 'read' }, 'the connection was reset (ECONNRESET), through the proxy P'],
])('connection errors: with a proxy %j names it', (cause, words) => {
  expect(connectionFailure(system(cause), safe`P`).detail).toBe(words);
});

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
    { 'x-ratelimit-reset': `${time / 1000}` },
    { 'retry-after': '3' },
  ])
    expect(retryAfterMs(new Headers({ ...headers, ...wait }), local)).toBe(ms);
});

const echo = (status: number, body: string, token = TOKEN) =>
  sendTo(
    (_request, response) => response.writeHead(status, { location: `/login?t=${TOKEN}` }).end(body),
    'bot.list',
    { token },
  ).then(expectFailure);

test.each<[where: string, status: number, body: string, detail: unknown]>([
  ['in the message of an error', 401, `{"message":"bad Bearer ${TOKEN}"}`, 'bad Bearer ••••'],
  ['at each occurrence', 400, `{"message":"${TOKEN} ${TOKEN}"}`, '•••• ••••'],
  ['with escapes in the JSON', 401, `{"message":"${TOKEN.replace('/', '\\/')}!"}`, '••••!'],
  ['in plain text', 502, `no ${TOKEN}`, 'it is not JSON: "no ••••"'],
  ['in the title of a page', 200, `<title>${TOKEN}</title>`, 'it is HTML, not JSON: "••••"'],
  [
    'where long text is cut off',
    400,
    `{"message":"${'x'.repeat(190)}${TOKEN}"}`,
    expect.stringMatching(/x••••$/),
  ],
])('echoed token: is masked %s', async (_where, status, body, detail) => {
  const failure = await echo(status, body);

  expect(failure).toMatchObject({ detail });
  expect(JSON.stringify(failure)).not.toContain('0123456789');
});

test('echoed token: is masked in the error id and in the address of a redirect', async () => {
  const masked = { to: '/login?t=••••', errorId: 'err_••••' };
  expect(await echo(302, `{"id":"err_${TOKEN}"}`)).toMatchObject(masked);
});

test('echoed token: one of fewer than eight characters is not masked', async () => {
  expect(await echo(401, '{"message":"a token"}', 'token')).toMatchObject({ detail: 'a token' });
});
