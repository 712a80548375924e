import { expect, test } from 'vitest';
import { nearestWord } from '../../src/text/suggest.ts';

const WORDS = ['record.delete', 'place.reload', 'app.quit'];

test.each([
  ['record.delte', 'record.delete'],
  ['Place.Reload', 'place.reload'],
  ['app.qiut', 'app.quit'],
])('%s was meant to be %s', (word, meant) => {
  expect(nearestWord(word, WORDS)).toBe(meant);
});

test.each(['', 'nothing', 'x'.repeat(100_000)])('nobody knows what was meant by %.20s', word => {
  expect(nearestWord(word, WORDS)).toBeUndefined();
});

test('among no words none is near', () => {
  expect(nearestWord('a', [])).toBeUndefined();
});
