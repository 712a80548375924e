import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { seenCells } from '../helpers/cells.ts';
import { newFolder } from '../helpers/folder.ts';
import { programInShell } from '../helpers/program.ts';
import { demandSame } from '../helpers/repaints.ts';
import { openTerminal, type Terminal } from '../helpers/terminal.ts';

const SCREEN = '/usr/bin/screen';
const TMUX = '/usr/bin/tmux';

let folder: string;
let terminal: Terminal;
/** Each test has a server of tmux of its own: the one before may still be about to end. */
let server = 0;
beforeAll(() => {
  folder = newFolder('mux');
  mkdirSync(join(folder, 'sockets'), { mode: 0o700 });
});
afterEach(async () => {
  // Both leave a server behind when only their terminal goes.
  for (const [command, args] of [
    [SCREEN, ['-X', 'quit']],
    [TMUX, ['-L', `test-${server}`, 'kill-server']],
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
  server++;
  const args = [
    '-u',
    '-f',
    '/dev/null',
    '-L',
    `test-${server}`,
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
  await terminal.waitFor(/^after\nready>/m);
  expect(terminal.cursorVisible()).toBe(true);
  return terminal.rows();
}

/** What is to be seen, row by row. */
type Look = () => Promise<readonly (readonly string[])[]>;

const outside: Look = async () => seenCells(terminal.emulator);

/** What GNU screen itself has, without colours: how wide some characters are it knows otherwise than our emulator. */
const inside: Look = async () => {
  const file = join(folder, `copy-${performance.now()}`);
  spawnSync(SCREEN, ['-X', 'hardcopy', file], { env: { ...process.env, ...env() } });
  while (!existsSync(file) || readFileSync(file, 'utf8') === '') await terminal.settle(20);
  return readFileSync(file, 'utf8')
    .split('\n')
    .map(row => [...row]);
};

/** The screen, drawn anew, must be the same in every cell: what was written before was enough. */
async function expectWhole(look: Look): Promise<void> {
  await terminal.settle();
  const before = await look();
  await terminal.press('ctrl+l');
  await terminal.settle();
  demandSame({ before, after: await look() });
}

/** Rows that scroll, also with characters of doubtful width, another size, a time in the background. */
async function wander(look: Look): Promise<void> {
  await terminal.waitFor(/ready>/);
  terminal.send('eval $BOTSCOPE --demo\r');
  await terminal.waitFor('support-prod');
  await terminal.waitFor('Borealis Air');
  for (const key of [...Array.from({ length: 25 }, () => 'j'), 'k', 'PageDown', 'PageUp', 'g'])
    await terminal.press(key);
  await expectWhole(look);
  await terminal.press(':', 'b', 'Escape', 'Enter');
  await terminal.waitFor('Diagnosis');
  await terminal.press('j', 'j', 'PageDown');
  await expectWhole(look);
  terminal.resize(100, 30);
  await terminal.waitFor(() => terminal.row(1).length > 90);
  await terminal.press('Escape', 'j', 'PageDown');
  await expectWhole(look);
  terminal.send('\x1a');
  await terminal.waitFor(/ready>\s*$/);
  terminal.send('fg\r');
  await terminal.waitFor('HEALTH');
  await terminal.press('k', 'PageUp');
  await expectWhole(look);
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

  test('drawing the screen anew changes no cell of it', async () => {
    await inScreen('altscreen on');

    await wander(inside);
  });

  test('without a second screen nothing of the explorer is left, and the prompt is at the top', async () => {
    await inScreen('altscreen off');

    const rows = await visit();

    expect(filled(rows)).toEqual([`ready> echo af"t"er`, 'after', 'ready>']);
    expect(rows[0]).toContain('ready>');
  });
});

describe.runIf(existsSync(TMUX))('in tmux', () => {
  test('drawing the screen anew changes no cell of it', async () => {
    await inTmux();

    await wander(outside);
  });

  test('what was there before is there again', async () => {
    await inTmux();

    const rows = await visit();

    expect(filled(rows)).toEqual(BEFORE_AND_AFTER);
  });
});
