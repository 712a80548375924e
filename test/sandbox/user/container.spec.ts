import { Client } from '@botpress/client';
import { beforeEach, expect, test } from 'vitest';

// The sandbox serves in one container and these tests run in another: `containers.sh` starts both.

const apiUrl = 'http://10.9.0.1:4010';
const client = new Client({ apiUrl, token: 'test-only', workspaceId: 'wkspace_test' });
const control = async (method: string, path: string, body?: string, token = 'test-only') => {
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`${apiUrl}/__sandbox/${path}`, { method, headers, body: body ?? null });
  return response.status;
};

beforeEach(() => control('POST', 'reset'));

test('container: the official client of another one lists, and deletes what was put', async () => {
  expect(await control('PUT', 'records/bot/mine', '{"name":"shop"}')).toBe(200);
  expect((await client.getBot({ id: 'mine' })).bot.name).toBe('shop');
  await client.deleteBot({ id: 'mine' });

  expect((await client.listBots({})).bots.map(({ name }) => name)).toContain('support-prod');
  expect((await client.listBots({})).bots.map(({ id }) => id)).not.toContain('mine');
});

test('container: another one controls it with the token only, and a probe needs none', async () => {
  const fault = 'GET /v1/admin/bots 503';

  expect(await control('POST', 'faults', fault, 'guessed')).toBe(401);
  expect((await client.listBots({})).bots).toHaveLength(20);
  expect(await control('POST', 'faults', fault)).toBe(200);
  await expect(client.listBots({})).rejects.toThrow('not available');
  expect(await (await fetch(`${apiUrl}/__sandbox/health`)).json()).toEqual({ status: 'ok' });
});
