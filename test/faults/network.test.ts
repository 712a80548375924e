// @module-tag program

import { createServer as createSecure } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { Fault } from '../../src/sandbox/types.ts';
import { CERTIFICATE } from '../helpers/certificate.ts';
import { type ExplorerRun, openExplorer } from '../helpers/explorer.ts';
import { bytes, type Respond, rawSocket } from '../helpers/raw-socket.ts';
import { openTerminal, type Terminal } from '../helpers/terminal.ts';

const LIST = '/v1/admin/bots';
/** A deadline that is long enough for every response that is not meant to be late. */
const PATIENCE = ['--timeout', '2'];

let opened: ExplorerRun;
beforeAll(async () => {
  opened = await openExplorer({ sandbox: { bots: 15 }, flags: PATIENCE, columns: 110, rows: 32 });
  await opened.terminal.waitFor('support-prod');
});
afterAll(() => opened.close());

const asked = () => opened.sandbox.requests.filter(({ path }) => path === LIST).length;

type ExpectedFailure = {
  /** Text on the line above the keys. */
  readonly line: string | RegExp;
  /** Texts in the dialog that `!` opens. */
  readonly more?: readonly (string | RegExp)[];
  readonly requests: number;
};

/**
 * Reloads the list under a fault and checks the line, the number of requests, that the rows stay, and that r
 * recovers.
 */
async function reloadUnderFault(fault: Fault, { line, more = [], requests }: ExpectedFailure): Promise<void> {
  const { terminal, sandbox } = opened;
  const heal = sandbox.fault({ path: LIST, ...fault });
  onTestFinished(heal);
  const before = asked();
  await terminal.press('r');
  await terminal.waitFor(line);
  await terminal.waitFor(/STALE|OFFLINE/);
  // An unreachable server is retried automatically.
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
  ['no response', { hang: 'headers' }],
  ['half a body', { hang: 'body' }],
  ['a body byte by byte', { drip: true }],
  ['a late header', { delayMs: 20_000 }],
];

test.each(SLOW)('network: %s ends at the deadline, which covers headers and body', async (_name, fault) => {
  await reloadUnderFault(fault, {
    line: 'No complete response within 2 s',
    more: ['--timeout <seconds>'],
    requests: 1,
  });
});

const BROKEN: readonly (readonly [string, Fault])[] = [
  ['a reset before the response', { reset: 'before' }],
  ['a reset during the response', { reset: 'during' }],
  ['a reset after the operation', { reset: 'after' }],
];

test.each(BROKEN)('network: %s is a broken connection, and a GET is retried once', async (_name, fault) => {
  await reloadUnderFault(fault, {
    line: 'The connection broke',
    more: [/2 tries/, 'HTTPS_PROXY'],
    requests: 2,
  });
});

test('network: 401 in mid-session keeps the rows, lists what to check, and stops automatic requests', async () => {
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
  await terminal.waitFor(/One of these is wrong[\s\S]*token +•+ \d+ characters[\s\S]*x-workspace-id/);
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
])('network: %d shows the message of the server, cleaned, and is not retried', async (status, line) => {
  const body = { message: 'no \u001b[2J way' };

  await reloadUnderFault({ status, body }, { line, more: [/message +no .*way/], requests: 1 });

  expect(opened.terminal.bytes()).not.toContain('no \u001b[2J way');
});

/** Replaces the body of the sandbox, which requires a wait. */
const WAIT = { message: 'too many' };

test.each([
  ['retry-after', '3600'],
  ['retry-after', 'Wed, 21 Oct 2099 07:28:00 GMT'],
  ['ratelimit-reset', '3600'],
  ['x-ratelimit-reset', '4102444800'],
])(
  'network: a required wait of more than a minute (%s: %s) is reported, not waited out',
  async (header, wait) => {
    const line = '429 Too many requests: the server asks to wait';

    await reloadUnderFault(
      { status: 429, body: WAIT, headers: { [header]: wait } },
      { line, more: [/Wait \d+ s/], requests: 1 },
    );
  },
);

test('network: a 429 without a wait is reported, and not retried', async () => {
  await reloadUnderFault(
    { status: 429, body: WAIT },
    { line: '429 Too many requests', more: ['Wait a moment'], requests: 1 },
  );
});

test.each([
  ['retry-after', '2'],
  ['ratelimit-reset', '2'],
])('network: a wait required by %s: %s is counted down, then the rows are loaded', async (header, wait) => {
  const { terminal, sandbox } = opened;
  sandbox.fault({ path: LIST, status: 429, body: WAIT, headers: { [header]: wait }, times: 1 });
  const before = asked();
  await terminal.press('r');

  await terminal.waitFor(/429 · retrying in [12] s · Esc stops/);
  await terminal.waitFor(screen => !/429|STALE/.test(screen));
  expect(asked()).toBe(before + 2);
});

test.each([500, 502, 503, 504, 507])(
  'network: %d is retried once and then reported, and the rows stay',
  async status => {
    const body = { id: 'err_01JD', message: 'internal' };

    await reloadUnderFault(
      { status, body },
      { line: `${status} Server error`, more: ['err_01JD', '2 tries'], requests: 2 },
    );
  },
);

test('network: 501 is not retried, because a moment later it would be the same', async () => {
  await reloadUnderFault({ status: 501 }, { line: '501 Server error', requests: 1 });
});

test.each([301, 302, 303, 304, 307, 308])('network: %d is an error and not followed', async status => {
  const { sandbox } = opened;
  const headers = { location: `${sandbox.url}/v1/admin/elsewhere` };

  await reloadUnderFault(
    { status, headers },
    {
      line: `${status} The server points to another address; not followed`,
      more: ['points to'],
      requests: 1,
    },
  );

  expect(sandbox.requests.every(({ path }) => !path.includes('elsewhere'))).toBe(true);
});

const NO_LIST: readonly (readonly [string, Fault])[] = [
  ...[201, 202, 204, 205, 206].map(status => [`${status}`, { status }] as const),
  ['an empty body', { body: '' }],
  ['HTML', { body: '<html><title>Log in</title></html>', contentType: 'text/html' }],
  ['JSON that is cut off', { truncate: true }],
  ['a list in place of an object', { body: [] }],
  ['null', { body: 'null' }],
  ['a number', { body: '5' }],
  ['no list of bots', { body: { meta: {} } }],
  ['bots that are not a list', { body: { bots: { 0: {} }, meta: {} } }],
  ['one bot in place of the list', { body: { bot: { id: 'b' } } }],
];

test.each(NO_LIST)('network: a response with %s is an error, never an empty list', async (_name, fault) => {
  await reloadUnderFault(
    { status: 200, ...fault },
    { line: 'The response is not what the API sends', more: ['proxy or login page'], requests: 1 },
  );
});

test('network: cookies and referrers are never sent back', async () => {
  const { sandbox } = opened;
  await reloadUnderFault(
    { status: 500, headers: { 'set-cookie': 'session=1' } },
    { line: '500 Server error', requests: 2 },
  );

  for (const { headers } of sandbox.requests) {
    expect(headers).not.toHaveProperty('cookie');
    expect(headers).not.toHaveProperty('referer');
  }
});

/** Starts an explorer with another base URL. */
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

/** Stops automatic retries, so that the screen is at rest. */
async function atRest({ press, waitFor }: Terminal): Promise<void> {
  await press('X');
  await waitFor(/What you can do[\s\S]*Press r to try again/);
}

async function sayingOnly(say: Respond) {
  const server = await rawSocket(say);
  onTestFinished(server.close);
  return server;
}

test('network: an unknown host is reported with its name', async () => {
  const terminal = await towards('https://api.botscope.invalid');

  await terminal.waitFor("Can't reach the server");
  await terminal.waitFor(/no such host \(ENOTFOUND\)|the name look-up failed \(EAI_AGAIN\)/);
  await terminal.waitFor(/https:\/\/api\.botscope\.invalid +from BP_API_URL/);
  await atRest(terminal);
});

test('network: an untrusted certificate is reported with its cause, and no request is sent', async () => {
  let received = 0;
  const server = createSecure(CERTIFICATE, (_request, response) => {
    received++;
    response.end('{}');
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const terminal = await towards(`https://127.0.0.1:${(server.address() as AddressInfo).port}`);

  for (const words of ["Can't reach the server", 'DEPTH_ZERO_SELF_SIGNED_CERT', 'NODE_EXTRA_CA_CERTS'])
    await terminal.waitFor(words);
  expect(received).toBe(0);
  await atRest(terminal);
});

test('network: a server without TLS is reported as one that speaks http', async () => {
  const server = await sayingOnly(bytes('HTTP/1.1 400 Bad Request\r\n\r\n'));
  const terminal = await towards(server.url.replace('http:', 'https:'));

  await terminal.waitFor(/Can't reach the server|The connection broke/);
  await terminal.waitFor(/this port speaks http, not https[\s\S]*Check the address/);
});

test('network: a TLS handshake without a reply ends at the deadline', async () => {
  // The connection opens, but the handshake gets no reply.
  const server = await sayingOnly(() => undefined);
  const terminal = await towards(server.url.replace('http:', 'https:'), '--timeout', '1');

  await terminal.waitFor('No complete response within 1 s');
  await atRest(terminal);
});

test.each([
  ['garbage', 'SSH-2.0-OpenSSH_9.6\r\n'],
  ['an invalid status', 'HTTP/1.1 999999 No\r\n\r\n'],
  ['a broken chunk', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n'],
])(
  'network: a server that sends %s is a broken connection, and the GET is retried once',
  async (_name, text) => {
    const server = await sayingOnly(bytes(text));
    const terminal = await towards(server.url);

    await terminal.waitFor(/The connection broke[\s\S]*GET \/v1\/admin\/bots .*2 tries/);
    expect(server.asked.filter(line => line.startsWith(`GET ${LIST} `))).toHaveLength(2);
    await atRest(terminal);
  },
);

/** Faults without an end, and the text on the screen meanwhile. */
const LASTING: readonly (readonly [string, Fault, string | RegExp])[] = [
  ['no response arrives', { hang: 'headers' }, 'loading'],
  ['half a response has arrived', { hang: 'body' }, 'loading'],
  ['a response drips', { drip: true }, 'loading'],
  ['the connection is reset', { reset: 'before' }, 'The connection broke'],
  ['the server requires a wait', { status: 429, headers: { 'retry-after': '60' } }, /retrying in \d+ s/],
  ['the server is overloaded', { status: 503, headers: { 'retry-after': '60' } }, /retrying in \d+ s/],
  ['the token is refused', { status: 401 }, '401'],
  ['the response is invalid', { body: '<html>' }, 'The response is not what'],
];

test.each(LASTING)(
  'network: quitting while %s is immediate and restores the terminal',
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
