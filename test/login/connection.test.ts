import { expect, test } from 'vitest';
import { stoppable } from '../../src/login/connection.ts';
import { bot } from '../../src/resources/bot.ts';
import { deleteAction } from '../../src/resources/resource.ts';
import { clientOf } from '../api/test-client.ts';
import { startSandbox } from '../helpers/sandbox.ts';

test('stoppable: its reads end at once, a delete runs to its end', async () => {
  const sandbox = await startSandbox({});
  const { botId } = sandbox.ids;
  const stop = new AbortController();
  const client = stoppable(clientOf(sandbox), stop.signal);
  const operation = deleteAction(bot)?.operation;
  if (bot.read === undefined || operation === undefined) throw new Error('bots must have read and remove');
  sandbox.fault({ method: 'GET', hang: 'headers' });
  sandbox.fault({ method: 'DELETE', delayMs: 50 });
  const read = client.send(bot.read, { botId });
  const removed = client.send(operation, { botId });

  stop.abort();

  expect(await read).toMatchObject({ ok: false, failure: { kind: 'cancelled' } });
  expect(await removed).toMatchObject({ ok: true });
  await sandbox.close();
});
