import { connect } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { numRuns } from '../helpers/properties.ts';
import { startSandbox } from '../helpers/sandbox.ts';
import { requestSandbox } from './request-sandbox.ts';

const MIB = 1024 * 1024;
setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

function heap(): number {
  collect();
  return process.memoryUsage().heapUsed;
}

const servers = () => process.getActiveResourcesInfo().filter(name => /TCP|Timeout/.test(name)).length;

test('sandbox: 1,000 starts and 1,000 resets leave neither memory nor handles behind', async () => {
  const cycle = async (count: number): Promise<void> => {
    for (let at = 0; at < count; at++) {
      const sandbox = await startSandbox();
      await requestSandbox(sandbox, `/v1/admin/bots/${sandbox.ids.botId}`);
      await sandbox.close();
    }
  };
  const lasting = await startSandbox({ bots: 100_000 });
  onTestFinished(lasting.close);
  const resets = async (count: number): Promise<void> => {
    for (let at = 0; at < count; at++) {
      await requestSandbox(lasting, `/v1/admin/bots/${lasting.ids.botId}`, { method: 'DELETE' });
      lasting.put('bot', { id: `new-${at}`, description: 'x'.repeat(1000) });
      lasting.fault(`GET /v1/admin/bots/new-${at} 503`);
      lasting.reset();
    }
  };
  await cycle(50);
  await resets(50);
  const [before, handles] = [heap(), servers()];
  await cycle(1000);
  await resets(1000);

  expect(heap() - before).toBeLessThan(4 * MIB);
  expect(servers()).toBeLessThanOrEqual(handles);
}, 60_000);

/** Sends the text of a request. Returns the status of the first response; 0 without one. */
function statusOfText(url: string, text: string): Promise<number> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  return new Promise(resolve => {
    let received = '';
    const end = () => resolve(Number(/^HTTP\/1\.1 (\d{3})/.exec(received)?.[1] ?? 0));
    socket.setEncoding('utf8').on('data', chunk => {
      received += chunk;
    });
    socket.on('error', end).on('close', end);
    socket.end(text);
  });
}

test('sandbox: no method, path, header, host or body gets a 5xx that was not asked for', async () => {
  const sandbox = await startSandbox({ bots: 30, ext: true, rate: '100000/s' });
  onTestFinished(sandbox.close);
  const { botId, issueId, integrationId, conversationId } = sandbox.ids;
  const anyText = fc.string({ unit: 'binary', maxLength: 30 });
  const part = fc.oneof(
    {
      weight: 5,
      arbitrary: fc.constantFrom('v1', 'admin', 'chat', 'bots', 'integrations', 'issues', 'events'),
    },
    { weight: 3, arbitrary: fc.constantFrom(botId, issueId, integrationId, conversationId, 'conversations') },
    {
      weight: 1,
      arbitrary: fc.constantFrom('..', '', '%00', '%', '%ff', '__proto__', '__sandbox', '*', '{id}'),
    },
    { weight: 1, arbitrary: anyText.map(text => text.replace(/\s/g, '')) },
  );
  const target = fc.oneof(
    { weight: 2, arbitrary: fc.constantFrom('/v1/admin/bots', `/v1/admin/bots/${botId}`) },
    { weight: 3, arbitrary: fc.array(part, { maxLength: 7 }).map(parts => `/${parts.join('/')}`) },
  );
  const query = fc
    .array(fc.tuple(fc.constantFrom('nextToken', 'pageSize', 'dev', 'tags.a', 'sortField', 'tags.'), part))
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
  const method = fc.constantFrom(
    'GET',
    'GET',
    'DELETE',
    'POST',
    'PUT',
    'HEAD',
    'OPTIONS',
    'TRACE',
    'CONNECT',
  );
  const good = [`authorization: Bearer ${sandbox.token}`, `x-workspace-id: ${sandbox.workspaceId}`];
  const headers = fc.oneof(
    fc.array(header),
    fc.array(header, { maxLength: 2 }).map(more => [...good, ...more]),
  );
  const request = fc.record({ verb: method, path: target, terms: query, lines: headers, body: anyText });

  await fc.assert(
    fc.asyncProperty(request, async ({ verb, path, terms, lines, body }) => {
      const head = [`${verb} ${path}?${terms} HTTP/1.1`, 'host: x', 'connection: close', ...lines];
      const status = await statusOfText(sandbox.url, `${head.join('\r\n')}\r\n\r\n${body}`);

      expect(status).toBeLessThan(500);
    }),
    { numRuns: numRuns(600) },
  );
  expect((await requestSandbox(sandbox, '/v1/admin/bots')).status).toBe(200);
}, 60_000);
