import { execFileSync } from 'node:child_process';
import { type Bot, Client, isApiError } from '@botpress/client';
import { startSandbox } from 'botscope/sandbox';
import { afterAll, beforeEach, expect, test } from 'vitest';

// Tests of a program that uses the service, as its authors would write them: `as-a-user.test.ts` runs this
// folder in an empty one with the built package.

const sandbox = await startSandbox({ bots: 60, now: Date.UTC(2026, 0, 5), ext: true });
beforeEach(() => sandbox.reset());
afterAll(() => sandbox.close());

const { ids } = sandbox;
const connectionTo = ({ url, token, workspaceId }: typeof sandbox) => ({ apiUrl: url, token, workspaceId });
const clientOf = (own: typeof sandbox) => new Client(connectionTo(own));
const client = clientOf(sandbox);
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
    await using own = await startSandbox({
      records: { ...records, noise: { 'Shop*': {} }, culprit: { words: 'none', bots: {} } },
      now: Date.UTC(2026, 0, 5),
    });
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

test('user: a program that is no module has it by require', () => {
  expect(execFileSync('node', ['program.cjs'], { encoding: 'utf8' })).toBe('mine');
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

test('user: the schema of records is printed for an editor', () => {
  const text = execFileSync('botscope', ['serve', '--records-schema'], { encoding: 'utf8' });

  expect(Object.keys(JSON.parse(text).properties)).toEqual(
    expect.arrayContaining(['bot', 'issue', 'workspace']),
  );
});
