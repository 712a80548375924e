import { describe, expect, test } from 'vitest';
import { withTab } from '../../../src/explorer/actions/cursor/tabs.ts';
import { commands } from '../../../src/explorer/commands/table.ts';
import { contentOf } from '../../../src/explorer/screens/content.ts';
import { keyName, STANDARD_KEYS } from '../../../src/explorer/state/key-names.ts';
import type { State } from '../../../src/explorer/state/state.ts';
import { update, withChange } from '../../../src/explorer/state/store.ts';
import { startExplorer, startOnBots } from '../../helpers/fake-explorer.ts';
import { bots } from '../../helpers/fake-service.ts';
import { writable } from '../../helpers/writable.ts';

test.each(Object.entries(STANDARD_KEYS))('key names: the standard key of %s in texts is %s', (id, key) => {
  const command = commands.find(each => each.id === id);
  expect(command?.keys[0] ?? `:${command?.word}`).toBe(key);
});

describe('texts that name a key', () => {
  const own = { 'place.reload': ['R'], 'place.back': ['x'], 'list.all': [], 'list.scan-all': ['F'] };

  test('key names: a custom key is shown, and the command itself if it has no key', () => {
    expect(keyName({}, 'place.back')).toBe('Esc');
    expect(keyName(own, 'place.back')).toBe('x');
    expect(keyName(own, 'list.all')).toBe(':list.all');
  });

  const lines = (state: State): string => {
    const content = contentOf(state);
    return content.kind === 'lines' ? JSON.stringify(content.lines.slice()) : '';
  };

  test('key names: custom keys appear in the text of a failure', async () => {
    const { explorer, service, state } = startExplorer();
    update(writable(explorer.store), { user: { keymap: own } });

    await service.open('bot.list').fail({ kind: 'not-found' });

    expect(lines(state())).toContain('x goes back, R tries again.');
  });

  test('key names: custom keys appear in the offer of an undocumented list', async () => {
    const { explorer, service, state } = startExplorer({ place: 'bot/b1' });
    await service.open('bot.read').answer({ id: 'b1', name: 'n' });
    writable(explorer.store).setState(before =>
      withTab(withChange(before, { user: { keymap: { ...own, 'extension.ask': ['E'] } } }), 'Issues'),
    );

    expect(lines(state())).toContain('"text":"  E"');
    update(writable(explorer.store), { session: { undocumented: 'allowed', forbidden: ['issue.list'] } });
    expect(lines(state())).toContain('(403). R retries.');
    expect(commands.find(({ id }) => id === 'extension.ask')?.blocked?.(state())).toContain('R reloads');
  });

  test('key names: custom keys appear in the reason for a disabled command', async () => {
    const { explorer, state } = await startOnBots(bots(3));
    update(writable(explorer.store), { user: { keymap: own } });

    const blocked = commands.find(({ id }) => id === 'list.troubled')?.blocked?.(state());

    expect(blocked).toBe('Nothing checked yet: F checks all.');
  });
});
