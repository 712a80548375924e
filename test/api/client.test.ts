import { expect, expectTypeOf, test } from 'vitest';
import type { Exchange } from '../../src/api/client.ts';
import { operation } from '../../src/api/operation.ts';
import type { JsonObject } from '../../src/json/json.ts';
import { documentedOperations } from '../../src/resources/registry.ts';
import { sandboxPerTest } from '../helpers/sandbox.ts';
import { clientOf, expectFailure, operationNamed } from './test-client.ts';

const sandbox = sandboxPerTest();

const list = operationNamed('bot.list');
const readBot = operationNamed('bot.read');
const ids = () => ({ ...sandbox.ids, workspaceId: sandbox.workspaceId });

test.each(documentedOperations.map(({ operation: { id } }) => id))(
  'client: %s succeeds with one request, of exactly its headers and no body',
  async id => {
    const { area, method } = operationNamed(id);
    const outcome = await clientOf(sandbox).send(operationNamed(id), ids());
    const [{ headers, ...sent } = { headers: {}, method: '' }] = sandbox.requests;
    const scope =
      area === 'admin' ? { 'x-workspace-id': sandbox.workspaceId } : { 'x-bot-id': sandbox.ids.botId };
    const { host: _, connection: _c, ...rest } = headers as Readonly<Record<string, unknown>>;

    expect(outcome).toMatchObject({ ok: true, sent: { tries: 1 }, date: expect.any(Number) });
    expect([sandbox.requests.length, sent.method]).toEqual([1, method]);
    expect(rest).toEqual({
      ...scope,
      accept: 'application/json',
      authorization: `Bearer ${sandbox.token}`,
      'user-agent': 'botscope/0.0.0',
      'accept-encoding': expect.any(String),
    });
  },
);

test('client: types require the ids of the path, and the shape decides the type of the value', () => {
  const issue = operation({
    id: 'x',
    method: 'GET',
    area: 'admin',
    path: '/bots/{botId}/issues/{issueId}',
    response: { shape: 'record', key: 'issue' },
  });
  const { send } = clientOf(sandbox);

  // @ts-expect-error: issueId is missing
  const missing = () => send(issue, { botId: 'x' });
  const read = () => send(issue, { botId: 'x', issueId: 'y' });
  expectTypeOf(missing).returns.not.toBeAny();
  expectTypeOf<
    Extract<Awaited<ReturnType<typeof read>>, { ok: true }>['value']
  >().toEqualTypeOf<JsonObject>();
});

test.each([
  ['{"message":"one"}', 'one'],
  ['{"error":{"message":"two"}}', 'two'],
  ['{"type":"X","description":"three","status":400}', 'three'],
  ['{"error":"four"}', 'four'],
  ['plain words\nand more', 'it is not JSON: "plain words"'],
  ['<html><title>Bad gateway</title>', 'it is HTML, not JSON: "Bad gateway"'],
  ['[]', undefined],
  ['null', undefined],
  ['', undefined],
  ['{"message":7}', undefined],
  ['{"message":"\\u001b[2Jclear"}', '^[[2Jclear'],
])('client: the message of the error body %s is found', async (body, detail) => {
  sandbox.fault({ status: 418, body });

  expect(expectFailure(await clientOf(sandbox).send(list, {})).detail).toBe(detail);
});

test('client: the HTTP status decides, not the code in the body', async () => {
  sandbox.fault({ status: 403, body: { code: 404, type: 'ResourceNotFound', message: 'no' } });

  expect(expectFailure(await clientOf(sandbox).send(list, {})).kind).toBe('forbidden');
});

test('client: each try is reported to the request log, without secrets', async () => {
  const seen: Exchange[] = [];
  const observe = (exchange: Exchange) => seen.push(exchange);
  sandbox.fault({ status: 500, times: 1 });
  await clientOf(sandbox, { context: { observe } }).send(readBot, ids());

  expect(seen.map(({ status, tries, path }) => ({ status, tries, path }))).toEqual([
    { status: 500, tries: 1, path: `/v1/admin/bots/${sandbox.ids.botId}` },
    { status: 200, tries: 2, path: `/v1/admin/bots/${sandbox.ids.botId}` },
  ]);
  expect(seen[1]?.bytes).toBeGreaterThan(1000);
  expect(JSON.stringify(seen)).not.toContain(sandbox.token);
});
