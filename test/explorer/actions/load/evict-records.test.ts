import { expect, test } from 'vitest';
import {
  fittingRecords,
  MAX_BYTES,
  MAX_RECORDS,
} from '../../../../src/explorer/actions/load/evict-records.ts';
import { knownRecords } from '../../../../src/explorer/state/known-records.ts';
import { keyOf, placeKey } from '../../../../src/explorer/state/place.ts';
import type { State } from '../../../../src/explorer/state/state.ts';
import { update, withChange } from '../../../../src/explorer/state/store.ts';
import { botPlace, startOnBots } from '../../../helpers/fake-explorer.ts';
import { bots } from '../../../helpers/fake-service.ts';
import { writable } from '../../../helpers/writable.ts';

/** Returns the records `b0` to `b<count - 1>`, loaded in this order, each with `bytes` bytes. */
const records = (count: number, bytes = 100): State['data']['records'] =>
  Object.fromEntries(
    Array.from({ length: count }, (_, at) => [
      keyOf('bot', { botId: `b${at}` }),
      { phase: 'ready', last: { value: { id: `b${at}` }, at, ms: 1, bytes } },
    ]),
  );

const idsIn = (state: State): readonly unknown[] =>
  Object.values(state.data.records).map(({ last }) => last?.value['id']);

test('record cache: keeps the very same object while all records fit', async () => {
  const { state } = await startOnBots(bots(3));
  const full = withChange(state(), { data: { records: records(MAX_RECORDS) } });

  expect(fittingRecords(full)).toBe(full.data.records);
});

test('record cache: evicts the records loaded longest ago, but none of a view in the stack', async () => {
  const started = await startOnBots(bots(3));
  started.explorer.open(botPlace('b1'));
  await started.service.open('bot.read').answer({ id: 'b1' });

  update(writable(started.explorer.store), {
    data: { records: { ...started.state().data.records, ...records(MAX_RECORDS + 1) } },
  });

  const ids = idsIn(started.state());
  expect(ids.length).toBeLessThanOrEqual(MAX_RECORDS);
  expect(ids).toContain('b1');
  expect(ids).not.toContain('b0');
  expect(ids).not.toContain('b2');
  expect(ids).toContain(`b${MAX_RECORDS}`);
});

test('record cache: prefers records of views in the history to those only loaded', async () => {
  const started = await startOnBots(bots(3));
  started.explorer.open(botPlace('b1'));
  await started.service.open('bot.read').answer({ id: 'b1' });
  started.explorer.goBack();

  update(writable(started.explorer.store), {
    data: { records: { ...started.state().data.records, ...records(MAX_RECORDS + 1) } },
  });

  expect(idsIn(started.state())).toContain('b1');
});

test('record cache: evicts large records sooner than small ones', async () => {
  const { state } = await startOnBots(bots(3));
  const full = withChange(state(), { data: { records: records(20, MAX_BYTES / 10) } });

  expect(Object.keys(fittingRecords(full))).toEqual(
    Array.from({ length: 9 }, (_, at) => placeKey(botPlace(`b${at + 11}`))),
  );
});

test('record cache: an evicted record no longer counts as loaded', async () => {
  const { state, explorer } = await startOnBots(bots(3));

  update(writable(explorer.store), { data: { records: records(MAX_RECORDS + 1) } });

  expect(state().data.records).not.toHaveProperty(keyOf('bot', { botId: 'b0' }));
  expect(knownRecords('bot', state().data.records, state().data.lists).count).toBe('0 of 3 bots');
});
