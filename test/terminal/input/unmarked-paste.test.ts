import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { REPLY } from '../../../src/terminal/acknowledgements.ts';
import { isUnmarkedPaste } from '../../../src/terminal/input/splitter.ts';
import { fedSplitter } from '../fed-splitter.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const TEXT = 'Something is wrong with the bot since this morning,\nq\nq\nplease look at it: 9f3c21ab';

test.each([
  '9f3c21ab-4d0e-4a53-9d1e-0c5b7a1e2f34',
  '9f3c21ab-4d0e-4a53-9d1e-0c5b7a1e2f34\r',
  'intver_01J9ZK4T2M8Q',
  'https://dash.example.org/w/x',
  '/v1/admin/bots/abc',
  'bots?filter=dev:true&sort=-updatedAt',
  'bot/9f3c21ab-4d0e-4a53/issues/iss_01J',
  TEXT,
])('unmarked paste: %j in one read is a paste', text => {
  const input = fedSplitter();

  input.feed(text);
  input.later(60);

  expect(input.keys()).toEqual([`\x1b[200~${text}\x1b[201~`]);
  expect(input.alone()).toEqual([false]);
});

test('unmarked paste: a reply in the same read is not part of it', () => {
  const input = fedSplitter();

  input.feed(`${REPLY}9f3c21ab-4d0e-4a53${REPLY}-9d1e-0c5b7a1e2f34\r`);
  input.later(60);

  expect(input.keys()).toEqual(['\x1b[200~9f3c21ab-4d0e-4a53-9d1e-0c5b7a1e2f34\r\x1b[201~']);
  expect(input.replies).toEqual([REPLY, REPLY]);
});

test.each([
  'j'.repeat(300),
  'jk'.repeat(100),
  'support-prod\r',
  'support-prod-2024',
  ':bot 9f3c21ab-4d0e-4a53-9d1e-0c5b7a1e2f34\r',
  '/updated>2024-01-01 name:x',
  '1234',
  'jjjj\r\x1b[B\x1b[Bjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjabcdefghijklmnopqrstuvw',
  'delete 40\r',
])('unmarked paste: %j in one read is keys typed ahead', text => {
  expect(isUnmarkedPaste(text)).toBe(false);
});

describe('a long one', () => {
  test('unmarked paste: a long one in several reads is one paste, last letters included', () => {
    const input = fedSplitter();

    input.feed(TEXT);
    input.later(10);
    input.feed('q');
    input.later(60);

    expect(input.keys()).toEqual([`\x1b[200~${TEXT}q\x1b[201~`]);
  });

  test('unmarked paste: a long one does not delay Ctrl-C', () => {
    const input = fedSplitter();

    input.feed(TEXT);
    input.feed('\x03');

    expect(input.keys().at(-1)).toBe('\x03');
  });
});
