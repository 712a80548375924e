import { expect, test } from 'vitest';
import { sandboxPerTest } from '../helpers/sandbox.ts';
import { chatHeaders, error, expectResponses, type RequestRow, requestSandbox } from './request-sandbox.ts';

const sandbox = sandboxPerTest();

const BOT = '/v1/admin/bots/$botId';
const CONVERSATION = '/v1/chat/conversations/$conversationId';

test.each<[name: string, rows: readonly RequestRow[]]>([
  [
    'a deleted bot is gone at once, with everything below it',
    [
      [`DELETE ${BOT}`, 200],
      [`DELETE ${BOT}`, 404],
      [`GET ${BOT}`, 404],
      [`GET ${BOT}/issues/$issueId`, 404],
      [`DELETE ${CONVERSATION}`, 404],
    ],
  ],
  [
    'the response has the deleted conversation, the first time only',
    [
      [`DELETE ${CONVERSATION}`, 200, { id: expect.any(String), messageCount: expect.any(Number) }],
      [`DELETE ${CONVERSATION}`, 404],
    ],
  ],
  [
    'the bot of another user gets a 403 and stays',
    [
      ['DELETE /v1/admin/bots/$othersBotId', 403, error(403, 'Forbidden')],
      ['GET /v1/admin/bots/$othersBotId', 200],
    ],
  ],
  [
    'an integration that is in use gets a 409 and stays',
    [
      ['DELETE /v1/admin/integrations/$lockedIntegrationId', 409, error(409, 'ReferenceConstraint')],
      ['GET /v1/admin/integrations/$lockedIntegrationId', 200],
    ],
  ],
])('sandbox deletes: %s', (_name, rows) => expectResponses(sandbox, rows));

test('sandbox deletes: the conversation of another bot is not found', async () => {
  const headers = chatHeaders(sandbox, sandbox.ids.othersBotId);

  await expectResponses(sandbox, [[`DELETE ${CONVERSATION}`, 404, {}, headers]]);
});

test('sandbox deletes: a deleted integration version is gone, also from the bots that used it', async () => {
  const { botId, integrationId } = sandbox.ids;
  const installed = async () => {
    const { json } = await requestSandbox(sandbox, `/v1/admin/bots/${botId}`);
    return Object.keys((json['bot'] as { integrations: object }).integrations).includes(integrationId);
  };
  const before = await installed();

  const path = `/v1/admin/integrations/${integrationId}`;
  const { status, text } = await requestSandbox(sandbox, path, { method: 'DELETE' });
  const read = await requestSandbox(sandbox, path);

  expect([before, status, text, read.status, await installed()]).toEqual([true, 200, '{}', 404, false]);
});
