import { expect, test } from 'vitest';
import { createRequestLog } from '../../../../src/api/request-log.ts';
import { memoryStorage } from '../../../../src/deletion/journal.ts';
import { withLocalRecords } from '../../../../src/explorer/actions/load/local-records.ts';
import { backup, journalEntry } from '../../../../src/resources/local-kinds.ts';

const COUNT = 100;

test.each([
  ['the journal', journalEntry.list],
  ['the list of backups', backup.list],
])(
  'local records: %s is read once for all its pages, and again when it is opened again',
  async (_which, list) => {
    const memory = memoryStorage();
    let reads = 0;
    const counted =
      <T>(values: readonly T[]) =>
      () => {
        reads++;
        return values;
      };
    const deleteStorage = {
      ...memory,
      journal: { ...memory.journal, lines: counted(Array(COUNT).fill(undefined)) },
      backups: { ...memory.backups, list: counted(Array.from({ length: COUNT }, (_, at) => `${at}.json`)) },
    };
    const requestLog = createRequestLog();
    const client = withLocalRecords(undefined, {
      deleteStorage,
      now: () => 0,
      requestLog,
      used: () => [],
    });
    if (list === undefined) throw new Error('it must have a list');

    for (const opening of [1, 2]) {
      const ids: unknown[] = [];
      for (let page: string | undefined; ; ) {
        const outcome = await client.send(list, {}, page === undefined ? {} : { page });
        if (!outcome.ok) throw new Error(outcome.failure.kind);
        ids.push(...outcome.value.items.map(({ id }) => id));
        page = outcome.value.next;
        if (page === undefined) break;
      }
      expect([new Set(ids).size, reads]).toEqual([COUNT, opening]);
    }
  },
);
