// @module-tag program

import { afterEach, expect, test } from 'vitest';
import type { Sandbox } from '../../src/sandbox/types.ts';
import { program } from '../helpers/program.ts';
import { startSandbox } from '../helpers/sandbox.ts';
import { openTerminal, type Terminal } from '../helpers/terminal.ts';

let sandbox: Sandbox | undefined;
let terminal: Terminal | undefined;
afterEach(async () => {
  await terminal?.close();
  await sandbox?.close();
});

const COLOUR = /\u001b\[[\d;]*m/;

async function open(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  latency = 0,
): Promise<{ readonly terminal: Terminal; readonly sandbox: Sandbox }> {
  const here = await startSandbox({ bots: 30, latency });
  sandbox = here;
  const { url: baseUrl, token, workspaceId } = here;
  terminal = await openTerminal({
    flags: args,
    env: { BP_API_URL: baseUrl, BP_TOKEN: token, BP_WORKSPACE_ID: workspaceId, ...env },
  });
  return { terminal, sandbox: here };
}

test('terminal: progress is shown, and removed at the end', async () => {
  const opened = await open(['health', '--limit', '10'], {}, 30);
  const progress = await opened.terminal.waitFor(/bots: \d+ read/);

  const { code } = await opened.terminal.exit;

  expect(code).toBe(1);
  // Without a filter "0 match" would look like a result.
  expect(progress).not.toContain('match');
  expect(opened.terminal.text()).not.toMatch(/bots: \d+ read/);
  expect(opened.terminal.row(0)).toMatch(/^LEVEL +CAUSE +BOTS +WHICH$/);
  expect(opened.terminal.row(1)).toMatch(/^problem +recurring event nightly-sync fails +\d+ +support-prod/);
});

test('terminal: problems are red, unless colours are off', async () => {
  const colourful = await open(['health', '--limit', '1']);
  await colourful.terminal.exit;
  expect(colourful.terminal.styled()).toContain('<fg=1>problem');
  await colourful.terminal.close();
  await colourful.sandbox.close();

  for (const env of [{ NO_COLOR: '1' }, { TERM: 'dumb' }]) {
    const plain = await open(['health', '--limit', '1'], env);
    await plain.terminal.exit;
    expect(plain.terminal.text()).toContain('problem');
    expect(plain.terminal.bytes()).not.toMatch(COLOUR);
    await plain.terminal.close();
    await plain.sandbox.close();
  }
});

test('terminal: Ctrl-C stops a read with a message and exits 130', async () => {
  const opened = await open(['health'], {}, 50);
  await opened.terminal.waitFor(/bots: \d+ read/);

  await opened.terminal.press('ctrl+c');

  expect((await opened.terminal.exit).code).toBe(130);
  expect(opened.terminal.text()).toContain('botscope: Stopped');
});

test.each([
  ['bots', 'support-prod'],
  ['ws', 'Workspace Borealis Air'],
])('terminal: the noun %s alone opens the explorer there', async (noun, words) => {
  const opened = await open([noun]);

  await opened.terminal.waitFor(words);

  expect(opened.terminal.altScreen()).toBe(true);
});

test('terminal: a table has 80 columns if the width is unknown', async () => {
  sandbox = await startSandbox({ bots: 3 });
  const { url: baseUrl, token, workspaceId } = sandbox;

  terminal = await openTerminal({
    command: '/bin/sh',
    args: ['-c', 'stty cols 0; exec "$0" "$@"', program.command, ...program.args, 'bots', 'ls'],
    env: { BP_API_URL: baseUrl, BP_TOKEN: token, BP_WORKSPACE_ID: workspaceId },
  });
  await terminal.exit;

  expect(terminal.row(0)).toMatch(/^NAME +DEPLOYED +UPDATED .*ID$/);
});
