import { expect, test } from 'vitest';
import { sandboxPerTest, startSandbox } from '../helpers/sandbox.ts';
import { adminHeaders, error, expectResponses, requestSandbox, sendText } from './request-sandbox.ts';

const sandbox = sandboxPerTest();
const LIST = '/v1/admin/bots';

test.each<[status: number, type: string, paths: readonly string[]]>([
  [
    404,
    'ResourceNotFound',
    [
      ...['%2e%2e', '%00', 'a%2Fissues%2Fb', '%25', '__proto__', 'x'.repeat(500)].map(id => `${LIST}/${id}`),
      ...['/v1/admin/integrations/constructor', '/', '/v1', `/${LIST}`, '/v2/admin/bots'],
    ],
  ],
  // A type that all versions of the official client know: they print the message of no other.
  [
    501,
    'Internal',
    [
      ...['/', '/.', '/..', '/../bots', '/a/b'].map(end => `${LIST}${end}`),
      ...['/v1/admin', '/v1/admin/', '/v1/admin/../admin/bots', '/v1/admin//bots', '/v1/Admin/bots'],
      ...['/v1/chat/bots', '/v1/admin/conversations/x'],
    ],
  ],
  [400, expect.any(String), ['*', ...['%', '%zz', '%ff', '%c0%ae'].map(id => `${LIST}/${id}`)]],
])('sandbox requests: wrong paths get %i', (status, type, paths) =>
  expectResponses(
    sandbox,
    paths.map(path => [`GET ${path}`, status, error(status, type)]),
  ),
);

test('sandbox requests: an id is decoded exactly once', async () => {
  const path = `/v1/admin/bots/${sandbox.ids.botId}`;

  await expectResponses(sandbox, [
    [`GET ${path.replace('-', '%2d')}`, 200],
    [`GET ${path.replace('-', '%252d')}`, 404],
  ]);
});

test('sandbox requests: the profile of another workspace can be read', () =>
  expectResponses(sandbox, [
    [
      'GET /v1/admin/workspaces/$otherWorkspaceId/public',
      200,
      { id: sandbox.ids.otherWorkspaceId, about: '' },
    ],
  ]));

test.each(['POST', 'PUT', 'PATCH', 'OPTIONS', 'DELETE'])(
  'sandbox requests: %s on the list is no operation',
  method => {
    const message = expect.stringContaining(`${method} /v1/admin/bots`);
    return expectResponses(sandbox, [[`${method} /v1/admin/bots`, 501, { message }]]);
  },
);

test('sandbox requests: HEAD is answered as GET, without a body', async () => {
  const limited = { ...adminHeaders(sandbox), authorization: `Bearer ${sandbox.limitedToken}` };
  sandbox.fault('GET /v1/admin/bots 503 times=1');

  await expectResponses(sandbox, [
    ['HEAD /v1/admin/bots', 503],
    ['HEAD /v1/admin/bots', 200],
    ['HEAD /v1/admin/bots/none', 404],
    ['HEAD /v1/admin/bots', 200, {}, limited],
  ]);
});

test('sandbox requests: an integration of the hub is read at its path there, as the official client does', async () => {
  const { hubIntegrationId } = sandbox.ids;
  const hub = '/v1/admin/hub/integrations';
  await using own = await startSandbox({ records: { bot: [] } });

  await expectResponses(sandbox, [
    [`GET ${hub}/$hubIntegrationId`, 200, { integration: { id: hubIntegrationId, public: true } }],
    [`GET ${hub}/$integrationId`, 404, { type: 'ResourceNotFound' }],
    [`GET ${hub}/none`, 404, { type: 'ResourceNotFound' }],
  ]);
  await expectResponses(own, [[`GET ${hub}/${hubIntegrationId}`, 404]]);
});

test('sandbox requests: a target with an origin works like one without', async () => {
  expect((await requestSandbox(sandbox, `${sandbox.url}/v1/admin/bots`)).status).toBe(200);
});

const asking = { origin: 'http://localhost:5173', 'access-control-request-method': 'DELETE' };
const allowed = (origin: string) => ({ 'access-control-allow-origin': origin });

test.each([
  [true, asking.origin],
  ['http://other.example', 'http://other.example'],
])(
  'sandbox requests: with cors %s a page may ask, read and see limits, but not control',
  async (cors, origin) => {
    await using own = await startSandbox({ cors, faults: ['GET /v1/admin/bots 429 times=1'] });
    const send = (path: string, method: string, headers = {}) =>
      requestSandbox(own, path, { method, headers: { ...asking, ...headers } });
    const question = await send(LIST, 'OPTIONS', { 'access-control-request-headers': 'x-a' });
    const limited = await send(LIST, 'GET');

    expect(question).toMatchObject({
      ...{ status: 204, text: '' },
      headers: { ...allowed(origin), 'access-control-allow-headers': 'x-a', vary: 'origin' },
    });
    expect((await send(LIST, 'OPTIONS')).headers['access-control-allow-headers']).toMatch(
      /^authorization, content-type, x-bot-id, x-workspace-id, x-sandbox-fault$/,
    );
    expect(limited).toMatchObject({ status: 429, headers: { ...allowed(origin), 'retry-after': '1' } });
    expect(limited.headers['access-control-expose-headers']).toContain('retry-after');
    const { headers } = await send('/__sandbox/reset', 'OPTIONS', adminHeaders(own));
    expect(headers['access-control-allow-origin']).toBe(undefined);
    expect(own.requests.map(({ method }) => method)).toEqual(['GET']);
  },
);

test('sandbox requests: a body over the limit of its area gets a 413', async () => {
  const body = JSON.stringify('x'.repeat(1024 * 1024));
  const send = (path: string) => requestSandbox(sandbox, path, { method: 'DELETE', body });

  const chat = await send('/v1/chat/conversations/none');
  const admin = await send('/v1/admin/bots/none');

  expect(chat.json).toMatchObject({ code: 413, type: 'PayloadTooLarge' });
  expect(admin.status).toBe(404);
});

test('sandbox requests: a body without a length gets a 413 as soon as it is over the limit', async () => {
  const head = 'DELETE /v1/chat/conversations/none HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n';
  const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`;

  expect(await sendText(sandbox, head + chunk.repeat(20), () => true)).toMatch(/^HTTP\/1\.1 413 /);
});

test.each([
  ['words', 'nonsense\r\n\r\n'],
  ['an unknown version', 'GET /v1/admin/bots HTTP/9.9\r\n\r\n'],
  ['a bad header', 'GET / HTTP/1.1\r\nbad header\r\n\r\n'],
  ['headers without end', `GET / HTTP/1.1\r\nhost: x\r\nx: ${'y'.repeat(100_000)}\r\n\r\n`],
  ['control characters', '\u0000\u0001\u0002\r\n\r\n'],
])('sandbox requests: invalid HTTP is refused, and the next request works (%s)', async (_name, text) => {
  expect(await sendText(sandbox, text)).toMatch(/^HTTP\/1\.1 4\d\d |^$/);
  expect((await requestSandbox(sandbox, '/v1/admin/bots')).status).toBe(200);
});
