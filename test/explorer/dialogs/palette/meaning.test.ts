import { expect, test, vi } from 'vitest';
import { missingArguments } from '../../../../src/explorer/dialogs/palette/arguments.ts';
import { meaningOf, shownSkin, suggestions } from '../../../../src/explorer/dialogs/palette/suggestions.ts';
import { withCursorMoved } from '../../../../src/explorer/selection/cursor.ts';
import { editorText } from '../../../../src/explorer/state/text-field.ts';
import { safe } from '../../../../src/text/sanitise.ts';
import {
  botPlace,
  DEV_LIST,
  type FakeExplorer,
  LIST,
  runLine,
  SERVER,
  startExplorer,
  startOnBots,
} from '../../../helpers/fake-explorer.ts';
import { bots } from '../../../helpers/fake-service.ts';
import { answer, onBots, open, scenes } from '../../../helpers/scenes.ts';

const home = { screen: 'record', ref: { kind: 'workspace', ids: { workspaceId: 'wkspace_1' } } };

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

test.each(['conversation conv_1', 'conversation b1 conv_1', 'bot/b1/conversations/conv_1'])(
  'palette: %s opens the delete dialog, as it cannot be shown',
  async text => {
    const ref = { kind: 'conversation', ids: { botId: 'b1', conversationId: 'conv_1' } };
    expect(await running(text)).toMatchObject({ asked: ref, destructive: true });
  },
);

test('palette: uses the configured bot when none is under the cursor', async () => {
  const { state } = startExplorer({ server: { ...SERVER, defaultIds: { botId: 'b7' } } });

  expect(meaningOf(state(), 'issue iss_1').blocked).toBeUndefined();
});

test.each(['q', 'q!', 'quit'])('palette: %s quits', async text => {
  expect(await running(text)).toMatchObject({ left: 'quit', destructive: false });
});

test.each<[string, RegExp]>([
  ['issue', /^Usage: issue <botId> <issueId>$/],
  ['issue iss_1', /^Usage: issue <botId> <issueId>$/],
  ['issue a b c', /^Usage: issue <botId> <issueId>$/],
  ['conversation', /^Usage: conversation <botId> <conversationId>$/],
  ['bot a b', /^Usage: bot <botId>$/],
  ['bot/..', /is a path, not an id/],
  ...['conversation b1 ..', 'bot .', 'issue .. iss_1', 'issue ..'].map((text): [string, RegExp] => [
    text,
    /Not a valid id/,
  ]),
  ...['', 'nonsense', 'toString', '__proto__', 'ctrl+d', 'Ctrl-D', 'r', 'end'].map(
    (text): [string, RegExp] => [text, /Unknown command or place/],
  ),
  ['a\x1b[2J\u202e', /: a\^\[\[2J<U\+202E>/],
])('palette: %j does nothing and says why', async (text, words) => {
  expect(await running(text)).toEqual({ problem: expect.stringMatching(words) });
});

test('palette: runs a command by its id', async () => {
  expect(await running('record.delete')).toMatchObject({
    asked: { kind: 'bot', ids: { botId: 'b1' } },
    destructive: true,
  });
});

test('palette: deletes no conversation in a read-only explorer', async () => {
  expect(await running('conversation conv_1', { server: { ...SERVER, readOnly: true } })).toMatchObject({
    problem: expect.stringContaining('Read-only'),
  });
});

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

test.each<[string, string, (words: readonly string[]) => void]>([
  [
    're',
    'rows that start with it first, then rows that contain it',
    words => {
      expect(words[0]).toBe('recents');
      expect(words).toEqual(expect.arrayContaining(['record.delete', 'place.reload']));
    },
  ],
  [
    'open issue',
    'only rows that contain every word',
    words => {
      expect(words).toEqual(expect.arrayContaining(['issue', 'issue.open']));
      expect(words).not.toContain('place.open');
    },
  ],
  ['open nonsense', 'nothing else', words => expect(words).toEqual(['open nonsense'])],
  [
    'bot b',
    'the loaded records of the kind and the id itself',
    words => expect(words).toEqual(['bot/b0', 'bot/b1', 'bot/b2', 'bot b']),
  ],
  ['bot nobody', 'the id itself', words => expect(words).toEqual(['bot nobody'])],
])('palette: for %j it suggests %s', async (typed, _what, check) => {
  const { state } = await startOnBots(bots(3));
  check(suggestions(state(), typed).map(({ words }) => words));
});

const missing =
  (wanted: string) =>
  ({ state }: FakeExplorer): void => {
    const { dialog } = state();
    expect(dialog?.kind === 'palette' && missingArguments(editorText(dialog.editor))).toBe(wanted);
  };
const skins =
  (shown: string, chosen: string) =>
  ({ state }: FakeExplorer): void =>
    expect([shownSkin(state()), state().screen.skin]).toEqual([shown, chosen]);
const ISSUE = { screen: 'record', ref: { kind: 'issue', ids: { botId: 'b0', issueId: 'iss_1' } } } as const;
const DATA = { conversationId: { raw: 'conv_7' }, other: [{ conversationId: 'conv_8' }] };
scenes('palette', onBots(3), {
  'an issue id alone offers the bots that can have it': [
    ':issue Space iss_1',
    {
      choices: ['b0', 'b1', 'b2'].map((id, at) => ({
        words: `bot/${id}/issues/iss_1`,
        title: `of bot bot ${at}`,
      })),
    },
  ],
  'says that nothing matches a text, with the nearest commands': [
    [':hlep', { choices: { 0: { kind: 'none', label: 'Nothing matches "hlep". Similar:' } } }],
    ({ state }) => expect(suggestions(state(), 'hlep').map(({ id }) => id)).toContain('app.help'),
    ['Ctrl-U q-q-q-q-q-q', { choices: [{ label: 'Nothing matches "q-q-q-q-q-q".' }] }],
  ],
  'Enter completes a line that needs ids, and the ids still missing are named behind it': [
    [':conversation Enter', { typed: 'conversation ' }, missing('<botId> <conversationId>')],
    ['Enter', { typed: 'conversation b0 ' }, missing('<conversationId>')],
    ['c', missing(''), 'Ctrl-U issue Space b', missing(' <issueId>')],
    ['Ctrl-U mouse Space', missing('on or off')],
  ],
  'offers the ids of conversations that loaded records of the bot mention': [
    [open(ISSUE), answer('issue.read', { id: 'iss_1', groupedData: DATA }), ':conversation Space b0 Space'],
    { choices: [{ words: 'conversation b0 conv_7' }, { words: 'conversation b0 conv_8' }] },
    ['conv_8', { choices: [{ words: 'conversation b0 conv_8' }] }],
    ['Ctrl-U conversation Space b1 Space', { choices: [{ kind: 'none' }] }],
  ],
  'shows the colours of the chosen skin, and Esc brings the present ones back': [
    [':skin Space high', skins('high-contrast', 'terminal'), 'Esc', skins('terminal', 'terminal')],
    [':skin ↓ Enter', ({ state }) => expect(state().screen.skin).not.toBe('terminal')],
  ],
  'a command that is off, or of another screen, is listed last with the reason': [
    { start: onBots(3, { server: { ...SERVER, readOnly: true } }) },
    [
      ':record.delete',
      { choices: [{ words: 'record.delete', blocked: expect.stringContaining('Read-only') }] },
    ],
    ({ state }) => {
      const wrap = { blocked: 'Works only in raw text.', id: 'reader.wrap' };
      expect(suggestions(state(), 'wrap').at(-1)).toMatchObject(wrap);
      expect(meaningOf(state(), 'wrap')).toMatchObject(wrap);
    },
  ],
});
