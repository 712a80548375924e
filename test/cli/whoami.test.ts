import { expect, test } from 'vitest';
import { commandsOn } from '../helpers/command-rows.ts';
import { not } from '../helpers/rows.ts';
import { run } from '../helpers/run-cli.ts';
import { sandboxPerTest } from '../helpers/sandbox.ts';

const sandbox = sandboxPerTest({});
const { commands, expectRowsAt } = commandsOn(sandbox);

const IDENTITY = {
  profile: null,
  server: '$url',
  workspace: { id: '$workspaceId', name: 'Borealis Air', handle: 'borealis-air' },
  token: 'from BP_TOKEN',
  deletes: 'allowed',
};
commands('whoami: names server, workspace, origin of the token and the policy for deletes, with one read', [
  ['whoami -o json', 0, [IDENTITY, not('$token')], ''],
  ['whoami --protect -o json', 0, { deletes: 'protected' }],
  ['whoami --read-only', 0, [/^deletes +read-only$/m, not('$token')]],
  { all: Array.from({ length: 3 }, () => '/v1/admin/workspaces/$workspaceId/public') },
]);

test('whoami: a rejected token exits 4 and still names the login', () =>
  expectRowsAt({ ...sandbox, token: 'bp_pat_wrong_token' }, [
    'whoami',
    4,
    '',
    [
      'botscope: no profile, $url, workspace $workspaceId, token from BP_TOKEN',
      '401 The server refused the token',
    ],
  ]));

test('whoami, login: without a login or a terminal they say what to do', { tags: 'program' }, async () => {
  const none = await run(undefined, ['whoami']);
  const piped = await run(undefined, ['login']);

  expect([none.code, none.err]).toEqual([4, expect.stringContaining('or run botscope login.')]);
  expect([piped.code, piped.out]).toEqual([2, '']);
  expect(piped.err).toContain('login needs a terminal. In a script, set BP_TOKEN and BP_WORKSPACE_ID.');
});
