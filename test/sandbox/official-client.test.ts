import {
  Client,
  ForbiddenError,
  InvalidQueryError,
  ReferenceConstraintError,
  ResourceNotFoundError,
  UnauthorizedError,
} from '@botpress/client';
import { expect, test } from 'vitest';
import { command } from '../helpers/run-cli.ts';
import { sandboxPerTest } from '../helpers/sandbox.ts';

const sandbox = sandboxPerTest();

const admin = (changes: { token?: string; workspaceId?: string } = {}): Client => {
  const { url: apiUrl, token, workspaceId } = sandbox;
  return new Client({ apiUrl, token, workspaceId, ...changes });
};
const chat = (botId = sandbox.ids.botId): Client =>
  new Client({ apiUrl: sandbox.url, token: sandbox.token, botId });

test('official client: operation 1 lists production and development bots, with no bot in both', async () => {
  const plain = await admin().list.bots({}).collect();
  const production = await admin().list.bots({ dev: false }).collect();
  const dev = await admin().list.bots({ dev: true }).collect();
  const { bot } = await admin().getBot({ id: dev[0]?.id ?? '' });

  expect(production).toEqual(plain);
  expect(dev).toHaveLength(49);
  expect(new Set([...plain, ...dev].map(({ id }) => id)).size).toBe(163);
  expect(bot.dev).toBe(true);
});

test('official client: operation 1 sends the same requests as `bots ls --dev`, which prints the same bots', async () => {
  const bots = await admin().list.bots({ dev: true }).collect();
  const theirs = sandbox.requests.map(({ path }) => path);

  const { code, out } = await command(sandbox, ['bots', 'ls', '--dev', '-o', 'json']);

  expect([code, JSON.parse(out)]).toEqual([0, { complete: true, bots }]);
  expect(theirs).toHaveLength(3);
  expect(sandbox.requests.slice(theirs.length).map(({ path }) => path)).toEqual(theirs);
});

test.each<[operation: number, act: () => Promise<object>, seen: object]>([
  [2, () => admin().getBot({ id: sandbox.ids.botId }), { bot: { name: 'support-prod', status: 'active' } }],
  [3, () => admin().deleteBot({ id: sandbox.ids.botId }), {}],
  [4, () => admin().getIntegration({ id: sandbox.ids.integrationId }), { integration: { name: 'whatsapp' } }],
  [5, () => admin().deleteIntegration({ id: sandbox.ids.integrationId }), {}],
  [6, () => admin().getPublicWorkspace({ id: sandbox.workspaceId }), { handle: 'borealis-air' }],
  [
    7,
    () => admin().getBotIssue({ id: sandbox.ids.botId, issueId: sandbox.ids.issueId }),
    { issue: { category: 'user_code' } },
  ],
  [8, () => chat().deleteConversation({ id: sandbox.ids.conversationId }), { id: expect.any(String) }],
])('official client: operation %i reads a record, or deletes it once', async (_operation, act, seen) => {
  expect(await act()).toMatchObject(seen);
  if (sandbox.requests[0]?.method === 'DELETE')
    await expect(act()).rejects.toBeInstanceOf(ResourceNotFoundError);
});

test.each<[name: string, kind: object, act: () => Promise<unknown>]>([
  ['400 InvalidQuery', InvalidQueryError, () => admin().listBots({ nextToken: 'made-up' })],
  ['401 for the token', UnauthorizedError, () => admin({ token: 'wrong' }).listBots({})],
  ['401 for the workspace', UnauthorizedError, () => admin({ workspaceId: 'x' }).listBots({})],
  ['403 Forbidden', ForbiddenError, () => admin().deleteBot({ id: sandbox.ids.othersBotId })],
  ['404 ResourceNotFound', ResourceNotFoundError, () => admin().getBot({ id: 'none' })],
  [
    '409 ReferenceConstraint',
    ReferenceConstraintError,
    () => admin().deleteIntegration({ id: sandbox.ids.lockedIntegrationId }),
  ],
])('official client: throws its own error after %s', async (name, kind, act) => {
  const error = await act().catch((thrown: unknown) => thrown);

  expect(error).toBeInstanceOf(kind);
  expect(error).toMatchObject({
    code: Number.parseInt(name, 10),
    id: expect.stringMatching(/^err_\d{14}x[0-9a-f]{8}$/),
  });
});
