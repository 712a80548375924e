import { expect, test, vi } from 'vitest';
import { paletteLines } from '../../../../src/explorer/dialogs/palette/dialog.ts';
import { meaningOf, suggestions } from '../../../../src/explorer/dialogs/palette/suggestions.ts';
import { joinLine } from '../../../../src/explorer/facts/line.ts';
import { update } from '../../../../src/explorer/state/store.ts';
import { safe } from '../../../../src/text/sanitise.ts';
import {
  botPlace,
  DEV_LIST,
  type FakeExplorer,
  LIST,
  runLine,
  startOnBots,
  writable,
} from '../../../helpers/fake-explorer.ts';
import { bots, page } from '../../../helpers/fake-service.ts';
import { answer, onBots, pressKeys, scenes } from '../../../helpers/scenes.ts';

const NAMED = [
  { id: 'c200b264-7699', name: 'support-prod' },
  { id: 'c2ff0000-0001', name: 'support-staging' },
  { id: 'aec53e3e-02bc', name: 'order-tracker' },
];

const rowsFor = async (text: string) => {
  const { state } = await startOnBots(NAMED);
  return suggestions(state(), text);
};

test.each<[string, Readonly<Record<string, string>>]>([
  ['bot c200', { botId: 'c200b264-7699' }],
  ['bot aec53e3e-02bc', { botId: 'aec53e3e-02bc' }],
  ['bot order-tracker', { botId: 'aec53e3e-02bc' }],
  ['bot/order-tracker', { botId: 'order-tracker' }],
  ['issue aec5 iss_1', { botId: 'aec53e3e-02bc', issueId: 'iss_1' }],
  // Ambiguous: taken as an id.
  ['bot c2', { botId: 'c2' }],
  ['bot support', { botId: 'support' }],
])('palette: %j means %j', async (text, ids) => {
  const { state } = await startOnBots(NAMED);
  const { action } = meaningOf(state(), text);
  expect(action).toMatchObject({ to: 'jump', view: { place: { ref: { ids } } } });
});

test('palette: never completes an id in a delete', async () => {
  const { explorer } = await startOnBots(NAMED);
  const openDelete = vi.fn();
  runLine({ ...explorer, openDelete }, 'conversation aec5 conv_1');

  expect(openDelete).toHaveBeenCalledExactlyOnceWith([
    { ref: { kind: 'conversation', ids: { botId: 'aec5', conversationId: 'conv_1' } } },
  ]);
});

test('palette: finds records by any part of their name or id and shows their kind', async () => {
  expect((await rowsFor('stag'))[0]).toMatchObject({
    words: 'bot/c2ff0000-0001',
    label: 'bot support-staging',
    kind: 'seen',
  });
  expect((await rowsFor('prod supp'))[0]).toMatchObject({ label: 'bot support-prod' });
  expect((await rowsFor('02bc'))[0]).toMatchObject({ label: 'bot order-tracker' });
});

test('palette: finds records by single letters if none contains the words', async () => {
  expect(await rowsFor('bot ordtrk')).toMatchObject([{ kind: 'id' }, { label: 'bot order-tracker' }]);
  expect(await rowsFor('bot xyzxyz')).toMatchObject([{ kind: 'id', words: 'bot xyzxyz' }]);
});

test('palette: bookmarks and recents come first and are labelled, without those that are gone', async () => {
  const { state, explorer } = await startOnBots(NAMED);
  const recents = [{ place: 'bot/c2ff0000-0001', name: safe`support-staging`, at: 1 }];
  const bookmarks = [{ place: 'bot/b9', name: safe`support-old`, at: 1, gone: true }] as const;
  update(writable(explorer.store), { user: { memory: { recents, bookmarks } } });

  expect(
    suggestions(state(), 'support')
      .map(({ kind, label }) => [kind, label])
      .slice(0, 2),
  ).toEqual([
    ['recent', 'bot support-staging'],
    ['seen', 'bot support-prod'],
  ]);
});

test('palette: the form of a typed id decides its first kind; an id without a form can be any', async () => {
  const { state } = await startOnBots(bots(3));
  const kinds = (typed: string) => [
    ...new Set(suggestions(state(), typed).map(({ label }) => label.split(' ')[0])),
  ];

  expect(kinds('iss_0186F3ZKSM')).toMatchObject({ 0: 'issue' });
  expect(kinds('intver_0186F3ZKSM')).toMatchObject({ 0: 'integration' });
  expect(kinds('conv_0186F3ZKSM')).toMatchObject({ 0: 'conversation' });
  expect(kinds('0186f3zksm').length).toBeGreaterThan(2);
});

test.each([
  [80, /^ {3}unlock\/lock deletes \(protected profile\) {2}Not… +W$/m],
  [40, /^ {3}unlock\/lock deletes… +W$/m],
])(
  'palette: at %i columns a row is cut after a word, and its words are wider than the key',
  async (columns, row) => {
    const started = await startOnBots(bots(3), { size: { columns, rows: 24 } });
    pressKeys(started, ':delete');
    const { dialog } = started.state();
    if (dialog?.kind !== 'palette') throw new Error('no palette');

    const lines = paletteLines(started.state(), dialog, 20).lines.map(line => joinLine(line).trimEnd());
    expect(lines.join('\n')).toMatch(row);
  },
);

scenes('palette', onBots(3, { next: 'more' }), {
  'its rows stay as they were painted when a page arrives, until the line changes': [
    [':endless', { choices: { 0: { kind: 'none' } } }],
    ({ explorer }) => explorer.loadMore(LIST),
    answer('bot.list', page([{ id: 'ffff0000-0001', name: 'endless' }])),
    { choices: { 0: { kind: 'none' } } },
    ['Backspace s', { choices: { 0: { words: 'bot/ffff0000-0001' } } }],
  ],
  'another letter marks the first row again': [': ↓ ↓', { choice: 2 }, 'b', { choice: 0 }],
});

const issuePlace = (botId: string, issueId: string) => ({
  screen: 'record',
  ref: { kind: 'issue', ids: { botId, issueId } },
});

const line =
  (text: string) =>
  ({ explorer }: FakeExplorer): void =>
    runLine(explorer, text);

scenes('paste', onBots(3), {
  'an id asks which kind it is and sends nothing': [
    ['"  intver_01J\r\nq\r\n"', { dialog: 'palette', open: { scope: 'pasted', choice: 0 } }, { calls: 2 }],
  ],
  'opening the chosen row sends one request': [
    '"x1y2z3" ↓ Enter',
    { calls: 3 },
    { place: { screen: 'record', ref: { kind: 'integration', ids: { integrationId: 'x1y2z3' } } } },
  ],
  'replaces the previous paste': [
    '"x1y2z3" "x1y2z4"',
    { choices: expect.arrayContaining([expect.objectContaining({ label: 'integration x1y2z4' })]) },
  ],
  'an id whose form is that of one kind opens at once; after : the other readings follow': [
    [
      '"intver_02K"',
      {
        dialog: undefined,
        place: { screen: 'record', ref: { kind: 'integration', ids: { integrationId: 'intver_02K' } } },
      },
    ],
    [': "intver_02K"', { choices: [{ label: 'integration intver_02K' }, { label: 'bot intver_02K' }, {}] }],
  ],
  'an issue of which the bot is not known, and a conversation, which can only be deleted, ask': [
    ['"iss_01J"', { dialog: 'palette' }, 'Esc "conv_01J"', { dialog: 'palette', deletes: [] }],
    ['Esc "https://h.example/v1/chat/conversations/conv_01J"', { dialog: 'palette', deletes: [] }],
  ],
  'an issue opens below the bot at which it was seen, and a link opens its last id': [
    ({ explorer }) => {
      const recents = [{ place: 'bot/b2/issues/iss_01J', name: safe`crash`, at: 1 }];
      update(writable(explorer.store), { user: { memory: { recents, bookmarks: [] } } });
    },
    ['"iss_01J"', { dialog: undefined, place: issuePlace('b2', 'iss_01J') }],
    ['"https://h.example/v1/admin/bots/b1/issues/iss_02K"', { place: issuePlace('b1', 'iss_02K') }],
    ['"https://h.example/v1/admin/bots/b1"', { place: botPlace('b1') }],
  ],
  'a list with a filter is offered and opened as a place': [
    ['"bots?dev=true&filter=name:a&sort=-updatedAt\n" Enter', { place: DEV_LIST, filter: 'name:a' }],
  ],
  'a record and the workspace are offered and opened as places': [
    ['"bot/b2/issues/iss_1\n" Enter', { place: issuePlace('b2', 'iss_1') }],
    '"ws\n" Enter',
    { place: { screen: 'record', ref: { kind: 'workspace', ids: { workspaceId: 'wkspace_1' } } } },
  ],
  'of several lines the first one enters a field': ['/ "\n bot 1\nbot 2"', { typed: 'bot 1' }],
  'a huge text is cut when it enters a field': [
    `: "${'x'.repeat(1_000_000)}"`,
    ({ state }) => expect(JSON.stringify(state().dialog).length).toBeLessThan(20_000),
  ],
  'an address behind the ids of a kind becomes its own id': [
    ({ explorer }) => explorer.openIdPrompt('issue', { botId: 'b0' }),
    ['"https://h.example/v1/admin/bots/b0/issues/iss_1"', { typed: 'issue b0 iss_1' }],
  ],
});

const bookmarks = ({ state }: FakeExplorer) => state().user.memory.bookmarks;

scenes('bookmarks', onBots(3), {
  'a list is saved and reopened with its filter': [
    ...['bots?filter=bot%201', 'bookmark.place', 'bots?filter=dev', 'bookmarks'].map(line),
    ['Enter', { place: LIST, filter: 'bot 1' }],
  ],
  'b adds and removes them, and the newest is listed first': [
    ["b j b j b b '", { dialog: 'palette', choices: [{ words: 'bot/b1' }, { words: 'bot/b0' }] }],
  ],
  'Enter opens one': ["b j b ' Enter", { place: botPlace('b1') }],
  'a number opens one': ["b j b ' 2", { place: botPlace('b0') }],
  'b in their list removes one and adds it again': [
    ["b ' b", started => expect(bookmarks(started)).toEqual([])],
    ['b', started => expect(bookmarks(started)).toMatchObject([{ place: 'bot/b0' }])],
  ],
  'an empty list is not opened, and the notice names the key that adds one': [
    ["'", { dialog: undefined, notice: /b bookmarks/ }],
  ],
  'deleted records stay listed until they are cleared': [
    'b',
    ({ explorer }) =>
      update(writable(explorer.store), ({ user: { memory } }) => ({
        user: {
          memory: { ...memory, bookmarks: memory.bookmarks.map(row => ({ ...row, gone: true as const })) },
        },
      })),
    ["'", { choices: [{ title: expect.stringContaining('gone (404)') }] }],
    [line('bookmark.clear'), started => expect(bookmarks(started)).toEqual([])],
  ],
});
