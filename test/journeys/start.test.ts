// @module-tag program

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { execFileSync, spawnSync } from '../helpers/child-process.ts';
import { type ExplorerRun, openExplorer } from '../helpers/explorer.ts';
import { newFolder } from '../helpers/folder.ts';
import { program, programInShell } from '../helpers/program.ts';
import { openTerminal, type Terminal } from '../helpers/terminal.ts';

let opened: ExplorerRun | { readonly close: () => Promise<void> } | undefined;
afterEach(() => opened?.close());

async function openBare(
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<Terminal> {
  const terminal = await openTerminal({ flags: args, env });
  opened = terminal;
  return terminal;
}

test('start: without settings the first screen lists what is missing and leads to the demo', async () => {
  const terminal = await openBare();
  await terminal.waitFor('2  explore demo data');
  expect(terminal.text()).toContain('It needs an address,');

  await terminal.press('2');

  await terminal.waitFor('support-prod');
  expect(terminal.text()).toContain('DEMO');
});

test('start: keys typed before the first screen are not lost', async () => {
  const terminal = await openBare(['--demo']);

  terminal.send('?');

  await terminal.waitFor('Esc closes');
});

test('demo: offers the ids that the API cannot list', async () => {
  const terminal = await openBare(['--demo']);
  await terminal.waitFor('support-prod');

  await terminal.press('T', ':', ...'issue.open', 'Enter');
  await terminal.waitFor(/iss_\w{26}/);
  await terminal.press('Down', 'Enter');

  await terminal.waitFor('Grouped data');
});

test.each([
  ['http://api.example', 'would send the token in clear text'],
  ['https://me:pw@api.example', 'must not contain a user name or password'],
  ['ftp://api.example', 'addresses are not supported'],
  ['nonsense', 'is not an address'],
])('start: the base URL %s is refused before anything is sent', async (address, words) => {
  const terminal = await openBare(['--api-url', address, '--workspace-id', 'w'], { BP_TOKEN: 'bp_pat_abc' });

  expect((await terminal.exit).code).toBe(2);

  expect(terminal.text()).toContain(words);
});

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
  const nameless = join(newFolder('nameless'), 'nameless.cjs');
  writeFileSync(
    nameless,
    `require('node:os').homedir = () => {
       if (process.env.HOME === undefined) throw new Error('uv_os_homedir returned ENOENT');
       return process.env.HOME;
     };`,
  );

  const { stdout, stderr, status } = run(['--demo'], { NODE_OPTIONS: `--require=${nameless}` });

  expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
  expect(stdout).toContain('support-prod');
});

test('start: without a terminal the explorer exits with 2 and a reason', () => {
  const { stderr, status } = run(['--workspace-id', 'w'], { BP_TOKEN: 'bp_pat_abc' });

  expect(status).toBe(2);
  expect(stderr).toContain('The explorer needs a terminal');
});

test.each([
  [['conv'], 'conversations needs a command.'],
  [['doctr'], 'Unknown command or place: doctr. Did you mean doctor?'],
  [['xyzzy'], 'Unknown command or place: xyzzy.'],
  [['xyzzy/1'], '"xyzzy/1" is not a place'],
])('start: the incomplete command %j exits with 2 and a reason', (argv, words) => {
  const { stderr, status } = run(argv);

  expect(status).toBe(2);
  expect(stderr).toContain(words);
});

test('start: without a terminal an incomplete connection is reported', () => {
  const { stderr, status } = run([], { BP_TOKEN: 'bp_pat_abc' });

  expect(status).toBe(4);
  expect(stderr).toContain('No workspace: set BP_WORKSPACE_ID or use --workspace-id');
});

test('demo: a closed pipe ends it without an error', () => {
  const command = `${programInShell} --demo | head -1`;

  expect(execFileSync('/bin/sh', ['-c', command], { encoding: 'utf8' })).toMatch(/^NAME .* ID\n$/);
});

test('quitting: after resizes, q restores the terminal', async () => {
  opened = await openExplorer({ shell: true });
  const { terminal } = opened as ExplorerRun;
  await terminal.waitFor('support-prod');
  for (const [columns, rows] of [
    [120, 40],
    [40, 12],
    [20, 5],
    [200, 60],
    [80, 24],
  ] as const) {
    terminal.resize(columns, rows);
    await terminal.settle();
  }
  await terminal.waitFor(() => terminal.row(23).includes('Enter open'));

  await terminal.press('q');
  await terminal.waitFor('Workspace Borealis Air');
  await terminal.press('q');
  await terminal.waitFor('Press q again to quit');
  await terminal.press('q');

  expect(await terminal.exit).toMatchObject({ code: 0 });
  expect(terminal.settings().after).toBe(terminal.settings().before);
  expect(terminal.altScreen()).toBe(false);
  expect(terminal.cursorVisible()).toBe(true);
  expect(terminal.modes().bracketedPasteMode).toBe(false);
});

test('quitting: q goes back first, and at the top it must be pressed twice', async () => {
  opened = await openExplorer();
  const { terminal } = opened as ExplorerRun;
  await terminal.waitFor('support-prod');
  await terminal.press('q');
  await terminal.waitFor('Workspace Borealis Air');

  await terminal.press('q');

  await terminal.waitFor('Press q again to quit');
});
