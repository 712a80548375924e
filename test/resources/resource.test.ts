import { describe, expect, test } from 'vitest';
import { bot } from '../../src/resources/bot.ts';
import { conversation } from '../../src/resources/conversation.ts';
import { issue } from '../../src/resources/issue.ts';
import { nameOf, ownId, ownIdName, rawName, refOf } from '../../src/resources/resource.ts';
import { err, ok } from '../../src/text/result.ts';

describe('references', () => {
  test('reference: has the ids of the parents and of the record', () => {
    expect(refOf(issue, { botId: 'b1' }, 'iss_1')).toEqual(
      ok({
        kind: 'issue',
        ids: { botId: 'b1', issueId: 'iss_1' },
      }),
    );
  });

  test('reference: an invalid id of a parent is refused', () => {
    expect(refOf(issue, { botId: '..' }, 'iss_1')).toEqual(err(expect.any(String)));
  });
});

test('reference: the own id is the last of a kind', () => {
  expect(ownIdName(conversation)).toBe('conversationId');
});

test.each([{}, { id: '' }, { id: 7 }, { id: null }])('reference: the record %j has no id', record => {
  expect(ownId(record)).toBeUndefined();
});

describe('names of records', () => {
  test('record name: is unchanged as data, and clean on the screen', () => {
    expect(rawName(bot, { name: 'a\nb' })).toBe('a\nb');
    expect(nameOf(bot, { name: 'a\nb' })).toBe('a^Jb');
    expect(nameOf(issue, { title: 'It fails' })).toBe('It fails');
  });

  test.each([{}, { name: '' }, { name: '  ' }, { name: 7 }, { name: null }])(
    'record name: is unset in %j',
    record => {
      expect(rawName(bot, record)).toBeUndefined();
      expect(nameOf(bot, record)).toBe('(no name)');
    },
  );

  test('record name: is unset for a kind without names', () => {
    expect(rawName(conversation, { name: 'x' })).toBeUndefined();
  });

  test('record name: has at most 200 units', () => {
    expect(nameOf(bot, { name: 'x'.repeat(100_000) })).toHaveLength(201);
  });
});
