import { expect, onTestFinished, test } from 'vitest';
import { deleteMany } from '../../src/deletion/delete.ts';
import { memoryStorage, unfinishedDeletes } from '../../src/deletion/journal.ts';
import { safe } from '../../src/text/sanitise.ts';
import { clientOf } from '../api/test-client.ts';
import { startSandbox } from '../helpers/sandbox.ts';

test('batch: a DELETE that waits for the end of a 429 is not sent once it is stopped, and its entry is closed', async () => {
  const sandbox = await startSandbox({ bots: 3 });
  onTestFinished(sandbox.close);
  sandbox.fault({ method: 'DELETE', status: 429, headers: { 'retry-after': '30' }, times: 1 });
  const targets = sandbox.idsOf('bot', {}).map(botId => ({
    ref: { kind: 'bot', ids: { botId } },
    record: undefined,
  }));
  const stopping = new AbortController();
  const { signal } = stopping;
  const { journal, ...storage } = memoryStorage();

  const results = await deleteMany(
    targets,
    {
      ...storage,
      journal,
      client: clientOf(sandbox),
      readAgain: async () => ({ ok: false, failure: { kind: 'no-connection' } }),
      now: Date.now,
      waitSignal: signal,
    },
    {
      isStopped: () => signal.aborted,
      onBegin: index => {
        if (index === 1) setImmediate(() => stopping.abort());
      },
    },
  );

  expect(results).toMatchObject([
    { end: 'not-deleted', failure: { kind: 'throttled' } },
    { end: 'unsent', failure: { kind: 'cancelled' } },
  ]);
  expect(sandbox.requests.map(({ method }) => method)).toEqual(['DELETE']);
  expect(journal.entries().map(({ stage, sent }) => [stage, sent])).toEqual([
    ['sending', undefined],
    ['not-deleted', undefined],
    ['sending', undefined],
    ['not-deleted', false],
  ]);
  expect(unfinishedDeletes(journal.entries())).toEqual([]);
});

test('batch: ends after a DELETE whose outcome the journal does not take, because the next would lack it too', async () => {
  const sandbox = await startSandbox({ bots: 3 });
  onTestFinished(sandbox.close);
  const targets = sandbox.idsOf('bot', {}).map(botId => ({
    ref: { kind: 'bot', ids: { botId } },
    record: undefined,
  }));
  const { journal, ...storage } = memoryStorage();

  const results = await deleteMany(
    targets,
    {
      ...storage,
      journal: { ...journal, add: entry => (entry.stage === 'sending' ? undefined : safe`the disk is full`) },
      client: clientOf(sandbox),
      readAgain: async () => ({ ok: false, failure: { kind: 'no-connection' } }),
      now: Date.now,
    },
    { isStopped: () => false },
  );

  expect(results).toMatchObject([{ end: expect.any(String), unwritten: 'the disk is full' }]);
  expect(sandbox.requests.map(({ method }) => method)).toEqual(['DELETE']);
});
