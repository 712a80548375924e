import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hasSingleRow, withFilter } from '../../../src/explorer/actions/filter-and-sort.ts';
import { contentOf } from '../../../src/explorer/screens/content.ts';
import {
  botPlace,
  type FakeExplorer,
  LIST,
  SERVER,
  startExplorer,
  startOnBots,
} from '../../helpers/fake-explorer.ts';
import { bots, page } from '../../helpers/fake-service.ts';
import { forAllAsync } from '../../helpers/property.ts';
import { answer, fail, pressKeys, scenes } from '../../helpers/scenes.ts';

const twelve = (): Promise<FakeExplorer> => startOnBots(bots(12));

scenes('filter', twelve, {
  'typing moves the cursor to a match, and back to its row when that is shown again': [
    ['jj/11', { cursor: 'b11' }],
    ['Backspace Backspace', { cursor: 'b2' }],
  ],
  'the cursor returns to its row after a filter without matches': [
    ['G/zzz', { shown: [] }],
    ['Ctrl-U', { cursor: 'b11' }],
  ],
  'arrows move in the list while the field is open': ['/1 ↓ ↓', { cursor: 'b11', filter: '1' }],
  'Esc in the field brings back what was there before /, row included': [
    ['jj/11 Esc', { dialog: undefined, filter: undefined, cursor: 'b2' }],
    ['/1 Enter j/zz Esc', { filter: '1', cursor: 'b10' }],
  ],
  '/ begins with an empty field and all rows, and ↑ brings the last filter back': [
    '/1 Enter /',
    { dialog: 'filter', typed: '', right: '12 loaded · health not checked' },
    ['↑ 1', { typed: '11' }],
    ['Esc Esc / ↑', { typed: '1', filter: '1' }],
  ],
  'Enter in the empty field shows all rows': ['/1 Enter / Enter', { filter: undefined }],
  'Enter applies it, then Esc clears it, then Esc goes back': [
    ['/1 Enter', { dialog: undefined, filter: '1' }],
    ['Esc', { place: LIST, filter: undefined, cursor: 'b1' }],
    'Esc',
    { place: { screen: 'record', ref: { kind: 'workspace', ids: { workspaceId: SERVER.workspaceId } } } },
  ],
  'Enter opens the only match, but not one of several': [
    ['/1 Enter', { place: LIST }],
    ['/10 Enter', { place: botPlace('b10') }],
  ],
});

scenes('filter', () => startOnBots(bots(40), { next: 't2' }), {
  'the title shows how many loaded rows match and that more are available': [
    ['/3', { right: '13 of 40+ match' }],
    ['Ctrl-U b2', { right: '11 of 40+ match' }],
    ['Enter sU', { right: '11 of 40+ match · by updated ↓ over 40 loaded' }],
  ],
  'typing loads no pages': ['/39', { pages: 1 }],
  'loads one page at a time, the next only after the cursor moved': [
    '/39',
    [({ explorer }) => explorer.closeDialog(), answer('bot.list', page(bots(400, 40), 't3')), { pages: 2 }],
    ['k', { pages: 2 }],
    ['G', { pages: 3 }],
  ],
});

const arrive = answer('bot.list', page([...bots(12)].reverse()));

scenes('while the first page loads', startExplorer, {
  '/ takes the letters, and the rows arrive filtered, below the open field too': [
    ['/b1', { dialog: 'filter', typed: 'b1' }],
    [arrive, { shown: ['b11', 'b10', 'b1'], cursor: 'b11', typed: 'b1' }],
    ['0 Enter', { place: botPlace('b10') }],
  ],
  'Enter applies the filter to the rows to come, and Esc clears it': [
    ['/b10 Enter', { dialog: undefined, filter: 'b10', place: LIST }],
    [arrive, { shown: ['b10'], cursor: 'b10' }],
    ['Esc', { filter: undefined, place: LIST }],
  ],
  'Esc in the field leaves no filter': [
    ['/b1 Esc', { dialog: undefined, filter: undefined }],
    [arrive, { cursor: 'b11' }],
  ],
  'a sort orders the rows to come': [
    ['sN', { dialog: undefined }],
    [arrive, { shown: expect.arrayContaining(['b0']), cursor: 'b0' }],
  ],
  'after a failure / takes the letters still, and no key is told that the page is loading': [
    fail('bot.list', 'unauthorised'),
    ['M', { notice: 'Works only on loaded rows.' }],
    ['/b1 Enter', { dialog: undefined, filter: 'b1' }],
    ['r', arrive, { shown: ['b11', 'b10', 'b1'] }],
  ],
});

scenes('search', () => startOnBots(bots(2)), {
  'in a record that is loading is not said to have no match': [
    ['Enter /slack Enter', { notice: 'Searched before it was loaded.' }],
  ],
});

test('cursor: stays on its record through filters and reloads that keep it, and a sort leads to its first row', async () => {
  const step = fc.oneof(
    fc.constantFrom('N', 'U', 'C').map(letter => `s${letter}`),
    fc.constant('w'),
    fc.constantFrom('1', 'bot', '!2', 'dev:true', '').map(text => `/${text}`),
    fc.uniqueArray(fc.integer({ min: 0, max: 20 }), { minLength: 1, maxLength: 20 }),
  );

  let stays = 0;
  await forAllAsync(150, fc.nat(11), fc.array(step, { maxLength: 12 }), async (downs, steps) => {
    const started = await startOnBots(bots(12));
    pressKeys(started, 'j'.repeat(downs));

    for (const each of steps) {
      const before = started.underCursor();
      if (typeof each !== 'string') {
        pressKeys(started, 'r');
        await started.service.open('bot.list').answer(page(each.flatMap(at => bots(1, at))));
      } else pressKeys(started, each);
      started.explorer.closeDialog();

      const { ids } = contentOf(started.state());
      if (before === undefined || !ids.includes(before)) continue;
      expect(started.underCursor()).toBe(`${each}`.startsWith('s') ? ids.find(id => id !== '') : before);
      stays++;
    }
  });
  expect(stays).toBeGreaterThan(0);
});

test('filter: a row that passes is the single one only if no other is unchecked', async () => {
  const { explorer, service, state } = await startOnBots(bots(2));
  explorer.open(botPlace('b0'));
  await service.open('bot.read').answer({ id: 'b0', name: 'bot 0', alwaysAlive: true });
  explorer.goBack();

  const single = ['alwaysAlive:true', '"bot 0" alwaysAlive:true'].map(text => {
    explorer.change(each => withFilter(each, text));
    return hasSingleRow(state());
  });

  expect(single).toEqual([false, true]);
});
