import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { type Bot, Client, isApiError } from '@botpress/client';
import { startSandbox } from 'botscope/sandbox';
import { afterAll, beforeEach, expect, test } from 'vitest';

// Tests of a program that uses the service, as its authors would write them: `as-a-user.test.ts` runs this
// folder in an empty one with the built package.

const sandbox = await startSandbox({ bots: 60, now: Date.UTC(2026, 0, 5), ext: true });
beforeEach(() => sandbox.reset());
afterAll(() => sandbox.close());

const { url: apiUrl, token, workspaceId, ids } = sandbox;
const connectionTo = ({ url, token, workspaceId }: typeof sandbox) => ({ apiUrl: url, token, workspaceId });
const clientOf = (own: typeof sandbox) => new Client(connectionTo(own));
const client = clientOf(sandbox);
const chat = new Client({ apiUrl, token, botId: ids.botId });
const typeOf = (error: unknown) => (isApiError(error) ? error.type : `${error}`);

test('user: a bot of my own is read and listed, with defaults for what I did not name', async () => {
  sandbox.put('bot', { id: 'mine', name: 'shop-assistant', tags: { team: 'shop' } });
  const { bot } = await client.getBot({ id: 'mine' });
  const typed: Bot = bot;

  expect(typed).toMatchObject({ name: 'shop-assistant', status: 'active', integrations: {} });
  expect((await client.listBots({ tags: { team: 'shop' } })).bots.map(({ id }) => id)).toEqual(['mine']);
});

test('user: a token that has expired, and one that may only read', async () => {
  const expired = new Client({ ...connectionTo(sandbox), token: sandbox.expiredToken });
  const reader = new Client({ ...connectionTo(sandbox), token: sandbox.limitedToken });

  expect(await expired.listBots({}).catch(typeOf)).toBe('Unauthorized');
  expect((await reader.getBot({ id: ids.botId })).bot.id).toBe(ids.botId);
  expect(await reader.deleteBot({ id: ids.botId }).catch(typeOf)).toBe('Forbidden');
});

test('user: my own records are all there is, and what they do not name is filled in, alike in every run', async () => {
  const records = {
    bots: [{ id: 'shop', name: 'Shop assistant', tags: { team: 'shop' } }, {}],
    issues: [{ title: 'No stock' }],
    integrations: [{ name: 'slack' }],
  };
  const seen = async () => {
    await using own = await startSandbox({ records, now: Date.UTC(2026, 0, 5) });
    const { issueId, integrationId } = own.ids;
    const { bots } = await clientOf(own).listBots({});
    const { issue } = await clientOf(own).getBotIssue({ id: 'shop', issueId });
    const { integration } = await clientOf(own).getIntegration({ id: integrationId });
    return { bots, issue, integration };
  };
  const { bots, issue, integration } = await seen();

  expect(bots).toMatchObject([records.bots[0], { id: expect.any(String), name: 'new-bot' }]);
  expect(issue).toMatchObject({ title: 'No stock', eventsCount: 1, createdAt: '2026-01-05T00:00:00.000Z' });
  expect(integration.name).toBe('slack');
  expect(await seen()).toEqual({ bots, issue, integration });
});

test('user: an outage by text and one by object, each with its hits, until I end them', async () => {
  const outage = sandbox.fault('GET /v1/admin/bots 503 times=1');
  const broken = sandbox.fault({ method: 'GET', path: '/v1/admin/bots/{id}', status: 500 });

  await expect(client.listBots({})).rejects.toThrow('not available');
  expect((await client.listBots({})).bots).toHaveLength(20);
  expect(await client.getBot({ id: ids.botId }).catch(typeOf)).toBe('Internal');
  broken();
  expect((await client.getBot({ id: ids.botId })).bot.name).toBe('support-prod');
  expect([outage.hits, broken.hits]).toEqual([1, 1]);
});

test('user: an operation that the sandbox has not answers what my test wants', async () => {
  const body = { conversations: [{ id: 'conv_1' }], meta: {} };
  sandbox.fault({ method: 'GET', path: '/v1/chat/conversations', status: 200, body });

  expect((await chat.listConversations({})).conversations.map(({ id }) => id)).toEqual(['conv_1']);
});

test('user: the client walks all pages, and each of its requests is there to be checked', async () => {
  const bots = await client.list.bots({}).collect();
  const queries = sandbox.requests.map(({ path }) => new URL(path, apiUrl).searchParams.has('nextToken'));

  expect(new Set(bots.map(({ id }) => id)).size).toBe(44);
  expect(queries).toEqual([false, true, true]);
});

test('user: what I delete is gone, once, and what is refused stays', async () => {
  await client.deleteBot({ id: ids.botId });
  const again = await client.deleteBot({ id: ids.botId }).catch(typeOf);
  const refused = await client.deleteIntegration({ id: ids.lockedIntegrationId }).catch(typeOf);
  const { integration } = await client.getIntegration({ id: ids.lockedIntegrationId });

  expect([again, refused, integration.id]).toEqual([
    'ResourceNotFound',
    'ReferenceConstraint',
    ids.lockedIntegrationId,
  ]);
  expect((await client.list.bots({}).collect()).map(({ id }) => id)).not.toContain(ids.botId);
});

test('user: conversations and issues of a bot', async () => {
  const { issues } = await client.listBotIssues({ id: ids.botId });
  const { issue } = await client.getBotIssue({ id: ids.botId, issueId: ids.issueId });
  await chat.deleteConversation({ id: ids.conversationId });

  expect(issues.map(({ id }) => id)).toContain(issue.id);
  expect(await chat.deleteConversation({ id: ids.conversationId }).catch(typeOf)).toBe('ResourceNotFound');
});

test('user: too many requests are refused until the time of retry-after has passed', async () => {
  await using own = await startSandbox({ rate: '1/m', now: Date.UTC(2026, 0, 5) });
  const headers = { authorization: `Bearer ${own.token}`, 'x-workspace-id': own.workspaceId };
  const list = () => fetch(`${own.url}/v1/admin/bots`, { headers });
  const [first, second] = [await list(), await list()];
  own.advance(Number(second.headers.get('retry-after')) * 1000);

  expect([first.status, second.status, (await list()).status]).toEqual([200, 429, 200]);
});

test('user: a slow answer ends with the timeout of my client', async () => {
  await using slow = await startSandbox({ latency: 600_000 });
  const impatient = new Client({ ...connectionTo(slow), timeout: 50 });

  await expect(impatient.listBots({})).rejects.toThrow('timeout of 50ms exceeded');
});

test('user: a snapshot, also one of a file, brings records and time back', async () => {
  sandbox.put('bot', { id: ids.botId, name: 'renamed' });
  const saved = JSON.parse(JSON.stringify(sandbox.snapshot()));
  await client.deleteBot({ id: ids.botId });
  sandbox.restore(saved);

  expect((await client.getBot({ id: ids.botId })).bot.name).toBe('renamed');
  sandbox.reset();
  expect((await client.getBot({ id: ids.botId })).bot.name).toBe('support-prod');
  expect(sandbox.requests).toHaveLength(1);
});

test('user: sandboxes side by side do not share records, and none takes the token of another', async () => {
  await using one = await startSandbox({ bots: 3, seed: 1 });
  await using two = await startSandbox({ bots: 3, seed: 2 });
  one.put('bot', { id: 'mine' });
  const confused = new Client({ ...connectionTo(two), token: one.token });

  expect((await clientOf(one).getBot({ id: 'mine' })).bot.id).toBe('mine');
  expect(await clientOf(two).getBot({ id: 'mine' }).catch(typeOf)).toBe('ResourceNotFound');
  expect(await confused.listBots({}).catch(typeOf)).toBe('Unauthorized');
});

test.each<[Parameters<typeof startSandbox>[0], string]>([
  [{ rate: '5' }, 'rate must be a limit such as 5/s, 100/m or 1000/h'],
  [{ faults: ['GET /v1/admin/bot 500'] }, '/v1/admin/bots is near. With a body it may be any'],
  [{ records: { bots: [{ status: 'activ' }] } }, 'bots[0].status must be active, deploying or deleting'],
])('user: the mistake in %j is explained', async (options, sentence) => {
  await expect(startSandbox(options)).rejects.toThrow(sentence);
});

test('user: a program that is no module has it by require', () => {
  expect(execFileSync('node', ['program.cjs'], { encoding: 'utf8' })).toBe('mine');
});

test('user: an incident of yesterday is replayed without the account', async () => {
  sandbox.put('bot', { id: 'broken', name: 'broken-bot', status: 'deploying', secrets: ['CRM_TOKEN'] });
  const env = { BP_TOKEN: token, BP_WORKSPACE_ID: workspaceId, BP_API_URL: apiUrl };
  const words = ['export', 'broken', ids.botId, '--records', 'incident.yaml', '--quiet'];
  const exported = spawn('botscope', words, { env: { ...process.env, ...env }, stdio: 'inherit' });
  const [code] = await once(exported, 'exit');
  await using replayed = await startSandbox({ records: 'incident.yaml' });
  const [real, later] = [
    await client.getBot({ id: ids.botId }),
    await clientOf(replayed).getBot({ id: ids.botId }),
  ];
  const states = ({ bot }: { readonly bot: Bot }) =>
    Object.values(bot.integrations).map(({ name, status, statusReason }) => [name, status, statusReason]);

  expect(code).toBe(0);
  expect((await clientOf(replayed).listBots({})).bots.map(({ name }) => name)).toEqual([
    'broken-bot',
    'support-prod',
  ]);
  expect(states(later)).toEqual(states(real));
});

test('user: a frozen clock and a seed make a snapshot that holds on every machine', async () => {
  const now = Date.UTC(2026, 5, 1);
  const listOf = async () => {
    await using own = await startSandbox({ bots: 5, seed: 7, now });
    return (await clientOf(own).listBots({})).bots;
  };
  const [one, two] = [await listOf(), await listOf()];

  expect(one).toEqual(two);
  expect(one.slice(0, 2).map(({ name, createdAt }) => `${name} ${createdAt}`)).toMatchInlineSnapshot(`
    [
      "support-prod 2026-03-27T20:40:00.798Z",
      "support-staging 2025-11-06T09:12:59.633Z",
    ]
  `);
});

test('user: any program can use it: a process of its own, controlled by HTTP, that ends with its parent', async () => {
  writeFileSync(
    'faults.yaml',
    '- GET /v1/admin/bots 503 times=1\n- { path: /v1/admin/*, status: 429, times: 1 }\n',
  );
  const served = spawn('botscope', ['serve', '--bots', '3', '--faults', 'faults.yaml']);
  const [line] = await once(served.stdout, 'data');
  const start = JSON.parse(`${line}`) as { baseUrl: string; token: string; workspaceId: string };
  const headers = { authorization: `Bearer ${start.token}`, 'x-workspace-id': start.workspaceId };
  const send = async (path: string, method = 'GET', body?: string) =>
    fetch(start.baseUrl + path, { method, headers, ...(body === undefined ? {} : { body }) });
  const seen = [await send('/v1/admin/bots'), await send('/v1/admin/bots'), await send('/v1/admin/bots')];
  await send('/__sandbox/reset', 'POST');
  await send('/__sandbox/faults', 'DELETE');
  await send('/__sandbox/records/bot/mine', 'PUT', '{"name":"shop"}');
  const mine = await send('/v1/admin/bots/mine');
  const log = await send('/__sandbox/requests');
  const { requests } = (await log.json()) as { requests: readonly { path: string; status: number }[] };
  served.stdin.end();
  const [code] = await once(served, 'exit');

  expect(seen.map(({ status }) => status).toSorted()).toEqual([200, 429, 503]);
  expect(mine.status).toBe(200);
  expect(requests.map(({ path, status }) => [path, status])).toEqual([['/v1/admin/bots/mine', 200]]);
  expect(code).toBe(0);
});

test('user: a process on a port of my choice, with my records, for a page of one origin', async () => {
  writeFileSync('mine.yaml', 'bots:\n  - { id: shop, name: Shop assistant }\n');
  const origin = 'http://localhost:5173';
  const words = ['serve', '--port', '0', '--token', 'mine', '--records', 'mine.yaml', '--cors', origin];
  const served = spawn('botscope', words);
  const [line] = await once(served.stdout, 'data');
  const { baseUrl: url, ...start } = JSON.parse(`${line}`);
  const asked = { origin, 'access-control-request-method': 'GET' };
  const preflight = await fetch(`${url}/v1/admin/bots`, { method: 'OPTIONS', headers: asked });
  const { bots } = await new Client({ ...start, apiUrl: url }).listBots({});
  const probe = await fetch(`${url}/__sandbox/health`);
  served.kill('SIGTERM');
  const [code] = await once(served, 'exit');

  expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, origin]);
  expect([bots.map(({ name }) => name), await probe.json(), code]).toEqual([
    ['Shop assistant'],
    { status: 'ok' },
    0,
  ]);
});

test('user: the schema of records is printed for an editor', () => {
  const text = execFileSync('botscope', ['serve', '--records-schema'], { encoding: 'utf8' });

  expect(Object.keys(JSON.parse(text).properties)).toEqual(
    expect.arrayContaining(['bot', 'issue', 'workspace']),
  );
});
