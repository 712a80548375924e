// @module-tag program

import { expect, test, vi } from 'vitest';
import { spawnSync } from '../helpers/child-process.ts';
import { expectRestored } from '../helpers/explorer.ts';
import { nodeUnderTest } from '../helpers/program.ts';
import type { Terminal, TerminalOptions } from '../helpers/terminal.ts';
import { fixtureApp, isPrimary, isShown } from './build-fixture.ts';

const fixture = fixtureApp();
let terminal: Terminal;

/** Starts a program that shows rows without an app: until a signal, forever, or because the app fails. */
async function open(wait: 'signal' | 'ever' | 'fail', options: TerminalOptions = {}) {
  terminal = await fixture.start({ args: fixture.args, shell: true, env: { WAIT: wait }, ...options });
  await terminal.waitFor(wait === 'fail' ? 'before' : 'a row below');
}

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
  ['SIGQUIT', 131],
] as const)('first rows: %s before the app runs leaves the terminal as it was', async (signal, code) => {
  await open('ever');

  terminal.kill(signal);

  expect((await terminal.exit).code).toBe(code);
  expectRestored(terminal);
  expect(terminal.text().trimEnd()).toBe('before');
});

test('first rows: an app that cannot be loaded is reported on the primary screen', async () => {
  await open('fail', { columns: 120 });

  expect((await terminal.exit).code).toBe(70);
  expectRestored(terminal);
  expect(terminal.text()).toContain(
    'botscope stopped because of an internal error. Error: broken while loading',
  );
});

test('first rows: a terminal lost before the app runs ends the program', async () => {
  await open('signal');

  terminal.hangUp();
  terminal.kill('SIGUSR2');

  await vi.waitFor(() => expect(terminal.code()).toBe(129), { timeout: 15_000 });
});

test('first rows: keys typed before the app runs are not echoed and go to the app', async () => {
  await open('signal');

  terminal.send('jjj');
  await terminal.settle();
  expect(terminal.text()).not.toContain('jjj');
  terminal.kill('SIGUSR2');

  await terminal.waitFor('j 3 times');
  expect(terminal.text()).not.toContain('a row below');
  expect(terminal.bytes().split('\u001b[?1049h')).toHaveLength(2);
});

test('first rows: rows follow the size of the terminal', async () => {
  await open('ever');

  terminal.resize(100, 30);
  await terminal.waitFor('rows for 100 x 30');
  terminal.resize(60, 10);
  await terminal.waitFor('rows for 60 x 10');

  expect(terminal.row(1)).toBe('a row below');
});

test('first rows: suspended before the app runs, the shell gets its terminal, and fg shows the rows again', async () => {
  terminal = await fixture.start({ command: '/bin/sh', args: ['-i'], env: { PS1: 'ready> ', ENV: '' } });
  await terminal.waitFor('ready>');
  terminal.send(`WAIT=signal '${nodeUnderTest}' ${fixture.args.join(' ')}\r`);
  await terminal.waitFor(isShown(terminal, 'a row below'));

  const { stdout } = spawnSync('pgrep', ['-P', String(terminal.pid())], { encoding: 'utf8' });
  process.kill(Number(stdout), 'SIGTSTP');
  await terminal.waitFor(isPrimary(terminal));
  await terminal.waitFor(/Stopped.*ready>/s);
  expect(terminal.cursorVisible()).toBe(true);
  terminal.send('echo 4$((1 + 1))\r');
  await terminal.waitFor('42');
  terminal.send('fg\r');

  await terminal.waitFor(isShown(terminal, 'a row below'));
  process.kill(Number(stdout), 'SIGUSR2');
  await terminal.waitFor(isShown(terminal, 'j 0 times'));
});
