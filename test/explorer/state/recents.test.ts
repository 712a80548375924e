import { describe, expect, test, vi } from 'vitest';
import { withCursorMoved } from '../../../src/explorer/actions/cursor/move-cursor.ts';
import { paletteRows } from '../../../src/explorer/dialogs/palette/suggestions.ts';
import { contentOf } from '../../../src/explorer/screens/content.ts';
import { jumpTargets } from '../../../src/explorer/screens/home/home-lines.ts';
import { placeText } from '../../../src/explorer/state/place-text.ts';
import { isBookmark, withBookmarkToggled, withOpened } from '../../../src/explorer/state/recents.ts';
import { MAX_RECENTS, noMemory, type StoredPlace } from '../../../src/storage/memory.ts';
import { safe } from '../../../src/text/sanitise.ts';
import {
  botPlace,
  type FakeExplorer,
  SERVER,
  startExplorer,
  startOnBots,
} from '../../helpers/fake-explorer.ts';
import { bots } from '../../helpers/fake-service.ts';

const kept = (place: string, at = 1): StoredPlace => ({ place, name: safe`a name`, at });
const recents = ({ state }: FakeExplorer) => state().user.memory.recents;

async function opened(started: FakeExplorer, id: string, name = `bot ${id}`): Promise<void> {
  started.explorer.open(botPlace(id));
  await started.service.open('bot.read').answer({ id, name, signingSecret: 'hunter2' });
}

test('recents: list loaded records once each, newest first', async () => {
  const started = await startOnBots(bots(3));

  for (const id of ['b0', 'b1']) await opened(started, id);
  started.explorer.open(botPlace('b2'));
  started.explorer.stepHistory('back');
  started.explorer.stepHistory('back');

  expect(recents(started).map(({ place }) => place)).toEqual(['bot/b0', 'bot/b1']);
});

test('recents: store only the place, the cleaned name and the time; the name is the current one', async () => {
  const started = await startOnBots(bots(1));
  await opened(started, 'b0', 'a\x1b[2Jb');
  expect(recents(started)).toEqual([{ place: 'bot/b0', name: 'a^[[2Jb', at: started.now() }]);
  started.explorer.load(botPlace('b0'), true);

  await started.service.open('bot.read').answer({ id: 'b0', name: 'new' });

  expect(recents(started)).toMatchObject([{ name: 'new' }]);
});

test('recents: do not contain the workspace of the start', async () => {
  const started = await startOnBots(bots(1));

  started.explorer.goBack();

  expect(recents(started)).toEqual([]);
});

test(`recents: hold at most ${MAX_RECENTS} records`, () => {
  let memory = noMemory;
  for (let at = 0; at < 70; at++) memory = withOpened(memory, kept(`bot/${at}`, at));

  expect(memory.recents).toHaveLength(MAX_RECENTS);
  expect(memory.recents[0]?.place).toBe('bot/69');
});

test('recents: a record that is not found is marked but not added, until it exists again', async () => {
  const started = startExplorer({
    place: 'bot/b0',
    memoryFile: { contents: { recents: [kept('bot/b0')], bookmarks: [kept('bot/b0')] }, save: vi.fn() },
  });
  const { explorer, service, state } = started;
  await service.open('bot.read').fail({ kind: 'not-found' });
  const gone = [{ place: 'bot/b0', gone: true }];
  expect(state().user.memory).toMatchObject({ recents: gone, bookmarks: gone });
  explorer.open(botPlace('b9'));
  await service.open('bot.read').fail({ kind: 'not-found' });
  expect(recents(started)).toHaveLength(1);
  explorer.open(botPlace('b0'));

  await service.open('bot.read').answer({ id: 'b0', name: 'back' });

  expect(JSON.stringify(state().user.memory)).not.toContain('gone');
});

test('recents: are saved when they change, without secrets', async () => {
  const save = vi.fn();
  const started = startExplorer({ place: 'bot/b0', memoryFile: { contents: noMemory, save } });
  expect(save).not.toHaveBeenCalled();

  await started.service.open('bot.read').answer({ id: 'b0', name: 'x', signingSecret: 'hunter2' });
  started.explorer.change(state => withCursorMoved(state, 'down'));

  expect(save).toHaveBeenCalledTimes(1);
  expect(JSON.stringify(save.mock.calls)).not.toContain('hunter2');
});

test('recents: suggest issues of the same bot where an id is typed', async () => {
  const contents = {
    recents: [kept('bot/b0/issues/i1'), kept('bot/b1/issues/i2'), kept('bot/b0')],
    bookmarks: [],
  };
  const started = startExplorer({ memoryFile: { contents, save: vi.fn() }, knownIds: () => ['i3', 'i1'] });

  started.explorer.openIdPrompt('issue', { botId: 'b0' });

  const { dialog } = started.state();
  const rows = dialog?.kind === 'palette' ? paletteRows(started.state(), dialog) : [];
  expect(rows.map(({ words }) => words)).toEqual(['issue b0 i1', 'issue b0 i3']);
});

test('bookmarks: toggling a place twice removes its bookmark', () => {
  const once = withBookmarkToggled(noMemory, kept('bot/b0'));
  const twice = withBookmarkToggled(once, kept('bot/b0', 2));

  expect(isBookmark(once, 'bot/b0')).toBe(true);
  expect(twice).toEqual(noMemory);
});

describe('home screen', () => {
  const contents = {
    recents: [kept('bot/b2'), kept('bot/b1'), kept('nonsense/x')],
    bookmarks: [kept('bot/b1'), kept('bots?filter=dev'), { ...kept('bot/b9'), gone: true as const }],
  };

  async function home(): Promise<FakeExplorer> {
    const started = startExplorer({ place: 'ws', server: SERVER, memoryFile: { contents, save: vi.fn() } });
    await started.service.open('workspace.read').answer({ id: 'wkspace_1', name: 'Acme' });
    return started;
  }

  const lines = ({ state }: FakeExplorer): readonly string[] => {
    const content = contentOf(state());
    const all = content.kind === 'lines' ? content.lines.slice() : [];
    return all.flatMap(line =>
      line.kind === 'text' && line.id.startsWith('jump:')
        ? [line.spans.map(({ text }) => text).join('')]
        : [],
    );
  };

  test('home screen: lists bots, bookmarks and recents once each, numbered', async () => {
    const started = await home();

    expect(lines(started).map(line => line.trim().replace(/\s+/g, ' '))).toEqual([
      '1 Bots not loaded yet',
      '2 Development bots not loaded yet',
      expect.stringMatching(/^3 ★ a name bot ✗ gone \(404\)/),
      expect.stringMatching(/^4 ★ Bots \/dev bots/),
      expect.stringMatching(/^5 ★ a name bot b1/),
      expect.stringMatching(/^6 a name bot b2/),
    ]);
    expect(jumpTargets(started.state()).map(view => placeText(view.place, view))).toEqual([
      'bots',
      'bots?dev=true',
      'bot/b9',
      'bots?filter=dev',
      'bot/b1',
      'bot/b2',
    ]);
  });

  test('home screen: shows how many bots are loaded; its numbers work on no other view', async () => {
    const started = await startOnBots(bots(3), { next: 't' });
    expect(jumpTargets(started.state())).toEqual([]);

    started.explorer.goBack();

    expect(lines(started)[0]).toContain('3+ loaded');
  });
});
