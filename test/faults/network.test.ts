import { createServer as createSecure } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { Fault } from '../../src/sandbox/faults.ts';
import { CERTIFICATE } from '../helpers/certificate.ts';
import { type Opened, openExplorer } from '../helpers/explorer.ts';
import { bytes, rawSocket, type Say } from '../helpers/raw-socket.ts';
import { openTerminal, type Terminal } from '../helpers/terminal.ts';

const LIST = '/v1/admin/bots';
/** Long enough for every answer but those that are to be too late. */
const PATIENCE = ['--timeout', '2'];

let opened: Opened;
beforeAll(async () => {
  opened = await openExplorer({ sandbox: { bots: 15 }, flags: PATIENCE, columns: 110, rows: 32 });
  await opened.terminal.waitFor('support-prod');
});
afterAll(() => opened.close());

const asked = () => opened.sandbox.log.filter(({ path }) => path === LIST).length;

type Told = {
  /** On the line above the keys. */
  readonly line: string | RegExp;
  /** In what `!` tells. */
  readonly more?: readonly (string | RegExp)[];
  readonly requests: number;
};

/** Reads the list again under a fault: what is said, how often was asked, that the rows stay, and that r recovers. */
async function told(fault: Fault, { line, more = [], requests }: Told): Promise<void> {
  const { terminal, sandbox } = opened;
  const heal = sandbox.fault({ path: LIST, ...fault });
  onTestFinished(heal);
  const before = asked();
  await terminal.press('r');
  await terminal.waitFor(line);
  await terminal.waitFor(/STALE|OFFLINE/);
  // A server that is not there is tried again by itself.
  if (terminal.text().includes('OFFLINE')) await terminal.press('X');
  expect(asked() - before).toBe(requests);
  expect(terminal.text()).toContain('support-prod');

  await terminal.press('!');
  for (const words of ['What was sent', 'What you can do', `GET ${LIST}`, ...more])
    await terminal.waitFor(words);
  await terminal.press('Escape');
  await terminal.waitFor('support-prod');
  heal();
  await terminal.press('r');
  await terminal.waitFor(screen => screen.includes('support-prod') && !/STALE|OFFLINE/.test(screen));
  expect(terminal.text()).not.toMatch(line);
}

const SLOW: readonly (readonly [string, Fault])[] = [
  ['no answer', { hang: 'headers' }],
  ['half a body', { hang: 'body' }],
  ['a body byte by byte', { drip: true }],
  ['headers that come late', { delayMs: 20_000 }],
];

test.each(SLOW)('%s ends with the deadline over headers and body', async (_name, fault) => {
  await told(fault, { line: 'No complete response within 2 s', more: ['--timeout <seconds>'], requests: 1 });
});

const BROKEN: readonly (readonly [string, Fault])[] = [
  ['a reset before the answer', { reset: 'before' }],
  ['a reset in the answer', { reset: 'during' }],
  ['a reset after all was done', { reset: 'after' }],
];

test.each(BROKEN)('%s is a broken connection, and a GET is asked once more', async (_name, fault) => {
  await told(fault, { line: 'The connection broke', more: [/2 tries/, 'HTTPS_PROXY'], requests: 2 });
});

test('401 in mid-session keeps the rows, says what to check, and asks no more by itself', async () => {
  const { terminal, sandbox } = opened;
  const heal = sandbox.fault({ status: 401 });
  onTestFinished(heal);
  const before = asked();
  await terminal.press('r');
  await terminal.waitFor('401 The server refused the token');

  await terminal.press('j', 'k', 'G', 'g');
  expect(terminal.text()).toContain('support-prod');
  expect(asked()).toBe(before + 1);
  await terminal.press('!');
  await terminal.waitFor(/One of these is wrong[\s\S]*token +•+ ends in …[\s\S]*x-workspace-id/);
  heal();
  await terminal.press('r');
  await terminal.waitFor(screen => screen.includes('support-prod') && !screen.includes('401 The server'));
});

test.each([
  [403, 'Your token may not do this'],
  [404, '404 Not found'],
  [405, '405 The server refused the request'],
  [408, '408 The server refused the request'],
  [409, 'It is in use or locked'],
  [413, '413 The server refused the request'],
  [418, '418 The server refused the request'],
  [422, '422 The server refused the request'],
])('%d says what the server said, cleaned, and is not asked again', async (status, line) => {
  const body = { message: 'no \u001b[2J way' };

  await told({ status, body }, { line, more: [/message +no .*way/], requests: 1 });

  expect(opened.terminal.bytes()).not.toContain('no \u001b[2J way');
});

/** A body of its own: that of the sandbox comes with a time to wait. */
const WAIT = { message: 'too many' };

test.each([
  ['retry-after', '3600'],
  ['retry-after', 'Wed, 21 Oct 2099 07:28:00 GMT'],
  ['ratelimit-reset', '3600'],
  ['x-ratelimit-reset', '4102444800'],
])('a wait of more than a minute (%s: %s) is said and not waited for', async (header, wait) => {
  const line = '429 Too many requests: the server asks to wait';

  await told(
    { status: 429, body: WAIT, headers: { [header]: wait } },
    { line, more: [/Wait \d+ s/], requests: 1 },
  );
});

test('a 429 without a time is said, and not asked again', async () => {
  await told(
    { status: 429, body: WAIT },
    { line: '429 Too many requests', more: ['Wait a moment'], requests: 1 },
  );
});

test.each([
  ['retry-after', '2'],
  ['ratelimit-reset', '2'],
])('the wait that %s: %s asks for is counted and kept, then the rows come', async (header, wait) => {
  const { terminal, sandbox } = opened;
  sandbox.fault({ path: LIST, status: 429, body: WAIT, headers: { [header]: wait }, times: 1 });
  const before = asked();
  await terminal.press('r');

  await terminal.waitFor(/429 · retrying in [12] s · Esc stops/);
  await terminal.waitFor(screen => !/429|STALE/.test(screen));
  expect(asked()).toBe(before + 2);
});

test.each([500, 502, 503, 504, 507])('%d is asked once more, then said, and the rows stay', async status => {
  const body = { id: 'err_01JD', message: 'internal' };

  await told(
    { status, body },
    { line: `${status} Server error`, more: ['err_01JD', '2 tries'], requests: 2 },
  );
});

test('501 is not asked again: what is not there now is not there a moment later', async () => {
  await told({ status: 501 }, { line: '501 Server error', requests: 1 });
});

test.each([301, 302, 303, 304, 307, 308])('%d is an error and not followed', async status => {
  const { sandbox } = opened;
  const headers = { location: `${sandbox.baseUrl}/v1/admin/elsewhere` };

  await told(
    { status, headers },
    {
      line: `${status} The server points to another address; not followed`,
      more: ['points to'],
      requests: 1,
    },
  );

  expect(sandbox.log.every(({ path }) => !path.includes('elsewhere'))).toBe(true);
});

const NO_LIST: readonly (readonly [string, Fault])[] = [
  ...[201, 202, 204, 205, 206].map(status => [`${status}`, { status }] as const),
  ['nothing', { body: '' }],
  ['HTML', { body: '<html><title>Log in</title></html>', contentType: 'text/html' }],
  ['JSON that is cut off', { truncate: true }],
  ['a list in place of an object', { body: [] }],
  ['null', { body: 'null' }],
  ['a number', { body: '5' }],
  ['no list of bots', { body: { meta: {} } }],
  ['a list of bots that is none', { body: { bots: { 0: {} }, meta: {} } }],
  ['one bot in place of all', { body: { bot: { id: 'b' } } }],
];

test.each(NO_LIST)('an answer of %s is an error, never an empty list', async (_name, fault) => {
  await told(
    { status: 200, ...fault },
    { line: 'The response is not what the API sends', more: ['proxy or login page'], requests: 1 },
  );
});

test('cookies and referrers are never sent back', async () => {
  const { sandbox } = opened;
  await told(
    { status: 500, headers: { 'set-cookie': 'session=1' } },
    { line: '500 Server error', requests: 2 },
  );

  for (const { headers } of sandbox.log) {
    expect(headers).not.toHaveProperty('cookie');
    expect(headers).not.toHaveProperty('referer');
  }
});

/** An explorer whose server is at another address. */
async function towards(address: string, ...flags: readonly string[]): Promise<Terminal> {
  const terminal = await openTerminal({
    flags,
    columns: 110,
    rows: 32,
    env: { BP_API_URL: address, BP_TOKEN: 'bp_pat_0123456789abcdefghij', BP_WORKSPACE_ID: 'w' },
  });
  onTestFinished(terminal.close);
  return terminal;
}

/** Nothing is tried any more: the screen stays as it is. */
async function atRest({ press, waitFor }: Terminal): Promise<void> {
  await press('X');
  await waitFor(/What you can do[\s\S]*Press r to try again/);
}

async function sayingOnly(say: Say) {
  const server = await rawSocket(say);
  onTestFinished(server.close);
  return server;
}

test('a host that nobody knows is said with its name', async () => {
  const terminal = await towards('https://api.botscope.invalid');

  await terminal.waitFor("Can't reach the server");
  await terminal.waitFor(/no such host \(ENOTFOUND\)|the name look-up failed \(EAI_AGAIN\)/);
  await terminal.waitFor(/https:\/\/api\.botscope\.invalid +from BP_API_URL/);
  await atRest(terminal);
});

test('a certificate that nobody trusts is said with its cause, and nothing is sent', async () => {
  let heard = 0;
  const server = createSecure(CERTIFICATE, (_request, response) => {
    heard++;
    response.end('{}');
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const terminal = await towards(`https://127.0.0.1:${(server.address() as AddressInfo).port}`);

  for (const words of ["Can't reach the server", 'DEPTH_ZERO_SELF_SIGNED_CERT', 'NODE_EXTRA_CA_CERTS'])
    await terminal.waitFor(words);
  expect(heard).toBe(0);
  await atRest(terminal);
});

test('a server that speaks no TLS is said', async () => {
  const server = await sayingOnly(bytes('HTTP/1.1 400 Bad Request\r\n\r\n'));
  const terminal = await towards(server.baseUrl.replace('http:', 'https:'));

  await terminal.waitFor(/Can't reach the server|The connection broke/);
  await terminal.waitFor('SSL');
  await atRest(terminal);
});

test('a connection that never comes to be ends with the deadline', async () => {
  // Connected, and then no word of the handshake.
  const server = await sayingOnly(() => undefined);
  const terminal = await towards(server.baseUrl.replace('http:', 'https:'), '--timeout', '1');

  await terminal.waitFor('No complete response within 1 s');
  await atRest(terminal);
});

test.each([
  ['garbage', 'SSH-2.0-OpenSSH_9.6\r\n'],
  ['a status that is none', 'HTTP/1.1 999999 No\r\n\r\n'],
  ['a broken chunk', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n'],
])('a server that says %s is a broken connection, asked once more', async (_name, text) => {
  const server = await sayingOnly(bytes(text));
  const terminal = await towards(server.baseUrl);

  await terminal.waitFor(/The connection broke[\s\S]*GET \/v1\/admin\/bots .*2 tries/);
  expect(server.asked.filter(line => line.startsWith(`GET ${LIST} `))).toHaveLength(2);
  await atRest(terminal);
});

/** Faults that last longer than any test, and what is on the screen meanwhile. */
const LASTING: readonly (readonly [string, Fault, string | RegExp])[] = [
  ['no answer comes', { hang: 'headers' }, 'loading'],
  ['half an answer came', { hang: 'body' }, 'loading'],
  ['an answer drips', { drip: true }, 'loading'],
  ['the connection is reset', { reset: 'before' }, 'The connection broke'],
  ['the server asks to wait', { status: 429, headers: { 'retry-after': '60' } }, /retrying in \d+ s/],
  ['the server is overloaded', { status: 503, headers: { 'retry-after': '60' } }, /retrying in \d+ s/],
  ['nobody is accepted', { status: 401 }, '401'],
  ['the answer is none', { body: '<html>' }, 'The response is not what'],
];

test.each(LASTING)(
  'while %s, quitting ends at once and gives the terminal back',
  async (_name, fault, words) => {
    const quitting = await openExplorer({ fault, flags: ['--timeout', '600'], shell: true });
    onTestFinished(quitting.close);
    const { terminal } = quitting;
    await terminal.waitFor(words);

    terminal.send('\x03');
    await terminal.waitFor('again');
    terminal.send('\x03');

    expect(await terminal.exit).toMatchObject({ code: 0 });
    const { before, after } = terminal.settings();
    expect(after).toBe(before);
    expect(terminal.altScreen()).toBe(false);
    expect(terminal.cursorVisible()).toBe(true);
  },
);
