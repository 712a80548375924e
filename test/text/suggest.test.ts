import { expect, test } from 'vitest';
import { nearestWord } from '../../src/text/suggest.ts';

const WORDS = ['record.delete', 'place.reload', 'app.quit'];

test.each([
  ['record.delte', 'record.delete'],
  ['Place.Reload', 'place.reload'],
  ['app.qiut', 'app.quit'],
])('suggestion: for %s it is %s', (word, meant) => {
  expect(nearestWord(word, WORDS)).toBe(meant);
});

test.each(['', 'nothing', 'x'.repeat(100_000)])('suggestion: there is none for %.20s', word => {
  expect(nearestWord(word, WORDS)).toBeUndefined();
});

test('suggestion: there is none without known words', () => {
  expect(nearestWord('a', [])).toBeUndefined();
});
