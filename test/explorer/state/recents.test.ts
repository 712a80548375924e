import { expect, test, vi } from 'vitest';
import { pageRows } from '../../../src/explorer/facts/layout.ts';
import { contentOf } from '../../../src/explorer/screens/content.ts';
import { jumpTargets } from '../../../src/explorer/screens/home/home-lines.ts';
import { settledView } from '../../../src/explorer/selection/cursor.ts';
import { placeText } from '../../../src/explorer/state/place-text.ts';
import { withOpened } from '../../../src/explorer/state/recents.ts';
import { MAX_RECENTS, type Memory, noMemory, type StoredPlace } from '../../../src/storage/memory.ts';
import { safe } from '../../../src/text/sanitise.ts';
import { botPlace, type FakeExplorer, startExplorer } from '../../helpers/fake-explorer.ts';
import { answer, fail, onBots, open, scenes } from '../../helpers/scenes.ts';

const kept = (place: string, at = 1): StoredPlace => ({ place, name: safe`a name`, at });
const recents =
  (...wanted: readonly Partial<StoredPlace>[]) =>
  ({ state }: FakeExplorer): void =>
    expect(state().user.memory.recents).toMatchObject(wanted);
const read = (id: string, name = `bot ${id}`) => answer('bot.read', { id, name, signingSecret: 'hunter2' });

const save = vi.fn();
const remembering =
  (contents: Memory, options: Parameters<typeof startExplorer>[0] = {}) =>
  (): FakeExplorer => {
    save.mockClear();
    return startExplorer({ memoryFile: { contents, save }, ...options });
  };

scenes('recents', onBots(3), {
  'list loaded records once each, newest first': [
    ...['b0', 'b1'].map(id => [open(botPlace(id)), read(id)]),
    [open(botPlace('b2')), '[ [', recents({ place: 'bot/b0' }, { place: 'bot/b1' })],
  ],
  'store only the place, the cleaned name and the time; the name is the current one': [
    [open(botPlace('b0')), read('b0', 'a\x1b[2Jb')],
    ({ state, now }) =>
      expect(state().user.memory.recents).toEqual([{ place: 'bot/b0', name: 'a^[[2Jb', at: now() }]),
    ['r', read('b0', 'new'), recents({ name: safe`new` })],
  ],
  'do not contain the workspace of the start': [({ explorer }) => explorer.goBack(), recents()],
});

test(`recents: hold at most ${MAX_RECENTS} records`, () => {
  let memory = noMemory;
  for (let at = 0; at < 70; at++) memory = withOpened(memory, kept(`bot/${at}`, at));

  expect(memory.recents).toHaveLength(MAX_RECENTS);
  expect(memory.recents[0]?.place).toBe('bot/69');
});

const KNOWN = { recents: [kept('bot/b0')], bookmarks: [kept('bot/b0')] };
const gone = [{ place: 'bot/b0', gone: true }];

const ISSUES = {
  recents: ['bot/b0/issues/i1', 'bot/b1/issues/i2', 'bot/b0'].map(place => kept(place)),
  bookmarks: [{ ...kept('bot/b0/issues/i9'), gone: true as const }],
};
scenes('recents', remembering(KNOWN, { place: 'bot/b0' }), {
  'a record that is not found is marked but not added, until it exists again': [
    fail('bot.read', 'not-found'),
    ({ state }) => expect(state().user.memory).toMatchObject({ recents: gone, bookmarks: gone }),
    [open(botPlace('b9')), fail('bot.read', 'not-found'), recents({ place: 'bot/b0' })],
    [open(botPlace('b0')), read('b0')],
    ({ state }) => expect(JSON.stringify(state().user.memory)).not.toContain('gone'),
  ],
  'a record is gone after a 404 only': [
    { start: remembering({ ...noMemory, recents: [kept('bot/b0')] }, { place: 'bot/b0' }) },
    fail('bot.read', { kind: 'server-error', status: 500 }),
    ({ state }) => expect(JSON.stringify(state().user.memory)).not.toContain('gone'),
  ],
  'are saved when they change, without secrets': [
    { start: remembering(noMemory, { place: 'bot/b0' }) },
    () => expect(save).not.toHaveBeenCalled(),
    [read('b0'), 'j', () => expect(save).toHaveBeenCalledTimes(1)],
    () => expect(JSON.stringify(save.mock.calls)).not.toContain('hunter2'),
  ],
  'suggest issues of the same bot where an id is typed, and none that is gone': [
    { start: remembering(ISSUES, { knownIds: () => ['i3', 'i1'] }) },
    ({ explorer }) => explorer.openIdPrompt('issue', { botId: 'b0' }),
    { choices: [{ words: 'issue b0 i1' }, { words: 'issue b0 i3' }] },
  ],
});

const jumps =
  (...wanted: readonly string[]) =>
  ({ state }: FakeExplorer): void =>
    expect(jumpTargets(state()).map(view => placeText(view.place, view))).toEqual(wanted);

const PLACES = {
  recents: ['bot/b2', 'bot/b1', 'nonsense/x'].map(place => kept(place)),
  bookmarks: [kept('bot/b1'), kept('bots?filter=dev'), { ...kept('bot/b9'), gone: true as const }],
};

scenes('home screen', remembering(PLACES, { place: 'ws' }), {
  'lists bots, bookmarks and recents once each, numbered': [
    answer('workspace.read', { id: 'wkspace_1', name: 'Acme' }),
    { text: /^ *1 +Bots +not loaded yet\n *2 +Development bots +not loaded yet$/m },
    { text: /^ *3 +★ a name +bot +✗ gone \(404\).*\n *4 +★ Bots \/dev +bots/m },
    { text: /^ *5 +★ a name +bot +b1.*\n *6 +a name +bot +b2/m },
    jumps('bots', 'bots?dev=true', 'bot/b9', 'bots?filter=dev', 'bot/b1', 'bot/b2'),
  ],
  'the profile is one row; Enter unfolds it in sight and folds it again, and a search looks into it': [
    { start: remembering(noMemory, { place: 'ws', size: { columns: 80, rows: 16 } }) },
    answer('workspace.read', { id: 'wkspace_1', name: 'Acme', about: 'Boxes.\nAnd more.', handle: 'acme' }),
    [{ text: /Workspace profile +Boxes\. · @acme *$/ }],
    ['G Enter', { cursor: 'profile', hints: expect.arrayContaining(['Enter fold']) }],
    ({ state }) =>
      expect(contentOf(state()).ids.length - settledView(state()).top).toBeLessThanOrEqual(
        pageRows(state(), false),
      ),
    ['Enter', { text: /· @acme *$/, cursor: 'profile' }],
    ['/ more Enter', { text: /And more/ }],
  ],
  'shows how many bots are loaded; its numbers work on no other view': [
    { start: onBots(3, { next: 't' }) },
    [jumps(), ({ explorer }) => explorer.goBack(), { text: /^ *1 +Bots +3\+ loaded/m }],
  ],
});
