import { expect, test } from 'vitest';
import { press } from '../../../../src/explorer/keyboard/keyboard.ts';
import { startOnBots } from '../../../helpers/fake-explorer.ts';
import { bots, settle } from '../../../helpers/fake-service.ts';

test('summary of a scan: a list without problems says so after a dot with a blank on each side', async () => {
  const { explorer, service, state } = await startOnBots(bots(2));
  service.replyWith(({ id, ids }) =>
    id === 'bot.read'
      ? { value: { id: ids['botId'], integrations: {}, recurringEvents: {}, status: 'active' } }
      : undefined,
  );

  press(explorer, { name: 'H', text: 'H' }, { alone: true });
  await settle();
  await settle();

  expect(state().notice?.text).toBe('2 of 2 bots checked · no problems found');
});
