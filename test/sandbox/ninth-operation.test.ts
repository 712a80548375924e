import { expect, test } from 'vitest';
import { operation } from '../../src/api/operation.ts';
import { conversation } from '../../src/resources/conversation.ts';
import { count, flag, id, map, object, text, time } from '../../src/resources/field.ts';
import { integration } from '../../src/resources/integration.ts';
import { issue } from '../../src/resources/issue.ts';
import { documentedOperations } from '../../src/resources/registry.ts';
import { defineResource } from '../../src/resources/resource.ts';
import { workspace } from '../../src/resources/workspace.ts';
import type { OperationEntry } from '../../src/sandbox/http.ts';
import { safe } from '../../src/text/sanitise.ts';
import { startSandbox } from '../helpers/sandbox.ts';
import { chatHeaders, requestPage, requestSandbox } from './request-sandbox.ts';

/** Starts a sandbox with one operation more than the specification. */
const startWith = (...extra: readonly OperationEntry[]) =>
  startSandbox({ operations: [...documentedOperations, ...extra] });

const admin = { area: 'admin', method: 'GET' } as const;

test('sandbox with another operation: lists the issues of a bot', async () => {
  const sandbox = await startWith({
    resource: issue,
    operation: operation({
      ...admin,
      id: 'issue.list',
      path: '/bots/{botId}/issues',
      response: { shape: 'page', key: 'issues' },
    }),
  });
  const path = `/v1/admin/bots/${sandbox.ids.botId}/issues`;
  const first = await requestPage(sandbox, `${path}?pageSize=3`, 'issues');
  const rest = await requestPage(
    sandbox,
    `${path}?nextToken=${encodeURIComponent(first.next ?? '')}`,
    'issues',
  );
  const read = await requestSandbox(sandbox, `${path}/${rest.items[0]?.id}`);
  const none = await requestSandbox(sandbox, '/v1/admin/bots/none/issues');
  await sandbox.close();

  expect(first.items[0]?.id).toBe(sandbox.ids.issueId);
  expect([first.items.length, rest.items.length, rest.next]).toEqual([3, 1, undefined]);
  expect(read.json).toEqual({ issue: rest.items[0] });
  expect(none.status).toBe(404);
});

test('sandbox with another operation: deletes an issue', async () => {
  const sandbox = await startWith({
    resource: issue,
    operation: operation({
      ...admin,
      id: 'issue.delete',
      method: 'DELETE',
      path: '/bots/{botId}/issues/{issueId}',
      response: { shape: 'nothing' },
    }),
  });
  const { botId, issueId } = sandbox.ids;
  const path = `/v1/admin/bots/${botId}/issues/${issueId}`;
  const answers = [
    await requestSandbox(sandbox, path),
    await requestSandbox(sandbox, path, { method: 'DELETE' }),
    await requestSandbox(sandbox, path),
    await requestSandbox(sandbox, path, { method: 'DELETE' }),
  ];
  await sandbox.close();

  expect(answers.map(({ status }) => status)).toEqual([200, 200, 404, 404]);
});

test('sandbox with another operation: lists and reads conversations in the chat area', async () => {
  const chat = { area: 'chat', method: 'GET' } as const;
  const sandbox = await startWith(
    {
      resource: conversation,
      operation: operation({
        ...chat,
        id: 'conversation.list',
        path: '/conversations',
        response: { shape: 'page', key: 'conversations' },
      }),
    },
    {
      resource: conversation,
      operation: operation({
        ...chat,
        id: 'conversation.read',
        path: '/conversations/{conversationId}',
        response: { shape: 'record', key: 'conversation' },
      }),
    },
  );
  const headers = chatHeaders(sandbox);
  const { conversationId } = sandbox.ids;
  const list = await requestSandbox(sandbox, '/v1/chat/conversations', { headers });
  const read = await requestSandbox(sandbox, `/v1/chat/conversations/${conversationId}`, { headers });
  const asAdmin = await requestSandbox(sandbox, '/v1/chat/conversations');
  await sandbox.close();

  const listed = list.json['conversations'] as readonly { id: string }[];
  expect(listed.length).toBeGreaterThanOrEqual(10);
  expect(listed[0]?.id).toBe(conversationId);
  expect(read.json).toEqual({ conversation: listed[0] });
  expect(asAdmin.status).toBe(401);
});

test('sandbox with another operation: lists integrations and workspaces', async () => {
  const sandbox = await startWith(
    {
      resource: integration,
      operation: operation({
        ...admin,
        id: 'integration.list',
        path: '/integrations',
        response: { shape: 'page', key: 'integrations' },
      }),
    },
    {
      resource: workspace,
      operation: operation({
        ...admin,
        id: 'workspace.list',
        path: '/workspaces/public',
        response: { shape: 'page', key: 'workspaces' },
      }),
    },
  );
  const integrations = await requestPage(sandbox, '/v1/admin/integrations?pageSize=100', 'integrations');
  const workspaces = await requestPage(sandbox, '/v1/admin/workspaces/public', 'workspaces');
  await sandbox.close();

  expect(integrations.items).toHaveLength(39);
  expect(workspaces.items.map(item => item.id)).toContain(sandbox.ids.otherWorkspaceId);
});

test('sandbox with another operation: serves a sixth kind from its description alone', async () => {
  const shared = { title: safe`Message`, plural: safe`Messages`, aliases: [], columns: [], sections: [] };
  const path = '/bots/{botId}/conversations/{conversationId}/messages';
  const list = operation({
    ...admin,
    id: 'message.list',
    path,
    response: { shape: 'page', key: 'messages' },
  });
  const remove = operation({
    ...admin,
    id: 'message.delete',
    method: 'DELETE',
    path: `${path}/{messageId}`,
    response: { shape: 'deleted' },
  });
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
    { resource: message, operation: list },
    { resource: message, operation: remove },
  );
  const { botId, conversationId } = sandbox.ids;
  const below = `/v1/admin/bots/${botId}/conversations/${conversationId}/messages`;

  const { items } = await requestPage(sandbox, below, 'messages');
  const removed = await requestSandbox(sandbox, `${below}/${items[0]?.id}`, { method: 'DELETE' });
  const after = await requestPage(sandbox, below, 'messages');
  const none = await requestSandbox(sandbox, below.replace(conversationId, 'conv_none'));
  await sandbox.close();

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
  expect(none.status).toBe(404);
});
