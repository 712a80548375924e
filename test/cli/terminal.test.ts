// @module-tag program

import { expect, onTestFinished, test } from 'vitest';
import { openOn } from '../helpers/journey.ts';
import { program } from '../helpers/program.ts';
import { envOf } from '../helpers/run-cli.ts';
import { startSandbox } from '../helpers/sandbox.ts';

const COLOUR = /\u001b\[[\d;]*m/;

/** Opens a terminal beside a sandbox. `shell`: a line of the shell that runs the program. */
async function open(
  flags: readonly string[],
  { env = {}, latency = 0, shell }: { env?: Record<string, string>; latency?: number; shell?: string } = {},
) {
  const sandbox = await startSandbox({ bots: 30, latency });
  onTestFinished(sandbox.close);
  const inShell = {
    command: '/bin/sh',
    args: ['-c', shell ?? '', program.command, ...program.args, ...flags],
  };
  const { terminal } = await openOn(undefined, {
    ...(shell === undefined ? { flags } : inShell),
    env: { ...envOf(sandbox), ...env },
  });
  return terminal;
}

test('terminal: progress is shown, and removed at the end', async () => {
  const terminal = await open(['health', '--limit', '6'], { latency: 50 });
  const progress = await terminal.waitFor(/bots: \d+ read/);

  const { code } = await terminal.exit;

  expect(code).toBe(1);
  // Without a filter "0 match" would look like a result.
  expect(progress).not.toContain('match');
  expect(terminal.text()).not.toMatch(/bots: \d+ read/);
  expect(terminal.row(0)).toMatch(/^CAUSE +BOTS +SINCE +WHICH$/);
  expect(terminal.row(1)).toMatch(/^\S.* \d+\+ +\S+ +\S/);
  expect(terminal.row(2)).toMatch(/^ {2}problem · /);
});

test('terminal: problems are red, unless colours are off', async () => {
  const colourful = await open(['health', '--limit', '1']);
  await colourful.exit;
  expect(colourful.styled()).toMatch(/<fg=1>(Timed out|invalid_auth)/);

  for (const env of [{ NO_COLOR: '1' }, { TERM: 'dumb' }]) {
    const plain = await open(['health', '--limit', '1'], { env });
    await plain.exit;
    expect(plain.text()).toContain('problem');
    expect(plain.bytes()).not.toMatch(COLOUR);
  }
});

test('terminal: Ctrl-C stops a read with a message and exits 130', async () => {
  const terminal = await open(['health'], { latency: 50 });
  await terminal.waitFor(/bots: \d+ read/);

  await terminal.press('ctrl+c');

  expect((await terminal.exit).code).toBe(130);
  expect(terminal.text()).toContain('botscope: Stopped');
});

test.each([
  ['bots', 'support-prod'],
  ['ws', 'Workspace Borealis Air'],
])('terminal: the noun %s alone opens the explorer there', async (noun, words) => {
  const terminal = await open([noun]);

  await terminal.waitFor(words);

  expect(terminal.altScreen()).toBe(true);
});

test('terminal: a table has 80 columns if the width is unknown', async () => {
  const terminal = await open(['bots', 'ls'], { shell: 'stty cols 0; exec "$0" "$@"' });
  await terminal.exit;

  expect(terminal.row(0)).toMatch(/^NAME +DEPLOYED +UPDATED .*ID$/);
});
