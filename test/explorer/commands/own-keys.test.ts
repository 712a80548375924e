import { expect, test } from 'vitest';
import { difference } from '../../../src/diff/diff.ts';
import { dialogPage } from '../../../src/explorer/dialogs/table.ts';
import { joinLine } from '../../../src/explorer/facts/line.ts';
import { compareLines } from '../../../src/explorer/screens/compare/compare-lines.ts';
import { loginForm } from '../../../src/explorer/state/login.ts';
import { initialState, type Keymap } from '../../../src/explorer/state/state.ts';
import { withChange } from '../../../src/explorer/state/store.ts';
import { resourceOf } from '../../../src/resources/registry.ts';
import { safe } from '../../../src/text/sanitise.ts';

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
