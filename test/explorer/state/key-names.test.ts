import { describe, expect, test } from 'vitest';
import { onTab } from '../../../src/explorer/actions/cursor/tabs.ts';
import { commands } from '../../../src/explorer/commands/table.ts';
import { keyName, STANDARD_KEYS } from '../../../src/explorer/state/key-names.ts';
import type { State } from '../../../src/explorer/state/state.ts';
import { update, withChange } from '../../../src/explorer/state/store.ts';
import { surfaceOf } from '../../../src/explorer/view/content/content.ts';
import { startExplorer, startOnBots } from '../../helpers/fake-explorer.ts';
import { bots } from '../../helpers/fake-service.ts';
import { writable } from '../../helpers/writable.ts';

test.each(Object.entries(STANDARD_KEYS))('%s has the standard key that sentences name: %s', (id, key) => {
  expect(commands.find(command => command.id === id)?.keys[0]).toBe(key);
});

describe('a sentence that names a key', () => {
  const own = { 'place.reload': ['R'], 'place.back': ['x'], 'list.check': [] };

  test("names the person's own one, or the action itself when it has none", () => {
    expect(keyName({}, 'place.back')).toBe('Esc');
    expect(keyName(own, 'place.back')).toBe('x');
    expect(keyName(own, 'list.check')).toBe(':list.check');
  });

  const lines = (state: State): string => {
    const surface = surfaceOf(state);
    return surface.kind === 'lines' ? JSON.stringify(surface.lines.slice()) : '';
  };

  test('follows the keys on the screen of a failure', async () => {
    const { explorer, service, state } = startExplorer();
    update(writable(explorer.store), { user: { keymap: own } });

    await service.open('bot.list').fail({ kind: 'not-found' });

    expect(lines(state())).toContain('x goes back, R tries again.');
  });

  test('follows them where a list is offered that the description does not have', async () => {
    const { explorer, service, state } = startExplorer({ place: 'bot/b1' });
    await service.open('bot.read').answer({ id: 'b1', name: 'n' });
    writable(explorer.store).setState(before =>
      onTab(withChange(before, { user: { keymap: { ...own, 'extension.ask': ['E'] } } }), 'Issues'),
    );

    expect(lines(state())).toContain('"text":"  E"');
    update(writable(explorer.store), { session: { undocumented: 'allowed', forbidden: ['issue.list'] } });
    expect(lines(state())).toContain('(403). R retries.');
    expect(commands.find(({ id }) => id === 'extension.ask')?.blocked?.(state())).toContain('R reloads');
  });

  test('follows them in why a command is off', async () => {
    const { explorer, state } = await startOnBots(bots(3));
    update(writable(explorer.store), { user: { keymap: own } });

    const blocked = commands.find(({ id }) => id === 'list.troubled')?.blocked?.(state());

    expect(blocked).toContain(':list.check checks visible rows');
  });
});
