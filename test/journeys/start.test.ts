// @module-tag program

import { expect, test } from 'vitest';
import { execFileSync, spawnSync } from '../helpers/child-process.ts';
import { expectRestored } from '../helpers/explorer.ts';
import { ends, journeyOn, journeys, openOn } from '../helpers/journey.ts';
import { preload } from '../helpers/preload.ts';
import { program, programInShell } from '../helpers/program.ts';

const bare =
  (flags: readonly string[] = [], env: Readonly<Record<string, string>> = {}) =>
  () =>
    openOn(undefined, { flags, env });

journeyOn('start: without settings the first screen lists what is missing and leads to the demo', [
  bare(),
  ['', '2  explore demo data', 'It needs an address,'],
  ['2', 'support-prod', 'DEMO'],
]);

journeyOn('start: keys typed before the first screen are not lost', [
  bare(['--demo']),
  ['`?`', 'Esc closes'],
]);

journeyOn('demo: offers the ids that the API cannot list', [
  bare(['--demo']),
  ['', 'support-prod'],
  ['T :issue.open Enter', /iss_\w{26}/],
  ['↓ Enter', 'Grouped data'],
]);

const run = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  spawnSync(program.command, [...program.args, ...args], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'] ?? '', ...env },
  });

test('demo: without a terminal it prints the first bots and exits with 0', () => {
  const { stdout, status } = run(['--demo']);

  expect(status).toBe(0);
  expect(stdout).toMatch(/^NAME .* ID\n/);
  expect(stdout).toContain('support-prod');
  expect(stdout).toContain('needs a terminal');
  expect(stdout).not.toContain('\u001b');
});

test('demo: works for a user without a home folder', () => {
  const nameless = preload(`require('node:os').homedir = () => {
    if (process.env.HOME === undefined) throw new Error('uv_os_homedir returned ENOENT');
    return process.env.HOME;
  };`);

  const { stdout, stderr, status } = run(['--demo'], nameless);

  expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
  expect(stdout).toContain('support-prod');
});

const TOKEN = { BP_TOKEN: 'bp_pat_abc' };

test.each([
  [2, ['--workspace-id', 'w'], TOKEN, 'The explorer needs a terminal'],
  [4, [], TOKEN, 'No workspace: set BP_WORKSPACE_ID or use --workspace-id'],
  [2, ['conv'], {}, 'conversations needs a command.'],
  [2, ['doctr'], {}, 'Unknown command or place: doctr. Did you mean doctor?'],
  [2, ['xyzzy'], {}, 'Unknown command or place: xyzzy.'],
  [2, ['xyzzy/1'], {}, '"xyzzy/1" is not a place'],
] as const)('start: without a terminal it exits with %i and a reason: %j', (code, argv, env, words) => {
  const { stderr, status } = run(argv, env);

  expect(status).toBe(code);
  expect(stderr).toContain(words);
});

test('demo: a closed pipe ends it without an error', () => {
  const command = `${programInShell} --demo | head -1`;

  expect(execFileSync('/bin/sh', ['-c', command], { encoding: 'utf8' })).toMatch(/^NAME .* ID\n$/);
});

const { journey } = journeys({ shell: true });

journey(
  'quitting: q goes back first, must be pressed twice at the top, and after resizes restores the terminal',
  [
    ...['120x40', '40x12', '20x5', '200x60', '80x24'].map(size => [size] as const),
    ['', screen => screen.split('\n')[23]?.includes('Enter open') === true],
    ['q', 'Workspace Borealis Air'],
    ['q', 'Press q again to quit'],
    ['q'],
    ends(0),
    ({ terminal }) => expectRestored(terminal),
  ],
);
