import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bot } from '../../src/resources/bot.ts';
import { conversation } from '../../src/resources/conversation.ts';
import { issue } from '../../src/resources/issue.ts';
import { ownId, ownIdName, refOf } from '../../src/resources/record-ids.ts';
import { nameOf, rawName } from '../../src/resources/resource.ts';
import { err, ok } from '../../src/text/result.ts';
import { hostileText, INVISIBLE } from '../text/hostile.ts';

describe('an address', () => {
  test('is made of the ids of the parents and the own one', () => {
    expect(refOf(issue, { botId: 'b1' }, 'iss_1')).toEqual(
      ok({
        kind: 'issue',
        ids: { botId: 'b1', issueId: 'iss_1' },
      }),
    );
  });

  test.each(['', '.', '..', '\ud800', 'x'.repeat(513)])('is not made of the id %j', id => {
    expect(refOf(bot, {}, id)).toEqual(err(expect.any(String)));
  });

  test('is not made below a parent whose id is none', () => {
    expect(refOf(issue, { botId: '..' }, 'iss_1')).toEqual(err(expect.any(String)));
  });

  test.each(['...', 'a/b', 'a?b#c', '%2e%2e', 'x'.repeat(512)])('is made of the odd id %j', id => {
    expect(refOf(bot, {}, id)).toEqual(ok({ kind: 'bot', ids: { botId: id } }));
  });

  test('or the reason why there is none is a clean sentence, whatever was typed', () => {
    fc.assert(
      fc.property(hostileText, id => {
        const ref = refOf(bot, {}, id);

        expect(ref.ok ? '' : ref.why).not.toMatch(INVISIBLE);
      }),
    );
  });
});

test('the own id is the last one that a kind has', () => {
  expect(ownIdName(conversation)).toBe('conversationId');
});

test.each([{}, { id: '' }, { id: 7 }, { id: null }])('the record %j has no id', record => {
  expect(ownId(record)).toBeUndefined();
});

describe('the name of a record', () => {
  test('is its name as sent, and clean on the screen', () => {
    expect(rawName(bot, { name: 'a\nb' })).toBe('a\nb');
    expect(nameOf(bot, { name: 'a\nb' })).toBe('a^Jb');
    expect(nameOf(issue, { title: 'It fails' })).toBe('It fails');
  });

  test.each([{}, { name: '' }, { name: '  ' }, { name: 7 }, { name: null }])('is not set in %j', record => {
    expect(rawName(bot, record)).toBeUndefined();
    expect(nameOf(bot, record)).toBe('(no name)');
  });

  test('is not there for a kind that has none', () => {
    expect(rawName(conversation, { name: 'x' })).toBeUndefined();
  });

  test('is at most 200 units long', () => {
    expect(nameOf(bot, { name: 'x'.repeat(100_000) })).toHaveLength(201);
  });
});
