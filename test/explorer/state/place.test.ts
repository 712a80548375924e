import { expect, test } from 'vitest';
import { idsInKey, isListOf, keyOf, listKey, placeKey } from '../../../src/explorer/state/place.ts';
import { botPlace, LIST } from '../../helpers/fake-explorer.ts';

test('place key: is the same for the same ids in any order', () => {
  expect(keyOf({ kind: 'issue', ids: { botId: 'b', issueId: 'i' } })).toBe(
    keyOf({ kind: 'issue', ids: { issueId: 'i', botId: 'b' } }),
  );
});

test('place key: differs by id, kind and screen', () => {
  const keys = [
    keyOf({ kind: 'bot', ids: { botId: 'a' } }),
    keyOf({ kind: 'bot', ids: { botId: 'b' } }),
    keyOf({ kind: 'issue', ids: { botId: 'a', issueId: 'a' } }),
    keyOf({ kind: 'issue', ids: { botId: 'a', issueId: 'b' } }),
    placeKey(LIST),
    placeKey({ screen: 'start' }),
  ];

  expect(new Set(keys).size).toBe(keys.length);
});

test('place key: raw text has the key of its record', () => {
  expect(placeKey({ screen: 'raw', ref: { kind: 'bot', ids: { botId: 'a' } } })).toBe(
    placeKey(botPlace('a')),
  );
});

test('place key: ids with line breaks and percent signs survive and do not collide', () => {
  const all = [
    { botId: 'a\nissueId=b', issueId: 'c' },
    { botId: 'a', issueId: 'b\nissueId=c' },
    { botId: 'a%0AissueId=b', issueId: 'c' },
    { botId: '%25', issueId: '=\ud800=%' },
  ];

  expect(new Set(all.map(ids => keyOf({ kind: 'issue', ids }))).size).toBe(all.length);
  expect(all.map(ids => idsInKey(keyOf({ kind: 'issue', ids }), 'issue'))).toEqual(all);
  expect(idsInKey(keyOf({ kind: 'bot', ids: { botId: 'a' } }), 'issue')).toBeUndefined();
});

test('place key: the list of a kind differs from that of a kind with the same prefix', () => {
  expect(isListOf(listKey('bot', {}), 'bot')).toBe(true);
  expect(isListOf(listKey('bot', { workspaceId: 'w' }), 'bot')).toBe(true);
  expect(isListOf(listKey('botRelease', {}), 'bot')).toBe(false);
});
