import { expect, test } from 'vitest';
import { bindKeys } from '../../../src/explorer/commands/bindings.ts';
import { commands } from '../../../src/explorer/commands/table.ts';

test('key bindings: custom keys apply, also several for one action', () => {
  const { keymap, problems } = bindKeys(commands, { 'place.reload': ['ctrl+r', 'Q'] });

  expect(keymap['place.reload']).toEqual(['ctrl+r', 'Q']);
  expect(problems).toEqual([]);
});

test('key bindings: written as the screen shows them or by their older names, they are the same keys', () => {
  const { keymap, problems } = bindKeys(commands, { 'place.reload': ['Ctrl-R', 'PgDn', 'Esc', 'Q'] });

  expect(keymap['place.reload']).toEqual(['ctrl+r', 'pagedown', 'escape', 'Q']);
  expect(problems.join('\n')).toContain('PgDn is place.reload now, not move.page-down');
});

test('key bindings: a custom key is taken from the standard action of the same place, with a message', () => {
  const { keymap, problems } = bindKeys(commands, { 'place.reload': ['y'] });

  expect(keymap['place.reload']).toEqual(['y']);
  expect(keymap['record.raw']).toEqual([]);
  expect(problems.join('\n')).toContain('y is place.reload now, not record.raw');
});

test('key bindings: two actions with the same custom key are reported, and one of them keeps it', () => {
  const { keymap, problems } = bindKeys(commands, { 'place.reload': ['Q'], 'record.raw': ['Q'] });

  expect([keymap['place.reload'], keymap['record.raw']].flat()).toEqual(['Q']);
  expect(problems).toHaveLength(1);
});

test('key bindings: one key may have different meanings in different places', () => {
  const { problems } = bindKeys(commands, { 'read.half-down': ['Q'], 'mark.toggle': ['Q'] });

  expect(problems).toEqual([]);
});

test.each([
  ['ctrl+i', 'arrives as Tab'],
  ['ctrl+m', 'arrives as Enter'],
  ['ctrl+h', 'arrives as Backspace'],
  ['F5', 'is not a key'],
  ['alt+x', 'is not a key'],
  ['ctrl+c', 'always quits'],
])('key bindings: %s is refused because it %s', (key, why) => {
  const { keymap, problems } = bindKeys(commands, { 'place.reload': [key, 'R'] });

  expect(keymap['place.reload']).toEqual(['R']);
  expect(problems.join('\n')).toContain(why);
});

test.each(['x', 'delete', 'backspace', 'enter'])('key bindings: %s cannot be bound to a delete', key => {
  const { keymap, problems } = bindKeys(commands, { 'record.delete': [key] });

  expect(keymap['record.delete']).toBeUndefined();
  expect(problems.join('\n')).toContain('would delete by a single key');
});

test('key bindings: an unknown action is reported with the nearest known one', () => {
  const { problems } = bindKeys(commands, { 'place.relaod': ['R'] });

  expect(problems.join('\n')).toContain('did you mean place.reload?');
  expect(bindKeys(commands, { 'log.failed-only': ['F'] }).problems).toEqual([]);
});
