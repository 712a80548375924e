// @module-tag program

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { visibleCells } from '../helpers/cells.ts';
import { spawnSync } from '../helpers/child-process.ts';
import { newFolder } from '../helpers/folder.ts';
import { programInShell } from '../helpers/program.ts';
import { expectSameCells } from '../helpers/repaints.ts';
import { openTerminal, type Terminal } from '../helpers/terminal.ts';

const SCREEN = '/usr/bin/screen';
const TMUX = '/usr/bin/tmux';

let folder: string;
let terminal: Terminal;
/** Number of the tmux server: each test has its own, because the previous one may still be ending. */
let server = 0;
beforeAll(() => {
  folder = newFolder('mux');
  mkdirSync(join(folder, 'sockets'), { mode: 0o700 });
});
afterEach(async () => {
  // Both leave a server running when only their terminal closes.
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
  const args = `-u -f /dev/null -L test-${server} new-session /bin/sh -i ; set status off`.split(' ');
  terminal = await openTerminal({ command: TMUX, args, env: env() });
}

async function visit(): Promise<readonly string[]> {
  await terminal.waitFor(/ready>/);
  terminal.send('echo be"f"ore\r');
  await terminal.waitFor(/^before\nready>/m);
  // Short enough for a line of 80 columns.
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

type ReadCells = () => Promise<readonly (readonly string[])[]>;

const outside: ReadCells = async () => visibleCells(terminal.emulator);

/**
 * Returns the screen as GNU screen stores it, without colours: it has other widths for some characters than
 * our emulator.
 */
const inside: ReadCells = async () => {
  const file = join(folder, `copy-${performance.now()}`);
  spawnSync(SCREEN, ['-X', 'hardcopy', file], { env: { ...process.env, ...env() } });
  while (!existsSync(file) || readFileSync(file, 'utf8') === '') await terminal.settle(20);
  return readFileSync(file, 'utf8')
    .split('\n')
    .map(row => [...row]);
};

async function expectWhole(readCells: ReadCells): Promise<void> {
  await terminal.settle();
  const before = await readCells();
  await terminal.press('ctrl+l');
  await terminal.settle();
  expectSameCells({ before, after: await readCells() });
}

/**
 * Scrolls, also over characters of ambiguous width, resizes the terminal and suspends a field, with
 * checks in between.
 */
async function wander(readCells: ReadCells): Promise<void> {
  await terminal.waitFor(/ready>/);
  terminal.send('eval $BOTSCOPE --demo\r');
  await terminal.waitFor('support-prod');
  await terminal.waitFor('Borealis Air');
  for (const key of [...Array.from({ length: 25 }, () => 'j'), 'k', 'PageDown', 'PageUp', 'g'])
    await terminal.press(key);
  await expectWhole(readCells);
  await terminal.press(':', 'b', 'Escape', 'Enter');
  await terminal.waitFor('Diagnosis');
  await terminal.press('j', 'j', 'PageDown');
  await expectWhole(readCells);
  terminal.resize(100, 30);
  await terminal.waitFor(() => terminal.row(1).length > 90);
  await terminal.press('Escape', 'j', 'PageDown');
  await expectWhole(readCells);
  const isInField = () => terminal.beforeCursor() === ' :a';
  await terminal.press(':', 'a');
  await terminal.waitFor(isInField);
  terminal.send('\x1a');
  await terminal.waitFor(/ready>\s*$/);
  terminal.send('fg\r');
  await terminal.waitFor('HEALTH');
  await terminal.waitFor(isInField);
  await terminal.press('Escape');
  await terminal.waitFor(() => !terminal.cursorVisible());
  await terminal.press('k', 'PageUp');
  await expectWhole(readCells);
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

for (const [name, path, begin, readCells] of [
  ['GNU screen', SCREEN, () => inScreen('altscreen on'), inside],
  ['tmux', TMUX, inTmux, outside],
] as const)
  describe.runIf(existsSync(path))(name, () => {
    test(`${name}: the previous text is back after the end`, async () => {
      await begin();

      expect(filled(await visit())).toEqual(BEFORE_AND_AFTER);
    });

    test(`${name}: a repaint changes no cell`, async () => {
      await begin();

      await wander(readCells);
    });
  });

test.runIf(existsSync(SCREEN))(
  'GNU screen: without an alternate screen, the explorer is cleared and the prompt is at the top',
  async () => {
    await inScreen('altscreen off');

    const rows = await visit();

    expect(filled(rows)).toEqual([`ready> echo af"t"er`, 'after', 'ready>']);
    expect(rows[0]).toContain('ready>');
  },
);
