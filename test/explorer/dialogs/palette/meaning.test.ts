import { describe, expect, test, vi } from 'vitest';
import type { Explorer } from '../../../../src/explorer/actions/explorer.ts';
import { meaningOf } from '../../../../src/explorer/dialogs/palette/meaning.ts';
import { suggestions } from '../../../../src/explorer/dialogs/palette/suggestions.ts';
import {
  botPlace,
  DEV_LIST,
  LIST,
  SERVER,
  startExplorer,
  startOnBots,
} from '../../../helpers/fake-explorer.ts';
import { bots } from '../../../helpers/fake-service.ts';

const home = { screen: 'record', ref: { kind: 'workspace', ids: { workspaceId: 'wkspace_1' } } };

/** What running a line asks the explorer to do. */
async function running(text: string, options: Parameters<typeof startOnBots>[1] = {}) {
  const { state, explorer } = await startOnBots(bots(3), options);
  explorer.moveCursor('down');
  const meaning = meaningOf(state(), text);
  if ('problem' in meaning) return { problem: meaning.problem };
  const done = { jump: vi.fn(), openDelete: vi.fn(), leave: vi.fn(), seek: vi.fn() };
  meaning.run({ ...explorer, ...done } as Explorer);
  const opened = done.jump.mock.calls.flat()[0]?.place;
  const asked = done.openDelete.mock.calls[0]?.[0]?.[0]?.ref;
  const [left] = done.leave.mock.calls.flat();
  return { opened, asked, left, sought: done.seek.mock.calls[0], destructive: meaning.destructive };
}

describe('a line', () => {
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
  ])('%j opens its place', async (text, place) => {
    expect(await running(text)).toMatchObject({ opened: place, destructive: false });
  });

  test.each([
    ['bots?filter=name:a updated>90d', { filter: 'name:a updated>90d' }],
    ['bots?dev=true&filter=updated>90d', { place: DEV_LIST, filter: 'updated>90d' }],
    ['bots?filter=dev:true updated>90d', { place: DEV_LIST, filter: 'updated>90d' }],
    [
      'bots?filter=two  words&sort=-name',
      { filter: 'two  words', sort: { field: 'name', isDescending: true } },
    ],
  ])('%j opens the list so shown, spaces and all', async (text, showing) => {
    const started = await startOnBots(bots(3));
    const meaning = meaningOf(started.state(), text);

    if ('problem' in meaning) throw new Error(meaning.problem);
    meaning.run(started.explorer);

    expect(started.view()).toMatchObject({ place: LIST, ...showing });
  });

  test('with only the id of an issue looks for it on the bots that can have it, when none is open', async () => {
    expect(await running('issue iss_1')).toMatchObject({ sought: ['issue', 'iss_1'], destructive: false });
    expect(await running('issue ..')).toMatchObject({ problem: expect.stringContaining('Not a valid id') });
  });

  test('that names a conversation asks to delete it, as nothing reads one', async () => {
    const ref = { kind: 'conversation', ids: { botId: 'b1', conversationId: 'conv_1' } };

    expect(await running('conversation conv_1')).toMatchObject({ asked: ref, destructive: true });
    expect(await running('conversation b1 conv_1')).toMatchObject({ asked: ref, destructive: true });
  });

  test('takes the bot that was set for where none is under the cursor', async () => {
    const { state } = startExplorer({ server: { ...SERVER, defaultIds: { botId: 'b7' } } });

    const meaning = meaningOf(state(), 'issue iss_1');

    expect('problem' in meaning).toBe(false);
  });

  test.each(['q', 'q!', 'quit'])('%s leaves', async text => {
    expect(await running(text)).toMatchObject({ left: 'quit', destructive: false });
  });

  test.each([
    ['issue', 'Usage: issue <botId> <issueId>'],
    ['issue a b c', 'Usage: issue <botId> <issueId>'],
    ['conversation', 'Usage: conversation <botId> <conversationId>'],
    ['bot a b', 'Usage: bot <botId>'],
  ])('%j says how it is typed', async (text, words) => {
    expect(await running(text)).toEqual({ problem: words });
  });

  test.each(['conversation b1 ..', 'bot .', 'issue .. iss_1'])(
    '%j says that this cannot be an id',
    async text => {
      expect(await running(text)).toMatchObject({ problem: expect.stringContaining('Not a valid id') });
    },
  );

  test.each(['', 'nonsense', 'toString', '__proto__'])('%j means nothing', async text => {
    expect(await running(text)).toMatchObject({
      problem: expect.stringContaining('Unknown command or place'),
    });
  });

  test('that means nothing is said back clean', async () => {
    const { problem } = await running('a\x1b[2J\u202e');

    expect(problem).toContain(': a^[[2J<U+202E>');
  });

  test('runs a command by its id or its key', async () => {
    expect(await running('record.delete')).toMatchObject({
      asked: { kind: 'bot', ids: { botId: 'b1' } },
      destructive: true,
    });
    expect(await running('ctrl+d')).toMatchObject({ destructive: true });
    expect(await running('r')).toMatchObject({ destructive: false });
  });

  test('says why a command is off', async () => {
    expect(await running('record.delete', { server: { ...SERVER, readOnly: true } })).toMatchObject({
      problem: expect.stringContaining('Read-only'),
    });
  });

  test('deletes no conversation in a read-only explorer', async () => {
    expect(await running('conversation conv_1', { server: { ...SERVER, readOnly: true } })).toMatchObject({
      problem: expect.stringContaining('Read-only'),
    });
  });
});

describe('below the line stand', () => {
  const wordsFor = async (typed: string) => {
    const { state } = await startOnBots(bots(3));
    return suggestions(state(), typed).map(({ words }) => words);
  };

  test('places first, then what can be done here', async () => {
    const words = await wordsFor('');

    expect(words.slice(0, 3)).toEqual(['workspace', 'bots', 'bot']);
    expect(words.indexOf('conversation')).toBeLessThan(words.indexOf('record.delete'));
    expect(words).toContain('quit');
    expect(words).not.toContain('move.down');
  });

  test('those first that begin with what was typed, then those that hold it', async () => {
    const words = await wordsFor('re');

    expect(words[0]).toBe('record.raw');
    expect(words).toContain('place.reload');
  });

  test('only those that hold every word', async () => {
    expect(await wordsFor('open issue')).toEqual(expect.arrayContaining(['issue', 'issue.open']));
    expect(await wordsFor('open issue')).not.toContain('place.open');
    expect(await wordsFor('open nonsense')).toEqual([]);
  });

  test('after the word for a kind its records that were seen, and the id itself', async () => {
    expect(await wordsFor('bot b')).toEqual(['bot/b0', 'bot/b1', 'bot/b2', 'bot b']);
    expect(await wordsFor('bot nobody')).toEqual([]);
  });

  test('nothing for what does not exist', async () => {
    expect(await wordsFor('nonsense')).toEqual([]);
  });

  test('no command that is off', async () => {
    const { state } = await startOnBots(bots(3), { server: { ...SERVER, readOnly: true } });

    expect(suggestions(state(), 'record.delete')).toEqual([]);
  });

  test('the keys that do the same', async () => {
    const { state } = await startOnBots(bots(3));

    expect(suggestions(state(), 'record.delete')[0]).toMatchObject({ key: 'ctrl+d', open: false });
    expect(suggestions(state(), 'issue')[0]).toMatchObject({ words: 'issue', open: true, key: undefined });
  });
});
