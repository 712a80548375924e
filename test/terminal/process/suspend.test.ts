// @module-tag program

import { describe, expect, it, vi } from 'vitest';
import { spawnSync } from '../../helpers/child-process.ts';
import { isAlive, nodeUnderTest } from '../../helpers/program.ts';
import type { Terminal } from '../../helpers/terminal.ts';
import { fixtureApp, isPrimary, isShown } from '../build-fixture.ts';

const fixture = fixtureApp();
let terminal: Terminal;

it('suspend: Ctrl-Z gives the terminal to the shell, and fg brings the program back as it was, repeatedly', async () => {
  terminal = await fixture.start({ command: '/bin/sh', args: ['-i'], env: { PS1: 'ready> ', ENV: '' } });
  await terminal.waitFor('ready>');
  // Like npx: the job has another process besides the program.
  terminal.send(`sh -c '"${nodeUnderTest}" ${fixture.args.join(' ')}; echo "left with $?"'\r`);
  await terminal.waitFor(isShown(terminal, 'j 0 times'));
  await terminal.press('j');

  for (const count of [1, 2]) {
    await terminal.press('ctrl+z');
    await terminal.waitFor(isPrimary(terminal));
    await terminal.waitFor(/Stopped.*ready>\s*$/s);
    expect(terminal.cursorVisible()).toBe(true);
    expect(terminal.modes()).toMatchObject({
      bracketedPasteMode: false,
      wraparoundMode: true,
      sendFocusMode: false,
    });
    terminal.send('clear; echo 4$((1 + 1))\r');
    await terminal.waitFor(/^42\nready>/m);
    terminal.send('fg\r');
    await terminal.waitFor(isShown(terminal, `j ${count} `));
    expect(terminal.modes()).toMatchObject({
      bracketedPasteMode: true,
      wraparoundMode: false,
      sendFocusMode: true,
    });
    await terminal.press('j');
    await terminal.waitFor(`j ${count + 1} `);
  }
  await terminal.press('q');

  await terminal.waitFor(/goodbye\s+left with 0/);
  terminal.send('exit\r');
  await terminal.exit;
});

describe('an end behind the shell', () => {
  // Without line editing the shell writes plain text and keeps the terminal's settings.
  const begin = async () => {
    const args = ['--norc', '--noprofile', '--noediting', '-i'];
    terminal = await fixture.start({ command: '/bin/bash', args, env: { PS1: 'ready> ' } });
    await terminal.waitFor('ready>');
    terminal.send('stty -g\r');
    await terminal.waitFor(/ready> .*ready>/s);
    terminal.send(`'${nodeUnderTest}' ${fixture.args.join(' ')}\r`);
    await terminal.waitFor(isShown(terminal, 'j 0 times'));
    // The replies have been read: left over by a stopped program, they would be typed into the shell.
    await terminal.settle();
  };
  const jobPid = async () => {
    terminal.send('clear; jobs -p\r');
    await terminal.waitFor(/^\d+$/m);
    return Number(/^\d+$/m.exec(terminal.text())?.[0]);
  };
  const gone = async (pid: number) => {
    await vi.waitFor(() => expect(isAlive(pid)).toBe(false), { timeout: 10_000 });
  };

  it.each([
    ['SIGTERM', 'kill %1', 'Terminated'],
    ['SIGHUP', 'kill -HUP %1', 'Hangup'],
    ['SIGTERM, after bg has been tried', 'bg; sleep 1; kill %1', 'Terminated'],
  ])('suspend: of %s is at once, and does not touch the terminal', async (_name, command, told) => {
    await begin();
    terminal.send('\x1a');
    await terminal.waitFor(isPrimary(terminal));
    await terminal.waitFor(/Stopped.*ready>/s);
    const pid = await jobPid();
    const before = terminal.bytes().length;

    terminal.send(`${command}\r`);

    await gone(pid);
    terminal.send('\r');
    await terminal.waitFor(told);
    expect(terminal.bytes().slice(before)).not.toContain('\x1b');
  });

  it('suspend: an exit in the background after SIGSTOP leaves the screen', async () => {
    await begin();
    // The shell is notified and takes the terminal back.
    const { stdout } = spawnSync('pgrep', ['-P', String(terminal.pid())], { encoding: 'utf8' });
    const pid = Number(stdout.trim());
    process.kill(pid, 'SIGSTOP');
    await terminal.waitFor('ready>');
    await terminal.settle();

    // Enter first: a reply that the stopped program has not read is typed into the shell.
    terminal.send('\rkill %1\r');

    await gone(pid);
    terminal.send('\r');
    await terminal.waitFor('Terminated');
    expect(terminal.altScreen()).toBe(false);
    expect(terminal.cursorVisible()).toBe(true);
  });

  it('suspend: bg stops the program again, and fg continues it', async () => {
    await begin();
    await terminal.press('j');
    terminal.send('\x1a');
    await terminal.waitFor(/Stopped.*ready>/s);

    terminal.send('clear; bg\r');
    await terminal.waitFor(/ready>/);
    terminal.send('sleep 1; jobs\r');
    await terminal.waitFor(/Stopped/);
    terminal.send('fg\r');

    await terminal.waitFor(isShown(terminal, 'j 1 '));
    await terminal.press('j');
    await terminal.waitFor('j 2 ');
  });
});

it('suspend: without a shell Ctrl-Z lends the terminal only for a moment', async () => {
  terminal = await fixture.open();

  terminal.send('\x1a');
  await terminal.waitFor(isPrimary(terminal));
  await terminal.waitFor(isShown(terminal, 'j 0 times'));

  await terminal.press('j');
  await terminal.waitFor('j 1 ');
});

it('suspend: after SIGSTOP and SIGCONT the screen is redrawn', async () => {
  terminal = await fixture.open();
  const { bytes, kill, emulator } = terminal;

  kill('SIGSTOP');
  await new Promise<void>(resolve => emulator.write('\x1b[H\x1b[2Jthe shell was here', resolve));
  expect(terminal.text()).not.toContain('j 0');
  const before = bytes().length;
  kill('SIGCONT');

  await terminal.waitFor(isShown(terminal, 'j 0 times'));
  expect(bytes().slice(before)).toContain('\x1b[?1049h');
});
