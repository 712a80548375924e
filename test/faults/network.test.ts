// @module-tag program

import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { Fault } from '../../src/sandbox/types.ts';
import { type ExplorerRun, expectRestored, openExplorer } from '../helpers/explorer.ts';
import { ends, journeyOn, journeys, openOn, take } from '../helpers/journey.ts';
import { bytes, type Respond, rawSocket } from '../helpers/raw-socket.ts';
import { not } from '../helpers/rows.ts';

const LIST = '/v1/admin/bots';
const SIZE = { columns: 110, rows: 32 };

let opened: ExplorerRun;
beforeAll(async () => {
  // A deadline that is long enough for every response that is not meant to be late.
  opened = await openExplorer({ sandbox: { bots: 15 }, flags: ['--timeout', '2'], ...SIZE });
  await opened.terminal.waitFor('support-prod');
});
afterAll(() => opened.close());

const lists = () => opened.sandbox.requests.filter(({ path }) => path === LIST).length;
const ONLINE = not('STALE', 'OFFLINE');

type Expected = {
  readonly line: string;
  /** Texts in the dialog that `!` opens. */
  readonly more?: readonly (string | RegExp)[];
  readonly requests: number;
};

/**
 * Reloads the list under a fault and checks the line, the number of requests, that the rows stay, and that r
 * recovers.
 */
async function reloadUnderFault(fault: Fault, { line, more = [], requests }: Expected): Promise<void> {
  const { terminal, sandbox } = opened;
  const heal = sandbox.fault({ path: LIST, ...fault });
  onTestFinished(heal);
  const before = lists();
  await take(
    opened,
    ['r', line, /STALE|OFFLINE/, 'support-prod'],
    // An unreachable server is retried automatically.
    () => terminal.text().includes('OFFLINE') && terminal.press('X'),
    () => expect(lists() - before).toBe(requests),
    ['!', 'What was sent', 'What you can do', `GET ${LIST}`, ...more],
    ['Esc', 'support-prod'],
    heal,
    ['r', 'support-prod', ONLINE, not(line)],
  );
}

/** Its body replaces that of the sandbox, which requires a wait. */
const TOO_MANY = { status: 429, body: { message: 'too many' } };

/** Faults of each kind, as the explorer reports them. `test/api` tests that each status is of its kind. */
const FAULTS: readonly (readonly [name: string, expected: Expected, ...faults: readonly Fault[]])[] = [
  [
    'ends at the deadline, which covers headers and body',
    { line: 'No complete response within 2 s', more: ['--timeout <seconds>'], requests: 1 },
    { hang: 'headers' },
    { hang: 'body' },
    { drip: true },
    { delayMs: 20_000 },
  ],
  [
    'is a broken connection, and a GET is retried once',
    { line: 'The connection broke', more: [/2 tries/, 'HTTPS_PROXY'], requests: 2 },
    { reset: 'before' },
    { reset: 'during' },
    { reset: 'after' },
  ],
  [
    'is a required wait of more than a minute, reported and not waited out',
    { line: '429 Too many requests: the server asks to wait', more: [/Wait \d+ s/], requests: 1 },
    ...[
      { 'retry-after': '3600' },
      { 'retry-after': 'Wed, 21 Oct 2099 07:28:00 GMT' },
      { 'ratelimit-reset': '3600' },
      { 'x-ratelimit-reset': '4102444800' },
    ].map(headers => ({ ...TOO_MANY, headers })),
  ],
  [
    'has no wait, and is not retried',
    { line: '429 Too many requests', more: ['Wait a moment'], requests: 1 },
    TOO_MANY,
  ],
  [
    'is not retried, because a moment later it would be the same',
    { line: '501 Server error', requests: 1 },
    { status: 501 },
  ],
  [
    'is an error, never an empty list',
    {
      line: 'The response is not what the API sends',
      more: ['proxy or login page'],
      requests: 1,
    },
    { status: 204 },
    { status: 200, body: '<html><title>Log in</title></html>', contentType: 'text/html' },
    { status: 200, truncate: true },
    { status: 200, body: { bots: { 0: {} }, meta: {} } },
  ],
];

for (const [name, expected, ...faults] of FAULTS)
  for (const fault of faults)
    test(`network: ${JSON.stringify(fault)} ${name}`, () => reloadUnderFault(fault, expected));

test.each([
  [403, 'Your token may not do this'],
  [404, '404 Not found'],
  [408, '408 The server refused the request'],
  [409, 'It is in use or locked'],
  [413, '413 The server refused the request'],
])('network: %d shows the message of the server, cleaned, and is not retried', async (status, line) => {
  const body = { message: 'no \u001b[2J way' };

  await reloadUnderFault({ status, body }, { line, more: [/message +no .*way/], requests: 1 });

  expect(opened.terminal.bytes()).not.toContain('no \u001b[2J way');
});

test.each([500, 503])('network: %d is retried once and then reported, and the rows stay', status =>
  reloadUnderFault(
    { status, body: { id: 'err_01JD', message: 'internal' } },
    { line: `${status} Server error`, more: ['err_01JD', '2 tries'], requests: 2 },
  ),
);

test.each([301, 304, 307])('network: %d is an error and not followed', async status => {
  const { url, requests } = opened.sandbox;
  const line = `${status} The server points to another address; not followed`;

  await reloadUnderFault(
    { status, headers: { location: `${url}/v1/admin/elsewhere` } },
    { line, more: ['points to'], requests: 1 },
  );

  expect(requests.every(({ path }) => !path.includes('elsewhere'))).toBe(true);
});

test('network: cookies and referrers are never sent back', async () => {
  await reloadUnderFault(
    { status: 500, headers: { 'set-cookie': 'session=1' } },
    { line: '500 Server error', requests: 2 },
  );

  for (const { headers } of opened.sandbox.requests) {
    expect(headers).not.toHaveProperty('cookie');
    expect(headers).not.toHaveProperty('referer');
  }
});

journeyOn(
  'network: 401 in mid-session keeps the rows, lists what to check, and stops automatic requests',
  [
    'GET /v1/* 401',
    ['r', '401 The server refused the token'],
    { all: 1 },
    ['j k G g', 'support-prod'],
    { all: 0 },
    ['!', /One of these is wrong[\s\S]*token +•+ \d+ characters[\s\S]*x-workspace-id/],
    'heal',
    ['r', 'support-prod', not('401 The server')],
  ],
  async () => opened,
);

for (const header of ['retry-after', 'ratelimit-reset'])
  journeyOn(
    `network: a wait required by ${header} is counted down, then the rows are loaded`,
    [
      `GET ${LIST} 429 header=${header}:2 times=1`,
      ['r', /429 · retrying in [12] s · Esc stops/],
      ['', not('429', 'STALE')],
      { all: [LIST, LIST] },
    ],
    async () => opened,
  );

const towards = (url: string, ...flags: readonly string[]) => {
  const env = { BP_API_URL: url, BP_TOKEN: 'bp_pat_0123456789abcdefghij', BP_WORKSPACE_ID: 'w' };
  return openOn(undefined, { ...SIZE, flags, env });
};

async function socketThat(say: Respond) {
  const server = await rawSocket(say);
  onTestFinished(server.close);
  return server;
}
const secure = ({ url }: { readonly url: string }): string => url.replace('http:', 'https:');

/** Stops automatic retries, so that the screen is at rest. */
const STOPPED = ['X', /What you can do[\s\S]*Press r to try again/] as const;
const UNREACHABLE = "Can't reach the server";

journeyOn(
  'network: an unknown host is reported with its name',
  [
    [
      '',
      UNREACHABLE,
      /no such host \(ENOTFOUND\)|the name look-up failed \(EAI_AGAIN\)/,
      /https:\/\/api\.botscope\.invalid +from BP_API_URL/,
    ],
    STOPPED,
  ],
  () => towards('https://api.botscope.invalid'),
);

journeyOn(
  'network: a server without TLS is reported as one that speaks http',
  [
    [
      '',
      /Can't reach the server|The connection broke/,
      /this port speaks http, not https[\s\S]*Check the address/,
    ],
  ],
  async () => towards(secure(await socketThat(bytes('HTTP/1.1 400 Bad Request\r\n\r\n')))),
);

journeyOn(
  'network: a TLS handshake without a reply ends at the deadline',
  [['', 'No complete response within 1 s'], STOPPED],
  async () => towards(secure(await socketThat(() => undefined)), '--timeout', '1'),
);

const { journey } = journeys({ flags: ['--timeout', '600'], shell: true });

/** Faults without an end, and the text on the screen meanwhile. */
for (const [what, fault, first] of [
  ['no response arrives', { hang: 'headers' }, 'loading'],
  ['half a response has arrived', { hang: 'body' }, 'loading'],
  ['a response drips', { drip: true }, 'loading'],
  ['the connection is reset', { reset: 'before' }, 'The connection broke'],
  ['the server requires a wait', { status: 429, headers: { 'retry-after': '60' } }, /retrying in \d+ s/],
  ['the server is overloaded', { status: 503, headers: { 'retry-after': '60' } }, /retrying in \d+ s/],
  ['the token is refused', { status: 401 }, '401'],
  ['the response is invalid', { body: '<html>' }, 'The response is not what'],
] as const)
  journey(
    `network: quitting while ${what} is immediate and restores the terminal`,
    [['`\x03`', 'again'], ['`\x03`'], ends(0), ({ terminal }) => expectRestored(terminal)],
    { fault, first },
  );
