import { expect } from 'vitest';
import { memoryStorage } from '../../../../src/deletion/journal.ts';
import type { Failure } from '../../../../src/failure.ts';
import { type FakeExplorer, startOnBots } from '../../../helpers/fake-explorer.ts';
import { bots } from '../../../helpers/fake-service.ts';
import { kept, scenes } from '../../../helpers/scenes.ts';

const checking = (botIds: readonly string[], profile?: string) => async (): Promise<FakeExplorer> => {
  const deleteStorage = memoryStorage();
  for (const botId of botIds)
    deleteStorage.journal.add({
      at: '2026-11-21T09:00:00.000Z',
      delete: botId,
      profile: profile ?? deleteStorage.profile,
      kind: 'bot',
      ids: { botId },
      method: 'DELETE',
      path: `/v1/admin/bots/${botId}`,
      stage: 'sending',
    });
  const started = await startOnBots(bots(3), { deleteStorage });
  started.explorer.checkOpen();
  return started;
};
const TWO = ['gone1', 'gone2'];

const failing =
  (failure: Failure) =>
  ({ service }: FakeExplorer): unknown =>
    service.calls.find(call => call.isOpen())?.fail(failure);
const gone = failing({ kind: 'not-found' });
const broken = failing({ kind: 'server-error', status: 500 });
const isOver = ({ state }: FakeExplorer): void => expect(state().data.isCheckingDeletes).toBe(false);
const [keepNotice, sameNotice] = kept(({ state }) => state().notice);

scenes('unfinished deletes', checking(TWO), [
  [
    'the notice counts the responses, then shows what became of them',
    { notice: 'Checking unfinished deletes: 0 of 2. Esc stops.' },
    [gone, { notice: 'Checking unfinished deletes: 1 of 2. Esc stops.' }],
    [gone, { notice: /gone \(404\)/ }, isOver],
  ],
  [
    'no response replaces the field of a dialog opened since',
    ['/', { dialog: 'filter' }, keepNotice, gone, gone, isOver, sameNotice],
  ],
]);

scenes('unfinished deletes', checking(TWO, 'elsewhere'), [
  ['those of another server or workspace are not looked up here', { reads: 0 }, isOver],
]);

scenes('unfinished deletes', checking(bots(8).map(({ id }) => String(id))), [
  [
    'three failures of the server in a row end the check, and the rest stays open',
    [broken, broken, broken, isOver, { notice: /500 Server error/ }],
    ({ service }) => expect(service.count('bot.read')).toBeLessThan(8),
  ],
]);
