import { expect, test } from 'vitest';
import {
  fittingLoads,
  MAX_BYTES,
  MAX_LISTS,
  MAX_RECORDS,
} from '../../../../src/explorer/actions/load/evict-loads.ts';
import { noRows } from '../../../../src/explorer/actions/load/page-rows.ts';
import { keyOf, placeKey } from '../../../../src/explorer/state/place.ts';
import { knownRecords } from '../../../../src/explorer/state/records.ts';
import type { State } from '../../../../src/explorer/state/state.ts';
import { update, withChange } from '../../../../src/explorer/state/store.ts';
import { botPlace, type FakeExplorer, LIST, startOnBots, writable } from '../../../helpers/fake-explorer.ts';
import { bots } from '../../../helpers/fake-service.ts';
import { answer, onBots, open, scenes } from '../../../helpers/scenes.ts';

/** Returns the records `b0` to `b<count - 1>`, loaded in this order, each with `bytes` bytes. */
const records = (count: number, bytes = 100): State['data']['records'] =>
  Object.fromEntries(
    Array.from({ length: count }, (_, at) => [
      keyOf({ kind: 'bot', ids: { botId: `b${at}` } }),
      { phase: 'ready', last: { value: { id: `b${at}` }, at, ms: 1, bytes } },
    ]),
  );

/** A step that loads one record more than fit. */
const fill = ({ explorer, state }: FakeExplorer): void =>
  update(writable(explorer.store), {
    data: { records: { ...state().data.records, ...records(MAX_RECORDS + 1) } },
  });
const keeps =
  (...wanted: readonly string[]) =>
  ({ state }: FakeExplorer): void =>
    expect(Object.values(state().data.records).map(({ last }) => last?.value['id'])).toEqual(
      expect.arrayContaining([...wanted]),
    );
const evicts =
  (...wanted: readonly string[]) =>
  ({ state }: FakeExplorer): void => {
    for (const botId of wanted)
      expect(state().data.records).not.toHaveProperty(keyOf({ kind: 'bot', ids: { botId } }));
  };
const opened = [open(botPlace('b1')), answer('bot.read', { id: 'b1' })] as const;

scenes('record cache', onBots(3), {
  'keeps the very same object while all records fit': [
    ({ state }) => {
      const full = withChange(state(), { data: { records: records(MAX_RECORDS) } });
      expect(fittingLoads(full, full.data.records, MAX_RECORDS)).toBe(full.data.records);
    },
  ],
  'evicts the records loaded longest ago, but none of a view in the stack': [
    [...opened, fill, keeps('b1', `b${MAX_RECORDS}`), evicts('b0', 'b2')],
    ({ state }) => expect(Object.keys(state().data.records).length).toBeLessThanOrEqual(MAX_RECORDS),
  ],
  'prefers records of views in the history to those only loaded': [
    [...opened, ({ explorer }) => explorer.goBack(), fill, keeps('b1')],
  ],
  'evicts large records sooner than small ones': [
    ({ state }) => {
      const full = withChange(state(), { data: { records: records(20, MAX_BYTES / 10) } });
      expect(Object.keys(fittingLoads(full, full.data.records, MAX_RECORDS))).toEqual(
        Array.from({ length: 9 }, (_, at) => placeKey(botPlace(`b${at + 11}`))),
      );
    },
  ],
  'an evicted record no longer counts as loaded': [
    [fill, evicts('b0', 'b1', 'b2')],
    ({ state }) =>
      expect(knownRecords('bot', state().data.records, state().data.lists).count).toBe('0 of 3 bots'),
  ],
});

test('list cache: evicts the lists loaded longest ago, but none of a view in the stack or with marks', async () => {
  const { state, explorer } = await startOnBots(bots(3));
  const list = (at: number) => placeKey({ screen: 'list', kind: 'issue', ids: { botId: `b${at}` } });
  const ready = (at: number) => ({ phase: 'ready', last: { value: noRows, at, ms: 1 } }) as const;
  const many = Array.from({ length: MAX_LISTS + 1 }, (_, at) => [list(at), ready(at)]);

  update(writable(explorer.store), {
    data: {
      lists: { ...state().data.lists, ...Object.fromEntries(many) },
      marks: { [list(1)]: new Set(['i']) },
    },
  });

  const { lists } = state().data;
  expect(Object.keys(lists).length).toBeLessThanOrEqual(MAX_LISTS);
  expect([list(0), list(1), list(2), list(MAX_LISTS), placeKey(LIST)].map(key => key in lists)).toEqual([
    ...[false, true, false, true, true],
  ]);
});
