import { expect, test } from 'vitest';
import { memoryStorage } from '../../../../src/deletion/journal.ts';
import { press } from '../../../../src/explorer/keyboard/keyboard.ts';
import { startOnBots } from '../../../helpers/fake-explorer.ts';
import { bots } from '../../../helpers/fake-service.ts';

/** Starts a check of two deletes without a recorded outcome. */
async function startCheck(profile?: string) {
  const deleteStorage = memoryStorage();
  for (const botId of ['gone1', 'gone2'])
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
  const answerNext = async (): Promise<void> =>
    started.service.calls.find(call => call.isOpen())?.fail({ kind: 'not-found' });
  return { ...started, answerNext };
}

test('unfinished deletes: the notice counts the responses, then shows what became of them', async () => {
  const { answerNext, state } = await startCheck();
  expect(state().notice?.text).toBe('Checking unfinished deletes: 0 of 2. Esc stops.');

  await answerNext();
  expect(state().notice?.text).toBe('Checking unfinished deletes: 1 of 2. Esc stops.');
  await answerNext();

  expect(state().notice?.text).toContain('gone (404)');
  expect(state().data.isCheckingDeletes).toBe(false);
});

test('unfinished deletes: no response replaces the field of a dialog opened since', async () => {
  const { answerNext, explorer, state } = await startCheck();
  press(explorer, { name: '/', text: '/' }, { alone: true });
  expect(state().dialog).toBeDefined();
  const { notice } = state();

  await answerNext();
  await answerNext();

  expect(state().data.isCheckingDeletes).toBe(false);
  expect(state().notice).toBe(notice);
});

test('unfinished deletes: those of another server or workspace are not looked up here', async () => {
  const { service, state } = await startCheck('elsewhere');

  expect([service.count('bot.read'), state().data.isCheckingDeletes]).toEqual([0, false]);
});
