// @module-tag program

import { expect } from 'vitest';
import type { ExplorerRun } from '../helpers/explorer.ts';
import { atRest, ends, journeys, take } from '../helpers/journey.ts';
import { preload } from '../helpers/preload.ts';
import type { Terminal } from '../helpers/terminal.ts';

const { journey } = journeys();

for (const [options, sentence] of [
  [{ env: { TERM: 'dumb' } }, 'needs a terminal that moves its cursor'],
  [{ flags: ['--skin', 'pink'] }, 'Unknown skin "pink"'],
] as const)
  journey(`start: ${JSON.stringify(options)} is refused with a reason and exit code 2`, [
    { start: { ...options, columns: 120, first: sentence } },
    ends(2),
    ({ terminal }) => expect(terminal.bytes()).not.toContain('\x1b[?1049h'),
  ]);

journey('BOTSCOPE_ASCII: no other character draws marks and lines', [
  { start: { env: { BOTSCOPE_ASCII: '1' } } },
  ['a', 'raw YAML', /^ > /m, 'Up Down choose', screen => !/[─│▸·…›↑↓✗✓]/.test(screen)],
]);

const hasTitle =
  (title: string) =>
  ({ terminal }: ExplorerRun): void =>
    expect(terminal.title()).toBe(title);

journey('title: it shows the profile while the explorer has the terminal, and no name of a record', [
  { start: { shell: true, title: 'the shell', flags: ['--title', '--profile', 'same'], hasProfile: true } },
  ['Enter', 'registration_failed'],
  hasTitle('botscope · same'),
  async run => {
    const { altScreen, kill } = run.terminal;
    await take(run, ['`\x1a`', () => !altScreen()], hasTitle('the shell'), () => kill('SIGCONT'), [
      '',
      altScreen,
      'registration_failed',
    ]);
  },
  hasTitle('botscope · same'),
  ({ terminal }) => terminal.quit(),
  hasTitle('the shell'),
]);

journey('bell: --bell of an older command line is accepted', [{ start: { flags: ['--bell'] } }]);

const turns =
  (form: RegExp) =>
  async ({ terminal }: ExplorerRun): Promise<void> => {
    const seen = new Set<string | undefined>();
    await terminal.waitFor(screen => seen.add(form.exec(screen)?.[0]).size > (seen.has(undefined) ? 3 : 2));
  };

for (const [what, flags, spinner] of [
  ['a braille cell', [], /[\u2800-\u28ff](?= loading)/],
  ['a line', ['--ascii'], /[|/\\-](?= loading)/],
] as const)
  journey(`spinner: ${what} turns beside the words of slow work`, [
    // On a line that is measured as slow, the spinner is dots.
    { start: { flags, repliesToStatus: false } },
    'GET /v1/admin/bots hang times=1',
    ['`M`'],
    turns(spinner),
  ]);

const ground = ({ emulator }: Terminal, x: number, y: number) =>
  emulator.buffer.active.getLine(y)?.getCell(x)?.getBgColor();
const LIGHT_GROUND = 0xfbfbf8;

/** The program waits 100 ms for the background colour: too short for a harness on a busy machine. */
const patient = preload(`const { setTimeout } = globalThis;
globalThis.setTimeout = (run, ms, ...more) => setTimeout(run, ms === 100 ? 20_000 : ms, ...more);`);

journey('skin: the background colour is queried before the first screen, and the reply is no key', [
  { start: { flags: ['--skin', 'auto'], env: { COLORTERM: 'truecolor', ...patient }, first: /^/ } },
  async ({ terminal }) => {
    const { promise: isPainted, resolve } = Promise.withResolvers<boolean>();
    terminal.emulator.parser.registerOscHandler(11, () => {
      terminal.send('\x1b]11;rgb:ffff/ffff/ffff\x07');
      resolve(terminal.altScreen());
      return true;
    });
    expect(await isPainted).toBe(false);
  },
  ['', 'support-prod'],
  ['j', /▸ +support-staging/],
  ({ terminal }) => expect(ground(terminal, 0, 0)).toBe(LIGHT_GROUND),
]);

for (const [env, isLinking] of [
  [{ TERM: 'xterm-kitty' }, true],
  [{ TERM: 'xterm-256color' }, false],
  [{ TERM: 'tmux-256color', TMUX: 'x', TERM_PROGRAM: 'tmux', TERM_PROGRAM_VERSION: '3.3a' }, false],
] as const)
  journey(`links: with ${JSON.stringify(env)} complete URLs are links: ${isLinking}`, [
    { start: { env } },
    ['Esc', 'Workspace profile'],
    ['G Enter', 'https://borealis.example'],
    atRest,
    ({ terminal }) => {
      const form = /\x1b\]8;;(https:[^\x1b\x07]*)\x1b\\(.*?)\x1b\]8;;\x1b\\/g;
      const links = [...terminal.bytes().matchAll(form)];
      expect(links.length > 0).toBe(isLinking);
      for (const [, target, shown] of links) expect(shown?.replace(/\x1b\[[\d;]*[a-zA-Z]/g, '')).toBe(target);
    },
  ]);
