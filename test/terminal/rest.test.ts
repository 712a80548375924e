// @module-tag program

import { existsSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { openOn } from '../helpers/journey.ts';

/** Echoes each key after a second of work, like a program on a busy machine. */
const SLOW = `process.stdin.setRawMode(true).on('data', key => {
  for (const end = performance.now() + 1000; performance.now() < end; );
  console.log('answered ' + key);
});
console.log('ready');`;

test.runIf(existsSync('/proc/self/task')).each([
  ['a program', { args: ['-e', SLOW] }],
  [
    'one that another started',
    { command: '/bin/sh', args: ['-c', '"$0" -e "$1"; true', process.execPath, SLOW] },
  ],
])('terminal harness: waits while %s works on a key', async (_name, options) => {
  const { terminal } = await openOn(undefined, options);
  await terminal.waitFor('ready');

  await terminal.press('a', 'b');

  expect(terminal.rows().slice(0, 3)).toEqual(['ready', 'answered a', 'answered b']);
});

/** Writes half of a frame, and the other half on a key. */
const HALVES = `process.stdin.setRawMode(true).on('data', () => process.stdout.write('and second\\x1b[?2026l'));
process.stdout.write('\\x1b[?2026hfirst ');`;

test('terminal harness: text counts as shown when its frame is complete', async () => {
  const { terminal } = await openOn(undefined, { args: ['-e', HALVES] });

  const waited = terminal.waitFor('first');
  await vi.waitFor(() => expect(terminal.bytes()).toContain('first'), { timeout: 15_000 });
  await terminal.settle();
  terminal.send('x');

  expect(await waited).toContain('and second');
});
