// @module-tag program

import { expect, test } from 'vitest';
import { spawnSync } from '../helpers/child-process.ts';
import type { ExplorerRun } from '../helpers/explorer.ts';
import { journeys } from '../helpers/journey.ts';

const { journey, open } = journeys();

/** Creates a random generator with a fixed seed, for numbers below `end`. */
function numbers(seed: number): (end: number) => number {
  let state = seed;
  return end => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * end);
  };
}

const KEYS = [...'jjkGgy?:aCtm', '\x1b[6~', '\r', '\x1b', '\x05', '\x04'];
const RESIZES = 100;

async function atRest({ terminal }: ExplorerRun): Promise<string> {
  await terminal.settle();
  return terminal.styled();
}

async function redrawn(explorer: ExplorerRun): Promise<string> {
  const from = explorer.terminal.bytes().length;
  explorer.terminal.send('\x0c');
  while (!explorer.terminal.bytes().slice(from).includes('\x1b[J')) await explorer.terminal.settle();
  return atRest(explorer);
}

test(`resize: after ${RESIZES} random resizes a repaint changes no cell`, async () => {
  const opened = await open({ sandbox: { latency: 20 } });
  const { terminal } = opened;
  const below = numbers(1);

  for (let resizes = 0; resizes < RESIZES; ) {
    for (let burst = 1 + below(6); burst > 0; burst--, resizes++) {
      terminal.resize(1 + below(200), 1 + below(60));
      if (below(2) === 0) terminal.send(KEYS[below(KEYS.length)] ?? 'j');
      if (below(3) === 0) await terminal.settle();
    }
    // The program sees the same size again, but the emulator has cut off the text in between.
    const { cols, rows } = terminal.emulator;
    terminal.resize(1, 1);
    terminal.resize(cols, rows);
    let before = await atRest(opened);
    let after = await redrawn(opened);
    // A response may have arrived in between: compare once more.
    if (before !== after) [before, after] = [await atRest(opened), await redrawn(opened)];

    expect(after).toBe(before);
  }
});

/** Sets a size that programs can set for a pseudo-terminal, but users cannot. */
function stty({ terminal }: ExplorerRun, columns: number, rows: number): void {
  const { stdout } = spawnSync('ps', ['-o', 'tty=', '-p', String(terminal.pid())], { encoding: 'utf8' });
  const size = ['cols', String(columns), 'rows', String(rows)];
  const { status, stderr } = spawnSync('stty', ['-F', `/dev/${stdout.trim()}`, ...size], {
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([0, '']);
}

test.skipIf(process.platform !== 'linux')(
  'resize: sizes of 0x0 and 1000x2 are tolerated, and the next valid size is painted correctly',
  async () => {
    const opened = await open({ first: /▸ +support-prod/ });
    const { terminal } = opened;

    for (const [columns, rows] of [
      [0, 0],
      [1000, 2],
      [0, 24],
      [80, 0],
    ] as const) {
      // Below 30x8 a key does nothing; a size of 0 counts as 80x24.
      stty(opened, columns, rows);
      await terminal.settle();
      await terminal.press('j');
    }
    stty(opened, 80, 24);
    await terminal.waitFor(/▸ +rebooking/);
    const before = await atRest(opened);

    expect(await redrawn(opened)).toBe(before);
    expect(terminal.row(22)).toMatch(/^ 4\/\d+\+/);
  },
);

journey('expand: ctrl+e hides the breadcrumbs and shows them again', [
  ['Ctrl-E', screen => screen.startsWith('─ Bots')],
  ['Ctrl-E', screen => screen.startsWith(' botscope')],
]);

journey('repaint: ctrl+l restores a screen that another program wrote on, also with a dialog', [
  ['?', 'Help'],
  async run => {
    const { terminal } = run;
    const whole = await atRest(run);
    await new Promise<void>(done =>
      terminal.emulator.write('\x1b[5;1H\x1b[31mWALL: the machine goes down\x1b[m', done),
    );
    expect(terminal.styled()).not.toBe(whole);

    expect(await redrawn(run)).toBe(whole);
  },
]);
