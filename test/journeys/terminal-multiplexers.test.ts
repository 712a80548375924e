import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { programInShell } from '../helpers/program.ts';
import { openTerminal, type Terminal } from '../helpers/terminal.ts';

const SCREEN = '/usr/bin/screen';
const TMUX = '/usr/bin/tmux';

let folder: string;
let terminal: Terminal;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'botscope-mux-'));
  mkdirSync(join(folder, 'sockets'), { mode: 0o700 });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
afterEach(async () => {
  // Both leave a server behind when only their terminal goes.
  for (const [command, args] of [
    [SCREEN, ['-X', 'quit']],
    [TMUX, ['-L', 'test', 'kill-server']],
  ] as const)
    spawnSync(command, args, { env: { ...process.env, ...env() } });
  await terminal.close();
});

const env = () => ({
  SCREENDIR: join(folder, 'sockets'),
  TMUX_TMPDIR: folder,
  PS1: 'ready> ',
  ENV: '',
  BOTSCOPE: programInShell,
});

async function inScreen(setting: string): Promise<void> {
  const file = join(folder, `${setting.replace(' ', '-')}.rc`);
  writeFileSync(file, `startup_message off\ndefutf8 on\nvbell off\n${setting}\n`);
  terminal = await openTerminal({ command: SCREEN, args: ['-U', '-c', file, '/bin/sh'], env: env() });
}

async function inTmux(): Promise<void> {
  const args = [
    '-u',
    '-f',
    '/dev/null',
    '-L',
    'test',
    'new-session',
    '/bin/sh',
    '-i',
    ';',
    'set',
    'status',
    'off',
  ];
  terminal = await openTerminal({ command: TMUX, args, env: env() });
}

/** Some lines of before, then the explorer, left again, then a command. */
async function visit(): Promise<readonly string[]> {
  await terminal.waitFor(/ready>/);
  terminal.send('echo be"f"ore\r');
  await terminal.waitFor(/^before$/m);
  // In a line of 80.
  terminal.send('eval $BOTSCOPE --demo\r');
  await terminal.waitFor(/support-prod/);
  await terminal.press('j', 'Enter');
  await terminal.waitFor(/Diagnosis/);
  terminal.send(':q\r');
  await terminal.waitFor(/ready> $|ready>$/m);
  await terminal.settle();
  terminal.send('echo af"t"er\r');
  await terminal.waitFor(/^after$/m);
  expect(terminal.cursorVisible()).toBe(true);
  return terminal.rows();
}

const BEFORE_AND_AFTER = [
  'ready> echo be"f"ore',
  'before',
  expect.stringMatching(/^ready> .*--demo$/),
  'ready> echo af"t"er',
  'after',
  'ready>',
];
const filled = (rows: readonly string[]) => rows.filter(row => row !== '');

describe.runIf(existsSync(SCREEN))('in GNU screen', () => {
  test('with a second screen, what was there before is there again', async () => {
    await inScreen('altscreen on');

    const rows = await visit();

    expect(filled(rows)).toEqual(BEFORE_AND_AFTER);
  });

  test('without a second screen nothing of the explorer is left, and the prompt is at the top', async () => {
    await inScreen('altscreen off');

    const rows = await visit();

    expect(filled(rows)).toEqual([`ready> echo af"t"er`, 'after', 'ready>']);
    expect(rows[0]).toContain('ready>');
  });
});

describe.runIf(existsSync(TMUX))('in tmux', () => {
  test('what was there before is there again', async () => {
    await inTmux();

    const rows = await visit();

    expect(filled(rows)).toEqual(BEFORE_AND_AFTER);
  });
});
