import { describe, expect, test, vi } from 'vitest';
import { withCursorMoved } from '../../../../src/explorer/actions/cursor/move-cursor.ts';
import { missingArguments } from '../../../../src/explorer/dialogs/palette/arguments.ts';
import { meaningOf, shownSkin, suggestions } from '../../../../src/explorer/dialogs/palette/suggestions.ts';
import { editorText } from '../../../../src/explorer/state/text-field.ts';
import { safe } from '../../../../src/text/sanitise.ts';
import {
  botPlace,
  DEV_LIST,
  LIST,
  runLine,
  SERVER,
  startExplorer,
  startOnBots,
} from '../../../helpers/fake-explorer.ts';
import { bots } from '../../../helpers/fake-service.ts';
import { pressKeys } from '../../../helpers/scenes.ts';

const home = { screen: 'record', ref: { kind: 'workspace', ids: { workspaceId: 'wkspace_1' } } };

/** Returns the calls that running a typed text makes. */
async function running(text: string, options: Parameters<typeof startOnBots>[1] = {}) {
  const { state, explorer } = await startOnBots(bots(3), options);
  explorer.change(state => withCursorMoved(state, 'down'));
  const { blocked } = meaningOf(state(), text);
  if (blocked !== undefined) return { problem: blocked };
  const done = { jump: vi.fn(), openDelete: vi.fn(), end: vi.fn() };
  const calls = (): readonly unknown[] => Object.values(done).flatMap(({ mock }) => mock.calls);
  runLine({ ...explorer, ...done }, text, false);
  const destructive = calls().length === 0;
  if (destructive) runLine({ ...explorer, ...done }, text);
  const opened = done.jump.mock.calls.flat()[0]?.place;
  const asked = done.openDelete.mock.calls[0]?.[0]?.[0]?.ref;
  const [left] = done.end.mock.calls.flat();
  return { opened, asked, left, destructive };
}

describe('typed text', () => {
  test.each([
    ['workspace', home],
    ['ws', home],
    ['bots', LIST],
    ['bot', LIST],
    ['b', LIST],
    ['  BOTS  ', LIST],
    ['bot b9', botPlace('b9')],
    ['bot B9', botPlace('B9')],
    ['workspace other', { screen: 'record', ref: { kind: 'workspace', ids: { workspaceId: 'other' } } }],
    [
      'integration intver_1',
      { screen: 'record', ref: { kind: 'integration', ids: { integrationId: 'intver_1' } } },
    ],
    ['issue b9 iss_1', { screen: 'record', ref: { kind: 'issue', ids: { botId: 'b9', issueId: 'iss_1' } } }],
    ['bot/b9', botPlace('b9')],
    ['bot/b9/issues/i1', { screen: 'record', ref: { kind: 'issue', ids: { botId: 'b9', issueId: 'i1' } } }],
  ])('palette: %j opens its place', async (text, place) => {
    expect(await running(text)).toMatchObject({ opened: place, destructive: false });
  });

  test.each([
    ['bots?filter=name%3Aa', { filter: 'name:a' }],
    ['bots?filter=name:a updated>90d', { filter: 'name:a updated>90d' }],
    ['bots?dev=true&filter=updated>90d', { place: DEV_LIST, filter: 'updated>90d' }],
    ['bots?filter=dev:true updated>90d', { place: DEV_LIST, filter: 'updated>90d' }],
    [
      'bots?filter=two  words&sort=-name',
      { filter: 'two  words', sort: { field: 'name', isDescending: true } },
    ],
  ])('palette: %j opens the list with that filter and sort, spaces included', async (text, showing) => {
    const started = await startOnBots(bots(3));

    runLine(started.explorer, text);

    expect(started.view()).toMatchObject({ place: LIST, ...showing });
  });

  test('palette: an issue id alone opens nothing if no bot is open, and offers the bots that can have it', async () => {
    expect(await running('issue iss_1')).toEqual({ problem: 'Usage: issue <botId> <issueId>' });
    const { state } = await startOnBots(bots(3));
    expect(suggestions(state(), 'issue iss_1').map(({ words, title }) => [words, title])).toEqual([
      ['bot/b0/issues/iss_1', 'of bot bot 0'],
      ['bot/b1/issues/iss_1', 'of bot bot 1'],
      ['bot/b2/issues/iss_1', 'of bot bot 2'],
    ]);
    expect(await running('issue ..')).toMatchObject({ problem: expect.stringContaining('Not a valid id') });
  });

  test('palette: a conversation opens the delete dialog, as it cannot be shown', async () => {
    const ref = { kind: 'conversation', ids: { botId: 'b1', conversationId: 'conv_1' } };

    expect(await running('conversation conv_1')).toMatchObject({ asked: ref, destructive: true });
    expect(await running('conversation b1 conv_1')).toMatchObject({ asked: ref, destructive: true });
    expect(await running('bot/b1/conversations/conv_1')).toMatchObject({ asked: ref, destructive: true });
  });

  test('palette: uses the configured bot when none is under the cursor', async () => {
    const { state } = startExplorer({ server: { ...SERVER, defaultIds: { botId: 'b7' } } });

    expect(meaningOf(state(), 'issue iss_1').blocked).toBeUndefined();
  });

  test.each(['q', 'q!', 'quit'])('palette: %s quits', async text => {
    expect(await running(text)).toMatchObject({ left: 'quit', destructive: false });
  });

  test.each([
    ['issue', 'Usage: issue <botId> <issueId>'],
    ['issue a b c', 'Usage: issue <botId> <issueId>'],
    ['conversation', 'Usage: conversation <botId> <conversationId>'],
    ['bot a b', 'Usage: bot <botId>'],
    ['bot/..', expect.stringContaining('is a path, not an id')],
  ])('palette: %j shows its usage', async (text, words) => {
    expect(await running(text)).toEqual({ problem: words });
  });

  test.each(['conversation b1 ..', 'bot .', 'issue .. iss_1'])(
    'palette: %j is reported as an invalid id',
    async text => {
      expect(await running(text)).toMatchObject({ problem: expect.stringContaining('Not a valid id') });
    },
  );

  test.each(['', 'nonsense', 'toString', '__proto__'])('palette: %j is unknown', async text => {
    expect(await running(text)).toMatchObject({
      problem: expect.stringContaining('Unknown command or place'),
    });
  });

  test('palette: an unknown text is repeated without control characters', async () => {
    const { problem } = await running('a\x1b[2J\u202e');

    expect(problem).toContain(': a^[[2J<U+202E>');
  });

  test('palette: runs a command by its id; the label of a key is no word', async () => {
    expect(await running('record.delete')).toMatchObject({
      asked: { kind: 'bot', ids: { botId: 'b1' } },
      destructive: true,
    });
    for (const label of ['ctrl+d', 'Ctrl-D', 'r', 'end'])
      expect(await running(label)).toMatchObject({ problem: expect.stringContaining('Unknown command') });
  });

  test('palette: deletes no conversation in a read-only explorer', async () => {
    expect(await running('conversation conv_1', { server: { ...SERVER, readOnly: true } })).toMatchObject({
      problem: expect.stringContaining('Read-only'),
    });
  });
});

describe('suggestions', () => {
  const wordsFor = async (typed: string) => {
    const { state } = await startOnBots(bots(3));
    return suggestions(state(), typed).map(({ words }) => words);
  };

  test('palette: suggests bookmarks and recents first, then verbs with their keys, places, what is off, and ids to type', async () => {
    const { explorer, state } = await startOnBots(bots(3));
    explorer.toggleBookmark({ place: 'bot/b2', name: safe`bot 2` });
    const rows = suggestions(state(), '');
    const at = (words: string): number => rows.findIndex(row => row.words === words);

    expect(rows[0]).toMatchObject({ words: 'bot/b2', kind: 'bookmark' });
    expect(rows[1]).toMatchObject({ words: 'list.filter', key: '/' });
    expect(rows[at('sort health')]).toMatchObject({ label: 'sort by health', key: 's H' });
    expect(rows[at('mouse on')]).toMatchObject({ key: ':mouse on' });
    const order = ['bot/b2', 'record.delete', 'quit', 'bots', 'list.all', 'conversation'].map(at);
    expect(order).toEqual(order.toSorted((a, b) => a - b));
    expect(order).not.toContain(-1);
    expect(at('move.down')).toBe(-1);
  });

  test('palette: suggests rows that start with the text first, then rows that contain it', async () => {
    const words = await wordsFor('re');

    expect(words[0]).toBe('recents');
    expect(words.indexOf('recents')).toBeLessThan(words.indexOf('record.delete'));
    expect(words).toContain('place.reload');
  });

  test('palette: suggests only rows that contain every word', async () => {
    expect(await wordsFor('open issue')).toEqual(expect.arrayContaining(['issue', 'issue.open']));
    expect(await wordsFor('open issue')).not.toContain('place.open');
    expect(await wordsFor('open nonsense')).toEqual(['open nonsense']);
  });

  test('palette: after a kind suggests its loaded records and the id itself', async () => {
    expect(await wordsFor('bot b')).toEqual(['bot/b0', 'bot/b1', 'bot/b2', 'bot b']);
    expect(await wordsFor('bot nobody')).toEqual(['bot nobody']);
  });

  test('palette: says that nothing matches a text, with the nearest commands', async () => {
    const { state } = await startOnBots(bots(3));
    const [first, ...nearest] = suggestions(state(), 'hlep');

    expect(first).toMatchObject({ kind: 'none', label: 'Nothing matches "hlep". The nearest:' });
    expect(nearest.map(({ id }) => id)).toContain('app.help');
    expect(suggestions(state(), 'q-q-q-q-q-q')).toEqual([
      expect.objectContaining({ label: 'Nothing matches "q-q-q-q-q-q".' }),
    ]);
  });

  test('palette: a command that is off, or of another screen, is listed last with the reason', async () => {
    const { state } = await startOnBots(bots(3), { server: { ...SERVER, readOnly: true } });

    expect(suggestions(state(), 'record.delete')).toMatchObject([
      { words: 'record.delete', blocked: expect.stringContaining('Read-only') },
    ]);
    expect(suggestions(state(), 'wrap').at(-1)).toMatchObject({ blocked: 'Works only in raw text.' });
    expect(meaningOf(state(), 'wrap')).toMatchObject({
      blocked: 'Works only in raw text.',
      id: 'reader.wrap',
    });
  });

  test('palette: Enter completes a line that needs ids, and the ids still missing are named behind it', async () => {
    const started = await startOnBots(bots(3));
    const { state } = started;
    const typed = (): string => {
      const { dialog } = state();
      return dialog?.kind === 'palette' ? editorText(dialog.editor) : 'closed';
    };

    pressKeys(started, ':conversation Enter');
    expect(typed()).toBe('conversation ');
    expect(missingArguments(typed())).toBe('<botId> <conversationId>');
    pressKeys(started, 'Enter');
    expect(typed()).toBe('conversation b0 ');
    expect(missingArguments(typed())).toBe('<conversationId>');

    expect(missingArguments('conversation b0 c')).toBe('');
    expect(missingArguments('issue b')).toBe(' <issueId>');
    expect(missingArguments('mouse ')).toBe('on or off');
  });

  test('palette: offers the ids of conversations that loaded records of the bot mention', async () => {
    const { explorer, service, state } = await startOnBots(bots(3));
    explorer.open({ screen: 'record', ref: { kind: 'issue', ids: { botId: 'b0', issueId: 'iss_1' } } });
    const groupedData = { conversationId: { raw: 'conv_7' }, other: [{ conversationId: 'conv_8' }] };
    await service.open('issue.read').answer({ id: 'iss_1', groupedData });

    expect(suggestions(state(), 'conversation b0 ').map(({ words }) => words)).toEqual([
      'conversation b0 conv_7',
      'conversation b0 conv_8',
    ]);
    expect(suggestions(state(), 'conversation b0 conv_8')).toHaveLength(1);
    expect(suggestions(state(), 'conversation b1 ')).toMatchObject([{ kind: 'none' }]);
  });

  test('palette: shows the colours of the chosen skin, and Esc brings the present ones back', async () => {
    const started = await startOnBots(bots(3));
    const { state } = started;

    pressKeys(started, ':skin Space high');
    expect(shownSkin(state())).toBe('high-contrast');
    expect(state().screen.skin).toBe('terminal');
    pressKeys(started, 'Esc');
    expect(shownSkin(state())).toBe('terminal');

    pressKeys(started, ':skin ↓ Enter');
    expect(state().screen.skin).not.toBe('terminal');
  });
});
