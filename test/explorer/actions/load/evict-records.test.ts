import { expect, test } from 'vitest';
import {
  fittingRecords,
  MOST_BYTES,
  MOST_RECORDS,
} from '../../../../src/explorer/actions/load/evict-records.ts';
import { knownRecords } from '../../../../src/explorer/state/known-records.ts';
import { keyOf, placeKey } from '../../../../src/explorer/state/place.ts';
import type { State } from '../../../../src/explorer/state/state.ts';
import { update, withChange } from '../../../../src/explorer/state/store.ts';
import { botPlace, startOnBots } from '../../../helpers/fake-explorer.ts';
import { bots } from '../../../helpers/fake-service.ts';
import { writable } from '../../../helpers/writable.ts';

/** Records `b0` to `b<count>`, read one after the other, each from an answer of so many bytes. */
const records = (count: number, bytes = 100): State['data']['records'] =>
  Object.fromEntries(
    Array.from({ length: count }, (_, at) => [
      keyOf('bot', { botId: `b${at}` }),
      { phase: 'ready', last: { value: { id: `b${at}` }, at, ms: 1, bytes } },
    ]),
  );

const idsIn = (state: State): readonly unknown[] =>
  Object.values(state.data.records).map(({ last }) => last?.value['id']);

test('records that all fit stay, in the very same object', async () => {
  const { state } = await startOnBots(bots(3));
  const full = withChange(state(), { data: { records: records(MOST_RECORDS) } });

  expect(fittingRecords(full)).toBe(full.data.records);
});

test('of too many records the ones read longest ago go, but none that is on the screen or below it', async () => {
  const started = await startOnBots(bots(3));
  started.explorer.open(botPlace('b1'));
  await started.service.open('bot.read').answer({ id: 'b1' });

  update(writable(started.explorer.store), {
    data: { records: { ...started.state().data.records, ...records(MOST_RECORDS + 1) } },
  });

  const ids = idsIn(started.state());
  expect(ids.length).toBeLessThanOrEqual(MOST_RECORDS);
  expect(ids).toContain('b1');
  expect(ids).not.toContain('b0');
  expect(ids).not.toContain('b2');
  expect(ids).toContain(`b${MOST_RECORDS}`);
});

test('what was seen before and can be gone back to outlives what was only read', async () => {
  const started = await startOnBots(bots(3));
  started.explorer.open(botPlace('b1'));
  await started.service.open('bot.read').answer({ id: 'b1' });
  started.explorer.back();

  update(writable(started.explorer.store), {
    data: { records: { ...started.state().data.records, ...records(MOST_RECORDS + 1) } },
  });

  expect(idsIn(started.state())).toContain('b1');
});

test('large records go sooner than small ones', async () => {
  const { state } = await startOnBots(bots(3));
  const full = withChange(state(), { data: { records: records(20, MOST_BYTES / 10) } });

  expect(Object.keys(fittingRecords(full))).toEqual(
    Array.from({ length: 9 }, (_, at) => placeKey(botPlace(`b${at + 11}`))),
  );
});

test('what is forgotten is not counted as read any more', async () => {
  const { state, explorer } = await startOnBots(bots(3));

  update(writable(explorer.store), { data: { records: records(MOST_RECORDS + 1) } });

  expect(state().data.records).not.toHaveProperty(keyOf('bot', { botId: 'b0' }));
  expect(knownRecords('bot', state().data.records, state().data.lists).count).toBe('0 of 3');
});
