import { expect, onTestFinished, test } from 'vitest';
import { deleteMany } from '../../src/deletion/delete.ts';
import { memoryStorage, unfinishedDeletes } from '../../src/deletion/journal.ts';
import { safe } from '../../src/text/sanitise.ts';
import { clientOf } from '../api/test-client.ts';
import { startSandbox } from '../helpers/sandbox.ts';

async function threeBots() {
  const sandbox = await startSandbox({ bots: 3 });
  onTestFinished(sandbox.close);
  const ids = sandbox.idsOf('bot', {});
  return {
    sandbox,
    targets: ids.map(botId => ({ ref: { kind: 'bot', ids: { botId } }, record: undefined })),
    dependencies: {
      ...memoryStorage(),
      client: clientOf(sandbox),
      readAgain: async () => ({ ok: false, failure: { kind: 'no-connection' } }) as const,
      now: Date.now,
    },
  };
}

test('batch: a DELETE that waits for the end of a 429 is not sent once it is stopped, and its entry is closed', async () => {
  const { sandbox, targets, dependencies } = await threeBots();
  const { journal } = dependencies;
  sandbox.fault({ method: 'DELETE', status: 429, headers: { 'retry-after': '30' }, times: 1 });
  const stopping = new AbortController();
  const { signal } = stopping;

  const results = await deleteMany(
    targets,
    { ...dependencies, waitSignal: signal },
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
  const { sandbox, targets, dependencies } = await threeBots();
  const { journal } = dependencies;

  const results = await deleteMany(
    targets,
    {
      ...dependencies,
      journal: { ...journal, add: entry => (entry.stage === 'sending' ? undefined : safe`the disk is full`) },
    },
    { isStopped: () => false },
  );

  expect(results).toMatchObject([{ end: expect.any(String), unwritten: 'the disk is full' }]);
  expect(sandbox.requests.map(({ method }) => method)).toEqual(['DELETE']);
});
