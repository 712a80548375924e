import { expect, test } from 'vitest';
import { viewProblems } from '../../../../src/explorer/dialogs/palette/meaning.ts';

test('saved views that lead somewhere are no problem', () => {
  expect(viewProblems({ stale: 'bots?filter=updated>90d', one: 'bot/b_1', 'v1.2-x': 'ws' })).toEqual([]);
});

test('saved views that lead nowhere are told at the start, by their names', () => {
  const problems = viewProblems({ lost: 'nowhere/1', broken: 'bot/%zz', unread: 'conversation/b/c' });

  expect(problems).toEqual([
    'views.lost: "nowhere/1" is not a place: nothing is called "nowhere"',
    'views.broken: "bot/%zz" is not a place: a "%" in it stands for no character',
    'views.unread: "conversation/b/c" cannot be shown: the API reads no Conversations',
  ]);
});

test('a name that nobody could type after :view is told, without what would act on the terminal', () => {
  expect(viewProblems({ 'two words\u001b[2J': 'bots' })).toEqual([
    'views.two words^[[2J: a name is a word of at most 40 letters',
  ]);
});
