import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { type Bot, Client, isApiError } from '@botpress/client';
import { startSandbox } from 'botscope/sandbox';
import { afterAll, beforeEach, expect, test } from 'vitest';

// Tests of a program that uses the service, as its authors would write them: `as-a-user.test.ts` runs them in
// an empty folder with the built package.

const sandbox = await startSandbox({ bots: 60, now: Date.UTC(2026, 0, 5) });
beforeEach(() => sandbox.reset());
afterAll(() => sandbox.close());

const { url: apiUrl, token, workspaceId, ids } = sandbox;
const connection = { apiUrl, token, workspaceId };
const client = new Client(connection);
const clientOf = (own: typeof sandbox) =>
  new Client({ apiUrl: own.url, token: own.token, workspaceId: own.workspaceId });
const typeOf = (error: unknown) => (isApiError(error) ? error.type : `${error}`);

test('user: a bot of my own is read and listed, with defaults for what I did not name', async () => {
  sandbox.put('bot', { id: 'mine', name: 'shop-assistant', tags: { team: 'shop' } });
  const { bot } = await client.getBot({ id: 'mine' });
  const typed: Bot = bot;

  expect(typed).toMatchObject({ name: 'shop-assistant', status: 'active', integrations: {} });
  expect((await client.listBots({ tags: { team: 'shop' } })).bots.map(({ id }) => id)).toEqual(['mine']);
});

test('user: a token that has expired, and one that may only read', async () => {
  const expired = new Client({ ...connection, token: sandbox.expiredToken });
  const reader = new Client({ ...connection, token: sandbox.limitedToken });

  expect(await expired.listBots({}).catch(typeOf)).toBe('Unauthorized');
  expect((await reader.getBot({ id: ids.botId })).bot.id).toBe(ids.botId);
  expect(await reader.deleteBot({ id: ids.botId }).catch(typeOf)).toBe('Forbidden');
});

test('user: my own records are all there is, and each has the members of the client', async () => {
  await using own = await startSandbox({
    now: Date.UTC(2026, 0, 5),
    records: {
      bot: [{ id: 'shop', name: 'Shop assistant', tags: { team: 'shop' } }, { id: 'desk' }],
      issue: [{ id: 'iss_1', in: { botId: 'shop' }, title: 'No stock' }],
    },
  });
  const mine = clientOf(own);
  const { bots } = await mine.listBots({});
  const { issue } = await mine.getBotIssue({ id: 'shop', issueId: 'iss_1' });

  expect(bots.map(({ id, name }) => [id, name])).toEqual([
    ['shop', 'Shop assistant'],
    ['desk', 'new-bot'],
  ]);
  expect([issue.title, issue.eventsCount, issue.createdAt]).toEqual([
    'No stock',
    1,
    '2026-01-05T00:00:00.000Z',
  ]);
});

test('user: a test names only what it cares about; ids, parents and all else are filled in, alike in every run', async () => {
  const records = {
    bots: [{ name: 'mine' }, { name: 'other' }],
    issues: [{ title: 'No stock' }],
    integrations: [{ name: 'slack' }],
  };
  const listOf = async () => {
    await using own = await startSandbox({ records, now: Date.UTC(2026, 0, 5) });
    const { bots } = await clientOf(own).listBots({});
    const { botId, issueId, integrationId } = own.ids;
    const { issue } = await clientOf(own).getBotIssue({ id: botId, issueId });
    const { integration } = await clientOf(own).getIntegration({ id: integrationId });
    return { bots, issue, integration };
  };
  const [one, two] = [await listOf(), await listOf()];

  expect(one).toEqual(two);
  expect(one.bots).toMatchObject(records.bots);
  expect([one.issue.title, one.integration.name]).toEqual(['No stock', 'slack']);
});

const program = 'node_modules/botscope/dist/botscope.cjs';

test('user: an incident of yesterday is replayed without the account', async () => {
  sandbox.put('bot', { id: 'broken', name: 'broken-bot', status: 'deploying', secrets: ['CRM_TOKEN'] });
  const env = { BP_TOKEN: token, BP_WORKSPACE_ID: workspaceId, BP_API_URL: apiUrl };
  const words = [program, 'export', 'broken', ids.botId, '--records', 'incident.yaml', '--quiet'];
  const exported = spawn(process.execPath, words, { env: { ...process.env, ...env }, stdio: 'inherit' });
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
  const served = spawn(process.execPath, [program, 'serve', '--bots', '3', '--faults', 'faults.yaml']);
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

test('user: the schema of records is printed for an editor', () => {
  const text = execFileSync(process.execPath, [program, 'serve', '--records-schema'], { encoding: 'utf8' });

  expect(Object.keys(JSON.parse(text).properties)).toEqual(
    expect.arrayContaining(['bot', 'issue', 'workspace']),
  );
});
