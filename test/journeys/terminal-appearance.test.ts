// @module-tag program

import { afterEach, expect, test } from 'vitest';
import { type ExplorerRun, openExplorer } from '../helpers/explorer.ts';

let opened: ExplorerRun;
afterEach(() => opened.close());

async function open(options: Parameters<typeof openExplorer>[0]): Promise<ExplorerRun> {
  opened = await openExplorer(options);
  return opened;
}

test.each([
  [{ env: { TERM: 'dumb' } }, 'needs a terminal that moves its cursor'],
  [{ flags: ['--skin', 'pink'] }, 'Unknown skin "pink"'],
] as const)('start: %j is refused with a reason and exit code 2', async (options, sentence) => {
  const { terminal } = await open({ ...options, columns: 120 });

  expect((await terminal.exit).code).toBe(2);
  expect(terminal.text()).toContain(sentence);
  expect(terminal.bytes()).not.toContain('\x1b[?1049h');
});

test('BOTSCOPE_ASCII: no other character draws marks and lines', async () => {
  const { terminal } = await open({ env: { BOTSCOPE_ASCII: '1' } });
  await terminal.waitFor('support-prod');
  await terminal.press('a');
  await terminal.waitFor('raw YAML');

  expect(terminal.text()).toMatch(/^ > /m);
  expect(terminal.text()).toContain('Up Down choose');
  expect(terminal.text()).not.toMatch(/[─│▸·…›↑↓✗✓]/);
});

test('title: it shows the profile while the explorer has the terminal, and no name of a record', async () => {
  const { terminal } = await open({
    shell: true,
    flags: ['--title', '--profile', 'same'],
    hasProfile: true,
  });
  terminal.emulator.write('\x1b]0;the shell\x1b\\');
  await terminal.waitFor('support-prod');
  await terminal.press('Enter');
  await terminal.waitFor('registration_failed');
  expect(terminal.title()).toBe('botscope · same');

  terminal.send('\x1a');
  await terminal.waitFor(() => !terminal.altScreen());
  expect(terminal.title()).toBe('the shell');
  terminal.kill('SIGCONT');
  await terminal.waitFor(() => terminal.altScreen());
  await terminal.waitFor('registration_failed');
  expect(terminal.title()).toBe('botscope · same');

  await terminal.quit();
  expect(terminal.title()).toBe('the shell');
});

test('bell: --bell of an older command line is accepted', async () => {
  const { terminal } = await open({ flags: ['--bell'] });

  await terminal.waitFor('support-prod');
});

test.each([
  ['a braille cell', [], /[\u2800-\u28ff](?= loading)/],
  ['a line', ['--ascii'], /[|/\\-](?= loading)/],
] as const)('spinner: %s turns beside the words of slow work', async (_, flags, spinner) => {
  // On a line that is measured as slow, the spinner is dots.
  const { terminal, sandbox } = await open({ flags, repliesToStatus: false });
  await terminal.waitFor('support-prod');
  sandbox.fault({ path: '/v1/admin/bots', hang: 'headers', times: 1 });
  const turns = new Set<string>();

  terminal.send('M');

  await terminal.waitFor(screen => {
    const [turn] = spinner.exec(screen) ?? [];
    if (turn !== undefined) turns.add(turn);
    return turns.size > 2;
  });
});

test('skin: --skin sets it, and :skin changes it', async () => {
  const { terminal } = await open({ flags: ['--skin', 'light'], env: { COLORTERM: 'truecolor' } });
  await terminal.waitFor('support-prod');
  const back = (x: number, y: number) => terminal.emulator.buffer.active.getLine(y)?.getCell(x)?.getBgColor();
  expect([back(0, 0), back(79, 23), back(40, 10)]).toEqual([0xfbfbf8, 0xfbfbf8, 0xfbfbf8]);

  await terminal.press(':');
  await terminal.paste('skin high-contrast');
  await terminal.press('Enter');
  await terminal.waitFor(() => [back(0, 0), back(79, 23), back(40, 10)].every(colour => colour === 0));
});

test('skin: the colours change while skins are chosen in the palette, and Esc brings the present ones back', async () => {
  const { terminal } = await open({ flags: ['--skin', 'light'], env: { COLORTERM: 'truecolor' } });
  await terminal.waitFor('support-prod');
  const back = () => terminal.emulator.buffer.active.getLine(10)?.getCell(40)?.getBgColor();
  const light = back();

  await terminal.press(':', ...'skin high');
  await terminal.waitFor(() => back() !== light);
  await terminal.press('Escape');

  await terminal.waitFor(screen => back() === light && !screen.includes('Go to or run'));
});

// The program waits 100 ms for the reply: on a busy machine ours may come later.
test('skin: the background colour is queried before the first screen, and the reply is no key', {
  retry: 2,
}, async () => {
  const { terminal } = await open({ flags: ['--skin', 'auto'], env: { COLORTERM: 'truecolor' } });
  await terminal.waitFor(() => terminal.bytes().includes('\x1b]11;?'));
  expect(terminal.altScreen()).toBe(false);
  terminal.send('\x1b]11;rgb:ffff/ffff/ffff\x07');

  await terminal.waitFor('support-prod');
  await terminal.press('j');
  await terminal.waitFor(/▸ +support-staging/);

  expect(terminal.emulator.buffer.active.getLine(0)?.getCell(0)?.getBgColor()).toBe(0xfbfbf8);
});

test.each([
  [{ TERM: 'xterm-kitty' }, true],
  [{ TERM: 'xterm-256color' }, false],
  [{ TERM: 'tmux-256color', TMUX: 'x', TERM_PROGRAM: 'tmux', TERM_PROGRAM_VERSION: '3.3a' }, false],
] as const)('links: with %j complete URLs are links: %s', async (env, isLinking) => {
  const { terminal } = await open({ env });
  await terminal.waitFor('support-prod');
  await terminal.press('Escape');
  await terminal.waitFor('https://borealis.example');
  await terminal.settle();

  const links = [...terminal.bytes().matchAll(/\x1b\]8;;(https:[^\x1b\x07]*)\x1b\\(.*?)\x1b\]8;;\x1b\\/g)];
  expect(links.length > 0).toBe(isLinking);
  for (const [, target, shown] of links) expect(shown?.replace(/\x1b\[[\d;]*[a-zA-Z]/g, '')).toBe(target);
});
