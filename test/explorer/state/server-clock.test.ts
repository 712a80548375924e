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

test('server clock: two minutes ahead, it sets the time for ages and the difference is shown', async () => {
  const state = await heard(now + 120_000);

  expect(serverNow(state)).toBe(now + 120_000);
  expect(skewWords(state)).toBe('server clock 2m ahead');
});

test('server clock: one behind is shown', async () => {
  expect(skewWords(await heard(now - 3_600_000))).toBe('server clock 1h behind');
});

test('server clock: a difference of seconds is ignored', async () => {
  const state = await heard(now + 20_000);

  expect(serverNow(state)).toBe(now);
  expect(skewWords(state)).toBeUndefined();
});
