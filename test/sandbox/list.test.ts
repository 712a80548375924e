import { expect, test } from 'vitest';
import { sandboxPerFile, startSandbox } from '../helpers/sandbox.ts';
import {
  adminHeaders,
  expectResponses,
  type Listed,
  pages,
  requestPage,
  requestSandbox,
  walk,
} from './request-sandbox.ts';

const sandbox = sandboxPerFile();
const LIST = '/v1/admin/bots';
const idsOf = (items: readonly Listed[]) => items.map(({ id }) => id);

const times = (items: readonly Listed[], field: string) => items.map(item => Date.parse(`${item[field]}`));

test('sandbox lists: a page has 20 items by default, and the last page has no token', async () => {
  const first = await requestPage(sandbox, LIST, 'bots');
  const { json } = await requestSandbox(sandbox, `${LIST}?pageSize=163`);

  expect(first.items).toHaveLength(20);
  expect(json['bots']).toHaveLength(114);
  expect(json['meta']).toEqual({});
});

test('sandbox lists: tokens have characters that must be encoded', async () => {
  let tokens = '';
  for (let size = 1; size <= 60; size++)
    tokens += (await requestPage(sandbox, `${LIST}?pageSize=${size}`, 'bots')).next;

  for (const character of '+/=') expect(tokens).toContain(character);
});

test.each(['createdAt', 'updatedAt'])(
  'sandbox lists: bots are sorted by %s in both directions',
  async field => {
    const down = await walk(sandbox, `sortField=${field}&sortDirection=desc&pageSize=50`);
    const up = await walk(sandbox, `sortField=${field}&sortDirection=asc&pageSize=50`);
    const sorted = times(down, field);

    expect(sorted).toEqual([...sorted].sort((a, b) => b - a));
    expect(idsOf(up)).toEqual(idsOf(down).toReversed());
  },
);

test('sandbox lists: tags filter the bots', async () => {
  const care = await walk(sandbox, 'tags.team=care&tags.env=production');

  expect(care.length).toBeGreaterThan(3);
  for (const { tags } of care) expect(tags).toEqual({ team: 'care', env: 'production' });
});

test('sandbox lists: other workspaces have other bots, or none', async () => {
  const { otherWorkspaceId, emptyWorkspaceId } = sandbox.ids;
  const as = (id: string) => ({ ...adminHeaders(sandbox), 'x-workspace-id': id });
  const empty = await requestSandbox(sandbox, LIST, { headers: as(emptyWorkspaceId) });

  expect(empty.json).toEqual({ bots: [], meta: {} });
  await expectResponses(sandbox, [
    [`GET ${LIST}`, 200, { bots: Array(4).fill({}) }, as(otherWorkspaceId)],
    [`GET ${LIST}/$botId`, 404, {}, as(otherWorkspaceId)],
  ]);
});

test.each([
  ...['0', '1001', '-1', '1.5', '', 'ten'].map(size => `pageSize=${size}`),
  ...['nextToken=', 'nextToken=made-up', 'sortField=name', 'sortDirection=up', 'dev=yes'],
])('sandbox lists: the query %s is refused', query =>
  expectResponses(sandbox, [[`GET ${LIST}?${query}`, 400, { code: 400, type: 'InvalidQuery' }]]),
);

test('sandbox lists: a token is invalid for another order, filter or workspace', async () => {
  const { next = '' } = await requestPage(sandbox, LIST, 'bots');
  const request = `GET ${LIST}?nextToken=${encodeURIComponent(next)}`;
  const headers = { ...adminHeaders(sandbox), 'x-workspace-id': sandbox.ids.otherWorkspaceId };

  await expectResponses(sandbox, [
    [request, 200],
    [`${request}&sortDirection=asc`, 400],
    [`${request}&dev=true`, 400],
    [request, 400, {}, headers],
  ]);
});

test('sandbox lists: deletes between pages neither repeat nor lose a bot', async () => {
  await using own = await startSandbox();
  const before = idsOf(await walk(own));
  const deleted: string[] = [];

  const seen: string[] = [];
  for await (const items of pages(own, 'pageSize=10')) {
    seen.push(...idsOf(items));
    for (const { id } of items.slice(-4)) {
      const { status } = await requestSandbox(own, `${LIST}/${id}`, { method: 'DELETE' });
      if (status === 200) deleted.push(id);
    }
  }
  const after = idsOf(await walk(own));

  expect(deleted.length).toBeGreaterThan(40);
  expect(seen).toEqual(before);
  expect(after).toEqual(before.filter(id => !deleted.includes(id)));
});

test('sandbox lists: the same seed and time give the same list, another seed gives another', async () => {
  const now = Date.UTC(2026, 0, 5);
  await using one = await startSandbox({ now, bots: 30 });
  await using two = await startSandbox({ now, bots: 30 });
  await using three = await startSandbox({ now, bots: 30, seed: 2 });
  const list = await walk(one);
  const others = idsOf(await walk(three));

  expect(await walk(two)).toEqual(list);
  expect(idsOf(list).filter(id => others.includes(id))).toEqual([]);
  expect(one.ids).toEqual(two.ids);
});
