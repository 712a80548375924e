// @module-tag program

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openExplorer } from '../helpers/explorer.ts';
import { openOn } from '../helpers/journey.ts';
import { pace } from '../helpers/pace.ts';
import { busyMachine } from '../helpers/preload.ts';
import { program } from '../helpers/program.ts';
import type { Terminal, TerminalOptions } from '../helpers/terminal.ts';

let terminal: Terminal;

/** Delay that is long enough for frames and keys between a query and its reply. Milliseconds. */
const AWAY_MS = 150;
const QUESTION = '\x1b[5n';

/** More presses than any line needs until it is known. */
const MOST_PRESSES = 40;

async function open(options: TerminalOptions): Promise<void> {
  ({ terminal } = await openOn(undefined, { ...options, answersAfterMs: AWAY_MS }));
}

async function pressUntil(isReached: () => boolean, ...keys: readonly string[]): Promise<void> {
  for (let pressed = 0; pressed < MOST_PRESSES && !isReached(); pressed++) await terminal.press(...keys);
  expect(isReached(), `reached by ${MOST_PRESSES} times ${keys.join(' ')}:\n${terminal.text()}`).toBe(true);
}

const hasQueries = (): boolean => terminal.bytes().split(QUESTION).length >= 4;

async function fromShell(): Promise<void> {
  await open({ command: '/bin/sh', args: ['-i'], env: { PS1: 'ready> ', ENV: '' } });
  await terminal.waitFor('ready>');
  const words = [program.command, ...program.args, '--demo'].map(word => `'${word}'`);
  terminal.send(`${words.join(' ')}\r`);
  await terminal.waitFor(() => terminal.modes().bracketedPasteMode);
  await terminal.waitFor('support-prod');
  // After the first reply, every frame has a query.
  await pressUntil(hasQueries, 'j', 'k');
}

/** Expects that only typed text has reached the shell. */
async function expectQuietShell(): Promise<void> {
  await terminal.waitFor(screen => screen.trimEnd().endsWith('ready>'));
  await terminal.settle(2 * AWAY_MS * pace);
  terminal.send('echo un"touch"ed\r');
  await terminal.waitFor(/^untouched$/m);
  expect(terminal.text()).not.toContain('[0n');
}

test('slow line: quitting before a reply of the terminal leaves no reply in the shell', async () => {
  await fromShell();

  terminal.send('j');
  terminal.send('\x03\x03');

  await expectQuietShell();
});

test('slow line: suspending leaves no reply in the shell, and fg shows the screen again', async () => {
  await fromShell();

  terminal.send('jj');
  terminal.send('\x1a');
  await expectQuietShell();
  terminal.send('fg\r');

  await terminal.waitFor(/▸ +order-tracker/);
});

test('slow line: keys faster than frames all count, and some frames are skipped', async () => {
  await fromShell();
  const from = terminal.bytes().length;

  // In one piece, and many: a busy machine shows a frame for each key that comes alone, or among the first.
  const keys = 'jk'.repeat(40) + 'j'.repeat(15);
  terminal.send(keys);

  await terminal.waitFor(/ 16\/\d+/);
  const frames = terminal.bytes().slice(from).split(QUESTION).length - 1;
  expect(frames).toBeGreaterThan(0);
  expect(frames).toBeLessThan(keys.length - 1);
});

test('slow line: the spinner turns in dots, which are written less often than a braille cell', async () => {
  const opened = await openExplorer({
    columns: 160,
    rows: 50,
    answersAfterMs: AWAY_MS,
    bytesPerSecond: 5000,
  });
  onTestFinished(opened.close);
  ({ terminal } = opened);
  await terminal.waitFor('support-prod');
  await pressUntil(() => terminal.text().includes('The line to your terminal is slow'), 'j');
  opened.sandbox.fault({ path: '/v1/admin/bots', hang: 'headers', times: 1 });
  const from = terminal.bytes().length;
  const turns = new Set<string>();

  terminal.send('M');

  await terminal.waitFor(screen => {
    const [turn] = /\.{1,3}(?= +loading)/.exec(screen) ?? [];
    if (turn !== undefined) turns.add(turn);
    return turns.size > 2;
  });
  expect(terminal.bytes().slice(from)).not.toMatch(/[\u2800-\u28ff]/);
});

/** Prints all input that the program has left unread. */
const SHELL = `sh -c 'echo $$ >"$HOME/pid"; exec "$@"' sh "$@"
stty raw -echo min 0 time 5
cat -v
echo ' is all of the input'`;

const signal = (name: NodeJS.Signals) => () =>
  process.kill(Number(readFileSync(join(terminal.home, 'pid'), 'utf8')), name);

/** Endings before or while the frame of the last key is written. */
const ENDINGS: Readonly<Record<string, () => unknown>> = {
  'ctrl+c twice': () => terminal.send('\x03\x03'),
  'q until it ends': () => terminal.send('qqqq'),
  'a key and SIGINT': () => [terminal.send('j'), signal('SIGINT')()],
  'a key and SIGTERM': () => [terminal.send('j'), signal('SIGTERM')()],
};

test.each(Object.keys(ENDINGS))(
  'slow line: %s on a busy machine leaves no reply in the shell',
  async ending => {
    await open({
      command: '/bin/sh',
      args: ['-c', SHELL, 'sh', program.command, ...program.args, '--demo'],
      env: busyMachine(2 * AWAY_MS),
    });
    await terminal.waitFor('support-prod');
    await pressUntil(hasQueries, 'j', 'k');
    await terminal.settle(2 * AWAY_MS * pace);

    ENDINGS[ending]?.();

    await terminal.waitFor(/ is all of the input$/m);
    expect(terminal.text()).not.toContain('[0n');
  },
);
