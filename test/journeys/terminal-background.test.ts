// @module-tag program

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { programInShell } from '../helpers/program.ts';
import { openTerminal, type Terminal } from '../helpers/terminal.ts';

let terminal: Terminal;
afterEach(() => terminal.close());

/**
 * Runs a shell with job control that starts the program with `&`, waits until it is stopped, and runs `rest`.
 */
async function started(rest: string): Promise<void> {
  const script = `set -m
stty -g >"$HOME/before"
${programInShell} --demo &
until ps -o stat= -p $! | grep -q T; do sleep 0.05; done
${rest}
echo "ended with $?"
stty -g >"$HOME/after"`;
  terminal = await openTerminal({ command: '/bin/sh', args: ['-c', script] });
}

const settings = (when: 'before' | 'after'): string => readFileSync(join(terminal.home, when), 'utf8');

test.each([
  ['TERM', 143],
  ['HUP', 129],
  ['QUIT', 131],
  ['INT', 130],
])('background job: ended with SIG%s, it has written nothing to the terminal', async (signal, code) => {
  // For `wait` of a shell, a stopped job has a status too.
  const wait = 'while wait $!; code=$?; [ $code = 150 ]; do sleep 0.05; done; (exit $code)';
  await started(`kill -${signal} $!; kill -CONT $!; ${wait}`);

  await terminal.waitFor(`ended with ${code}`);
  await terminal.exit;
  expect(terminal.bytes()).not.toContain('\x1b');
  expect(settings('after')).toBe(settings('before'));
});

test('background job: brought to the foreground, it shows its screen', async () => {
  await started('fg');
  await terminal.waitFor('support-prod');
  expect(terminal.altScreen()).toBe(true);

  await terminal.press('q', 'q', 'q').catch(() => undefined);
  await terminal.waitFor('ended with 0');
  await terminal.exit;
  expect(terminal.altScreen()).toBe(false);
  expect(settings('after')).toBe(settings('before'));
});
