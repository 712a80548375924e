import { expect, test } from 'vitest';
import { exitCodes } from '../../src/cli/shared/errors.ts';
import type { Fault } from '../../src/sandbox/types.ts';
import { clean } from '../../src/text/sanitise.ts';
import { listen } from '../api/test-client.ts';
import { commandsOn } from '../helpers/command-rows.ts';
import { not } from '../helpers/rows.ts';
import { run as runProgram } from '../helpers/run-cli.ts';
import { sandboxPerTest } from '../helpers/sandbox.ts';

const sandbox = sandboxPerTest({ bots: 3 });
const { run, expectRows, expectRowsAt } = commandsOn(sandbox);

const KINDS: readonly (readonly [number, string, Fault])[] = [
  [3, 'not-found', { status: 404 }],
  [4, 'unauthorised', { status: 401 }],
  [5, 'forbidden', { status: 403 }],
  [6, 'unreachable', { reset: 'before' }],
  [7, 'server-error', { status: 500 }],
  [7, 'rejected', { status: 418 }],
  [7, 'unreadable', { status: 200, body: '<html>' }],
  [7, 'redirected', { redirect: 'https://elsewhere.example' }],
];

test.each(KINDS)(
  'exit codes: %i for %s, with a sentence and advice, or as JSON',
  async (code, kind, fault) => {
    sandbox.fault(fault);
    // A record that is missing is missing the next time, too.
    const tokens = kind === 'unauthorised' ? ['config explain shows where both come from'] : [];
    const advice = kind === 'not-found' ? [not('Try again')] : tokens;
    await expectRows(
      ['bots get $botId', code, '', [/^botscope: .+\n( {2}.+\n)*$/, ...advice]],
      [
        'bots get $botId -o json',
        code,
        '',
        [/^.+\n$/, { error: { kind, exitCode: code, message: expect.any(String) } }],
      ],
    );
  },
);

const refused = (status: number, type: string, message = 'no'): Fault => ({
  status,
  body: { id: 'err_7', code: status, type, message },
});
const AGAIN = /Try again|retry/;
const HOST = /127\.0\.0\.1:\d+/;

/** Responses, the words that a command prints for them, and words that it does not print. */
const WORDS: readonly (readonly [string, Fault, readonly (string | RegExp)[], absent: RegExp])[] = [
  ['401', { status: 401 }, ['401 The server refused the token'], AGAIN],
  ['HTML', { status: 200, body: '<html>' }, ['proxy or login page'], AGAIN],
  ['400', refused(400, 'InvalidQuery'), ['refused the request: no (InvalidQuery, err_7)'], AGAIN],
  ['402', refused(402, 'PaymentRequired'), ['(PaymentRequired, ', 'The plan or balance'], AGAIN],
  ['405', refused(405, 'MethodNotFound'), ['refused each time'], AGAIN],
  ['408', { status: 408, body: {} }, ['Wait a moment, then retry.'], /Try again/],
  ['410', refused(410, 'ResourceGone'), ['permanently gone'], AGAIN],
  ['413', refused(413, 'LimitExceeded'), ['(LimitExceeded, ', 'over a limit'], AGAIN],
  ['415', refused(415, 'UnsupportedMediaType'), ['(UnsupportedMediaType, '], AGAIN],
  ['422', refused(422, 'toString', '\u001b[2J'), ['(toString, ', '^[[2J', 'refused each time'], AGAIN],
  ['a hostile type', refused(400, '\u001b]0;\u202e'), ['(^[]0;<U+202E>, err_7)'], /[\u001b\u202e]/],
  ['409', { status: 409, body: {} }, ['409 It is in use or locked', 'If it is only locked'], /Try again/],
  [
    '409 in use',
    refused(409, 'ReferenceConstraint'),
    ['409 It is in use:', 'Remove it there first.'],
    /locked/,
  ],
  ['409 locked', refused(409, 'ResourceLockedConflict'), ['409 It is locked:', 'Retry shortly.'], /in use/],
  ['409 exists', refused(409, 'AlreadyExists'), ['409 It exists already:'], /in use|locked|retry/],
  ['403', refused(403, 'Forbidden'), ['Your token may not do this', 'Ask a manager'], AGAIN],
  ['403 quota', refused(403, 'QuotaExceeded'), ['403 A quota is used up: '], /token/],
  ['500', refused(500, 'Internal'), ['(Internal, err_7)', 'give support the error id'], /Try again/],
  ['500 without an id', { status: 500, body: {} }, ['then retry.'], /error id/],
  ['a reset', { reset: 'before' }, ['The connection broke (', HOST, 'Try again.'], /Can't/],
];

test.each(WORDS)(
  'errors: %s has its own words and type, and advice that can help',
  async (_name, fault, present, absent) => {
    sandbox.fault(fault);
    const { err } = await run('bots get $botId');
    for (const words of present) expect(err).toMatch(words);
    expect(err).not.toMatch(absent);
    const { type } = (fault.body ?? {}) as { readonly type?: string };
    if (type === undefined) return;
    const json = await run('bots get $botId -o json');
    expect(JSON.parse(json.err).error.type).toBe(clean(type));
  },
);

test.each<[name: string, url: () => string, words: string | RegExp]>([
  [
    'a refused connection',
    () => 'http://127.0.0.1:9',
    "Can't reach the server (127.0.0.1:9): connection refused",
  ],
  [
    'an unknown host',
    () => 'https://no.invalid:44',
    /server \(no\.invalid:44\): (no such host|could not look up the host name)/,
  ],
  [
    'https at a port that speaks http',
    () => sandbox.url.replace('http:', 'https:'),
    /\(127\.0\.0\.1:\d+\): this port speaks http, not https \(EPROTO\)/,
  ],
])('errors: %s is reported with host and port, without advice to try again', async (_name, url, words) => {
  const none = not('Try again', 'retry');
  await expectRowsAt({ ...sandbox, url: url() }, ['bots ls', 6, undefined, [words, none]]);
});

test.each([
  ['a page', '<title>nginx</title>'],
  ['foreign JSON', '{"error":"no route"}'],
])(
  'exit codes: 7 for a list that answers 404 with %s, because the address is not the API',
  async (_name, body) => {
    sandbox.fault({ path: '/v1/admin/bots', status: 404, body });
    const none = not('deleted', 'mistyped', 'remove /v1');
    await expectRows(['bots ls', 7, undefined, ['404 This address is not the API: ', none]]);
  },
);

test('exit codes: the table has every code of a failure', () => {
  const known = exitCodes.map(([code]) => code);

  expect(known).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 70, 130]);
  for (const [code] of KINDS) expect(known).toContain(code);
});

test.each([
  ['nothing is known', {}, 'No login found'],
  ['there is no workspace', { BP_TOKEN: 'x' }, 'No workspace'],
  ['there is no token', { BP_WORKSPACE_ID: 'w' }, 'No token'],
  ['the token can be none', { BP_TOKEN: 'a b', BP_WORKSPACE_ID: 'w' }, 'holds a space'],
])('exit codes: 4 with advice, when %s', { tags: 'program' }, async (_when, env, words) => {
  const { code, out, err } = await runProgram(undefined, ['bots', 'ls'], { env });

  expect([code, out]).toEqual([4, '']);
  expect(err).toContain(words);
  expect(err).toMatch(/\n {2}.*(botscope profiles|BP_TOKEN)/);
});

test.each([404, 501])(
  'exit codes: 7 for a read, a list and a delete at an address with /v1 in it, with the full address: %i',
  status => {
    sandbox.fault(`* /v1/v1/* ${status} body={}`);
    const advice = 'This address is not the API: remove /v1 from it';
    return expectRowsAt(
      { ...sandbox, url: `${sandbox.url}/v1` },
      ['bots get $botId', 7, '', advice],
      ['bots delete $botId --confirm $botIdEnd', 7, undefined, advice],
      ['bots ls', 7, '', [advice, '$url/v1/v1/admin/bots', '[GET /v1/v1/admin/bots]']],
      ['bots ls -o json', 7, undefined, { error: { kind: 'wrong-address', exitCode: 7, status } }],
    );
  },
);

test('exit codes: a service below /v1 still has 404 for missing ids and done deletes', async () => {
  let reads = 0;
  const server = await listen(({ method }, response) => {
    response.setHeader('content-type', 'application/json');
    if (method !== 'GET' || ++reads > 1) response.statusCode = 404;
    response.end(JSON.stringify(method === 'GET' ? { bot: { id: 'bot_1', name: 'x' } } : {}));
  });

  const line = 'bots delete bot_1 --confirm bot_1 -o json';
  await expectRowsAt({ ...server, url: `${server.url}/v1` }, [line, 0, { results: [{ result: 'gone' }] }]);
});
