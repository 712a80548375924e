import { expect, test } from 'vitest';
import { memoryStorage } from '../../../../src/deletion/journal.ts';
import { press } from '../../../../src/explorer/keyboard/keyboard.ts';
import { startOnBots } from '../../../helpers/fake-explorer.ts';
import { bots } from '../../../helpers/fake-service.ts';

/** Starts a check of deletes without a recorded outcome. */
async function startCheck(profile?: string, botIds = ['gone1', 'gone2']) {
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

test('unfinished deletes: three failures of the server in a row end the check, and the rest stays open', async () => {
  const { service, state } = await startCheck(
    undefined,
    bots(8).map(({ id }) => String(id)),
  );

  for (let at = 0; at < 3; at++)
    await service.calls.find(call => call.isOpen())?.fail({ kind: 'server-error', status: 500 });

  expect(state().data.isCheckingDeletes).toBe(false);
  expect(state().notice?.text).toContain('500 Server error');
  expect(service.count('bot.read')).toBeLessThan(8);
});
