import { expect, test } from 'vitest';
import { available } from '../../../../src/explorer/commands/registry.ts';
import { paletteLines } from '../../../../src/explorer/dialogs/palette/dialog.ts';
import { scopeRows } from '../../../../src/explorer/dialogs/palette/scopes.ts';
import { joinLine } from '../../../../src/explorer/facts/line.ts';
import { newScopeDialog } from '../../../../src/explorer/state/dialogs.ts';
import type { State } from '../../../../src/explorer/state/state.ts';
import { editorOf } from '../../../../src/explorer/state/text-field.ts';
import { startOnBots } from '../../../helpers/fake-explorer.ts';
import { bots } from '../../../helpers/fake-service.ts';
import { play, pressKeys } from '../../../helpers/scenes.ts';

const search = (state: State, text: string) =>
  scopeRows(state, { kind: 'palette', scope: 'app.help', editor: editorOf(text), choice: 0 });

const SCREENS = [
  ['a list with marks', 'b j Space', /Ctrl-D +delete 1 marked bot …/],
  ['a record', 'b j Enter', /Ctrl-D +delete …/],
  ['raw text', 'b j y', /d +half page down/],
  ['a comparison', 'b Space Space =', /C +copy as/],
] as const;

test.each(SCREENS)('help: on %s what works fits one page at 80x24', async (_name, keys, row) => {
  const started = await startOnBots(bots(3), { size: { columns: 80, rows: 24 } });
  await play(started, ...keys.split(' '));
  const [title, ...lines] = paletteLines(started.state(), newScopeDialog('app.help'), 19).lines;
  const rows = lines.map(joinLine);

  expect(title).toMatchObject({ right: 'Esc closes' });
  expect(rows.join('\n')).toMatch(row);
  expect(rows.join('\n')).toMatch(/j +down/);
  expect(rows.join('\n')).not.toMatch(/Works only|toggle header|Ctrl-R|Shift-[↑↓]/);
});

test('help: on a small screen it is one column that scrolls to its end', async () => {
  const started = await startOnBots(bots(3), { size: { columns: 40, rows: 12 } });
  pressKeys(started, `? ${'PgDn '.repeat(9)}`);
  const { dialog } = started.state();
  if (dialog?.kind !== 'palette') throw new Error('no help');
  const lines = paletteLines(started.state(), dialog, 8).lines.map(joinLine);

  expect(lines.at(-1)).toContain('suspend');
  expect(lines).toHaveLength(8);
});

test('help: a search finds every command by its name, whether it is on or off', async () => {
  const { state } = await startOnBots(bots(3));

  for (const { command } of available(state(), ({ isFormer }) => isFormer !== true))
    expect(search(state(), command.id).map(({ title }) => title)).toContain(command.title);
});

test.each([
  ['ctrl-d', 'delete … (asks first)'],
  ['Ctrl-D', 'delete … (asks first)'],
  ['ctrl+d', 'delete … (asks first)'],
  ['mouse clicks', 'mouse on for clicks and the wheel'],
  ['xyzzy', 'Nothing matches.'],
])('help: a search for %s finds "%s"', async (text, label) => {
  const { state } = await startOnBots(bots(3));

  expect(search(state(), text).map(row => row.label)).toContain(label);
});

test('actions: keys come first, verbs of the record before delete and reload, and the title counts hidden rows', async () => {
  const started = await startOnBots(bots(3));
  pressKeys(started, 'Space Space');
  const { lines } = paletteLines(started.state(), newScopeDialog('action.menu'), 9);
  const rows = lines.slice(1).map(line => joinLine(line).trimEnd());

  expect(lines[0]).toMatchObject({ right: '… 2 more' });
  expect(rows[0]).toMatch(/^ {3}1 i {7}issues of this bot$/);
  expect(rows[7]).toBe('   8 Ctrl-D  delete 2 marked bots …');
});
