import { execFileSync } from 'node:child_process';
import { closeSync, openSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { constants } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { startSandbox } from '../../src/sandbox/service.ts';
import { newFolder } from '../helpers/folder.ts';
import { makeHome, SETTINGS } from '../helpers/home.ts';
import { programInShell } from '../helpers/program.ts';
import { openTerminal, type Terminal, type TerminalOptions } from '../helpers/terminal.ts';

const ALTERNATE = '\x1b[?1049h';
/** A fault on demand: there is none to be had from outside. */
const FAULT = "process.on('SIGUSR2', () => { throw new Error('boom'); });";

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function openIn(options: TerminalOptions): Promise<Terminal> {
  const terminal = await openTerminal(options);
  closing.push(terminal.close);
  return terminal;
}

/** Started with a profile whose token comes when the test says so: until then the name is there and nothing else. */
async function openNamed(options: Omit<TerminalOptions, 'env'> = {}) {
  const sandbox = await startSandbox({});
  closing.push(sandbox.close);
  const pipe = join(newFolder('nameplate'), 'pipe');
  execFileSync('/bin/sh', ['-c', 'mkfifo "$0"', pipe]);
  const where = `url: "${sandbox.baseUrl}", workspace: ${sandbox.workspaceId}`;
  const home = makeHome({
    [SETTINGS]: `profile: slow\nprofiles:\n  slow: {${where}, token_command: [cat, "${pipe}"]}\n`,
    'fault.cjs': FAULT,
  });
  closing.push(home.remove, () => {
    // Whoever still waits for a token hears that none comes.
    closeSync(openSync(pipe, 'r+'));
  });
  const env = { ...home.env, NODE_OPTIONS: `--require ${join(home.folder, 'fault.cjs')}` };
  const terminal = await openIn({ ...options, env });
  await terminal.waitFor('botscope');
  return { terminal, giveToken: () => writeFile(pipe, sandbox.token) };
}

function expectRestored(terminal: Terminal): void {
  const { before, after } = terminal.settings();
  expect(after).toBe(before);
  expect(terminal.altScreen()).toBe(false);
  expect(terminal.cursorVisible()).toBe(true);
  expect(terminal.modes()).toMatchObject({ wraparoundMode: true });
}

/** The environment of a program that ends as soon as it is to be read. */
function unreadable(): Readonly<Record<string, string>> {
  const file = join(newFolder('unreadable'), 'fault.cjs');
  writeFileSync(file, "require('node:vm').Script = class { constructor() { throw new Error('boom'); } };");
  return { NODE_OPTIONS: `--require ${file}` };
}

test('the name of the program is there before the program, where the first screen has it', async () => {
  const { terminal, giveToken } = await openNamed();

  expect(terminal.altScreen()).toBe(true);
  expect(terminal.cursorVisible()).toBe(false);
  expect(terminal.text().trim()).toBe('botscope');
  const at = terminal.row(0).indexOf('botscope');
  await giveToken();

  await terminal.waitFor('support-prod');
  expect(terminal.row(0).indexOf('botscope')).toBe(at);
  expect(terminal.bytes().split(ALTERNATE)).toHaveLength(2);
});

test('what is typed ahead is not seen, and not lost', async () => {
  const { terminal, giveToken } = await openNamed();

  terminal.send('?');
  await terminal.settle();
  expect(terminal.row(0)).toBe(' botscope?');
  const echoed = terminal.emulator.buffer.active.getLine(0)?.getCell(' botscope'.length);
  expect(echoed?.isInvisible()).not.toBe(0);
  await giveToken();

  await terminal.waitFor('Esc closes');
});

test.each([
  ['SIGTERM', 143],
  ['SIGINT', 130],
  ['SIGHUP', 129],
  ['SIGQUIT', 131],
] as const)('%s ends it, and the terminal is as it was', async (signal, code) => {
  const { terminal } = await openNamed({ shell: true });

  terminal.kill(signal);

  expect((await terminal.exit).code).toBe(code);
  expectRestored(terminal);
});

test('Ctrl-C ends it, and the terminal is as it was', async () => {
  const { terminal } = await openNamed();

  terminal.send('\x03');

  expect(await terminal.exit).toMatchObject({ signal: constants.signals.SIGINT });
  expect(terminal.altScreen()).toBe(false);
  expect(terminal.cursorVisible()).toBe(true);
});

test('a fault is told where the shell is', async () => {
  const { terminal } = await openNamed({ shell: true });

  terminal.kill('SIGUSR2');

  await terminal.exit;
  expectRestored(terminal);
  expect(terminal.text()).toContain('boom');
});

test('it ends with its terminal', async () => {
  const { terminal } = await openNamed();
  const pid = terminal.pid();

  terminal.hangUp();

  await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow('ESRCH'), { timeout: 15_000 });
});

test('Ctrl-Z gives the terminal back, and fg goes on', async () => {
  const script = `set -m\n${programInShell}\necho "stopped $?"\nread go\nfg`;
  const { terminal, giveToken } = await openNamed({ command: '/bin/sh', args: ['-c', script] });

  terminal.send('\x1a');
  await terminal.waitFor('stopped 148');
  expect(terminal.altScreen()).toBe(false);
  expect(terminal.cursorVisible()).toBe(true);
  terminal.send('\r');
  await giveToken();

  await terminal.waitFor('support-prod');
  expect(terminal.altScreen()).toBe(true);
});

test('a setting that is refused is told where the shell is', async () => {
  const env = { BP_TOKEN: 'bp_pat_abc', BP_WORKSPACE_ID: 'two words' };
  const terminal = await openIn({ env, shell: true });

  expect((await terminal.exit).code).toBe(2);
  expectRestored(terminal);
  expect(terminal.bytes()).toContain(ALTERNATE);
  expect(terminal.text()).toContain('cannot be a workspace id');
});

test('a program that cannot be read is told where the shell is', async () => {
  const terminal = await openIn({ env: unreadable(), shell: true });

  expect((await terminal.exit).code).toBe(1);
  expectRestored(terminal);
  expect(terminal.bytes()).toContain(ALTERNATE);
  expect(terminal.text()).toContain('boom');
});

test.each([
  ['a variable', { ACCESSIBLE: '1' }, ''],
  ['the settings file', {}, 'screen_reader: true\n'],
])('a screen reader that %s speaks of hears no name', async (_of, env, settings) => {
  const home = makeHome({ [SETTINGS]: settings });
  closing.push(home.remove);
  const terminal = await openIn({ env: { ...home.env, ...env } });

  await terminal.waitFor('What botscope needs');
  expect(terminal.bytes()).not.toContain(ALTERNATE);
});

test.each<readonly [string, TerminalOptions]>([
  ['79 columns', { columns: 79 }],
  ['7 rows', { rows: 7 }],
  ['a dumb terminal', { env: { TERM: 'dumb' } }],
  ['a flag', { flags: ['--read-only'] }],
])('with %s it is not shown before the program', async (_with, options) => {
  const terminal = await openIn({ ...options, env: { ...unreadable(), ...options.env } });

  expect((await terminal.exit).code).toBe(1);
  expect(terminal.bytes()).not.toContain(ALTERNATE);
});
