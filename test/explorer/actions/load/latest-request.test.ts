import { describe, expect, test, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { createLatestRequests } from '../../../../src/explorer/actions/load/latest-request.ts';
import { initialState, type State } from '../../../../src/explorer/state/state.ts';
import type { JsonObject } from '../../../../src/json/json.ts';

const SIZE = { columns: 80, rows: 24 };
const read = (name: string) => ({ value: { name }, at: 1, ms: 2 });

function startSlot() {
  const store = createStore<State>(() => initialState(undefined, SIZE, 0));
  const now = vi.fn(() => 100);
  const slot = createLatestRequests<JsonObject>(
    { store, now },
    { get: state => state.data.records, put: records => ({ data: { records } }) },
  );
  return { slot, store, now };
}

describe('one request', () => {
  test('latest request: shows the load as pending', () => {
    const { slot } = startSlot();

    slot.begin('k');

    expect(slot.at('k')).toEqual({ phase: 'loading', since: 100 });
  });

  test('latest request: stores the response', () => {
    const { slot, store } = startSlot();

    slot.begin('k').end({ loaded: read('a') });

    expect(slot.at('k')).toEqual({ phase: 'ready', last: read('a') });
    expect(store.getState().session.now).toBe(100);
  });

  test('latest request: a failure keeps the previous value and stores the reason', () => {
    const { slot } = startSlot();
    slot.begin('k').end({ loaded: read('a') });

    slot.begin('k').end({ failure: { kind: 'server-error', status: 500 } });

    expect(slot.at('k')).toEqual({
      phase: 'failed',
      failure: { kind: 'server-error', status: 500 },
      last: read('a'),
    });
  });

  test('latest request: keeps the previous value while loading', () => {
    const { slot } = startSlot();
    slot.begin('k').end({ loaded: read('a') });

    const ticket = slot.begin('k');

    expect(slot.at('k')).toMatchObject({ phase: 'loading', last: read('a') });
    expect(ticket.last).toEqual(read('a'));
  });

  test('latest request: leaves other keys alone', () => {
    const { slot } = startSlot();
    slot.begin('other').end({ loaded: read('other') });

    slot.begin('k').end({ loaded: read('a') });

    expect(slot.at('other')).toEqual({ phase: 'ready', last: read('other') });
  });
});

describe('a newer request', () => {
  test('latest request: ignores the response to an older request', () => {
    const { slot } = startSlot();
    const older = slot.begin('k');
    const newer = slot.begin('k');

    newer.end({ loaded: read('new') });
    older.end({ loaded: read('old') });
    older.show(read('old'));

    expect(slot.at('k')).toEqual({ phase: 'ready', last: read('new') });
  });

  test('latest request: the end of an older request does not end the newer one', () => {
    const { slot } = startSlot();
    const older = slot.begin('k');
    const newer = slot.begin('k');

    older.end({ failure: { kind: 'cancelled' } });
    older.options.onWait?.(500, { kind: 'throttled' });

    expect(slot.at('k')).toEqual({ phase: 'loading', since: 100 });
    expect(newer.isCurrent()).toBe(true);
    expect(older.isCurrent()).toBe(false);
  });

  test('latest request: aborts the older request', () => {
    const { slot } = startSlot();
    const older = slot.begin('k');

    const newer = slot.begin('k');

    expect(older.options.signal.aborted).toBe(true);
    expect(newer.options.signal.aborted).toBe(false);
  });
});

describe('cancelling', () => {
  test('latest request: cancelling aborts the request and returns whether there was one', () => {
    const { slot } = startSlot();
    const ticket = slot.begin('k');

    expect(slot.stop('other')).toBe(false);
    expect(slot.stop('k')).toBe(true);
    expect(ticket.options.signal.aborted).toBe(true);
  });

  test('latest request: cancelling restores the previous value', () => {
    const { slot } = startSlot();
    slot.begin('k').end({ loaded: read('a') });
    const ticket = slot.begin('k');

    slot.stop('k');
    ticket.end({ failure: { kind: 'cancelled' } });

    expect(slot.at('k')).toEqual({ phase: 'ready', last: read('a') });
    expect(slot.stop('k')).toBe(false);
  });

  test('latest request: a cancelled first request is stored as cancelled', () => {
    const { slot } = startSlot();

    slot.begin('k').end({ failure: { kind: 'cancelled' } });

    expect(slot.at('k')).toEqual({ phase: 'failed', failure: { kind: 'cancelled' } });
  });
});

describe('waiting for a retry', () => {
  test('latest request: shows the end of a wait and keeps the previous value', () => {
    const { slot } = startSlot();
    slot.begin('k').end({ loaded: read('a') });

    slot.begin('k').options.onWait?.(3000, { kind: 'throttled' });

    expect(slot.at('k')).toEqual({
      phase: 'loading',
      since: 100,
      wait: { until: 3100, status: 429 },
      last: read('a'),
    });
  });

  test('latest request: a wait keeps the pages shown so far', () => {
    const { slot } = startSlot();
    const ticket = slot.begin('k');
    ticket.show(read('first page'));

    ticket.options.onWait?.(3000, { kind: 'throttled' });

    expect(slot.at('k')).toMatchObject({ wait: { until: 3100, status: 429 }, last: read('first page') });
  });
});
