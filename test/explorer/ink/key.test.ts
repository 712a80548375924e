import type { Key } from 'ink';
import { expect, test } from 'vitest';
import { keyOfEvent } from '../../../src/explorer/ink/app.tsx';
import { isKeyName, keyLabel, keyOfLabel } from '../../../src/explorer/state/key-names.ts';

test.each([
  ['j', 'j'],
  ['G', 'G'],
  [':', ':'],
  ['ü', 'ü'],
  [' ', 'space'],
])('key: the input %j is the key %s and types itself', (input, name) => {
  expect(keyOfEvent(input, {} as Key)).toEqual({ name, text: input });
});

test.each<[input: string, flags: Partial<Key>, name: string]>([
  ['', { upArrow: true }, 'up'],
  ['', { downArrow: true }, 'down'],
  ['', { downArrow: true, meta: true }, 'alt+down'],
  ['', { leftArrow: true }, 'left'],
  ['', { leftArrow: true, ctrl: true }, 'ctrl+left'],
  ['', { leftArrow: true, meta: true }, 'alt+left'],
  ['', { rightArrow: true }, 'right'],
  ['', { pageUp: true }, 'pageup'],
  ['', { pageDown: true }, 'pagedown'],
  ['', { home: true }, 'home'],
  ['', { end: true }, 'end'],
  ['', { return: true }, 'enter'],
  ['', { return: true, meta: true }, 'alt+enter'],
  ['', { return: true, ctrl: true }, 'ctrl+enter'],
  ['\r', {}, 'enter'],
  ['\n', {}, 'enter'],
  ['', { escape: true }, 'escape'],
  ['', { escape: true, meta: true }, 'escape'],
  ['', { tab: true }, 'tab'],
  ['', { tab: true, shift: true }, 'shift+tab'],
  ['', { backspace: true }, 'backspace'],
  ['', { delete: true }, 'delete'],
  ['', { delete: true, ctrl: true }, 'ctrl+delete'],
  ['d', { ctrl: true }, 'ctrl+d'],
  ['d', { meta: true }, 'alt+d'],
  [' ', { ctrl: true }, 'ctrl+space'],
])('key: the input %j with %j is the key %s and types nothing', (input, flags, name) => {
  expect(keyOfEvent(input, flags as Key)).toEqual({ name, text: '' });
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

test('key name: those of keys are valid, and no others', () => {
  const names = [
    '',
    'j',
    'enter',
    'Enter',
    'space',
    'shift+tab',
    'ctrl+d',
    'alt+d',
    'ctrl+',
    'ctrl+dd',
    'toString',
  ];

  expect(names.filter(isKeyName)).toEqual(['enter', 'space', 'shift+tab', 'ctrl+d']);
});
