import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import {
  colourDepth,
  queryBackground,
  shadeOf,
  supportsLinks,
  supportsScrolling,
} from '../../src/terminal/capabilities.ts';

test.each([
  [{ TERM: 'xterm' }, '16'],
  [{}, '16'],
  [{ TERM: 'linux' }, '16'],
  [{ TERM: 'xterm-256color' }, '256'],
  [{ TERM: 'foot' }, '256'],
  [{ TERM: 'xterm', COLORTERM: 'truecolor' }, 'all'],
  [{ TERM: 'tmux-256color', COLORTERM: '24bit' }, 'all'],
  [{ TERM: 'xterm-direct' }, 'all'],
  [{ TERM: 'vt100' }, 'mono'],
  [{ TERM: 'xterm-256color', NO_COLOR: '1', COLORTERM: 'truecolor' }, 'mono'],
  [{ TERM: 'xterm-256color', NO_COLOR: '' }, '256'],
])('terminal capabilities: %j means %s colours', (env, depth) => {
  expect(colourDepth(env)).toBe(depth);
});

test.each([
  [{ TERM: 'xterm-kitty' }, true],
  [{ TERM: 'xterm-256color', VTE_VERSION: '7200' }, true],
  [{ TERM: 'xterm-256color', TERM_PROGRAM: 'iTerm.app' }, true],
  [{ TERM: 'xterm-256color' }, false],
  [{ TERM: 'linux' }, false],
  [{ TERM: 'tmux-256color', TMUX: 'x', TERM_PROGRAM: 'tmux', TERM_PROGRAM_VERSION: '3.4' }, true],
  [
    {
      TERM: 'tmux-256color',
      TMUX: 'x',
      TERM_PROGRAM: 'tmux',
      TERM_PROGRAM_VERSION: '3.3a',
      VTE_VERSION: '7200',
    },
    false,
  ],
  [{ TERM: 'xterm-kitty', STY: '1.x' }, false],
])('terminal capabilities: links with %j: %s', (env, isLinking) => {
  expect(supportsLinks(env)).toBe(isLinking);
});

test.each([
  ['\x1b]11;rgb:0000/0000/0000\x1b\\', 'dark'],
  ['\x1b]11;rgb:ffff/ffff/ffff\x07', 'light'],
  ['\x1b]11;rgb:1e/1e/2e\x07', 'dark'],
  ['\x1b]11;rgba:fdfd/f6f6/e3e3/ffff\x07', 'light'],
  ['\x1b]10;rgb:ffff/ffff/ffff\x07', undefined],
  ['\x1b[?64;1;2c', undefined],
])('terminal capabilities: the background reply %j is %s', (reply, shade) => {
  expect(shadeOf(reply)).toBe(shade);
});

test('terminal capabilities: a terminal without a reply delays the start no longer than its time limit', async () => {
  const input = new EventEmitter();
  const asked: string[] = [];

  const shade = queryBackground(input, question => asked.push(question), 5);
  input.emit('reply', '\x1b[?64;1;2c');

  expect(await shade).toBeUndefined();
  expect(asked).toEqual(['\x1b]11;?\x1b\\']);
  expect(input.listenerCount('reply')).toBe(0);
});

test.each([
  ['xterm-256color', true],
  ['xterm-kitty', true],
  ['screen.xterm-256color', true],
  ['tmux-256color', true],
  ['linux', true],
  ['vt220', true],
  ['dumb', false],
  ['', false],
  ['strange', false],
  ['vt52', false],
])('terminal capabilities: scroll regions of TERM=%j: %s', (TERM, canScroll) => {
  expect(supportsScrolling({ TERM })).toBe(canScroll);
  expect(supportsScrolling({})).toBe(false);
});
