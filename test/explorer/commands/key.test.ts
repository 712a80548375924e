import { describe, expect, test } from 'vitest';
import { isKeyName, type KeyEvent, keyOfEvent } from '../../../src/explorer/commands/key.ts';
import { keyLabel, keyOfLabel } from '../../../src/explorer/state/key-names.ts';

const keyOf = (input: string, flags: Partial<KeyEvent> = {}) => keyOfEvent(input, flags as KeyEvent);

test.each([
  ['j', {}, 'j'],
  ['G', { shift: true }, 'G'],
  [':', {}, ':'],
  ['ü', {}, 'ü'],
  ['', { upArrow: true }, 'up'],
  ['', { downArrow: true }, 'down'],
  ['', { leftArrow: true }, 'left'],
  ['', { rightArrow: true }, 'right'],
  ['', { pageUp: true }, 'pageup'],
  ['', { pageDown: true }, 'pagedown'],
  ['', { home: true }, 'home'],
  ['', { end: true }, 'end'],
  ['', { return: true }, 'enter'],
  ['\r', {}, 'enter'],
  ['\n', {}, 'enter'],
  ['', { escape: true }, 'escape'],
  ['', { escape: true, meta: true }, 'escape'],
  ['', { tab: true }, 'tab'],
  ['', { tab: true, shift: true }, 'shift+tab'],
  ['', { backspace: true }, 'backspace'],
  ['', { delete: true }, 'delete'],
  ['d', { ctrl: true }, 'ctrl+d'],
  ['d', { meta: true }, 'alt+d'],
  [' ', { ctrl: true }, 'ctrl+space'],
  [' ', {}, 'space'],
])('key: the input %j with %j is the key %s', (input, flags, name) => {
  expect(keyOf(input, flags).name).toBe(name);
});

describe('keys with Ctrl or Alt', () => {
  test.each<[Partial<KeyEvent>, string]>([
    [{ return: true, meta: true }, 'enter'],
    [{ return: true, ctrl: true }, 'enter'],
    [{ leftArrow: true, ctrl: true }, 'left'],
    [{ leftArrow: true, meta: true }, 'left'],
    [{ downArrow: true, meta: true }, 'down'],
    [{ delete: true, ctrl: true }, 'delete'],
  ])('key: with %j it is not the plain key', (flags, name) => {
    expect(keyOf('', flags).name).not.toBe(name);
    expect(keyOf('', flags).text).toBe('');
  });
});

test('key: only plain characters type text', () => {
  expect(keyOf('j').text).toBe('j');
  expect(keyOf(' ').text).toBe(' ');
  expect(keyOf('d', { ctrl: true }).text).toBe('');
  expect(keyOf('d', { meta: true }).text).toBe('');
  expect(keyOf('', { return: true }).text).toBe('');
});

test.each([
  ['enter', 'Enter'],
  ['escape', 'Esc'],
  ['space', 'Space'],
  ['pagedown', 'PgDn'],
  ['shift+tab', 'Shift-Tab'],
  ['ctrl+space', 'Ctrl-Space'],
  ['down', '↓'],
  ['shift+up', 'Shift-↑'],
  ['ctrl+d', 'Ctrl-D'],
  ['ctrl+\\', 'Ctrl-\\'],
  ['j', 'j'],
  ['G', 'G'],
])('key: %s is displayed as %s, and may be written in both ways', (name, label) => {
  expect(keyLabel(name)).toBe(label);
  expect([name, label].map(keyOfLabel)).toEqual([name, name]);
});

test.each([
  ['down', 'Down'],
  ['shift+up', 'Shift-Up'],
  ['tab', 'Tab'],
])('key: without arrows %s is displayed as %s, and settings may have either', (name, label) => {
  expect(keyLabel(name, { hasArrows: false })).toBe(label);
  expect(keyOfLabel(label)).toBe(name);
});

test.each(['enter', 'space', 'shift+tab', 'ctrl+d'])('key name: %s is valid', name => {
  expect(isKeyName(name)).toBe(true);
});

test.each(['', 'j', 'Enter', 'alt+d', 'ctrl+', 'ctrl+dd', 'toString'])('key name: %j is not valid', name => {
  expect(isKeyName(name)).toBe(false);
});
