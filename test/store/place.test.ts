import { expect, test } from 'vitest';
import { keyOf, placeKey } from '../../src/store/place.ts';
import { botPlace, LIST } from './fake-explorer.ts';

test('the same address has the same key, whatever the order of its ids', () => {
  expect(keyOf('issue', { botId: 'b', issueId: 'i' })).toBe(keyOf('issue', { issueId: 'i', botId: 'b' }));
});

test('other ids, other kinds and lists have other keys', () => {
  const keys = [
    keyOf('bot', { botId: 'a' }),
    keyOf('bot', { botId: 'b' }),
    keyOf('issue', { botId: 'a', issueId: 'a' }),
    keyOf('issue', { botId: 'a', issueId: 'b' }),
    placeKey(LIST),
    placeKey({ screen: 'start' }),
  ];

  expect(new Set(keys).size).toBe(keys.length);
});

test('raw text shows the same record', () => {
  expect(placeKey({ screen: 'raw', ref: { kind: 'bot', ids: { botId: 'a' } } })).toBe(
    placeKey(botPlace('a')),
  );
});
