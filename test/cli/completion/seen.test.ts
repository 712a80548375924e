// @module-tag program

import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { newFolder } from '../../helpers/folder.ts';
import { run } from '../../helpers/run-cli.ts';
import { sandboxPerFile } from '../../helpers/sandbox.ts';

const sandbox = sandboxPerFile({ bots: 45, pageSize: 15, ext: true });

test('completion: ids and names that commands loaded complete, until they are deleted', async () => {
  const state = newFolder('seen');
  const env = { XDG_STATE_HOME: state };
  const { botId, integrationId, issueId } = sandbox.ids;
  const offered = async (...words: readonly string[]): Promise<readonly string[]> => {
    const { out } = await run(sandbox, ['__complete', 'fish', '0', ...words], { env });
    return out.split('\n').slice(1, -1);
  };
  const quiet = async (...words: readonly string[]): Promise<void> => {
    expect((await run(sandbox, words, { env })).code).toBe(0);
  };

  expect(await offered('bots', 'get', '')).toEqual([]);
  await quiet('bots', 'ls', '-o', 'ndjson');
  const listed = await offered('bots', 'get', '');
  const before = sandbox.requests.length;
  expect(await offered('bots', 'get', 'support-pr')).toEqual([`${botId}\tsupport-prod`]);
  expect(await offered(`bot/${botId.slice(0, 6)}`)).toEqual([`bot/${botId}\tsupport-prod`]);
  expect(await offered('wait', 'bot/')).toContain(`bot/${botId}\tsupport-prod`);
  expect(await offered('diff', `bot/${botId}`, 'bot/')).toHaveLength(listed.length);
  expect(await offered('integrations', 'get', '')).toEqual([]);
  expect(sandbox.requests.length).toBe(before);

  await quiet('bots', 'get', botId, '--quiet');
  await quiet('issues', 'ls', botId, '--ext', '-o', 'id');
  expect(await offered('integrations', 'get', integrationId.slice(0, 12))).toEqual([
    expect.stringMatching(`^${integrationId}\t`),
  ]);
  expect(await offered('issues', 'get', botId, issueId)).toEqual([expect.stringContaining(`${issueId}\t`)]);

  await quiet('bots', 'delete', botId, '--confirm', botId.slice(-8));
  expect(listed).toHaveLength(34);
  expect(await offered('bots', 'get', botId.slice(0, 6))).toEqual([]);
});

test('completion: a record with the members of a page fails no command', async () => {
  const id = '00000000-0000-4000-8000-000000000000';
  const env = { XDG_STATE_HOME: newFolder('seen') };
  sandbox.fault(`GET /v1/admin/bots/{id} status=200 body={"bot":{"id":"${id}","items":5,"skipped":0}}`);

  const { code, out } = await run(sandbox, ['bots', 'get', id, '-o', 'id'], { env });
  sandbox.reset();

  expect([code, out]).toEqual([0, `${id}\n`]);
});

test('completion: the demo leaves nothing to complete, and a folder that cannot be written fails nothing', async () => {
  const state = newFolder('seen');

  const demo = await run(undefined, ['--demo', 'bots', 'ls'], { env: { XDG_STATE_HOME: state } });
  const denied = await run(sandbox, ['bots', 'ls', '-o', 'id'], { env: { XDG_STATE_HOME: '/dev/null' } });

  expect([demo.code, denied.code, denied.err]).toEqual([0, 0, '']);
  expect(readdirSync(state)).toEqual([]);
});
