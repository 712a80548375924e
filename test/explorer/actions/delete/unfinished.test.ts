import { expect } from 'vitest';
import { type JournalEntry, memoryStorage } from '../../../../src/deletion/journal.ts';
import type { Failure } from '../../../../src/failure.ts';
import { type FakeExplorer, startOnBots } from '../../../helpers/fake-explorer.ts';
import { bots } from '../../../helpers/fake-service.ts';
import { answer, kept, scenes, wait } from '../../../helpers/scenes.ts';

let storage = memoryStorage();

/** The first entry of a delete, years before the clock of the explorer. */
const sent = (botId: string, changes: object = {}) =>
  ({
    at: '2021-11-21T09:00:00.000Z',
    delete: `of ${botId}`,
    profile: 'sandbox',
    kind: 'bot',
    ids: { botId },
    method: 'DELETE',
    path: `/v1/admin/bots/${botId}`,
    stage: 'sending',
    ...changes,
  }) as JournalEntry;

const checking =
  (...entries: readonly JournalEntry[]) =>
  async (): Promise<FakeExplorer> => {
    storage = { ...memoryStorage(), sender: { pid: process.pid, host: 'here', timeoutMs: 1000 } };
    storage.journal.add(...entries);
    const started = await startOnBots(bots(3), { deleteStorage: storage });
    started.explorer.checkOpen();
    return started;
  };
const TWO = ['gone1', 'gone2'].map(id => sent(id));

const failing =
  (failure: Failure) =>
  ({ service }: FakeExplorer): unknown =>
    service.calls.find(call => call.isOpen())?.fail(failure);
const gone = failing({ kind: 'not-found' });
const broken = failing({ kind: 'server-error', status: 500 });
const isOver = ({ state }: FakeExplorer): void => expect(state().data.isCheckingDeletes).toBe(false);
const stages =
  (...wanted: readonly string[]) =>
  (): void =>
    expect(storage.journal.entries().map(({ stage }) => stage)).toEqual(wanted);
const [keepNotice, sameNotice] = kept(({ state }) => state().notice);

const NEWER = { kind: 'frobnicate', ids: { frobnicateId: 'f1' } };

/** One of this moment by the clock of the explorer, whose own deadline has passed. */
const past = (pid: number) => ({ at: '2023-11-14T22:13:18.000Z', timeoutMs: 1000, host: 'here', pid });
scenes('unfinished deletes', checking(...TWO), {
  'the notice counts the responses, then shows what became of them': [
    { notice: 'Checking unfinished deletes: 0 of 2. Esc stops.' },
    [gone, { notice: 'Checking unfinished deletes: 1 of 2. Esc stops.' }],
    [gone, { notice: /gone \(404\)/ }, isOver],
  ],
  'no response replaces the field of a dialog opened since': [
    ['/', { dialog: 'filter' }, keepNotice, gone, gone, isOver, sameNotice],
  ],
  'Esc stops the check, and its results so far are stored': [
    [gone, 'Esc', wait(), isOver, { notice: /^Stopped: 1 not checked, :unfinished continues\./ }],
    stages('sending', 'sending', 'deleted'),
  ],
  'those of another server or workspace are not looked up here': [
    { start: checking(...TWO.map(entry => ({ ...entry, profile: 'elsewhere' }))) },
    { reads: 0 },
    isOver,
  ],
  'three failures of the server in a row end the check, and the rest stays open': [
    { start: checking(...bots(8).map(({ id }) => sent(String(id)))) },
    [broken, broken, broken, isOver, { notice: /500 Server error/ }],
    ({ service }) => expect(service.count('bot.read')).toBeLessThan(8),
  ],
  'one with an invalid id is closed': [
    { start: checking(sent('..')) },
    [failing({ kind: 'bad-id' }), { notice: /cannot be checked: its outcome stays unknown/ }],
    [
      ':unfinished Enter',
      wait(),
      { notice: 'No unfinished deletes.', reads: 1 },
      stages('sending', 'unknown'),
    ],
  ],
  'those of a kind or with an end of a later version stay as they are': [
    { start: checking(sent('f1', NEWER), sent('b1'), sent('b1', { stage: 'new-end' })) },
    wait(),
    { notice: 'A newer botscope sent the delete of frobnicate f1: not checked.', reads: 0 },
    stages('sending', 'sending', 'new-end'),
  ],
  'past its deadline one is under way while its process is alive, and else looked up': [
    { start: checking(sent('b1', past(process.ppid)), sent('b2', past(2 ** 30))) },
    [
      answer('bot.read', { id: 'b2' }),
      { reads: 1, notice: /^bot b2 still exists\. Still running: .* bot b1\./ },
    ],
    stages('sending', 'sending', 'not-deleted'),
  ],
});
