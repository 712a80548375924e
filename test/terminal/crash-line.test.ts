import { expect, it } from 'vitest';
import { crashLine } from '../../src/terminal/process/exit.ts';

const line = (error: unknown) =>
  crashLine(error).replace('botscope stopped because of an internal error. ', '');

it.each([
  ['controls', new Error('a\x1b[2J\x9b\x07b'), 'Error: a^[[2J<U+009B>^Gb\n'],
  ['lines', new TypeError('a\r\n\tb\n'), 'TypeError: a b\n'],
  ['text that turns around', '\u202egpj', '<U+202E>gpj\n'],
  ['half a character', '\ud800', '<U+D800>\n'],
  ['nothing at all', undefined, 'undefined\n'],
  ['what cannot be said', Object.create(null), 'an error without a message\n'],
  ['a novel', 'x'.repeat(500), `${'x'.repeat(200)}…\n`],
])('crash line: is one safe line for %s', (_name, error, expected) => {
  expect(line(error)).toBe(expected);
});
