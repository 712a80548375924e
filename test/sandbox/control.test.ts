import { Client } from '@botpress/client';
import { expect, test } from 'vitest';
import { documentedOperations } from '../../src/resources/registry.ts';
import { sandboxPerTest, startSandbox } from '../helpers/sandbox.ts';
import { adminHeaders, type RequestOptions, requestSandbox, walk } from './request-sandbox.ts';

const sandbox = sandboxPerTest({ bots: 30, faults: ['GET /v1/admin/workspaces/{id}/public 503'] });

const control = (line: string, options: RequestOptions = {}) => {
  const [method = '', path] = line.split(' ');
  return requestSandbox(sandbox, `/__sandbox/${path}`, { method, ...options });
};
const json = (value: unknown): RequestOptions => ({ body: JSON.stringify(value) });
const statusOf = async (path: string) => (await requestSandbox(sandbox, path)).status;

test('sandbox control: requests are listed without credentials, and a reset returns to the start', async () => {
  const { botId } = sandbox.ids;
  await requestSandbox(sandbox, `/v1/admin/bots/${botId}?a=1`, { method: 'DELETE' });
  const { json: listed, text } = await control('GET requests');
  const health = await control('GET health');
  await control('POST reset');

  expect(listed['requests']).toMatchObject([
    { method: 'DELETE', path: `/v1/admin/bots/${botId}?a=1`, status: 200, at: expect.stringMatching(/Z$/) },
  ]);
  expect(text).not.toContain(sandbox.token);
  expect(health.json).toMatchObject({ status: 'ok', requests: 1, faults: 1 });
  expect(sandbox.requests).toEqual([]);
  expect(await statusOf(`/v1/admin/bots/${botId}`)).toBe(200);
});

test('sandbox control: faults are added as text, object or list, listed with their hits, and removed', async () => {
  const path = '/v1/admin/bots';
  const one = await control('POST faults', { body: `GET ${path} 429 times=1` });
  const more = await control('POST faults', json([{ path, status: 418, after: 1 }, `DELETE ${path}/* 409`]));
  const seen = [await statusOf(path), await statusOf(path), await statusOf(path)];
  const { json: listed } = await control('GET faults');
  const gone = [await control('DELETE faults/3'), await control('DELETE faults/3')];
  await control('DELETE faults');

  expect([one.json, more.json]).toEqual([{ ids: [2] }, { ids: [3, 4] }]);
  expect(seen).toEqual([429, 418, 418]);
  expect(listed['faults']).toEqual([
    { id: 4, hits: 0, method: 'DELETE', path: `${path}/*`, status: 409 },
    { id: 3, hits: 2, path, status: 418, after: 1 },
    { id: 2, hits: 1, method: 'GET', path, status: 429, times: 1 },
    { id: 1, hits: 0, method: 'GET', path: '/v1/admin/workspaces/{id}/public', status: 503 },
  ]);
  expect(gone.map(({ status }) => status)).toEqual([200, 404]);
  expect(await statusOf(`/v1/admin/workspaces/${sandbox.workspaceId}/public`)).toBe(200);
  await control('POST reset');
  expect(await statusOf(`/v1/admin/workspaces/${sandbox.workspaceId}/public`)).toBe(503);
});

test.each<[unknown, RegExp]>([
  [{ path: '/a', stauts: 500 }, /"stauts" is not a member of a fault: method, path, /],
  [{ status: '500' }, /^status must be a whole number from 200 to 599/],
  [{ path: 'a', status: 500 }, /^path must be a path that starts with \//],
  [{ path: '/a?dev=true', status: 500 }, /without a query/],
  [{ status: 500, headers: { 'a b': 'c' } }, /^headers must be a map/],
  [{ status: 500, headers: { a: 'b\r\nc: d' } }, /^headers must be a map/],
  [{ times: 2 }, /^the fault has no effect/],
  [{ method: 'FETCH', status: 500 }, /^method must be GET or DELETE or POST/],
  [
    { path: '/v1/admin/bot', status: 500 },
    /^"\/v1\/admin\/bot" is a path of no operation here: \/v1\/admin\/bots is near/,
  ],
  [['GET /v1/* 500', 'GET /a'], /^METHOD PATH EFFECTS are needed/],
  [7, /^a fault is a text or an object/],
])('sandbox control: the fault %j is refused, and none is added', async (fault, why) => {
  const { status, json: answer } = await control('POST faults', json(fault));

  expect(status).toBe(400);
  expect(answer['message']).toMatch(why);
  expect((await control('GET faults')).json['faults']).toHaveLength(1);
});

test('sandbox control: records are put and deleted by kind and id', async () => {
  const put = await control('PUT records/bot/mine', json({ name: 'night-desk', tags: null }));
  const issue = await control('PUT records/issue/iss_1?botId=mine', json({ title: 'Broken' }));
  const read = await requestSandbox(sandbox, '/v1/admin/bots/mine/issues/iss_1');
  const [first] = await walk(sandbox);
  const tagged = await statusOf('/v1/admin/bots?tags.a=b');
  const removed = await control('DELETE records/bot/mine');

  expect(put.json).toMatchObject({ id: 'mine', name: 'night-desk', status: 'active' });
  expect(issue.status).toBe(200);
  expect(read.json['issue']).toMatchObject({ id: 'iss_1', title: 'Broken' });
  expect(first).toMatchObject({ id: 'mine', name: 'night-desk' });
  expect([tagged, removed.status]).toEqual([200, 200]);
  expect(await statusOf('/v1/admin/bots/mine')).toBe(404);
});

test.each<[line: string, status: number, why: RegExp]>([
  ['PUT records/cat/x', 404, /no kind cat: workspace, bot/],
  ['PUT records/issue/x', 400, /issue x needs botId, the id of a parent/],
  ['PUT records/issue/x?botId=none', 404, /no parent of this issue/],
  ['PUT records/bot/x', 400, /not a JSON object/],
  ['PUT records/bot/x?workspaceId=none', 404, /no parent of this bot/],
  ['PUT records/workspace/new', 404, /no parent of this workspace/],
  ['PUT records/bot/%2e%2e', 400, /bot: ".." is a path, not an id/],
  ['DELETE records/bot/none', 404, /No bot has this id/],
  ['PUT records/bot/', 404, /The control address has: GET health, GET requests/],
  ['GET reset', 404, /The control address has/],
  ['GET records/%ff', 400, /cannot be decoded/],
])('sandbox control: "%s" is refused with %i', async (line, status, why) => {
  const answer = await control(line, json(line === 'PUT records/bot/x' ? [] : {}));

  expect(answer.status).toBe(status);
  expect(answer.json['message']).toMatch(why);
});

test('sandbox control: a record with a member of the wrong type is refused, unless all are odd', async () => {
  const line = 'PUT records/bot/mine';
  const wrong = json({ name: 'mine', integrations: { slack: { enabled: 'yes' } } });
  const odd = await control(line, wrong);
  await using valid = await startSandbox({ odd: false, bots: 3 });
  const put = (options: RequestOptions) =>
    requestSandbox(valid, '/__sandbox/records/bot/mine', { method: 'PUT', ...options });
  const refused = await put(wrong);
  const unchanged = await requestSandbox(valid, '/v1/admin/bots/mine');
  const accepted = await put(json({ name: 'mine', updatedAt: null }));

  expect([odd.status, refused.status, unchanged.status, accepted.status]).toEqual([200, 400, 404, 200]);
  expect(refused.json['message']).toBe('bot.integrations.slack.enabled must be true or false');
  expect(() => valid.put('bot', { id: 'mine', createdAt: 'today' })).toThrow('bot.createdAt must be a time');
  expect(() => valid.put('bot', { id: 'mine' }, { workspaceId: 'none' })).toThrow('no parent of this bot');
});

test('sandbox control: only the token, and a loopback host unless any may, controls; a probe learns that it runs', async () => {
  const send = async (headers: Record<string, string>, method = 'POST') => {
    const answer = await control(`${method} reset`, { headers: { ...adminHeaders(sandbox), ...headers } });
    return [answer.status, answer.headers['access-control-allow-origin']];
  };
  await statusOf('/v1/admin/bots');
  await using any = await startSandbox({ control: 'any', host: '0.0.0.0' });
  const fromAny = (path: string, own: Partial<typeof any>, method = 'GET') => {
    const headers = { host: 'sandbox:4010', ...(own.token && { authorization: `Bearer ${own.token}` }) };
    return requestSandbox(any, `/__sandbox/${path}`, { method, headers });
  };
  const probes = [await fromAny('health', {}), await fromAny('health', {}, 'HEAD')];
  const answers = [
    await fromAny('reset', any, 'POST'),
    await fromAny('requests', {}),
    await fromAny('health', sandbox),
    await fromAny('requests', { token: any.limitedToken }),
  ];

  expect(any.url).toMatch(/^http:\/\/127\.0\.0\.1:/);
  expect(probes.map(({ status, text }) => [status, text])).toEqual([
    [200, '{"status":"ok"}'],
    [200, ''],
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 401, 401, 403]);
  expect([
    await send({ authorization: '' }),
    await send({ authorization: `Bearer ${sandbox.expiredToken}` }),
    await send({ authorization: `Bearer ${sandbox.limitedToken}` }),
    await send({ host: 'evil.example' }),
    await send({ host: '127.0.0.1.evil.example' }),
    await send({ origin: 'https://evil.example' }, 'OPTIONS'),
  ]).toEqual([401, 401, 403, 403, 403, 404].map(status => [status, undefined]));
  expect(sandbox.requests).toHaveLength(1);
  expect(await send({ host: 'localhost:1' })).toEqual([200, undefined]);
});

test('sandbox: each operation of the official client that is not served gets a 501 that says so', async () => {
  const { url: apiUrl, token, workspaceId, ids } = sandbox;
  const client = new Client({ apiUrl, token, workspaceId, botId: ids.botId });
  const methods = client as unknown as Record<string, (input: object) => Promise<unknown>>;
  const names = new Set<string>();
  for (let from: object = client; from !== Object.prototype; from = Object.getPrototypeOf(from))
    for (const name of Object.getOwnPropertyNames(from))
      if (typeof methods[name] === 'function') names.add(name);
  for (const name of ['constructor', 'axiosInstance']) names.delete(name);
  const seen: (readonly [name: string, status: number | undefined, message: string])[] = [];
  for (const name of names) {
    const before = sandbox.requests.length;
    const message = await methods[name]?.call(client, {}).then(
      () => '',
      (error: Error) => error.message,
    );
    if (sandbox.requests.length > before) seen.push([name, sandbox.requests.at(-1)?.status, message ?? '']);
  }
  const refused = seen.filter(([, status]) => status === 501);

  // Served: those of the spec and that of the hub. The paths of two lists (`bots/baks`) are those of a bot.
  expect(seen.length - refused.length).toBe(documentedOperations.length + 1 + 2);
  expect(refused.length).toBeGreaterThan(170);
  for (const [, , message] of refused) expect(message).toMatch(/^The sandbox does not serve [A-Z]+ \/v1\//);
  expect(refused[0]?.[2]).toContain('botscope help sandbox');
});

test('sandbox control: a number of 17 digits in a record is sent as it was put', async () => {
  await control('PUT records/bot/digits', { body: '{"name":"digits","size":12345678901234567}' });

  const { text } = await requestSandbox(sandbox, '/v1/admin/bots/digits');

  expect(text).toContain('"size":12345678901234567');
});
