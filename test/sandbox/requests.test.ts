import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { sandboxPerTest, startSandbox } from '../helpers/sandbox.ts';
import { adminHeaders, chatHeaders, requestSandbox } from './request-sandbox.ts';

const sandbox = sandboxPerTest();

const ERROR = {
  id: expect.stringMatching(/^err_\d{14}x[0-9a-f]{8}$/),
  message: expect.any(String),
};

describe('paths', () => {
  test.each([
    '/v1/admin/bots/%2e%2e',
    '/v1/admin/bots/%00',
    '/v1/admin/bots/a%2Fissues%2Fb',
    '/v1/admin/bots/%25',
    '/v1/admin/bots/__proto__',
    '/v1/admin/integrations/constructor',
    `/v1/admin/bots/${'x'.repeat(500)}`,
  ])('sandbox requests: the record of %s is not found', async path => {
    const { status, json } = await requestSandbox(sandbox, path);

    expect(status).toBe(404);
    expect(json).toMatchObject(ERROR);
  });

  test.each([
    '/',
    '/v1',
    '/v1/admin',
    '/v1/admin/',
    '/v1/admin/bots/',
    '/v1/admin/bots/.',
    '/v1/admin/bots/..',
    '/v1/admin/bots/../bots',
    '/v1/admin/../admin/bots',
    '//v1/admin/bots',
    '/v1/admin//bots',
    '/v1/Admin/bots',
    '/v2/admin/bots',
    '/v1/chat/bots',
    '/v1/admin/conversations/x',
    '/v1/admin/bots/a/b',
    '*',
  ])('sandbox requests: %s is no operation', async path => {
    const { status, json } = await requestSandbox(sandbox, path);

    expect(status).toBe(path === '*' ? 400 : path.startsWith('/v1/') ? 501 : 404);
    // A type that all versions of the official client know: they print the message of no other.
    if (path !== '*')
      expect(json).toMatchObject({ type: path.startsWith('/v1/') ? 'Internal' : 'ResourceNotFound' });
    expect(json).toMatchObject(ERROR);
  });

  test.each(['/v1/admin/bots/%', '/v1/admin/bots/%zz', '/v1/admin/bots/%ff', '/v1/admin/bots/%c0%ae'])(
    'sandbox requests: %s cannot be decoded',
    async path => {
      expect((await requestSandbox(sandbox, path)).status).toBe(400);
    },
  );

  test('sandbox requests: an id is decoded exactly once', async () => {
    const { botId } = sandbox.ids;
    const once = botId.replace('-', '%2d');
    const twice = botId.replace('-', '%252d');

    expect((await requestSandbox(sandbox, `/v1/admin/bots/${once}`)).status).toBe(200);
    expect((await requestSandbox(sandbox, `/v1/admin/bots/${twice}`)).status).toBe(404);
  });

  test('sandbox requests: the profile of another workspace can be read', async () => {
    const { otherWorkspaceId } = sandbox.ids;
    const { json } = await requestSandbox(sandbox, `/v1/admin/workspaces/${otherWorkspaceId}/public`);

    expect(json).toMatchObject({ id: otherWorkspaceId, about: '' });
  });

  test.each(['POST', 'PUT', 'PATCH', 'OPTIONS', 'DELETE'])(
    'sandbox requests: %s on the list is no operation',
    async method => {
      expect((await requestSandbox(sandbox, '/v1/admin/bots', { method })).json).toMatchObject({
        code: 501,
        message: expect.stringContaining(`${method} /v1/admin/bots`),
      });
    },
  );

  test('sandbox requests: HEAD is answered as GET, without a body', async () => {
    const head = (path: string, headers = adminHeaders(sandbox)) =>
      requestSandbox(sandbox, path, { method: 'HEAD', headers });
    sandbox.fault('GET /v1/admin/bots 503 times=1');

    const answers = [
      await head('/v1/admin/bots'),
      await head('/v1/admin/bots'),
      await head('/v1/admin/bots/none'),
      await head('/v1/admin/bots', {
        ...adminHeaders(sandbox),
        authorization: `Bearer ${sandbox.limitedToken}`,
      }),
    ];

    expect(answers.map(({ status, text }) => [status, text])).toEqual([
      [503, ''],
      [200, ''],
      [404, ''],
      [200, ''],
    ]);
  });

  test('sandbox requests: an integration of the hub is read at its path there, as the official client does', async () => {
    const { hubIntegrationId, integrationId } = sandbox.ids;
    const hub = (id: string) => requestSandbox(sandbox, `/v1/admin/hub/integrations/${id}`);

    expect((await hub(hubIntegrationId)).json).toMatchObject({
      integration: { id: hubIntegrationId, public: true },
    });
    for (const id of [integrationId, 'none'])
      expect(await hub(id)).toMatchObject({ status: 404, json: { type: 'ResourceNotFound' } });
    await using own = await startSandbox({ records: { bot: [] } });
    expect(await requestSandbox(own, `/v1/admin/hub/integrations/${hubIntegrationId}`)).toMatchObject({
      status: 404,
    });
  });

  test('sandbox requests: a target with an origin works like one without', async () => {
    expect((await requestSandbox(sandbox, `${sandbox.url}/v1/admin/bots`)).status).toBe(200);
  });
});

describe('bodies', () => {
  test('sandbox requests: a body over the limit of its area gets a 413', async () => {
    const body = JSON.stringify('x'.repeat(1024 * 1024));
    const send = (path: string, headers: Record<string, string>) =>
      requestSandbox(sandbox, path, { method: 'DELETE', headers, body });

    const chat = await send('/v1/chat/conversations/none', chatHeaders(sandbox));
    const admin = await send('/v1/admin/bots/none', adminHeaders(sandbox));

    expect(chat.json).toMatchObject({ code: 413, type: 'PayloadTooLarge' });
    expect(admin.status).toBe(404);
  });

  test('sandbox requests: a body without a length gets a 413 as soon as it is over the limit', async () => {
    const { hostname, port } = new URL(sandbox.url);
    const socket = connect(Number(port), hostname);
    const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`;
    socket.write(
      `DELETE /v1/chat/conversations/none HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n`,
    );
    for (let sent = 0; sent < 20; sent++) socket.write(chunk);
    const answer = await new Promise<string>(resolve => socket.once('data', data => resolve(`${data}`)));
    socket.destroy();

    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  });
});

describe('requests that are none', () => {
  test.each([
    ['words', 'nonsense\r\n\r\n'],
    ['an unknown version', 'GET /v1/admin/bots HTTP/9.9\r\n\r\n'],
    ['a bad header', 'GET / HTTP/1.1\r\nbad header\r\n\r\n'],
    ['headers without end', `GET / HTTP/1.1\r\nhost: x\r\nx: ${'y'.repeat(100_000)}\r\n\r\n`],
    ['control characters', '\u0000\u0001\u0002\r\n\r\n'],
  ])('sandbox requests: invalid HTTP is refused, and the next request works (%s)', async (_name, text) => {
    const { hostname, port } = new URL(sandbox.url);
    const socket = connect(Number(port), hostname);
    const answer = await new Promise<string>(resolve => {
      let all = '';
      socket.on('data', data => {
        all += data;
      });
      socket.on('error', () => resolve(all));
      socket.on('close', () => resolve(all));
      socket.write(text);
    });

    expect(answer).toMatch(/^HTTP\/1\.1 4\d\d |^$/);
    expect((await requestSandbox(sandbox, '/v1/admin/bots')).status).toBe(200);
  });
});
