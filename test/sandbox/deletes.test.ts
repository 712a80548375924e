import { expect, test } from 'vitest';
import { sandboxPerTest } from '../helpers/sandbox.ts';
import { adminHeaders, chatHeaders, requestSandbox } from './request-sandbox.ts';

const sandbox = sandboxPerTest();

const ERROR = {
  id: expect.stringMatching(/^err_\d{14}x[0-9a-f]{8}$/),
  message: expect.any(String),
};

const remove = (path: string, headers: Readonly<Record<string, string>> = adminHeaders(sandbox)) =>
  requestSandbox(sandbox, path, { method: 'DELETE', headers });

test('sandbox deletes: a deleted bot is gone at once, with everything below it', async () => {
  const { botId, issueId, conversationId } = sandbox.ids;
  const path = `/v1/admin/bots/${botId}`;

  const first = await requestSandbox(sandbox, path, { method: 'DELETE' });
  const second = await requestSandbox(sandbox, path, { method: 'DELETE' });
  const read = await requestSandbox(sandbox, path);
  const issue = await requestSandbox(sandbox, `${path}/issues/${issueId}`);
  const conversation = await requestSandbox(sandbox, `/v1/chat/conversations/${conversationId}`, {
    method: 'DELETE',
    headers: chatHeaders(sandbox),
  });

  expect(first).toMatchObject({ status: 200, text: '{}' });
  expect([second, read, issue, conversation].map(({ status }) => status)).toEqual([404, 404, 404, 404]);
});

test('sandbox deletes: a deleted integration version is gone, also from the bots that used it', async () => {
  const { botId, integrationId } = sandbox.ids;
  const installed = async () => {
    const { json } = await requestSandbox(sandbox, `/v1/admin/bots/${botId}`);
    return Object.keys((json['bot'] as { integrations: object }).integrations).includes(integrationId);
  };
  const before = await installed();

  const { status, text } = await requestSandbox(sandbox, `/v1/admin/integrations/${integrationId}`, {
    method: 'DELETE',
  });
  const read = await requestSandbox(sandbox, `/v1/admin/integrations/${integrationId}`);
  const after = await installed();

  expect([before, status, text, read.status, after]).toEqual([true, 200, '{}', 404, false]);
});

test('sandbox deletes: the response has the deleted conversation, the first time only', async () => {
  const { conversationId } = sandbox.ids;
  const send = () =>
    requestSandbox(sandbox, `/v1/chat/conversations/${conversationId}`, {
      method: 'DELETE',
      headers: chatHeaders(sandbox),
    });

  const [first, second] = [await send(), await send()];

  expect(first.json).toMatchObject({ id: conversationId, messageCount: expect.any(Number) });
  expect(second.status).toBe(404);
});

test('sandbox deletes: the conversation of another bot is not found', async () => {
  const { conversationId, othersBotId } = sandbox.ids;
  const path = `/v1/chat/conversations/${conversationId}`;

  expect((await remove(path, chatHeaders(sandbox, othersBotId))).status).toBe(404);
});

test('sandbox deletes: the bot of another user gets a 403 and stays', async () => {
  const path = `/v1/admin/bots/${sandbox.ids.othersBotId}`;
  const { status, json } = await remove(path);

  expect(status).toBe(403);
  expect(json).toEqual({ ...ERROR, code: 403, type: 'Forbidden' });
  expect((await requestSandbox(sandbox, path)).status).toBe(200);
});

test('sandbox deletes: an integration that is in use gets a 409 and stays', async () => {
  const path = `/v1/admin/integrations/${sandbox.ids.lockedIntegrationId}`;
  const { status, json } = await remove(path);

  expect(status).toBe(409);
  expect(json).toEqual({ ...ERROR, code: 409, type: 'ReferenceConstraint' });
  expect((await requestSandbox(sandbox, path)).status).toBe(200);
});
