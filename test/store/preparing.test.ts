import { expect, test } from 'vitest';
import { bot } from '../../src/resources/bot.ts';
import { prepareOrders, sortedOrder } from '../../src/store/sort.ts';

const items = Array.from({ length: 20_000 }, (_, at) => ({
  id: `b${at}`,
  name: `bot-${(at * 7919) % 20_000}`,
  createdAt: new Date(1.7e12 + ((at * 104_729) % 20_000) * 1000).toISOString(),
}));

const byName = items
  .map((_, at) => at)
  .sort((a, b) => ((items[a]?.name ?? '') < (items[b]?.name ?? '') ? -1 : 1));

test('an order that was made ahead, part by part, is the order made at once', async () => {
  await prepareOrders(bot, items, () => true);

  expect(sortedOrder(bot, items, { field: 'name', isDescending: false })).toEqual(byName);
});

test('it stops when the list is no longer the one on the screen', async () => {
  let asked = 0;

  await prepareOrders(bot, [...items], () => ++asked < 2);

  expect(asked).toBe(2);
});
