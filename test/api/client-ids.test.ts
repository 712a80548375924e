import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Ids, Operation } from '../../src/api/operation.ts';
import { undocumentedOperations } from '../../src/resources/registry.ts';
import { forAllAsync } from '../helpers/property.ts';
import { sandboxPerTest } from '../helpers/sandbox.ts';
import { clientOf, expectFailure, operationNamed } from './test-client.ts';

const sandbox = sandboxPerTest();

const list = operationNamed('bot.list');
const readBot = operationNamed('bot.read');
const deleteBot = operationNamed('bot.delete');
const deleteConversation = operationNamed('conversation.delete');
const ids = () => ({ ...sandbox.ids, workspaceId: sandbox.workspaceId });

test.each([
  ['the id is empty', {}],
  ['the id is empty', { botId: '' }],
  ['"." is a path, not an id', { botId: '.' }],
  ['".." is a path, not an id', { botId: '..' }],
  ['the id holds an incomplete character', { botId: '\ud83d' }],
  ['the id has 513 characters', { botId: 'x'.repeat(513) }],
])('ids: an invalid one is refused: %s', async (reason, sent: Ids) => {
  const { send } = clientOf(sandbox);
  const failure = { kind: 'bad-id', detail: `botId: ${reason}` };

  expect(expectFailure(await send(readBot, sent))).toEqual(failure);
  expect(expectFailure(await send(deleteBot, sent))).toEqual(failure);
  expect(sandbox.requests).toEqual([]);
});

test.each(['', 'two words', 'a\r\nx-more: 1', '日本'])('ids: the scope "%s" is refused', async scope => {
  const { conversationId } = sandbox.ids;
  const outcomes = [
    await clientOf({ ...sandbox, workspaceId: scope }).send(list, {}),
    await clientOf(sandbox).send(deleteConversation, { conversationId, botId: scope }),
  ];

  expect(outcomes.map(expectFailure).map(({ kind }) => kind)).toEqual(['bad-id', 'bad-id']);
  expect(sandbox.requests).toEqual([]);
});

test('ids: a read-only connection sends GETs and refuses DELETEs', async () => {
  const { send } = clientOf(sandbox, { readOnly: true });

  expect(expectFailure(await send(deleteBot, ids()))).toEqual({ kind: 'read-only' });
  expect(expectFailure(await send(deleteConversation, ids()))).toEqual({ kind: 'read-only' });
  expect(sandbox.requests).toEqual([]);
  expect((await send(readBot, ids())).ok).toBe(true);
});

test.each(['', 'line\nbreak', 'tök€n'])(
  'ids: the token "%s" is refused, and the message does not contain it',
  async token => {
    const failure = expectFailure(await clientOf({ ...sandbox, token }).send(list, {}));

    expect(failure.kind).toBe('bad-setting');
    if (token !== '') expect(JSON.stringify(failure)).not.toContain(JSON.stringify(token).slice(1, -1));
    expect(sandbox.requests).toEqual([]);
  },
);

test.each(undocumentedOperations.map(({ operation }) => [operation.id, operation] as const))(
  'undocumented requests: %s is sent only with consent, never in strict mode, and only as a GET',
  async (_id, operation) => {
    sandbox.fault({ status: 404 });
    const send = async (changes: Partial<Operation>, strict: boolean, hasConsent: boolean) => {
      const sent = { ...operation, ...changes };
      const client = clientOf(sandbox, { strict });
      const { kind } = expectFailure(await client.send(sent, { ...ids(), eventId: 'e' }, { hasConsent }));
      return [kind, sandbox.requests.length];
    };

    expect(await send({}, false, false)).toEqual(['outside', 0]);
    expect(await send({}, true, true)).toEqual(['outside', 0]);
    expect(await send({ method: 'DELETE' }, false, true)).toEqual(['outside', 0]);
    expect(await send({}, false, true)).toEqual(['not-found', 1]);
  },
);

async function expectArrival(issueId: string): Promise<void> {
  const before = sandbox.requests.length;
  const { botId } = sandbox.ids;
  const failure = expectFailure(
    await clientOf(sandbox).send(operationNamed('issue.read'), { botId, issueId }),
  );
  const path = `/v1/admin/bots/${botId}/issues/${encodeURIComponent(issueId)}`;
  expect(sandbox.requests[before]?.path).toBe(failure.kind === 'bad-id' ? undefined : path);
}

test('ids: any text is either refused or arrives unchanged, encoded once, as one path segment', async () => {
  const odd = 'a/b a?b a#b a%b a%2fb a;b ... %2e%2e {issueId} $&'.split(' ');
  odd.push('a\u0000b', 'a\r\nb', 'ä 日本 🛫', ' ', '__proto__', 'x'.repeat(512));
  for (const id of odd) await expectArrival(id);
  expect(sandbox.requests).toHaveLength(odd.length);
  await forAllAsync(60, fc.string({ unit: 'binary', maxLength: 40 }), expectArrival);
});
