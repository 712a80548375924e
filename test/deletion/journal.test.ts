import { expect, onTestFinished, test } from 'vitest';
import { deleteMany } from '../../src/deletion/delete.ts';
import {
  createJournal,
  type JournalEntry,
  memoryStorage,
  unfinishedDeletes,
} from '../../src/deletion/journal.ts';
import { openNotice } from '../../src/explorer/actions/delete/unfinished.ts';
import { safe } from '../../src/text/sanitise.ts';
import { clientOf } from '../api/test-client.ts';
import { startSandbox } from '../helpers/sandbox.ts';

const entry = (own: string, stage: JournalEntry['stage']): JournalEntry => ({
  at: '2026-11-21T09:00:00.000Z',
  delete: own,
  profile: 'api.example 5d0c',
  kind: 'bot',
  ids: { botId: own },
  method: 'DELETE',
  path: `/v1/admin/bots/${own}`,
  stage,
});

test('journal: invalid lines are skipped', () => {
  const lines = [
    JSON.stringify(entry('a', 'sending')),
    '',
    'null',
    '[]',
    '{"delete":"b"}',
    // A stage of a newer version.
    JSON.stringify({ ...entry('b', 'sending'), stage: 'exploded' }),
    JSON.stringify({ ...entry('b', 'sending'), ids: { botId: 1 } }),
    JSON.stringify(entry('c', 'gone')).slice(0, 40),
  ];
  const journal = createJournal({ append: () => undefined, read: () => lines });

  expect(journal.entries().map(each => each.delete)).toEqual(['a', 'b']);
});

test('journal: a delete is unfinished while its last stage is sending or unknown', () => {
  const entries = [
    entry('done', 'sending'),
    entry('lost', 'sending'),
    entry('killed', 'sending'),
    entry('done', 'deleted'),
    entry('lost', 'unknown'),
    entry('looked-up', 'unknown'),
    entry('looked-up', 'not-deleted'),
    entry('later', 'sending'),
    entry('later', 'ended-as-a-newer-version-says'),
  ];

  expect(unfinishedDeletes(entries).map(each => each.delete)).toEqual(['lost', 'killed']);
});

test.each<readonly [JournalEntry['ids'], string]>([
  [{}, 'bot without an id and 1 more'],
  [{ botId: '' }, 'bot without an id and 1 more'],
  [{ botId: 'bot_1' }, 'bot bot_1 and 1 more'],
])('unfinished deletes: the notice names the first of those with %j', (ids, words) => {
  const storage = { ...memoryStorage(), profile: 'api.example 5d0c' };
  for (const each of [{ ...entry('a', 'sending'), ids }, entry('b', 'sending')]) storage.journal.add(each);

  expect(openNotice(storage, Date.now)?.text).toBe(
    `The delete of ${words} never finished. :unfinished checks it.`,
  );
});

test('unfinished deletes: a journal that cannot be read is reported as that, not as empty', () => {
  const { journal } = memoryStorage();
  const lines = (): never => {
    throw new Error('it is a device');
  };

  expect(openNotice({ ...memoryStorage(), journal: { ...journal, lines } }, Date.now)?.text).toContain(
    'The journal of deletes cannot be read',
  );
});

test('batch: ends after a DELETE whose outcome the journal does not take, because the next would lack it too', async () => {
  const sandbox = await startSandbox({ bots: 3 });
  onTestFinished(sandbox.close);
  const storage = memoryStorage();

  const results = await deleteMany(
    sandbox.idsOf('bot', {}).map(botId => ({ ref: { kind: 'bot', ids: { botId } }, record: undefined })),
    {
      ...storage,
      journal: {
        ...storage.journal,
        add: ({ stage }) => (stage === 'sending' ? undefined : safe`the disk is full`),
      },
      client: clientOf(sandbox),
      readAgain: async () => ({ ok: false, failure: { kind: 'no-connection' } }),
      now: Date.now,
    },
    { isStopped: () => false },
  );

  expect(results).toMatchObject([{ end: expect.any(String), unwritten: 'the disk is full' }]);
  expect(sandbox.requests.map(({ method }) => method)).toEqual(['DELETE']);
});
