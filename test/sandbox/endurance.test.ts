import fc from 'fast-check';
import { expect, test } from 'vitest';
import { heapUsed, MIB } from '../helpers/heap.ts';
import { numRuns } from '../helpers/properties.ts';
import { forAllAsync } from '../helpers/property.ts';
import { startSandbox } from '../helpers/sandbox.ts';
import { pages, requestSandbox, sendText } from './request-sandbox.ts';

const servers = () => process.getActiveResourcesInfo().filter(name => /TCP|Timeout/.test(name)).length;

test('sandbox: a thousand starts and resets leave neither memory nor handles behind', async () => {
  const cycle = async (count: number): Promise<void> => {
    for (let at = 0; at < count; at++) {
      const sandbox = await startSandbox(at % 2 === 0 ? {} : { records: { bot: [{ id: 'mine' }] } });
      await requestSandbox(sandbox, `/v1/admin/bots/${sandbox.ids.botId}`);
      await sandbox.close();
    }
  };
  await using lasting = await startSandbox({ bots: 100_000 });
  const resets = async (count: number): Promise<void> => {
    for (let at = 0; at < count; at++) {
      await requestSandbox(lasting, `/v1/admin/bots/${lasting.ids.botId}`, { method: 'DELETE' });
      lasting.put('bot', { id: `new-${at}`, description: 'x'.repeat(1000) });
      lasting.fault(`GET /v1/admin/bots/new-${at} 503`);
      if (at % 2 === 0) lasting.reset();
      else await requestSandbox(lasting, '/__sandbox/reset', { method: 'POST' });
    }
  };
  await cycle(50);
  await resets(50);
  const [before, handles] = [heapUsed(), servers()];
  await cycle(numRuns(1000));
  await resets(numRuns(1000));

  expect(heapUsed() - before).toBeLessThan(4 * MIB);
  expect(servers()).toBeLessThanOrEqual(handles);
}, 60_000);

test('sandbox with 30,000 bots: serves every page of both lists, and stores none', async () => {
  await using sandbox = await startSandbox({ bots: 30_000 });
  await requestSandbox(sandbox, '/v1/admin/bots?pageSize=1000');
  const before = heapUsed();
  let served = 0;
  let last: string | undefined;

  for (const query of ['pageSize=1000', 'pageSize=1000&dev=true'])
    for await (const items of pages(sandbox, query)) {
      served += items.length;
      last = items.at(-1)?.id;
    }
  const grown = heapUsed() - before;

  expect(served).toBe(30_000);
  expect(grown).toBeLessThan(16 * MIB);
  expect((await requestSandbox(sandbox, `/v1/admin/bots/${last}`)).status).toBe(200);
}, 60_000);

const oneOf = (...given: readonly (readonly [weight: number, arbitrary: fc.Arbitrary<string>])[]) =>
  fc.oneof(...given.map(([weight, arbitrary]) => ({ weight, arbitrary })));

test('sandbox and its control: no method, path, header, host or body gets a 5xx that was not asked for', async () => {
  await using sandbox = await startSandbox({ bots: 30, ext: true, rate: '100000/s' });
  const { botId, issueId, integrationId, conversationId } = sandbox.ids;
  const anyText = fc.string({ unit: 'binary', maxLength: 30 });
  const part = oneOf(
    [5, fc.constantFrom('v1', 'admin', 'chat', 'bots', 'integrations', 'issues', 'events')],
    [1, fc.constantFrom('health', 'requests', 'reset', 'faults', 'records', 'bot', '1')],
    [3, fc.constantFrom(botId, issueId, integrationId, conversationId, 'conversations')],
    [1, fc.constantFrom('..', '', '%00', '%', '%ff', '__proto__', '__sandbox', '*', '{id}')],
    [1, anyText.map(text => text.replace(/\s/g, ''))],
  );
  const control = (path: string) => `/__sandbox/${path}`;
  const kind = fc.constantFrom('bot', 'issue', 'event', 'workspace', 'integration', 'conversation');
  const target = oneOf(
    [2, fc.constantFrom('/v1/admin/bots', `/v1/admin/bots/${botId}`)],
    [3, fc.array(part, { maxLength: 7 }).map(parts => `/${parts.join('/')}`)],
    [1, fc.constantFrom('health', 'requests', 'reset', 'faults', 'faults/1').map(control)],
    [2, fc.tuple(kind, part).map(([name, id]) => control(`records/${name}/${id}`))],
  );
  const member = fc.constantFrom(...'nextToken pageSize dev tags.a sortField tags. botId issueId'.split(' '));
  const query = fc
    .array(fc.tuple(member, part))
    .map(pairs => pairs.map(([name, value]) => `${name}=${value}`).join('&'));
  const header = fc.oneof(
    fc.constantFrom(
      `authorization: Bearer ${sandbox.token}`,
      `authorization: Bearer ${sandbox.limitedToken}`,
      `x-workspace-id: ${sandbox.workspaceId}`,
      `x-bot-id: ${botId}`,
      'x-sandbox-fault: 404 delay=1',
      'x-sandbox-fault: probability=2',
      'host: evil.example',
      'origin: https://evil.example',
      'content-length: 3',
      'transfer-encoding: chunked',
      'expect: 100-continue',
      'connection: upgrade',
    ),
    anyText,
  );
  const method = fc.constantFrom(...'GET GET DELETE POST PUT HEAD OPTIONS TRACE CONNECT'.split(' '));
  const good = [`authorization: Bearer ${sandbox.token}`, `x-workspace-id: ${sandbox.workspaceId}`];
  const headers = fc.oneof(
    fc.array(header),
    fc.array(header, { maxLength: 2 }).map(more => [...good, ...more]),
  );
  const json = fc.oneof(
    fc.json(),
    fc.constantFrom('"GET /v1/* 404"', '{"status":"x"}'),
    fc.constant('[{"path":"/v1/*","status":418,"headers":{"a":"b"}}]'),
    fc
      .tuple(fc.constantFrom('tags', 'createdAt', 'updatedAt', 'dev', 'integrations', 'id'), fc.json())
      .map(([name, value]) => `{"${name}":${value}}`),
    fc.constant(`{"deep":${'['.repeat(5000)}${']'.repeat(5000)}}`),
  );
  const request = fc.record({
    verb: method,
    path: target,
    host: fc.constantFrom('127.0.0.1', 'localhost:80', '[::1]', 'x', ''),
    terms: query,
    lines: headers,
    body: fc.oneof(anyText, json),
    hasLength: fc.boolean(),
  });

  await forAllAsync(numRuns(600), request, async ({ verb, path, host, terms, lines, body, hasLength }) => {
    const length = hasLength ? [`content-length: ${Buffer.byteLength(body)}`] : [];
    const head = [`${verb} ${path}?${terms} HTTP/1.1`, `host: ${host}`, 'connection: close'];
    const text = [...head, ...lines, ...length, '', body].join('\r\n');
    const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(await sendText(sandbox, text))?.[1] ?? 0);
    // The faults of one request are not those of the next.
    if (path.includes('faults')) sandbox.reset();

    expect(status < 500 || (status === 501 && !path.startsWith('/__sandbox/'))).toBe(true);
    const next = await requestSandbox(sandbox, '/v1/admin/bots?pageSize=5&sortField=updatedAt');
    expect(next.status).toBe(200);
  });
  expect((await requestSandbox(sandbox, '/v1/admin/bots')).status).toBe(200);
}, 60_000);
