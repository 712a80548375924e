import { expect, test } from 'vitest';
import { viewProblems } from '../../../src/explorer/dialogs/own-preferences.ts';

test('saved views: valid places cause no message', () => {
  expect(viewProblems({ stale: 'bots?filter=updated>90d', one: 'bot/b_1', 'v1.2-x': 'ws' })).toEqual([]);
});

test('saved views: invalid places are reported by name at the start', () => {
  const problems = viewProblems({ lost: 'nowhere/1', broken: 'bot/%zz', unread: 'conversation/b/c' });

  expect(problems).toEqual([
    'views.lost: "nowhere/1" is not a place: unknown kind "nowhere"',
    'views.broken: "bot/%zz" is not a place: it has a "%" that encodes no character',
    `views.unread: "conversation/b/c" cannot be shown: the API can't show conversations`,
  ]);
});

test('saved views: a name that cannot be typed after :view is reported without control characters', () => {
  expect(viewProblems({ 'two words\u001b[2J': 'bots' })).toEqual([
    'views.two words^[[2J: a name is a word of at most 40 letters',
  ]);
});
