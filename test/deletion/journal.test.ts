import { expect, test } from 'vitest';
import { type Entry, journalOn, memoryJournal, unfinished } from '../../src/deletion/journal.ts';

const entry = (own: string, stage: Entry['stage']): Entry => ({
  at: '2026-11-21T09:00:00.000Z',
  delete: own,
  profile: 'api.example 5d0c',
  kind: 'bot',
  ids: { botId: own },
  method: 'DELETE',
  path: `/v1/admin/bots/${own}`,
  stage,
});

test('what was written is read back, in its order', () => {
  const journal = memoryJournal();
  const written = [entry('a', 'sending'), { ...entry('a', 'deleted'), status: 200, ms: 12 }];
  for (const each of written) expect(journal.add(each)).toBeUndefined();

  expect(journal.entries()).toEqual(written);
});

test('a line that is no entry is left out, the others stay', () => {
  const lines = [
    JSON.stringify(entry('a', 'sending')),
    '',
    'null',
    '[]',
    '{"delete":"b"}',
    // A stage that a later version may have.
    JSON.stringify({ ...entry('b', 'sending'), stage: 'exploded' }),
    JSON.stringify({ ...entry('b', 'sending'), ids: { botId: 1 } }),
    JSON.stringify(entry('c', 'gone')).slice(0, 40),
  ];
  const journal = journalOn({ append: () => undefined, read: () => lines });

  expect(journal.entries().map(each => each.delete)).toEqual(['a', 'b']);
});

test('unfinished are those whose last word is that they were sent, or that nobody knows', () => {
  const entries = [
    entry('done', 'sending'),
    entry('lost', 'sending'),
    entry('killed', 'sending'),
    entry('done', 'deleted'),
    entry('lost', 'unknown'),
    entry('looked-up', 'unknown'),
    entry('looked-up', 'not-deleted'),
    entry('later', 'sending'),
    entry('later', 'ended-as-a-later-version-says'),
  ];

  expect(unfinished(entries).map(each => each.delete)).toEqual(['lost', 'killed']);
});
