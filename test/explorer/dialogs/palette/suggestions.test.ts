import { describe, expect, test, vi } from 'vitest';
import { paletteLines } from '../../../../src/explorer/dialogs/palette/dialog.ts';
import { meaningOf, paletteRows, suggestions } from '../../../../src/explorer/dialogs/palette/suggestions.ts';
import { joinLine } from '../../../../src/explorer/facts/line.ts';
import { paste, press } from '../../../../src/explorer/keyboard/keyboard.ts';
import { update } from '../../../../src/explorer/state/store.ts';
import { editorOf } from '../../../../src/explorer/state/text-field.ts';
import { safe } from '../../../../src/text/sanitise.ts';
import { botPlace, LIST, runLine, startOnBots } from '../../../helpers/fake-explorer.ts';
import { bots } from '../../../helpers/fake-service.ts';
import { pressKeys } from '../../../helpers/scenes.ts';
import { writable } from '../../../helpers/writable.ts';

describe('loaded records', () => {
  const NAMED = [
    { id: 'c200b264-7699', name: 'support-prod' },
    { id: 'c2ff0000-0001', name: 'support-staging' },
    { id: 'aec53e3e-02bc', name: 'order-tracker' },
  ];

  const meant = async (text: string) => {
    const { state } = await startOnBots(NAMED);
    const { action, isGuess } = meaningOf(state(), text);
    return { place: action?.to === 'jump' ? action.view.place : undefined, isGuess };
  };
  const rowsFor = async (text: string) => {
    const { state } = await startOnBots(NAMED);
    return suggestions(state(), text);
  };

  test.each([
    ['bot c200', 'c200b264-7699'],
    ['bot aec53e3e-02bc', 'aec53e3e-02bc'],
    ['bot order-tracker', 'aec53e3e-02bc'],
    ['bot/order-tracker', 'order-tracker'],
  ])('palette: %j opens the bot %s', async (text, botId) => {
    expect(await meant(text)).toMatchObject({ place: botPlace(botId) });
  });

  test.each(['bot c2', 'bot aec', 'bot support'])(
    'palette: %j is ambiguous and taken as an id',
    async text => {
      expect(await meant(text)).toEqual({ place: botPlace(text.slice(4)), isGuess: true });
    },
  );

  test('palette: completes the bot of an issue', async () => {
    expect(await meant('issue aec5 iss_1')).toMatchObject({
      place: { ref: { ids: { botId: 'aec53e3e-02bc', issueId: 'iss_1' } } },
    });
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

  test('palette: bookmarks and recents come first and are labelled', async () => {
    const { state, explorer } = await startOnBots(NAMED);
    const recents = [{ place: 'bot/c2ff0000-0001', name: safe`support-staging`, at: 1 }];
    update(writable(explorer.store), { user: { memory: { recents, bookmarks: [] } } });

    expect(
      suggestions(state(), 'support')
        .map(({ kind, label }) => [kind, label])
        .slice(0, 2),
    ).toEqual([
      ['recent', 'bot support-staging'],
      ['seen', 'bot support-prod'],
    ]);
  });
});

test('palette: an id or address suggests what it can be', async () => {
  const { state } = await startOnBots(bots(3));

  expect(suggestions(state(), 'intver_01J')[0]).toMatchObject({
    words: 'integration/intver_01J',
    kind: 'id',
  });
  expect(suggestions(state(), 'https://h.example/v1/admin/bots/b%201')[0]).toMatchObject({
    words: 'bot/b%201',
  });
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
  [40, /^ {3}delete … \(asks you to… +Ctrl-D$/m],
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

describe('pasting outside a field', () => {
  const pasted = async (text: string) => {
    const started = await startOnBots(bots(3));
    const calls = started.service.calls.length;
    paste(started.explorer, text);
    return { ...started, sent: () => started.service.calls.slice(calls).map(({ id }) => id) };
  };
  const key = (name: string) => ({ name, text: '' });

  test('paste: an id asks which kind it is and sends nothing', async () => {
    const { state, sent } = await pasted('  intver_01J\r\nq\r\n');

    expect(state().dialog).toMatchObject({ kind: 'palette', scope: 'pasted', choice: 0 });
    expect(sent()).toEqual([]);
  });

  test('paste: opening the chosen row sends one request', async () => {
    const { explorer, sent, view } = await pasted('x1y2z3');

    press(explorer, key('down'), { alone: true });
    press(explorer, key('enter'), { alone: true });

    expect(sent()).toEqual(['integration.read']);
    expect(view().place).toMatchObject({ ref: { ids: { integrationId: 'x1y2z3' } } });
  });

  test('paste: replaces the previous paste', async () => {
    const { explorer, state } = await pasted('intver_01J');

    paste(explorer, 'intver_02K');

    const { dialog } = state();
    const rows = dialog?.kind === 'palette' ? paletteRows(state(), dialog) : [];
    // The form of the id decides; the other readings follow.
    expect(rows).toMatchObject([
      ...[{ label: 'integration intver_02K' }, { label: 'bot intver_02K' }],
      ...[{ title: 'of bot bot 0' }, { title: 'of bot bot 1' }, {}, {}, {}],
    ]);
  });

  test.each([
    ['bots?dev=true&filter=name:a&sort=-updatedAt', 'list', { filter: 'name:a' }],
    ['bot/b2/issues/iss_1', 'record', {}],
    ['ws', 'record', {}],
  ])('paste: %s is offered and opened as a place', async (text, screen, showing) => {
    const { explorer, view } = await pasted(`${text}\n`);

    press(explorer, key('enter'), { alone: true });

    expect(view()).toMatchObject({ place: { screen }, ...showing });
  });

  test('paste: a huge text is cut when it enters a field', async () => {
    const { explorer, state } = await pasted('');
    press(explorer, { name: ':', text: ':' }, { alone: true });

    paste(explorer, 'x'.repeat(1_000_000));

    expect(JSON.stringify(state().dialog).length).toBeLessThan(20_000);
  });
});

test('paste: an address behind the ids of a kind becomes its own id', async () => {
  const { explorer, state } = await startOnBots(bots(3));
  explorer.openIdPrompt('issue', { botId: 'b0' });

  paste(explorer, 'https://h.example/v1/admin/bots/b0/issues/iss_1');

  expect(state().dialog).toMatchObject({ kind: 'palette', editor: editorOf('issue b0 iss_1') });
});

test('bookmarks: a list is saved and reopened with its filter', async () => {
  const { explorer, state } = await startOnBots(bots(3));
  for (const line of ['bots?filter=bot%201', 'bookmark.place', 'bots?filter=dev', 'bookmarks'])
    runLine(explorer, line);

  press(explorer, { name: 'enter', text: '' }, { alone: true });

  expect(state().navigation.views.at(-1)).toMatchObject({ place: LIST, filter: 'bot 1' });
});

describe('bookmarks', () => {
  const pressing = async (line: string) => {
    const started = await startOnBots(bots(3));
    pressKeys(started, line);
    const shownRows = () => {
      const { dialog } = started.state();
      return dialog?.kind === 'palette' ? paletteRows(started.state(), dialog) : [];
    };
    return { ...started, shownRows };
  };

  test('bookmarks: b adds and removes them, and the newest is listed first', async () => {
    const { state, shownRows } = await pressing("b j b j b b '");

    expect(state().dialog).toMatchObject({ scope: 'bookmarks' });
    expect(shownRows()).toMatchObject([{ words: 'bot/b1' }, { words: 'bot/b0' }]);
  });

  test('bookmarks: Enter or a number opens one', async () => {
    expect((await pressing("b j b ' Enter")).view().place).toEqual(botPlace('b1'));
    expect((await pressing("b j b ' 2")).view().place).toEqual(botPlace('b0'));
  });

  test('bookmarks: b in their list removes one and adds it again', async () => {
    const off = await pressing("b ' b");
    expect(off.state().user.memory.bookmarks).toEqual([]);
    pressKeys(off, 'b');

    expect(off.state().user.memory.bookmarks).toMatchObject([{ place: 'bot/b0' }]);
  });

  test('bookmarks: an empty list is not opened, and the notice names the key that adds one', async () => {
    const { state } = await pressing("'");

    expect(state().dialog).toBeUndefined();
    expect(state().notice?.text).toContain('b bookmarks');
  });

  test('bookmarks: deleted records stay listed until they are cleared', async () => {
    const started = await pressing('b');
    const { state, explorer, shownRows } = started;
    update(writable(explorer.store), ({ user: { memory } }) => ({
      user: {
        memory: { ...memory, bookmarks: memory.bookmarks.map(row => ({ ...row, gone: true as const })) },
      },
    }));

    pressKeys(started, "'");
    expect(shownRows()).toMatchObject([{ title: expect.stringContaining('gone (404)') }]);
    runLine(explorer, 'bookmark.clear');

    expect(state().user.memory.bookmarks).toEqual([]);
  });
});
