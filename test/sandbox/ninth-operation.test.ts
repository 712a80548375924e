import { expect, onTestFinished, test } from 'vitest';
import { operation, type ResponseShape } from '../../src/api/operation.ts';
import { conversation } from '../../src/resources/conversation.ts';
import { count, flag, id, map, object, text, time } from '../../src/resources/field.ts';
import { documentedOperations } from '../../src/resources/registry.ts';
import { defineResource, type Resource } from '../../src/resources/resource.ts';
import type { OperationEntry } from '../../src/sandbox/http.ts';
import { safe } from '../../src/text/sanitise.ts';
import { startSandbox } from '../helpers/sandbox.ts';
import { adminHeaders, expectResponses, requestPage, requestSandbox } from './request-sandbox.ts';

/** An operation in short: its kind, method, path and response. */
type Extra = readonly [resource: Resource, request: string, response: ResponseShape];

async function startWith(...extra: readonly Extra[]) {
  const more = extra.map(([resource, request, response], at): OperationEntry => {
    const [method = 'GET', area = 'admin', path = ''] = request.split(' ') as ['GET', 'admin', string];
    return { resource, operation: operation({ id: `extra.${at}`, method, area, path, response }) };
  });
  const sandbox = await startSandbox({ operations: [...documentedOperations, ...more] });
  onTestFinished(sandbox.close);
  return sandbox;
}

test('sandbox with another operation: lists and reads conversations in the chat area', async () => {
  const sandbox = await startWith(
    [conversation, 'GET chat /conversations', { shape: 'page', key: 'conversations' }],
    [conversation, 'GET chat /conversations/{conversationId}', { shape: 'record', key: 'conversation' }],
  );
  const list = '/v1/chat/conversations';
  const { items } = await requestPage(sandbox, list, 'conversations');

  expect(items.length).toBeGreaterThanOrEqual(10);
  expect(items[0]?.id).toBe(sandbox.ids.conversationId);
  await expectResponses(sandbox, [
    [`GET ${list}/$conversationId`, 200, { conversation: items[0] }],
    [`GET ${list}`, 401, {}, adminHeaders(sandbox)],
  ]);
});

test('sandbox with another operation: serves a sixth kind from its description alone', async () => {
  const shared = { title: safe`Message`, plural: safe`Messages`, aliases: [], columns: [], sections: [] };
  const path = '/bots/{botId}/conversations/{conversationId}/messages';
  const message = defineResource({
    ...shared,
    kind: 'message',
    ids: ['botId', 'conversationId', 'messageId'],
    fields: {
      id,
      createdAt: time,
      text,
      size: count,
      isRead: flag,
      tags: map(),
      from: object({ name: text }),
    },
    nameField: undefined,
    children: [],
  });
  const sandbox = await startWith(
    [message, `GET admin ${path}`, { shape: 'page', key: 'messages' }],
    [message, `DELETE admin ${path}/{messageId}`, { shape: 'deleted' }],
  );
  const { botId, conversationId } = sandbox.ids;
  const below = `/v1/admin/bots/${botId}/conversations/${conversationId}/messages`;

  const { items } = await requestPage(sandbox, below, 'messages');
  const removed = await requestSandbox(sandbox, `${below}/${items[0]?.id}`, { method: 'DELETE' });
  const after = await requestPage(sandbox, below, 'messages');

  expect(items[0]).toEqual({
    id: expect.stringMatching(/^message_/),
    createdAt: expect.stringMatching(/Z$/),
    updatedAt: expect.stringMatching(/Z$/),
    text: expect.any(String),
    size: expect.any(Number),
    isRead: expect.any(Boolean),
    tags: {},
    from: { name: expect.any(String) },
  });
  expect(removed.json).toEqual(items[0]);
  expect(after.items).toEqual(items.slice(1));
  await expectResponses(sandbox, [[`GET ${below.replace(conversationId, 'conv_none')}`, 404]]);
});
