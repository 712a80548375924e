import { expect, test } from 'vitest';
import { difference } from '../../src/diff/diff.ts';
import { resourceOf } from '../../src/resources/registry.ts';
import { compareLines } from '../../src/store/compare-lines.ts';
import { joinLine } from '../../src/store/line.ts';
import { formFor } from '../../src/store/logging-in.ts';
import type { Keymap } from '../../src/store/state.ts';
import { safe } from '../../src/text/sanitise.ts';
import { loginLines } from '../../src/ui/overlays/login-lines.ts';

test('the form that logs in names the key that is bound', () => {
  const door = { id: 't', is: 'typed', label: safe`l`, detail: safe``, address: '', workspace: '' } as const;
  const said = (keymap: Keymap): string =>
    loginLines({ keymap, size: { columns: 80, rows: 24 } }, formFor(door), 30)
      .map(joinLine)
      .join('\n');

  expect(said({})).toContain('locked until W and its name');
  expect(said({ 'guard.unlock': ['ctrl+u'] })).toContain('locked until ctrl+u and its name');
});

test('what is too long to be compared names the key that shows it', () => {
  const ref = { kind: 'bot', ids: { botId: 'b' } };
  const [before, after] = [{ tags: {} }, { tags: Array.from({ length: 99 }, (_, at) => at) }];
  const side = (record: typeof before | typeof after) => ({ ref, record, at: 0 });
  const shown = {
    resource: resourceOf('bot'),
    before: side(before),
    after: side(after),
    difference: difference(before, after),
    isCopy: true,
    isFirst: true,
  };
  const said = (keymap: Keymap): string =>
    compareLines(shown, { width: 80, clock: { now: 0, exact: false }, keymap })
      .map(joinLine)
      .join('\n');

  expect(said({})).toContain('… (y shows all of it)');
  expect(said({ 'record.raw': ['Y'] })).toContain('… (Y shows all of it)');
});
