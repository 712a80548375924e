import { expect, test } from 'vitest';
import { withTab } from '../../../src/explorer/actions/cursor/tabs.ts';
import { commands } from '../../../src/explorer/commands/table.ts';
import { keyName, MENTIONED_KEYS } from '../../../src/explorer/state/key-names.ts';
import type { Keymap } from '../../../src/explorer/state/state.ts';
import { update } from '../../../src/explorer/state/store.ts';
import { type FakeExplorer, startExplorer } from '../../helpers/fake-explorer.ts';
import { answer, fail, onBots, scenes } from '../../helpers/scenes.ts';
import { writable } from '../../helpers/writable.ts';

test.each(Object.entries(MENTIONED_KEYS))('key names: the standard key of %s in texts is %s', (id, key) => {
  const command = commands.find(each => each.id === id);
  expect(command?.keys[0] ?? `:${command?.word}`).toBe(key);
});

const own = { 'place.reload': ['R'], 'place.back': ['x'], 'list.all': [], 'list.scan-all': ['F'] };

test('key names: a custom key is shown, and the command itself if it has no key', () => {
  expect(keyName({}, 'place.back')).toBe('Esc');
  expect(keyName(own, 'place.back')).toBe('x');
  expect(keyName(own, 'list.all')).toBe(':list.all');
});

const bound =
  (keymap: Keymap = own) =>
  ({ explorer }: FakeExplorer): void =>
    update(writable(explorer.store), { user: { keymap } });
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
