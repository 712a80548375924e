import { expect, test } from 'vitest';
import { difference } from '../../../src/diff/diff.ts';
import { commands } from '../../../src/explorer/commands/table.ts';
import { bindKeys } from '../../../src/explorer/dialogs/own-preferences.ts';
import { dialogPage } from '../../../src/explorer/dialogs/table.ts';
import { joinLine } from '../../../src/explorer/facts/line.ts';
import { compareLines } from '../../../src/explorer/screens/compare/compare-lines.ts';
import { loginForm } from '../../../src/explorer/state/login.ts';
import { initialState, type Keymap } from '../../../src/explorer/state/state.ts';
import { withChange } from '../../../src/explorer/state/store.ts';
import { resourceOf } from '../../../src/resources/registry.ts';
import { safe } from '../../../src/text/sanitise.ts';

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

test('custom keys: the login form shows the key bound to unlocking', () => {
  const door = {
    id: 't',
    kind: 'typed',
    label: safe`l`,
    detail: safe``,
    address: '',
    workspace: '',
  } as const;
  const blank = initialState(undefined, { columns: 80, rows: 24 }, 0);
  const said = (keymap: Keymap): string =>
    dialogPage(withChange(blank, { user: { keymap } }), loginForm(door), { rows: 30, columns: 80 })
      .lines.map(joinLine)
      .join('\n');

  expect(said({})).toContain('until you press W and type the profile name');
  expect(said({ 'guard.unlock': ['ctrl+u'] })).toContain('until you press Ctrl-U and type the profile name');
});

test('custom keys: a comparison shows the key bound to the full record', () => {
  const ref = { kind: 'bot', ids: { botId: 'b' } };
  const [before, after] = [{ tags: {} }, { tags: Array.from({ length: 99 }, (_, at) => at) }];
  const side = (record: typeof before | typeof after) => ({ ref, record, at: 0 });
  const shown = {
    resource: resourceOf('bot'),
    before: side(before),
    after: side(after),
    difference: difference(before, after),
    isSnapshot: true,
    isFirst: true,
  };
  const said = (keymap: Keymap): string =>
    compareLines(shown, { width: 80, clock: { now: 0, exact: false }, keymap })
      .map(joinLine)
      .join('\n');

  expect(said({})).toContain('… y: full record');
  expect(said({ 'record.raw': ['Y'] })).toContain('… Y: full record');
});
