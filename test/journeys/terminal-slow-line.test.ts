import { afterEach, expect, test } from 'vitest';
import { program } from '../helpers/program.ts';
import { openTerminal, type Terminal } from '../helpers/terminal.ts';

let terminal: Terminal;
afterEach(() => terminal.close());

/** So long that frames and keys come between a question and its answer. */
const AWAY_MS = 150;
const QUESTION = '\x1b[5n';

/** The explorer of the demo, started from a shell, whose terminal is far away. */
async function fromShell(): Promise<void> {
  terminal = await openTerminal({
    command: '/bin/sh',
    args: ['-i'],
    env: { PS1: 'ready> ', ENV: '' },
    answersAfterMs: AWAY_MS,
  });
  await terminal.waitFor('ready>');
  const words = [program.command, ...program.args, '--demo'].map(word => `'${word}'`);
  terminal.send(`${words.join(' ')}\r`);
  await terminal.waitFor(() => terminal.modes().bracketedPasteMode);
  await terminal.waitFor('support-prod');
  // From the first answer on every frame asks.
  while (terminal.bytes().split(QUESTION).length < 4) await terminal.press('j', 'k');
}

/** That nothing but what was typed has come to the shell. */
async function expectQuietShell(): Promise<void> {
  await terminal.waitFor(screen => screen.trimEnd().endsWith('ready>'));
  await terminal.settle(2 * AWAY_MS);
  terminal.send('echo un"touch"ed\r');
  await terminal.waitFor(/^untouched$/m);
  expect(terminal.text()).not.toContain('[0n');
}

test('quitting while the terminal has yet to answer leaves no answer in the shell', async () => {
  await fromShell();

  terminal.send('j');
  terminal.send('\x03\x03');

  await expectQuietShell();
});

test('neither does suspending, and all is there again afterwards', async () => {
  await fromShell();

  terminal.send('jj');
  terminal.send('\x1a');
  await expectQuietShell();
  terminal.send('fg\r');

  await terminal.waitFor(/▸ +order-tracker/);
});

test('keys that come faster than frames can go are all heard, and not all of them are painted', async () => {
  await fromShell();
  const from = terminal.bytes().length;

  for (let pressed = 0; pressed < 15; pressed++) {
    terminal.send('j');
    await new Promise(resolve => setTimeout(resolve, 10));
  }

  await terminal.waitFor(/ 16\/\d+/);
  const frames = terminal.bytes().slice(from).split(QUESTION).length - 1;
  expect(frames).toBeGreaterThan(0);
  expect(frames).toBeLessThan(14);
});
