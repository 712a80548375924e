import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { following } from '../../../src/explorer/ink/following.ts';
import { press } from '../../../src/explorer/keyboard/keyboard.ts';
import { explorerWithoutServer } from '../../helpers/without-server.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const KEY = { alone: true };

/** An explorer that knows no server, and how often Ink was told of a change. */
function followed() {
  const explorer = explorerWithoutServer();
  const tell = vi.fn();
  const stop = following(explorer).subscribe(tell);
  vi.runOnlyPendingTimers();
  tell.mockClear();
  const type = (name: string): void => press(explorer, { name, text: name.length === 1 ? name : '' }, KEY);
  return { ...explorer, type, tell, stop };
}

test('Ink hears keys before it has a screen, and is told of one when all is at rest', () => {
  const { store, now } = followed();
  const { subscribe, state } = following({ store, now });
  const tell = vi.fn();

  subscribe(tell);
  expect([tell.mock.calls.length, state()]).toEqual([0, undefined]);
  vi.advanceTimersByTime(100);

  expect(tell).toHaveBeenCalledTimes(1);
  expect(state()).toBe(store.getState());
});

test('of what rows show Ink is told once, when keys rest', () => {
  const { type, tell } = followed();

  for (const key of ['?', 'down', 'down']) {
    type(key);
    vi.advanceTimersByTime(60);
  }
  expect(tell).not.toHaveBeenCalled();
  vi.advanceTimersByTime(60);

  expect(tell).toHaveBeenCalledTimes(1);
});

test('of a menu Ink is told at once, and that it is closed', () => {
  const { store, tell } = followed();

  store.setState({ overlay: { is: 'menu' } });
  expect(tell).toHaveBeenCalled();
  tell.mockClear();
  store.setState({ overlay: undefined });

  expect(tell).toHaveBeenCalled();
});

test('Ink is told of nothing any more once it has stopped listening', () => {
  const { type, tell, stop } = followed();

  type('?');
  stop();
  type('escape');
  vi.advanceTimersByTime(1000);

  expect(tell).not.toHaveBeenCalled();
});
