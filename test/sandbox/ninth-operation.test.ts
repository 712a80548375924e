import { expect, onTestFinished, test } from 'vitest';
import { operation } from '../../src/api/operation.ts';
import { count, flag, id, map, object, text, time } from '../../src/resources/field.ts';
import { documentedOperations } from '../../src/resources/registry.ts';
import { defineResource } from '../../src/resources/resource.ts';
import { safe } from '../../src/text/sanitise.ts';
import { startSandbox } from '../helpers/sandbox.ts';
import { expectResponses, requestPage, requestSandbox } from './request-sandbox.ts';

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
  const area = 'admin';
  const extra = [
    operation({ id: 'list', method: 'GET', area, path, response: { shape: 'page', key: 'messages' } }),
    operation({
      id: 'x',
      method: 'DELETE',
      area,
      path: `${path}/{messageId}`,
      response: { shape: 'deleted' },
    }),
  ].map(each => ({ resource: message, operation: each }));
  const sandbox = await startSandbox({ operations: [...documentedOperations, ...extra] });
  onTestFinished(sandbox.close);
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
