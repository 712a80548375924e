import { expect, test, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { Client } from '../../../src/api/client.ts';
import { watchServer } from '../../../src/explorer/actions/reconnect.ts';
import { initialState, type State, serverNow, skewWords } from '../../../src/explorer/state/state.ts';
import { bot } from '../../../src/resources/bot.ts';

const now = Date.parse('2026-11-21T12:00:00Z');

async function heard(date: number): Promise<State> {
  const store = createStore<State>(() => initialState(undefined, { columns: 80, rows: 24 }, now));
  const send = vi.fn(async () => ({ ok: true, value: { items: [] }, sent: {}, date }));
  const client = watchServer({ store, now: () => now }, vi.fn()).observe({ send } as unknown as Client);

  await client.send(bot.list as NonNullable<typeof bot.list>, {});

  return store.getState();
}

test.each([
  ['two minutes ahead sets the time for ages and is shown', 120_000, 120_000, 'server clock 2m ahead'],
  ['an hour behind, too', -3_600_000, -3_600_000, 'server clock 1h behind'],
  ['a difference of seconds is ignored', 20_000, 0, undefined],
])('server clock: %s', async (_what, ahead, used, words) => {
  const state = await heard(now + ahead);

  expect(serverNow(state)).toBe(now + used);
  expect(skewWords(state)).toBe(words);
});
