// @module-tag program

import { expect, onTestFinished, test } from 'vitest';
import { expectRestored } from '../helpers/explorer.ts';
import { ends, journeyOn, journeys, openOn } from '../helpers/journey.ts';
import { type Respond, rawSocket } from '../helpers/raw-socket.ts';
import { not } from '../helpers/rows.ts';
import { envOf, run } from '../helpers/run-cli.ts';

const LIST = '/v1/admin/bots';
const SIZE = { columns: 110, rows: 32 };

// A deadline that is long enough for every response that is not meant to be late.
const FLAGS = ['--timeout', '2'];
const shared = journeys({ isShared: true, sandbox: { bots: 15 }, flags: FLAGS, ...SIZE });

shared.journey(
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
);

for (const header of ['retry-after', 'ratelimit-reset'])
  shared.journey(`network: a wait required by ${header} is counted down, then the rows are loaded`, [
    `GET ${LIST} 429 header=${header}:2 times=1`,
    ['r', /429 · retrying in [12] s · Esc stops/],
    ['', not('429', 'STALE')],
    { all: [LIST, LIST] },
  ]);

journeyOn('network: a TLS handshake without a reply ends at the deadline', [
  async () => {
    const server = await rawSocket(() => undefined);
    onTestFinished(server.close);
    const where = { ...server, url: server.url.replace('http:', 'https:') };
    return openOn(undefined, { ...SIZE, flags: ['--timeout', '1'], env: envOf(where) });
  },
  ['', 'No complete response within 1 s'],
  ['X', /What you can do[\s\S]*Press r to try again/],
]);

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
  journey(`network: quitting while ${what} is immediate and restores the terminal`, [
    { start: { fault, first } },
    ['`\x03`', 'again'],
    ['`\x03`'],
    ends(0),
    ({ terminal }) => expectRestored(terminal),
  ]);
