import { expect, test } from 'vitest';
import { sandboxPerFile, startSandbox } from '../helpers/sandbox.ts';
import { adminHeaders, pages, requestPage, requestSandbox, walk } from './request-sandbox.ts';

const sandbox = sandboxPerFile();

const times = (items: readonly { readonly [field: string]: unknown }[], field: string) =>
  items.map(item => Date.parse(`${item[field]}`));

test('sandbox lists: all pages together have every production bot once, newest first', async () => {
  const all = await walk(sandbox);
  const created = times(all, 'createdAt');

  expect(all).toHaveLength(114);
  expect(new Set(all.map(({ id }) => id)).size).toBe(114);
  expect(created).toEqual([...created].sort((a, b) => b - a));
});

test('sandbox lists: a page has 20 items by default, and the last page has no token', async () => {
  const first = await requestPage(sandbox, '/v1/admin/bots', 'bots');
  const large = await requestPage(sandbox, '/v1/admin/bots?pageSize=163', 'bots');
  const { json } = await requestSandbox(sandbox, '/v1/admin/bots?pageSize=163');

  expect(first.items).toHaveLength(20);
  expect(large.items).toHaveLength(114);
  expect(json['meta']).toEqual({});
});

test('sandbox lists: tokens have characters that must be encoded', async () => {
  const tokens: string[] = [];
  for (let size = 1; size <= 60; size++) {
    const { next = '' } = await requestPage(sandbox, `/v1/admin/bots?pageSize=${size}`, 'bots');
    tokens.push(next);
  }

  expect(tokens.join('')).toMatch(/\+/);
  expect(tokens.join('')).toMatch(/\//);
  expect(tokens.join('')).toMatch(/=/);
});

test.each(['createdAt', 'updatedAt'])(
  'sandbox lists: bots are sorted by %s in both directions',
  async field => {
    const down = await walk(sandbox, `sortField=${field}&sortDirection=desc&pageSize=50`);
    const up = await walk(sandbox, `sortField=${field}&sortDirection=asc&pageSize=50`);
    const sorted = times(down, field);

    expect(sorted).toEqual([...sorted].sort((a, b) => b - a));
    expect(up.map(({ id }) => id)).toEqual(down.map(({ id }) => id).reverse());
  },
);

test('sandbox lists: dev=true gives only development bots, anything else only production bots', async () => {
  const dev = await walk(sandbox, 'dev=true');
  const production = await walk(sandbox, 'dev=false');
  const ids = [...dev, ...production].map(({ id }) => id);
  const isDev = async (items: readonly { readonly id: string }[]) => {
    const read = items.slice(0, 10).map(({ id }) => requestSandbox(sandbox, `/v1/admin/bots/${id}`));
    return new Set((await Promise.all(read)).map(({ json }) => (json['bot'] as { dev?: boolean }).dev));
  };

  expect([dev.length, production.length, new Set(ids).size]).toEqual([49, 114, 163]);
  expect(await walk(sandbox)).toEqual(production);
  expect([await isDev(dev), await isDev(production)]).toEqual([new Set([true]), new Set([false])]);
});

test('sandbox lists: tags filter the bots', async () => {
  const care = await walk(sandbox, 'tags.team=care&tags.env=production');

  expect(care.length).toBeGreaterThan(3);
  for (const { tags } of care) expect(tags).toEqual({ team: 'care', env: 'production' });
});

test('sandbox lists: other workspaces have other bots, or none', async () => {
  const { otherWorkspaceId, emptyWorkspaceId, botId } = sandbox.ids;
  const as = (id: string) => ({ headers: { ...adminHeaders(sandbox), 'x-workspace-id': id } });
  const other = await requestSandbox(sandbox, '/v1/admin/bots', as(otherWorkspaceId));
  const empty = await requestSandbox(sandbox, '/v1/admin/bots', as(emptyWorkspaceId));
  const foreign = await requestSandbox(sandbox, `/v1/admin/bots/${botId}`, as(otherWorkspaceId));

  expect(other.json['bots']).toHaveLength(4);
  expect(empty.json).toEqual({ bots: [], meta: {} });
  expect(foreign.status).toBe(404);
});

test.each([
  'pageSize=0',
  'pageSize=1001',
  'pageSize=-1',
  'pageSize=1.5',
  'pageSize=',
  'pageSize=ten',
  'nextToken=',
  'nextToken=made-up',
  'sortField=name',
  'sortDirection=up',
  'dev=yes',
])('sandbox lists: the query %s is refused', async query => {
  const { status, json } = await requestSandbox(sandbox, `/v1/admin/bots?${query}`);

  expect(status).toBe(400);
  expect(json).toMatchObject({ code: 400, type: 'InvalidQuery' });
});

test('sandbox lists: a token is invalid for another order, filter or workspace', async () => {
  const { next = '' } = await requestPage(sandbox, '/v1/admin/bots', 'bots');
  const token = encodeURIComponent(next);
  const headers = { ...adminHeaders(sandbox), 'x-workspace-id': sandbox.ids.otherWorkspaceId };

  expect((await requestSandbox(sandbox, `/v1/admin/bots?nextToken=${token}`)).status).toBe(200);
  expect((await requestSandbox(sandbox, `/v1/admin/bots?nextToken=${token}&sortDirection=asc`)).status).toBe(
    400,
  );
  expect((await requestSandbox(sandbox, `/v1/admin/bots?nextToken=${token}&dev=true`)).status).toBe(400);
  expect((await requestSandbox(sandbox, `/v1/admin/bots?nextToken=${token}`, { headers })).status).toBe(400);
});

test('sandbox lists: deletes between pages neither repeat nor lose a bot', async () => {
  const own = await startSandbox();
  const before = (await walk(own)).map(({ id }) => id);
  const deleted: string[] = [];

  const seen: string[] = [];
  for await (const items of pages(own, 'pageSize=10')) {
    seen.push(...items.map(({ id }) => id));
    for (const { id } of items.slice(-4)) {
      const { status } = await requestSandbox(own, `/v1/admin/bots/${id}`, { method: 'DELETE' });
      if (status === 200) deleted.push(id);
    }
  }
  const after = (await walk(own)).map(({ id }) => id);
  await own.close();

  expect(deleted.length).toBeGreaterThan(40);
  expect(seen).toEqual(before);
  expect(after).toEqual(before.filter(id => !deleted.includes(id)));
});

test('sandbox lists: the same seed and time give the same list, another seed gives another', async () => {
  const now = Date.UTC(2026, 0, 5);
  const [one, two, three] = await Promise.all([
    startSandbox({ now, bots: 30 }),
    startSandbox({ now, bots: 30 }),
    startSandbox({ now, bots: 30, seed: 2 }),
  ]);
  const lists = await Promise.all([one, two, three].map(own => walk(own)));
  const ids = lists.map(list => list.map(({ id }) => id));
  await Promise.all([one, two, three].map(own => own.close()));

  expect(lists[0]).toEqual(lists[1]);
  expect(ids[0]?.filter(id => ids[2]?.includes(id))).toEqual([]);
  expect(one.ids).toEqual(two.ids);
});
