import { expect, test } from 'vitest';
import { nearestWord } from '../../src/text/words.ts';

const WORDS = ['record.delete', 'place.reload', 'app.quit'];

test.each<[word: string, known: readonly string[], meant: string | undefined]>([
  ['record.delte', WORDS, 'record.delete'],
  ['Place.Reload', WORDS, 'place.reload'],
  ['app.qiut', WORDS, 'app.quit'],
  ['', WORDS, undefined],
  ['nothing', WORDS, undefined],
  ['x'.repeat(100_000), WORDS, undefined],
  ['a', [], undefined],
  // Only half of the letters are shared.
  ['edit', ['wait', 'get'], undefined],
  ['lst', ['get'], undefined],
  ['k', ['w'], undefined],
  // A swapped or missing letter is one mistake.
  ['gte', ['wait', 'get'], 'get'],
  ['gt', ['wait', 'get'], 'get'],
  ['wiat', ['wait', 'get'], 'wait'],
])('suggestion: for %.20s of %j it is %s', (word, known, meant) => {
  expect(nearestWord(word, known)).toBe(meant);
});
