import { expect, test } from 'vitest';
import { available } from '../../../../src/explorer/commands/available.ts';
import { paletteLines } from '../../../../src/explorer/dialogs/palette/dialog.ts';
import { keyRows, scopeRows } from '../../../../src/explorer/dialogs/palette/scopes.ts';
import { joinLine } from '../../../../src/explorer/facts/line.ts';
import { newScopeDialog } from '../../../../src/explorer/state/dialogs.ts';
import type { State } from '../../../../src/explorer/state/state.ts';
import { editorOf } from '../../../../src/explorer/state/text-field.ts';
import { startExplorer, startOnBots } from '../../../helpers/fake-explorer.ts';
import { bots } from '../../../helpers/fake-service.ts';
import { pressKeys } from '../../../helpers/scenes.ts';

const search = (state: State, text: string) =>
  scopeRows(state, { kind: 'palette', scope: 'keys', editor: editorOf(text), choice: 0 });

/** Returns the rows of the help as text: key, title and why it does nothing now. */
const help = ({ state }: ReturnType<typeof startExplorer>): readonly string[] =>
  keyRows(state()).map(({ key, label, blocked }) => [key, label, blocked].filter(Boolean).join('  '));

test('help: the commands of the screen come first, in the order of the footer, then motions, the app and what is off', async () => {
  const rows = help(await startOnBots(bots(3)));
  const at = (text: string): number => rows.findIndex(row => row.includes(text));

  expect(rows[0]).toBe('Enter →  open');
  const order = [
    ...['delete …', 'mark a range', 'j ↓  down', 'this help', 'auto-refresh', 'M  load all pages'],
    ...['twice: force quit', 'Works only in: Delete.', ':mouse on  ', 'Every command can be typed'],
  ].map(at);
  expect(order.every(each => each >= 0)).toBe(true);
  expect(order).toEqual(order.toSorted((a, b) => a - b));
  expect(rows.slice(0, at('j ↓  down')).join('\n')).not.toMatch(/Nothing is marked|toggle header|page down/);
});

test('help: raw text has the motions of a reader', async () => {
  const raw = startExplorer({ place: 'bot/b1' });
  await raw.service.open('bot.read').answer({ id: 'b1', name: 'n' });
  raw.explorer.open({ screen: 'raw', ref: { kind: 'bot', ids: { botId: 'b1' } } });

  expect(help(raw)).toEqual(expect.arrayContaining(['d  half page down', 'u  half page up']));
});

test('help: a search finds every command by its name, whether it is on or off', async () => {
  const { state } = await startOnBots(bots(3));

  for (const { command } of available(state(), ({ isFormer }) => isFormer !== true))
    expect(search(state(), command.id).map(({ title }) => title)).toContain(command.title);
});

test.each([
  ['ctrl-d', 'delete … (asks you to confirm)'],
  ['Ctrl-D', 'delete … (asks you to confirm)'],
  ['ctrl+d', 'delete … (asks you to confirm)'],
  ['mouse clicks', 'mouse on for clicks and the wheel'],
  ['xyzzy', 'Nothing matches.'],
])('help: a search for %s finds "%s"', async (text, label) => {
  const { state } = await startOnBots(bots(3));

  expect(search(state(), text).map(row => row.label)).toContain(label);
});

test('actions: keys come first, verbs of the record before delete and reload, and the title counts hidden rows', async () => {
  const started = await startOnBots(bots(3));
  pressKeys(started, 'Space Space');
  const { lines } = paletteLines(started.state(), newScopeDialog('actions'), 9);
  const rows = lines.slice(1).map(line => joinLine(line).trimEnd());

  expect(lines[0]).toMatchObject({ right: '… 2 more' });
  expect(rows[0]).toMatch(/^ {3}1 i {7}issues of this bot$/);
  expect(rows[7]).toBe('   8 Ctrl-D  delete 2 marked bots …');
  expect(rows.join('\n')).not.toContain('reload');
});
