import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { withTab } from '../../../src/explorer/actions/cursor/tabs.ts';
import { commands, standardKeys } from '../../../src/explorer/commands/registry.ts';
import { keyName } from '../../../src/explorer/state/key-names.ts';
import type { Keymap } from '../../../src/explorer/state/state.ts';
import { update } from '../../../src/explorer/state/store.ts';
import { type FakeExplorer, setKeys, startExplorer, writable } from '../../helpers/fake-explorer.ts';
import { answer, fail, onBots, scenes } from '../../helpers/scenes.ts';

test('key names: texts mention only commands, and those without a standard key by their word', () => {
  const folder = join(import.meta.dirname, '../../../src/explorer');
  const texts = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(path => /\.tsx?$/.test(path))
    .map(path => readFileSync(join(folder, path), 'utf8'));
  const mentioned = texts.flatMap(text => [
    ...text.matchAll(/\bkey(?:In|Name)\([\w.()]+, '([^']+)'(?:, '([^']+)')?\)/g),
  ]);
  expect(mentioned.length).toBeGreaterThan(50);
  for (const [call, id, word] of mentioned) {
    const command = commands.find(each => each.id === id);
    const needed = command?.keys.length === 0 ? command.word : undefined;
    expect([call, command?.id, needed]).toEqual([call, id, word]);
  }
});

const own = { 'place.reload': ['R'], 'place.back': ['x'], 'list.all': [], 'list.scan-all': ['F'] };

test('key names: a custom key is shown, and the command itself if it has no key', () => {
  expect(keyName(standardKeys, 'place.back')).toBe('Esc');
  expect(keyName(own, 'place.back')).toBe('x');
  expect(keyName(own, 'list.all')).toBe(':list.all');
  expect(keyName(own, 'list.all', 'all pages')).toBe(':all pages');
});

const bound =
  (keymap: Keymap = own) =>
  ({ explorer }: FakeExplorer): void =>
    setKeys(explorer, keymap);
const blocked =
  (id: string, words: string) =>
  ({ state }: FakeExplorer): void =>
    expect(commands.find(command => command.id === id)?.blocked?.(state())).toContain(words);

scenes('key names: custom keys appear', onBots(3), {
  'in the text of a failure': [
    { start: startExplorer },
    bound(),
    fail('bot.list', 'not-found'),
    { text: /x goes back, R tries again\./ },
  ],
  'in the offer of an undocumented list': [
    { start: () => startExplorer({ place: 'bot/b1' }) },
    [bound({ ...own, 'extension.ask': ['E'] }), answer('bot.read', { id: 'b1', name: 'n' })],
    [({ explorer }) => explorer.change(state => withTab(state, 'Issues')), { text: / {2}E$/m }],
    ({ explorer }) =>
      update(writable(explorer.store), { session: { undocumented: 'allowed', forbidden: ['issue.list'] } }),
    [{ text: /\(403\)\. R retries\./ }, blocked('extension.ask', 'R reloads')],
  ],
  'in the reason for a disabled command': [
    bound(),
    blocked('list.troubled', 'Nothing checked yet: F checks all.'),
  ],
  'in a comparison, for the full record': [
    bound({ 'record.raw': ['Y'] }),
    'Space Space =',
    answer('bot.read', { id: 'b1', tags: Array.from({ length: 99 }, (_, at) => at) }),
    [answer('bot.read', { id: 'b0', tags: {} }), { text: /… Y: full record/ }],
  ],
});
