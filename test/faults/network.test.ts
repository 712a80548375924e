// @module-tag program

import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { Fault } from '../../src/sandbox/types.ts';
import { type ExplorerRun, expectRestored, openExplorer } from '../helpers/explorer.ts';
import { ends, journeyOn, journeys, openOn, take } from '../helpers/journey.ts';
import { bytes, type Respond, rawSocket } from '../helpers/raw-socket.ts';
import { not } from '../helpers/rows.ts';
import { run } from '../helpers/run-cli.ts';

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

/** A fault of each kind. `test/api` tests the others of its kind, `test/cli/errors.test.ts` their words. */
const FAULTS: readonly (readonly [name: string, fault: Fault, expected: Expected])[] = [
  [
    'no response in time',
    { hang: 'headers' },
    { line: 'No complete response within 2 s', more: ['--timeout <time>'], requests: 1 },
  ],
  [
    'a broken connection',
    { reset: 'before' },
    { line: 'The connection broke', more: [/2 tries/, 'HTTPS_PROXY'], requests: 2 },
  ],
  [
    'a required wait of an hour',
    { status: 429, headers: { 'retry-after': '3600' } },
    { line: '429 Too many requests: the server asks to wait', more: [/Wait \d+ s/], requests: 1 },
  ],
  [
    'a web page',
    { status: 200, body: '<html><title>Log in</title></html>', contentType: 'text/html' },
    { line: 'The response is not what the API sends', more: ['proxy or login page'], requests: 1 },
  ],
  [
    'a refusal with a hostile message',
    { status: 403, body: { message: 'no \u001b[2J way' } },
    { line: 'Your token may not do this', more: [/message +no .*way/], requests: 1 },
  ],
  [
    'a server error with a cookie',
    { status: 500, body: { id: 'err_01JD' }, headers: { 'set-cookie': 'session=1' } },
    { line: '500 Server error', more: ['err_01JD', '2 tries'], requests: 2 },
  ],
  [
    'a redirect',
    { redirect: '/v1/admin/elsewhere' },
    { line: 'The server points to another address; not followed', more: ['points to'], requests: 1 },
  ],
];

test.each(FAULTS)(
  'network: after %s the rows stay, ! has the details, and r recovers',
  async (_name, fault, expected) => {
    await reloadUnderFault(fault, expected);

    expect(opened.terminal.bytes()).not.toContain('no \u001b[2J way');
    for (const { headers, path } of opened.sandbox.requests) {
      expect(path).not.toContain('elsewhere');
      expect(headers).not.toHaveProperty('cookie');
      expect(headers).not.toHaveProperty('referer');
    }
  },
);

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
      /no such host \(ENOTFOUND\)|could not look up the host name \(EAI_AGAIN\)/,
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

test.each<readonly [string, Respond]>([
  ['never responds to CONNECT', () => undefined],
  ['opens a tunnel to nowhere', socket => void socket.write('HTTP/1.1 200 Connection established\r\n\r\n')],
])('deadline: it also applies behind a proxy that %s', async (_what, say) => {
  const proxy = await rawSocket(say);
  const hidden = { ...proxy, url: 'https://api.botscope.invalid' };

  const { code, err } = await run(hidden, ['bots', 'ls', '--timeout', '1'], {
    env: { HTTPS_PROXY: proxy.url },
  });
  await proxy.close();

  expect(proxy.asked).toEqual(['CONNECT api.botscope.invalid:443 HTTP/1.1']);
  expect(code).toBe(6);
  expect(err).toContain('No complete response within 1 s');
});

const { journey } = journeys({ flags: ['--timeout', '600'], shell: true });

/** Faults without an end, and the text on the screen meanwhile. */
for (const [what, fault, first] of [
  ['no response arrives', { hang: 'headers' }, 'loading'],
  ['the connection is reset', { reset: 'before' }, 'The connection broke'],
  ['the server requires a wait', { status: 429, headers: { 'retry-after': '60' } }, /retrying in \d+ s/],
] as const)
  journey(
    `network: quitting while ${what} is immediate and restores the terminal`,
    [['`\x03`', 'again'], ['`\x03`'], ends(0), ({ terminal }) => expectRestored(terminal)],
    { fault, first },
  );
