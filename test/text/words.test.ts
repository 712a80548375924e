import { expect, test } from 'vitest';
import { nearestWord } from '../../src/text/words.ts';

const WORDS = ['record.delete', 'place.reload', 'app.quit'];

test.each([
  ['record.delte', 'record.delete'],
  ['Place.Reload', 'place.reload'],
  ['app.qiut', 'app.quit'],
])('suggestion: for %s it is %s', (word, meant) => {
  expect(nearestWord(word, WORDS)).toBe(meant);
});

test.each([
  ['edit', ['wait', 'get']],
  ['lst', ['get']],
  ['k', ['w']],
])('suggestion: for %s there is none that shares only half of its letters', (word, known) => {
  expect(nearestWord(word, known)).toBeUndefined();
});

test.each([
  ['gte', 'get'],
  ['gt', 'get'],
  ['wiat', 'wait'],
])('suggestion: for %s a swapped or missing letter is one mistake: %s', (word, meant) => {
  expect(nearestWord(word, ['wait', 'get'])).toBe(meant);
});

test.each(['', 'nothing', 'x'.repeat(100_000)])('suggestion: there is none for %.20s', word => {
  expect(nearestWord(word, WORDS)).toBeUndefined();
});

test('suggestion: there is none without known words', () => {
  expect(nearestWord('a', [])).toBeUndefined();
});
