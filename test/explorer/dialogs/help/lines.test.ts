import { expect, test } from 'vitest';
import { available } from '../../../../src/explorer/commands/available.ts';
import { helpLines } from '../../../../src/explorer/dialogs/help/lines.ts';
import { joinLine } from '../../../../src/explorer/facts/line.ts';
import { update } from '../../../../src/explorer/state/store.ts';
import { editorOf } from '../../../../src/explorer/state/text-field.ts';
import { startExplorer, startOnBots } from '../../../helpers/fake-explorer.ts';
import { bots } from '../../../helpers/fake-service.ts';
import { writable } from '../../../helpers/writable.ts';

/** Returns the help by sections: title and rows. */
function sections({ state }: ReturnType<typeof startExplorer>): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  let rows: string[] = [];
  for (const line of helpLines(state())) {
    const text = joinLine(line).trim();
    if (line.kind === 'title') {
      rows = [];
      found.set(text, rows);
    } else rows.push(text);
  }
  return found;
}

test('help: the commands of the screen come first, in the order of the footer, then motions, the app and what is off', async () => {
  const help = sections(await startOnBots(bots(3)));

  expect([...help.keys()].slice(0, 5)).toEqual(['On this screen', 'Move', 'App', 'Less often', 'Off now']);
  const [first = '', ...here] = help.get('On this screen') ?? [];
  expect(first).toMatch(/^Enter → +open$/);
  const at = (key: string): number => here.findIndex(row => row.startsWith(key));
  expect(at('Ctrl-D')).toBeGreaterThanOrEqual(0);
  expect(at('Ctrl-D')).toBeLessThan(at('v '));
  expect(help.get('Less often')?.join('\n')).toContain('auto-refresh');
  expect(here.join('\n')).not.toMatch(/Nothing is marked|toggle header|page down/);
  expect(help.get('Off now')?.join('\n')).toContain('load all pages (Esc stops)  Everything is loaded.');
  expect(help.get('App')?.join('\n')).toMatch(/Ctrl-C +twice: force quit/);
});

test('help: the motions are one line, with those of a reader in raw text', async () => {
  const list = await startOnBots(bots(3));
  const raw = startExplorer({ place: 'bot/b1' });
  await raw.service.open('bot.read').answer({ id: 'b1', name: 'n' });
  raw.explorer.open({ screen: 'raw', ref: { kind: 'bot', ids: { botId: 'b1' } } });

  expect(sections(list).get('Move')).toEqual(['j down  k up  g first  G last  PgDn page down  PgUp page up']);
  expect(sections(raw).get('Move')?.join(' ')).toContain('Space page down  d half page down  u half page up');
});

test('help: a search finds every command with a key by its name, whether it is on or off', async () => {
  const started = await startOnBots(bots(3));
  const { explorer, state } = started;

  for (const { command } of available(state(), ({ keys }) => keys.length > 0)) {
    const editor = editorOf(command.id);
    update(writable(explorer.store), { dialog: { kind: 'help', top: 0, editor, isSearching: true } });
    expect(helpLines(state()).map(joinLine).join('\n')).toContain(command.title.split(' ')[0]);
  }
});

test('help: a search finds a command without a key, and the last line names the mouse', async () => {
  const { explorer, state } = await startOnBots(bots(3));
  const lines = (): string => helpLines(state()).map(joinLine).join(' ').replaceAll(/ +/g, ' ');
  expect(lines()).toContain('":mouse on" for clicks and the wheel');

  update(writable(explorer.store), {
    dialog: { kind: 'help', top: 0, editor: editorOf('mouse'), isSearching: true },
  });

  expect(lines()).toMatch(/:mouse on mouse on for clicks and the wheel/);
});

test('help: a search finds a key as it is written on the screen or in settings', async () => {
  const { explorer, state } = await startOnBots(bots(3));

  for (const text of ['ctrl-d', 'Ctrl-D', 'ctrl+d']) {
    const editor = editorOf(text);
    update(writable(explorer.store), { dialog: { kind: 'help', top: 0, editor, isSearching: true } });
    expect(helpLines(state()).map(joinLine).join('\n')).toContain('delete … (asks you to confirm)');
  }
});
