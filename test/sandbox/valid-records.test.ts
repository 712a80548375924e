// @module-tag program

import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@botpress/client';
import { expect, onTestFinished, test } from 'vitest';
import { startSandbox } from '../../src/sandbox/server.ts';
import { spawnSync } from '../helpers/child-process.ts';
import { newFolder } from '../helpers/folder.ts';
import { nodeUnderTest } from '../helpers/program.ts';

const modules = join(import.meta.dirname, '../../node_modules');

/** Compiles records as literals of the official client's types. Returns the errors. */
function typeErrors(records: Readonly<Record<string, readonly unknown[]>>): string {
  const folder = newFolder('types');
  symlinkSync(modules, join(folder, 'node_modules'));
  const lists = Object.entries(records).map(
    ([type, list], at) => `export const list${at}: ${type}[] = ${JSON.stringify(list)};`,
  );
  const client = `import type { Bot, ClientOutputs, Integration, Issue } from '@botpress/client';`;
  writeFileSync(join(folder, 'records.mts'), [client, ...lists].join('\n'));
  const flags = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--target', 'es2024'];
  const tsc = join(modules, 'typescript/bin/tsc');
  const { stdout, status } = spawnSync(nodeUnderTest, [tsc, ...flags, '--types', 'node', 'records.mts'], {
    cwd: folder,
    encoding: 'utf8',
  });
  return status === 0 ? '' : stdout.slice(0, 3000);
}

test('sandbox: every default record of 200 bots has the types of the official client', async () => {
  const sandbox = await startSandbox({ bots: 200, pageSize: 1000, ext: true });
  onTestFinished(sandbox.close);
  const { url: apiUrl, token, workspaceId, ids } = sandbox;
  const client = new Client({ apiUrl, token, workspaceId });
  const listed = [
    ...(await client.list.bots({}).collect()),
    ...(await client.list.bots({ dev: true }).collect()),
  ];
  const bots = await Promise.all(listed.map(async ({ id }) => (await client.getBot({ id })).bot));
  const issues = await Promise.all(bots.map(async ({ id }) => (await client.listBotIssues({ id })).issues));
  const versions = new Set(bots.flatMap(({ integrations }) => Object.keys(integrations)));
  versions.delete(ids.hubIntegrationId);
  const integrations = [...versions].map(async id => (await client.getIntegration({ id })).integration);
  const workspaceIds = [workspaceId, ids.otherWorkspaceId, ids.emptyWorkspaceId];
  sandbox.put('bot', { id: 'new' });
  sandbox.put('issue', { id: 'new' }, { botId: 'new' });
  sandbox.put('integration', { id: 'new' });

  expect(bots).toHaveLength(200);
  expect(
    typeErrors({
      Bot: [...bots, (await client.getBot({ id: 'new' })).bot],
      "ClientOutputs['listBots']['bots'][number]": listed,
      Issue: [...issues.flat(), (await client.getBotIssue({ id: 'new', issueId: 'new' })).issue],
      Integration: [
        ...(await Promise.all(integrations)),
        (await client.getIntegration({ id: 'new' })).integration,
      ],
      "ClientOutputs['getPublicWorkspace']": await Promise.all(
        workspaceIds.map(id => client.getPublicWorkspace({ id })),
      ),
    }),
  ).toBe('');
}, 60_000);
