import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { commands } from '../../../src/explorer/commands/registry.ts';
import { bindKeys } from '../../../src/explorer/dialogs/own-preferences.ts';
import { paletteLines } from '../../../src/explorer/dialogs/palette/dialog.ts';
import { dialogBindings } from '../../../src/explorer/dialogs/palette/scopes.ts';
import { joinLine } from '../../../src/explorer/facts/line.ts';
import { press } from '../../../src/explorer/keyboard/keyboard.ts';
import { newScopeDialog } from '../../../src/explorer/state/dialogs.ts';
import { update } from '../../../src/explorer/state/store.ts';
import { safe } from '../../../src/text/sanitise.ts';
import { cells } from '../../../src/text/width.ts';
import {
  botPlace,
  type FakeExplorer,
  LIST,
  runLine,
  setKeys,
  startExplorer,
  startOnBots,
  writable,
} from '../../helpers/fake-explorer.ts';
import { bots, page, settle } from '../../helpers/fake-service.ts';
import { forAllAsync } from '../../helpers/property.ts';
import { after, kept, onBots, play, pressKeys, scenes } from '../../helpers/scenes.ts';

const onThree = onBots(3);
const withKeys = (keymap: Readonly<Record<string, readonly string[]>>) =>
  after(onThree, ({ explorer }) => setKeys(explorer, keymap));

const loadBot = ({ service }: FakeExplorer): Promise<unknown> => service.open('bot.read').answer(bots(1)[0]);

const onDialog = after(onThree, 'Ctrl-D', loadBot, '+1000');

const choose =
  (id: string, alone = true) =>
  ({ explorer }: FakeExplorer): void =>
    runLine(explorer, id, alone);

const NONE = { dialog: undefined };
const TOGETHER = /arrived with other keys/;

for (const key of [':', '?', 'a', 'Ctrl-D'])
  scenes('Esc', onThree, {
    [`closes the dialog opened by ${key} first`]: [
      ['Enter', loadBot, { depth: 3 }],
      [key, { dialog: expect.any(String) }],
      ['Esc', { ...NONE, depth: 3 }],
    ],
  });

scenes('Esc', onThree, {
  'aborts a pending request and stays on the view': [
    'Enter Esc',
    ({ service }) => expect(service.calls.at(-1)?.options.signal?.aborted).toBe(true),
    { place: botPlace('b0') },
  ],
  'goes back one view, and does nothing at the top': [
    ['Enter', loadBot, 'Esc', { place: LIST }],
    ['Esc Esc Esc Esc', { depth: 1, quits: 0 }],
  ],
  'during a slow page the second press goes back': [
    { start: () => startOnBots(bots(3), { next: 't1' }) },
    ({ service }) => expect(service.open('bot.list').options.page).toBe('t1'),
    ['Esc', settle, 'Esc', { screen: 'record' }],
  ],
});

test.each(['j', 'k', 'G', 'Space', 'v', 's', '/'])('keyboard: %s writes the state once', async key => {
  const started = await startOnBots(bots(9));
  await play(started, 'j j');
  const onWrite = vi.fn();
  started.explorer.store.subscribe(onWrite);
  await play(started, key);
  expect(onWrite).toHaveBeenCalledTimes(1);
});

const ASKS_Q = { notice: 'Press q again to quit.', quits: 0 };
const ASKS_CTRL_C = { notice: 'Press Ctrl-C again to quit.', quits: 0 };

scenes('quit', onThree, {
  'q goes back, and at the top asks for a second q': ['q', { depth: 1 }, 'q', ASKS_Q, 'q', { quits: 1 }],
  'another key after the first q at the top cancels it': ['q q j q', ASKS_Q],
  'Ctrl-C pressed twice within two seconds quits': ['Ctrl-C', ASKS_CTRL_C, '+1999 Ctrl-C', { quits: 1 }],
  'a second Ctrl-C after two seconds asks again': ['Ctrl-C +2000 Ctrl-C', { quits: 0 }],
  'Ctrl-C does not count as the first q': ['Ctrl-C q q', ASKS_Q],
  'a second q after two seconds asks again': ['q q +2000 q', ASKS_Q],
  'at the top q asks first, even after Ctrl-C': ['q Ctrl-C q', ASKS_Q],
  'Ctrl-C aborts a pending request, like Esc': [
    ['Enter Ctrl-C', ({ service }) => expect(service.calls.at(-1)?.options.signal?.aborted).toBe(true)],
  ],
  'Ctrl-C closes palette, help and menu': [': Ctrl-C', NONE, '? Ctrl-C', NONE, 'a Ctrl-C', NONE],
  'a custom key acts like q, and the notice shows it': [
    { start: withKeys({ 'app.quit': ['Q'] }) },
    ['Q Q', { notice: 'Press Q again to quit.' }],
    ['Q', { quits: 1 }],
  ],
  'Ctrl-C pressed twice quits during a delete': [
    { start: onDialog },
    ['bot Space 0 +1000 Enter Ctrl-C', { dialog: 'delete' }],
    ['Ctrl-C', { quits: 1, deletes: ['b0'] }],
  ],
});

test.each(['q', 'Ctrl-C'])(
  'quit: the notice of %s disappears when it expires, and then no timer runs',
  async key => {
    const started = await onThree();
    await play(started, 'q');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    pressKeys(started, key);
    expect(vi.getTimerCount()).toBe(1);
    vi.advanceTimersByTime(1999);
    expect(started.state().notice?.text).toContain('again to quit');
    vi.advanceTimersByTime(1);
    expect(started.state().notice).toBeUndefined();
    expect(started.state().session.firstQuitPress).toBeUndefined();

    pressKeys(started, `${key} j`);
    const before = started.state();
    vi.advanceTimersByTime(2000);
    expect(started.state()).toBe(before);
    pressKeys(started, 'Ctrl-C q Ctrl-C');
    expect(vi.getTimerCount()).toBe(1);
  },
);

scenes('delete', onThree, {
  'its key does nothing when it arrives with others, and the notice explains why': [
    ['`Ctrl-D`', { ...NONE, notice: TOGETHER }],
  ],
});

const REFUSED = { hint: /press Enter again/, deletes: [] };
scenes('delete dialog', onDialog, {
  'the typed name and Enter send one delete': ['bot Space 0 +150 Enter Enter Enter', { deletes: ['b0'] }],
  'letters are text, not commands': ['qjk?:a', { typed: 'qjk?:a', dialog: 'delete' }],
  'a paste leaves the field unchanged': ['bo "bot 0\r" +1000 Enter', { typed: 'bo', deletes: [] }],
  'a paste shows why it is refused': ['"bot 0"', { hint: /Pasting can't confirm a delete/ }],
  'Enter in the same read as the last letter sends nothing': ['`bot Space 0 Enter`', REFUSED],
  'Enter that arrives with other keys sends nothing, even long after the last letter': [
    'bot Space 0 +5000 `Enter`',
    REFUSED,
  ],
  'Esc cancels before the delete is sent': ['bot Space 0 Esc', { ...NONE, deletes: [] }],
  'Esc does not close it once the delete is sent': ['bot Space 0 +1000 Enter Esc', { dialog: 'delete' }],
});

test('delete dialog: no sequence of keys deletes anything without the typed name', async () => {
  const name = fc.constantFrom(
    ...'jkgGqd?:aitymr y',
    ...'enter enter escape tab space backspace delete up down left right home end'.split(' '),
    ...['ctrl+d', 'ctrl+u', 'ctrl+w', 'ctrl+c'],
  );

  await forAllAsync(200, fc.array(fc.tuple(name, fc.boolean()), { maxLength: 40 }), async presses => {
    const started = await startOnBots(bots(3));
    started.service.replyWith(({ id, ids }) => ({
      value: id.endsWith('.list') ? page(bots(3)) : { id: ids['botId'] ?? 'x', name: 'no one types this' },
    }));

    for (const [key, alone] of presses) {
      press(
        started.explorer,
        { name: key, text: key.length > 1 ? (key === 'space' ? ' ' : '') : key },
        { alone },
      );
      started.pass(500);
      await Promise.resolve();
    }
    await settle();

    await play(started, { deletes: [] });
  });
});

const view = kept(started => started.view());
for (const text of ['q', 'j\nj\n', '\x04', 'dd', 'bot b1\n'])
  scenes('paste', onThree, {
    [`${JSON.stringify(text)} runs no keys`]: [view[0], `"${text}"`, view[1], { ...NONE, quits: 0 }],
  });

const open = kept(started => started.state().dialog);
scenes('paste', onThree, {
  'without a field the notice repeats it, shortened and without control characters': [
    ['"\n  bot \x1b[2Jb1  \nmore"', { notice: 'Nothing to open in what you pasted ("bot ^[[2Jb1").' }],
  ],
  'its first line enters the palette, cleaned': [':', '"\r\n iss_\x1b1 \r\nq\r"', { typed: 'iss_1' }],
  'its first line enters the line for an id, cleaned': [
    [choose('issue.open'), '"\r\n iss_\x1b1 \r\nq\r"', { typed: 'issue b0 iss_1' }],
  ],
  'does nothing in the menu': ['a', open[0], '"q\r"', open[1]],
  'does nothing in the help': ['?', open[0], '"q\r"', open[1]],
});

const sent = kept(({ service }) => service.calls.length);
const ISSUE = { screen: 'record', ref: { kind: 'issue', ids: { botId: 'b0', issueId: 'iss_1' } } };
scenes('line for an id', after(onThree, choose('issue.open')), {
  'opens the typed id below the bot under the cursor': ['iss_1 Enter', { ...NONE, place: ISSUE }],
  'reports a missing or invalid id and sends nothing, and typing clears the error': [
    ...[sent[0], 'Enter', { notice: /Usage: issue <botId> <issueId>/ }, 'x', { notice: undefined }],
    ...['Backspace .. Enter', { notice: /Not a valid id/, dialog: 'palette' }, sent[1]],
  ],
  'supports the editing keys of a shell': [
    ['one Space two Ctrl-W Backspace Home Delete → End X', { typed: 'ssue b0 oneX' }],
  ],
  'arrows select known ids': [
    { start: () => startOnBots(bots(3), { knownIds: () => ['iss_1', 'iss_2'] }) },
    choose('issue.open'),
    '↓ ↓ ↓ ↑ Enter',
    { place: ISSUE },
  ],
});

const expectExactTimes = ({ state }: FakeExplorer) => expect(state().screen.exactTimes).toBe(true);
scenes('palette', onThree, {
  'opens a place': [':bot Space b2 Enter', { ...NONE, place: botPlace('b2') }],
  'Tab completes': [':conv Tab', { typed: 'conversation ' }],
  'Enter runs the selected row if the text alone means nothing': [':toggle Enter', expectExactTimes],
  'arrows move the selection and stop at both ends': [
    [': ↑ ↓ ↓ ↑', { choice: 1 }],
    Array(150).fill('↓').join(' '),
    started => {
      const { choice: last } = started.state().dialog as { choice?: number };
      return play(started, '↓', { choice: last }, 'x', { choice: 0 });
    },
  ],
  'an unknown text shows an error and keeps it open': [
    [':nonsense Enter', { notice: /Unknown command or place: nonsense/, dialog: 'palette' }],
  ],
  'Backspace closes it when it is empty': [':x Backspace', { dialog: 'palette' }, 'Backspace', NONE],
});

scenes('help', onThree, {
  'Enter runs the marked row, and one of a dialog says where it works': [
    ['? header Enter', NONE, ({ state }) => expect(state().screen.isHeaderOff).toBe(true)],
    ['? next Space format Enter', { notice: 'Works only in: Save.', dialog: 'palette' }],
  ],
  '? closes it': ['? ?', { ...NONE, quits: 0 }],
  'Esc closes it': ['? Esc', { ...NONE, quits: 0 }],
  'Esc closes it while something is typed': ['? / q Esc', { ...NONE, quits: 0 }],
  '? closes it once nothing is typed': ['? x Ctrl-U ?', { ...NONE, quits: 0 }],
  'Backspace closes it': ['? Backspace', { ...NONE, quits: 0 }],
  'what is typed is searched for, also behind the key of a search': ['? / q j ?', { typed: 'qj?' }],
  'nothing is marked, and Enter runs nothing, before something is typed': [
    '? ↓ Enter',
    { dialog: 'palette' },
  ],
});

test('help: shows problems of the settings in full', async () => {
  const started = await startOnBots(bots(3));
  const why = safe`There is no skin "blue" (settings.yaml line 1). There are: terminal, dark, light, auto, mono`;
  update(writable(started.explorer.store), { user: { problems: [why] } });

  const rows = paletteLines(started.state(), newScopeDialog('app.help'), 19).lines.map(joinLine);

  expect(rows.join(' ').replace(/ +/g, ' ')).toContain(why);
  for (const row of rows.slice(1, 3)) expect(cells(row)).toBeLessThan(80);
});

scenes('keyboard', onThree, {
  'a key without a meaning says so once on each screen, and names the key of the help': [
    'Q',
    ({ state }) => expect(state().notice).toEqual({ tone: 'dim', text: 'Q does nothing here · ? keys' }),
    ['Q', { notice: undefined }],
    ['m', { notice: 'm does nothing here · ? keys' }],
    ['Enter Q', { notice: 'Q does nothing here · ? keys' }],
  ],
});

test('custom keys: keys that were standard once can be given back by the names of their actions', async () => {
  const own = bindKeys([...commands, ...dialogBindings], {
    'place.open': ['Enter', 'd'],
    'place.back': ['Esc', 'Left'],
    'mark.clear': ['Ctrl-X'],
    'sort.health': ['S'],
    'list.more': ['m'],
    'reader.wrap': ['w'],
    'read.page-up': ['b'],
  });
  expect(own.problems).toEqual([]);

  await play(
    await withKeys(own.keymap)(),
    ['Space Ctrl-X', { notice: '1 mark cleared.' }],
    ['S', started => expect(started.view().sort?.field).toBe('health')],
    ['d', { depth: 3 }, loadBot, '←', { depth: 2 }],
  );
});

const own = { 'move.down': ['J'], 'bookmark.toggle': ['Z'], 'bookmark.list': ["'"] };
scenes('custom keys', withKeys(own), {
  'remove a bookmark in their list': [
    ["Z J Z ' ↓ Z", { dialog: 'palette', choice: 1, notice: 'Bookmark removed. Z restores it.' }],
    ['b', { typed: 'b' }],
  ],
});

scenes('menu', onThree, {
  'what is typed is searched for, and Enter runs the marked row': [
    ['a yaml', { typed: 'yaml' }],
    ['Enter', { screen: 'raw' }],
  ],
  'arrows mark a row, and Esc closes it': ['a ↓ ↓ ↑', { choice: 1 }, 'Esc', { ...NONE, depth: 2 }],
  'a digit runs its row': ['C 2', { ...NONE, notice: /^name .* bot 0$/ }],
  'starts no delete by a key that arrives with others': [
    ['a delete Space …', '`Enter`', { dialog: 'palette', notice: TOGETHER }],
  ],
});

const shownTime = kept(started => started.state().session.now);
scenes('displayed time', onThree, {
  'keys advance it, but only after some seconds': [
    [shownTime[0], '+29000 j', shownTime[1]],
    ['+2000 j', ({ state, now }) => expect(state().session.now).toBe(now())],
  ],
});

scenes('notice', onThree, {
  'disappears with the next key': ['"x" j', { notice: undefined }],
});

const untouched = kept(started => started.view());
scenes('keyboard', startExplorer, {
  'an unbound key does nothing': [
    [untouched[0], 'Z Ctrl-X Shift-Tab Delete Backspace', untouched[1], { quits: 0 }],
  ],
});
