import { expect, test } from 'vitest';
import { command, run } from '../helpers/run-cli.ts';
import { sandboxPerTest } from '../helpers/sandbox.ts';

const sandbox = sandboxPerTest({});

test('whoami: names server, workspace, origin of the token and the policy for deletes, with one read', async () => {
  const { code, out, err } = await command(sandbox, ['whoami', '-o', 'json']);
  const locked = await command(sandbox, ['whoami', '--protect', '-o', 'json']);
  const table = await command(sandbox, ['whoami', '--read-only']);

  expect([code, err]).toEqual([0, '']);
  expect(JSON.parse(out)).toEqual({
    profile: null,
    server: sandbox.url,
    workspace: { id: sandbox.workspaceId, name: 'Borealis Air', handle: 'borealis-air' },
    token: 'from BP_TOKEN',
    deletes: 'allowed',
  });
  expect(JSON.parse(locked.out)).toMatchObject({ deletes: 'protected' });
  expect(table.out).toMatch(/^deletes +read-only$/m);
  expect(out + table.out).not.toContain(sandbox.token);
  expect(sandbox.requests.map(({ path }) => path)).toEqual(
    Array.from({ length: 3 }, () => `/v1/admin/workspaces/${sandbox.workspaceId}/public`),
  );
});

test('whoami: a rejected token exits 4 and still names the login', async () => {
  const { code, out, err } = await command({ ...sandbox, token: 'bp_pat_wrong_token' }, ['whoami']);

  expect([code, out]).toEqual([4, '']);
  expect(err).toContain(
    `botscope: no profile, ${sandbox.url}, workspace ${sandbox.workspaceId}, token from BP_TOKEN`,
  );
  expect(err).toContain('401 The server refused the token');
});

test('whoami, login: without a login or a terminal they say what to do', { tags: 'program' }, async () => {
  const none = await run(undefined, ['whoami']);
  const piped = await run(undefined, ['login']);

  expect([none.code, none.err]).toEqual([4, expect.stringContaining('or run botscope login.')]);
  expect([piped.code, piped.out]).toEqual([2, '']);
  expect(piped.err).toContain('login needs a terminal. In a script, set BP_TOKEN and BP_WORKSPACE_ID.');
});
