import { expect, test } from 'vitest';
import { copySequence } from '../../src/terminal/clipboard.ts';

/** Returns the text that GNU screen passes on to the terminal. */
const throughScreen = (sequence: string) =>
  [...sequence.matchAll(/\x1bP([\s\S]*?)\x1b\\/g)].map(([, inner]) => inner).join('');

test('clipboard: a text is sent complete, with any characters', () => {
  const copy = copySequence('é 日本 "\n', { TERM: 'xterm-256color' });

  expect(copy).toEqual({ via: 'terminal', sequence: '\x1b]52;c;w6kg5pel5pysICIK\x07' });
});

test('clipboard: 74,994 bytes of base64 are sent, one character more is not', () => {
  expect(copySequence('a'.repeat(56_244), {})).toMatchObject({ via: 'terminal' });
  expect(copySequence('a'.repeat(56_246), {})).toEqual({ via: 'none', reason: 'too-long' });
});

test('clipboard: tmux gets the plain and the wrapped sequence', () => {
  const copy = copySequence('id', { TMUX: 'x', TERM: 'screen-256color' });

  expect(copy).toEqual({ via: 'tmux', sequence: '\x1b]52;c;aWQ=\x07\x1bPtmux;\x1b\x1b]52;c;aWQ=\x07\x1b\\' });
});

test.each([
  ['screen', 'screen'],
  ['screen.tmux-256color', 'screen'],
  ['tmux-256color', 'tmux'],
  ['screen-256color', 'tmux'],
])('clipboard: with screen and tmux nested, the inner one gets the sequence: TERM=%s is %s', (TERM, way) => {
  expect(copySequence('id', { TMUX: 'x', STY: 'y', TERM }).via).toBe(way);
});

test('clipboard: screen gets short strings in order', () => {
  const copy = copySequence('x'.repeat(5000), { TERM: 'screen' });
  const plain = copySequence('x'.repeat(5000), {});
  if (copy.via === 'none' || plain.via === 'none') throw new Error('not copied');

  expect(throughScreen(copy.sequence)).toBe(plain.sequence);
  for (const part of copy.sequence.split('\x1b\\')) expect(part.length).toBeLessThanOrEqual(768);
});
