import { expect, test } from 'vitest';
import { idsInKey, isListOf, keyOf, listKey, placeKey } from '../../../src/explorer/state/place.ts';
import { botPlace, LIST } from '../../helpers/fake-explorer.ts';

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

test('ids with line breaks and percent signs make keys of their own, and come out of them again', () => {
  const all = [
    { botId: 'a\nissueId=b', issueId: 'c' },
    { botId: 'a', issueId: 'b\nissueId=c' },
    { botId: 'a%0AissueId=b', issueId: 'c' },
    { botId: '%25', issueId: '=\ud800=%' },
  ];

  expect(new Set(all.map(ids => keyOf('issue', ids))).size).toBe(all.length);
  expect(all.map(ids => idsInKey(keyOf('issue', ids), 'issue'))).toEqual(all);
  expect(idsInKey(keyOf('bot', { botId: 'a' }), 'issue')).toBeUndefined();
});

test('the lists of a kind are told from those of a kind whose name begins alike', () => {
  expect(isListOf(listKey('bot', {}), 'bot')).toBe(true);
  expect(isListOf(listKey('bot', { workspaceId: 'w' }), 'bot')).toBe(true);
  expect(isListOf(listKey('botRelease', {}), 'bot')).toBe(false);
});
