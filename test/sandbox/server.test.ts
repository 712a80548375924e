import { describe, expect, test } from 'vitest';
import { pathTemplate } from '../../src/api/operation.ts';
import { defined } from '../../src/json/json.ts';
import { documentedOperations } from '../../src/resources/registry.ts';
import { sandboxPerTest, startSandbox } from '../helpers/sandbox.ts';
import { adminHeaders, chatHeaders, error, requestSandbox } from './request-sandbox.ts';

const sandbox = sandboxPerTest();

function pathOf(template: string): string {
  const ids: Readonly<Record<string, string>> = { ...sandbox.ids, workspaceId: sandbox.workspaceId };
  return template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(ids[name] ?? ''));
}

describe.each(documentedOperations)('$operation.id', ({ operation }) => {
  const { method, area } = operation;
  const path = () => pathOf(pathTemplate(operation));
  const [own, other] = area === 'admin' ? ['x-workspace-id', 'x-bot-id'] : ['x-bot-id', 'x-workspace-id'];
  const proper = (): Record<string, string> =>
    area === 'admin' ? adminHeaders(sandbox) : chatHeaders(sandbox);

  test.each<Record<string, string | undefined>>([
    { authorization: undefined },
    { [own]: undefined },
    { [own]: undefined, [other]: 'x' },
    ...['', 'Bearer', 'Bearer ', 'Bearer wrong', 'Basic x', 'Bearer TOKEN x', 'TOKEN'].map(words => ({
      authorization: words,
    })),
  ])('sandbox: responds with 401 to the headers %j', async changes => {
    const headers = defined({ ...proper(), ...changes });
    const authorization = headers['authorization']?.replace('TOKEN', sandbox.token);
    const asking = { method, headers: defined({ ...headers, authorization }) };

    expect((await requestSandbox(sandbox, path(), asking)).json).toEqual(error(401, 'Unauthorized'));
  });

  test('sandbox: refuses an unknown scope', async () => {
    const headers = { ...proper(), [own]: 'wkspace_unknown' };

    expect((await requestSandbox(sandbox, path(), { method, headers })).status).toBe(
      area === 'admin' ? 401 : 404,
    );
  });

  test('sandbox: accepts the body {} and refuses one that is not JSON with 400', async () => {
    const body = (text: string) => requestSandbox(sandbox, path(), { method, headers: proper(), body: text });

    expect((await body('{"broken')).status).toBe(400);
    expect((await body('{}')).status).toBe(200);
  });
});

test('sandbox: token and workspace id can be set, and the log has every request as sent', async () => {
  await using own = await startSandbox({ token: 'my-token', workspaceId: 'my-workspace' });
  await requestSandbox(own, '/v1/admin/bots/%2e%2e?a=1', { headers: { ...adminHeaders(own), 'x-one': '1' } });
  const [entry] = own.requests;

  expect(entry).toMatchObject({
    method: 'GET',
    path: '/v1/admin/bots/%2e%2e?a=1',
    headers: { authorization: 'Bearer my-token', 'x-workspace-id': 'my-workspace', 'x-one': '1' },
    status: 404,
  });
});

test('sandbox: a connection outlives the pauses between tests', async () => {
  const { headers } = await requestSandbox(sandbox, '/v1/admin/bots');

  expect(headers['keep-alive']).toBe('timeout=60');
});
