import { expect, test } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { createLatestRequests } from '../../../../src/explorer/actions/load/latest-request.ts';
import { initialState, type State } from '../../../../src/explorer/state/state.ts';
import type { JsonObject } from '../../../../src/json/json.ts';

const read = (name: string) => ({ value: { name }, at: 1, ms: 2 });

function startSlot() {
  const store = createStore<State>(() => initialState(undefined, { columns: 80, rows: 24 }, 0));
  const slot = createLatestRequests<JsonObject>(
    { store, now: () => 100 },
    { get: state => state.data.records, put: records => ({ data: { records } }) },
  );
  return { slot, store };
}

test('latest request: nothing that comes of an older one is shown or ends the newer one', () => {
  const { slot, store } = startSlot();
  const older = slot.begin('k');
  const newer = slot.begin('k');

  older.end({ failure: { kind: 'cancelled' } });
  older.options.onWait(500, { kind: 'throttled' });
  expect(slot.at('k')).toEqual({ phase: 'loading', since: 100 });
  expect([older.isCurrent(), newer.isCurrent()]).toEqual([false, true]);
  newer.end({ loaded: read('new') });
  older.end({ loaded: read('old') });
  older.show(read('old'));

  expect(slot.at('k')).toEqual({ phase: 'ready', last: read('new') });
  expect(store.getState().session.now).toBe(100);
});

test('latest request: shows the end of a wait, and keeps the pages shown so far until the next one', () => {
  const { slot } = startSlot();
  const { options, show } = slot.begin('k');
  show(read('first page'));

  options.onWait(3000, { kind: 'throttled' });
  expect(slot.at('k')).toEqual({
    phase: 'loading',
    since: 100,
    wait: { until: 3100, status: 429 },
    last: read('first page'),
  });
  show(read('second page'));

  expect(slot.at('k')).toEqual({ phase: 'loading', since: 100, last: read('second page') });
});
