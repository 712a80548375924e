// @module-tag program

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { expectRestored } from '../../helpers/explorer.ts';
import { newFolder } from '../../helpers/folder.ts';
import { busyMachine } from '../../helpers/preload.ts';
import type { Terminal, TerminalOptions } from '../../helpers/terminal.ts';
import { fixtureApp } from '../build-fixture.ts';

const fixture = fixtureApp();
let terminal: Terminal;

async function open(options: TerminalOptions = {}) {
  terminal = await fixture.open({ shell: true, ...options });
}

/** Ends the program by SIGTERM, after which the terminal is as it was, with these lines. */
async function expectEnd(...lines: readonly string[]): Promise<void> {
  terminal.kill('SIGTERM');
  expect((await terminal.exit).code).toBe(143);
  expectRestored(terminal);
  expect(terminal.text().trimEnd()).toBe(screenAfter(...lines));
}

const screenAfter = (...lines: readonly string[]) => ['before', ...lines].join('\n');
const fault = 'botscope stopped because of an internal error. Error:';

it.each([
  ['the key q', 0, screenAfter('goodbye'), () => terminal.send('q')],
  ['a key that throws', 70, screenAfter(`${fault} thrown ^[]0;evil^G by a key`), () => terminal.send('x')],
  ['a rejected promise', 70, screenAfter(`${fault} rejected`), () => terminal.send('u')],
  ['a failure while rendering', 70, screenAfter(`${fault} broken while rendering`), () => terminal.send('r')],
  ['a broken pipe', 129, screenAfter(), () => terminal.send('p')],
])('exit: after %s the terminal is as it was, and the code says why', async (_name, code, screen, end) => {
  await open({ columns: 120, repliesToStatus: false });

  end();

  expect((await terminal.exit).code).toBe(code);
  expectRestored(terminal);
  expect(terminal.text().trimEnd()).toBe(screen);
});

it('exit: after SIGTERM the terminal is restored, although work is running', async () => {
  await open({ env: { STUCK: 'yes' } });

  terminal.kill('SIGTERM');

  expect((await terminal.exit).code).toBe(143);
  expectRestored(terminal);
});

it('exit: raw mode stays on until the reply is read, so that none is echoed', async () => {
  const notes = join(newFolder('raw'), 'notes');
  await open({ env: { RAW_NOTES: notes }, answersAfterMs: 300 });
  const from = readFileSync(notes, 'utf8');

  await expectEnd();
  // Raw mode is not off for a moment in between.
  expect(readFileSync(notes, 'utf8').slice(from.length)).toMatch(/^(true\n)*(false\n)+$/);
});

it('exit: another app can follow one that gave the terminal back', async () => {
  await open();

  for (const _ of [1, 2]) {
    await terminal.press('j');
    await terminal.waitFor('j 1 ');
    terminal.send('n');
    await terminal.waitFor(screen => terminal.altScreen() && screen.includes('j 0 '));
  }

  await expectEnd('between', 'between');
});

it('exit: giving the terminal back reads the reply first, so that none is echoed', async () => {
  await open({ env: busyMachine(300), answersAfterMs: 150 });

  terminal.send('n');
  await terminal.waitFor(() => terminal.altScreen() && terminal.bytes().includes('between'));

  await expectEnd('between');
});

it('exit: SIGUSR1 starts no debugger, and warnings of Node do not reach the screen', async () => {
  await open();
  const before = terminal.text();

  terminal.kill('SIGUSR1');
  await terminal.press('w');
  await terminal.waitFor('last "w"');

  expect(terminal.text().replace(/last .*/, 'last')).toBe(before);
});
