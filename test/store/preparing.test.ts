import { expect, test } from 'vitest';
import { takeSteps } from '../../src/filter/steps.ts';
import { bot } from '../../src/resources/bot.ts';
import { orderSteps, sortedOrder } from '../../src/store/sort.ts';

const items = Array.from({ length: 20_000 }, (_, at) => ({
  id: `b${at}`,
  name: `bot-${(at * 7919) % 20_000}`,
  createdAt: new Date(1.7e12 + ((at * 104_729) % 20_000) * 1000).toISOString(),
}));

const byName = items
  .map((_, at) => at)
  .sort((a, b) => ((items[a]?.name ?? '') < (items[b]?.name ?? '') ? -1 : 1));

test('an order that was made ahead, part by part, is the order made at once', async () => {
  expect(await takeSteps(orderSteps(bot, 'name', items), () => true)).toBe(true);

  expect([...sortedOrder(bot, items, { field: 'name', isDescending: false })]).toEqual(byName);
});

test('an order of a list that grew meanwhile takes in the new rows', async () => {
  await takeSteps(orderSteps(bot, 'name', items.slice(0, 7000)), () => true);

  expect([...sortedOrder(bot, [...items], { field: 'name', isDescending: false })]).toEqual(byName);
});

test('it stops when the list is no longer the one on the screen, and says so', async () => {
  let asked = 0;
  const endless = (function* () {
    for (;;) yield;
  })();

  expect(await takeSteps(endless, () => ++asked < 3)).toBe(false);

  expect(asked).toBe(3);
});
