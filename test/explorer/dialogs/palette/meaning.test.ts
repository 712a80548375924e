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

/** Returns the calls that running a typed text makes. */
async function running(text: string, options: Parameters<typeof startOnBots>[1] = {}) {
  const { state, explorer } = await startOnBots(bots(3), options);
  explorer.moveCursor('down');
  const meaning = meaningOf(state(), text);
  if ('problem' in meaning) return { problem: meaning.problem };
  const done = { jump: vi.fn(), openDelete: vi.fn(), end: vi.fn(), findOwner: vi.fn() };
  meaning.run({ ...explorer, ...done } as Explorer);
  const opened = done.jump.mock.calls.flat()[0]?.place;
  const asked = done.openDelete.mock.calls[0]?.[0]?.[0]?.ref;
  const [left] = done.end.mock.calls.flat();
  return { opened, asked, left, sought: done.findOwner.mock.calls[0], destructive: meaning.destructive };
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
  ])('palette: %j opens its place', async (text, place) => {
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
  ])('palette: %j opens the list with that filter and sort, spaces included', async (text, showing) => {
    const started = await startOnBots(bots(3));
    const meaning = meaningOf(started.state(), text);

    if ('problem' in meaning) throw new Error(meaning.problem);
    meaning.run(started.explorer);

    expect(started.view()).toMatchObject({ place: LIST, ...showing });
  });

  test('palette: an issue id alone is looked up on the bots that can have it, if no bot is open', async () => {
    expect(await running('issue iss_1')).toMatchObject({ sought: ['issue', 'iss_1'], destructive: false });
    expect(await running('issue ..')).toMatchObject({ problem: expect.stringContaining('Not a valid id') });
  });

  test('palette: a conversation opens the delete dialog, as it cannot be shown', async () => {
    const ref = { kind: 'conversation', ids: { botId: 'b1', conversationId: 'conv_1' } };

    expect(await running('conversation conv_1')).toMatchObject({ asked: ref, destructive: true });
    expect(await running('conversation b1 conv_1')).toMatchObject({ asked: ref, destructive: true });
  });

  test('palette: uses the configured bot when none is under the cursor', async () => {
    const { state } = startExplorer({ server: { ...SERVER, defaultIds: { botId: 'b7' } } });

    const meaning = meaningOf(state(), 'issue iss_1');

    expect('problem' in meaning).toBe(false);
  });

  test.each(['q', 'q!', 'quit'])('palette: %s quits', async text => {
    expect(await running(text)).toMatchObject({ left: 'quit', destructive: false });
  });

  test.each([
    ['issue', 'Usage: issue <botId> <issueId>'],
    ['issue a b c', 'Usage: issue <botId> <issueId>'],
    ['conversation', 'Usage: conversation <botId> <conversationId>'],
    ['bot a b', 'Usage: bot <botId>'],
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

  test('palette: runs a command by its id or key', async () => {
    expect(await running('record.delete')).toMatchObject({
      asked: { kind: 'bot', ids: { botId: 'b1' } },
      destructive: true,
    });
    expect(await running('ctrl+d')).toMatchObject({ destructive: true });
    expect(await running('Ctrl-D')).toMatchObject({ destructive: true });
    expect(await running('r')).toMatchObject({ destructive: false });
  });

  test('palette: a disabled command shows the reason', async () => {
    expect(await running('record.delete', { server: { ...SERVER, readOnly: true } })).toMatchObject({
      problem: expect.stringContaining('Read-only'),
    });
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

  test('palette: suggests places first, then commands', async () => {
    const words = await wordsFor('');

    expect(words.slice(0, 3)).toEqual(['workspace', 'bots', 'bot']);
    expect(words.indexOf('conversation')).toBeLessThan(words.indexOf('record.delete'));
    expect(words).toContain('quit');
    expect(words).not.toContain('move.down');
  });

  test('palette: suggests rows that start with the text first, then rows that contain it', async () => {
    const words = await wordsFor('re');

    expect(words[0]).toBe('record.raw');
    expect(words).toContain('place.reload');
  });

  test('palette: suggests only rows that contain every word', async () => {
    expect(await wordsFor('open issue')).toEqual(expect.arrayContaining(['issue', 'issue.open']));
    expect(await wordsFor('open issue')).not.toContain('place.open');
    expect(await wordsFor('open nonsense')).toEqual([]);
  });

  test('palette: after a kind suggests its loaded records and the id itself', async () => {
    expect(await wordsFor('bot b')).toEqual(['bot/b0', 'bot/b1', 'bot/b2', 'bot b']);
    expect(await wordsFor('bot nobody')).toEqual([]);
  });

  test('palette: suggests nothing for an unknown text', async () => {
    expect(await wordsFor('nonsense')).toEqual([]);
  });

  test('palette: suggests no disabled commands', async () => {
    const { state } = await startOnBots(bots(3), { server: { ...SERVER, readOnly: true } });

    expect(suggestions(state(), 'record.delete')).toEqual([]);
  });

  test('palette: suggestions show their keys', async () => {
    const { state } = await startOnBots(bots(3));

    expect(suggestions(state(), 'record.delete')[0]).toMatchObject({ key: 'Ctrl-D', open: false });
    expect(suggestions(state(), 'issue')[0]).toMatchObject({ words: 'issue', open: true, key: undefined });
  });
});
