import { expect, test } from 'vitest';
import { createRateLimiter } from '../../src/sandbox/rate.ts';
import { sandboxPerTest, startSandbox } from '../helpers/sandbox.ts';
import { adminHeaders, pages, requestPage, requestSandbox, walk } from './request-sandbox.ts';

const sandbox = sandboxPerTest({ ext: true });

const LIST = '/v1/admin/bots';
const botOf = async (id: string) => (await requestSandbox(sandbox, `${LIST}/${id}`)).json['bot'];
const remove = (path: string) => requestSandbox(sandbox, path, { method: 'DELETE' });

test('sandbox changes: a put changes the given members of a record, in reads and lists', async () => {
  const { botId } = sandbox.ids;
  const before = await botOf(botId);
  const tags = { team: 'night' };
  sandbox.put('bot', { id: botId, name: 'renamed', status: 'deploying', tags, alwaysAlive: undefined });
  const { alwaysAlive: _gone, ...rest } = before as Record<string, unknown>;

  expect(await botOf(botId)).toEqual({ ...rest, name: 'renamed', status: 'deploying', tags });
  expect((await walk(sandbox, 'tags.team=night')).map(({ id, name }) => [id, name])).toEqual([
    [botId, 'renamed'],
  ]);
});

test('sandbox changes: a put creates a bot with defaults and nothing below it, and its parents must exist', async () => {
  sandbox.put('bot', { id: 'mine', name: 'mine' });
  sandbox.put('issue', { id: 'iss_mine', title: 'Broken' }, { botId: 'mine' });
  const issues = await requestPage(sandbox, `${LIST}/mine/issues`, 'issues');
  const other = { ...adminHeaders(sandbox), 'x-workspace-id': sandbox.ids.otherWorkspaceId };

  expect((await walk(sandbox))[0]).toMatchObject({ id: 'mine', name: 'mine', type: 'studio' });
  expect(await botOf('mine')).toMatchObject({ status: 'active', integrations: {}, secrets: [] });
  expect(issues.items).toMatchObject([{ id: 'iss_mine', title: 'Broken', category: 'other' }]);
  expect((await requestSandbox(sandbox, `${LIST}/mine`, { headers: other })).status).toBe(404);
  expect(() => sandbox.put('issue', { id: 'x' }, { botId: 'none' })).toThrow('no parent of this issue');
  expect(() => sandbox.put('issue', { id: 'x' })).toThrow('issue x needs botId, the id of a parent');
  expect(() => sandbox.put('cat', { id: 'x' })).toThrow('no kind cat: workspace, bot, ');
  expect(() => sandbox.put('bot', { id: '' })).toThrow('bot: the id is empty');
  expect((await remove(`${LIST}/mine`)).status).toBe(200);
  expect((await requestSandbox(sandbox, `${LIST}/mine/issues/iss_mine`)).status).toBe(404);
});

test('sandbox changes: added records have their place in every order, also when they come between two pages', async () => {
  const before = (await walk(sandbox)).map(({ id }) => id);
  const middle = Date.parse(`${(await walk(sandbox))[20]?.['createdAt']}`) + 1;
  sandbox.put('bot', { id: 'old', createdAt: new Date(middle).toISOString() });
  const seen: string[] = [];
  for await (const items of pages(sandbox, 'pageSize=10')) {
    seen.push(...items.map(({ id }) => id));
    if (seen.length <= 30) sandbox.put('bot', { id: `new-${seen.length}` });
    if (seen.includes('old')) await remove(`${LIST}/old`);
  }
  const [ascending, changed] = [
    await walk(sandbox, 'sortDirection=asc'),
    await walk(sandbox, 'sortField=updatedAt'),
  ];

  expect(seen).toEqual(before.toSpliced(20, 0, 'old'));
  expect(ascending.slice(-3).map(({ id }) => id)).toEqual(['new-10', 'new-20', 'new-30']);
  expect(changed.map(({ updatedAt }) => updatedAt)).toEqual(
    changed
      .map(({ updatedAt }) => `${updatedAt}`)
      .toSorted()
      .toReversed(),
  );
});

test('sandbox changes: a snapshot is JSON and brings back deleted, changed and added records', async () => {
  const { botId, integrationId } = sandbox.ids;
  sandbox.put('bot', { id: 'mine' });
  sandbox.put('bot', { id: botId, name: 'renamed' });
  await remove(`/v1/admin/integrations/${integrationId}`);
  const [bots, bot] = [await walk(sandbox), await botOf(botId)];
  const snapshot = JSON.parse(JSON.stringify(sandbox.snapshot()));

  await remove(`${LIST}/mine`);
  await remove(`${LIST}/${botId}`);
  sandbox.put('bot', { id: 'other' });
  sandbox.restore(snapshot);

  expect([await walk(sandbox), await botOf(botId)]).toEqual([bots, bot]);
  for (const none of [
    undefined,
    {},
    { changes: { nope: {} }, advancedMs: 0 },
    { changes: {}, advancedMs: -1 },
  ])
    expect(() => sandbox.restore(none as typeof snapshot)).toThrow('restore: it is no snapshot');
  expect(() => sandbox.advance(-5)).toThrow('from 0');
  expect((await requestSandbox(sandbox, `/v1/admin/integrations/${integrationId}`)).status).toBe(404);
});

test('sandbox changes: a reset returns to the records, faults, time and requests of the start', async () => {
  const own = await startSandbox({
    now: Date.UTC(2026, 0, 5),
    faults: [{ path: LIST, status: 503, times: 1 }],
  });
  const start = own.snapshot();
  const day = 86_400_000;
  const run = async () => {
    const first = await requestSandbox(own, LIST);
    own.fault({ path: `${LIST}/mine`, status: 500 });
    own.advance(day);
    const health = await requestSandbox(own, '/__sandbox/health');
    own.put('bot', { id: 'mine' });
    const [added] = await walk(own);
    await requestSandbox(own, `${LIST}/${own.ids.botId}`, { method: 'DELETE' });
    const last = await requestSandbox(own, `${LIST}/mine`);
    const { status, headers } = last;
    return [
      first.status,
      health.json['now'],
      added?.['createdAt'],
      status,
      headers['date'],
      own.requests.length,
    ];
  };
  const one = await run();
  own.reset();
  const afterReset = [own.snapshot(), own.requests.length];
  const two = await run();
  await own[Symbol.asyncDispose]();

  const now = '2026-01-06T00:00:00.000Z';
  expect(one).toEqual([503, now, now, 500, 'Tue, 06 Jan 2026 00:00:00 GMT', 9]);
  expect(afterReset).toEqual([start, 0]);
  expect(two).toEqual(one);
  await expect(requestSandbox(own, LIST)).rejects.toThrow();
  expect(own.reset).toThrow('the sandbox is closed');
});

test('sandbox changes: a rate limit accepts a request again when its window has passed, not before', () => {
  const limiter = createRateLimiter({ limit: 1, windowMs: 1000 });

  expect([0, 999, 1000].map(at => limiter.take(at).isOver)).toEqual([false, true, false]);
});

test('sandbox changes: a rate limit has the headers of the service, and ends with its window', async () => {
  await using own = await startSandbox({ rate: '2/m' });
  const send = async () => {
    const { status, headers } = await requestSandbox(own, LIST);
    return [status, headers['ratelimit-limit'], headers['ratelimit-remaining']];
  };
  const within = [await send(), await send()];
  const over = await requestSandbox(own, LIST);
  own.advance(61_000);
  const later = await send();
  own.reset();
  const afterReset = await send();

  expect(within).toEqual([
    [200, '2', '1'],
    [200, '2', '0'],
  ]);
  expect(over.status).toBe(429);
  expect(Number(over.headers['ratelimit-reset'])).toBeGreaterThan(50);
  expect(over.headers['retry-after']).toBe(over.headers['ratelimit-reset']);
  expect([later, afterReset]).toEqual([within[0], within[0]]);
  await expect(startSandbox({ rate: 'fast' })).rejects.toThrow('rate must be a limit such as 5/s');
});
