import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contentOf } from '../../../../src/explorer/screens/content.ts';
import { hiddenMarks, marksOf } from '../../../../src/explorer/selection/cursor.ts';
import { currentView } from '../../../../src/explorer/state/state.ts';
import { type FakeExplorer, LIST, startOnBots } from '../../../helpers/fake-explorer.ts';
import { bots, page } from '../../../helpers/fake-service.ts';
import { forAllAsync } from '../../../helpers/property.ts';
import { answer, fail, onBots, open, pressKeys, scenes, wait } from '../../../helpers/scenes.ts';

const listed = (...items: Parameters<typeof page>) => answer('bot.list', page(...items));

scenes('marks', onBots(6), {
  'Space toggles the mark and moves down': [
    ['Space Space k Space', { marks: ['b0'], cursor: 'b2', right: /1 marked/ }],
  ],
  'v marks a range, upwards or downwards': [
    ['jvjjv', { marks: ['b1', 'b2', 'b3'] }],
    ['Gvkv', { marks: ['b1', 'b2', 'b3', 'b4', 'b5'] }],
  ],
  'Esc cancels a range before it marks anything': ['Space v j Esc', { marks: ['b0'], range: undefined }],
  'Shift with an arrow marks rows': ['Shift-↓ Shift-↓', { marks: ['b0', 'b1', 'b2'], cursor: 'b2' }],
  'survive going back with q and returning': [
    ['Space q', { screen: 'record' }, open(LIST), { marks: ['b0'], cursor: 'b1' }],
  ],
  'a delete takes all marked rows, whether one or several': [
    ['Space Ctrl-D', { dialog: 'delete', targets: [{ ref: { ids: { botId: 'b0' } } }] }],
    ['Esc Space Ctrl-D', { targets: [{ ref: { ids: { botId: 'b0' } } }, { ref: { ids: { botId: 'b1' } } }] }],
  ],
  'a reload keeps marks of rows still listed and reports how many are gone': [
    '*jjr',
    listed([...bots(4, 2), ...bots(1)]),
    { marks: ['b2', 'b3', 'b4', 'b5', 'b0'], notice: /1 marked row is no longer in the list/, cursor: 'b2' },
  ],
  'a failed reload changes no mark': [
    '*r',
    fail('bot.list', { kind: 'server-error', status: 500 }),
    ({ state }) => expect(marksOf(state()).size).toBe(6),
  ],
  'a deleted record loses its mark': [
    '* Enter Ctrl-D',
    answer('bot.read', bots(1)[0]),
    '+1000 bot Space 0 +1000 Enter',
    [answer('bot.delete'), wait(), { marks: ['b1', 'b2', 'b3', 'b4', 'b5'] }],
  ],
  '* says that only loaded rows can be marked': [
    { start: onBots(3, { next: 'more' }) },
    '*',
    { notice: '3 marked. Only loaded rows can be marked.' },
  ],
});

scenes('marks', onBots(12), {
  '* toggles all matching rows and leaves the others alone': [
    ['jj Space /bot Space 1 Enter *', { marks: ['b2', 'b1', 'b10', 'b11'], right: /4 marked, 1 hidden/ }],
    ['*', { marks: ['b2'] }],
  ],
  'Esc clears them in a press of its own, after the filter, and says how many': [
    ['/1 Enter * Esc', { filter: undefined, marks: ['b1', 'b10', 'b11'] }],
    ['Esc', { marks: [], notice: '3 marks cleared.', place: LIST }],
    ['Esc', { screen: 'record' }],
  ],
});

const SOME = [
  { id: 'a', alwaysAlive: true },
  { id: 'b' },
  { id: 'c', alwaysAlive: false },
  { name: 'nobody' },
];
scenes('marks', () => startOnBots(SOME), {
  '* skips rows that the filter cannot check and reports how many': [
    '/alwaysAlive:true Enter *',
    {
      marks: ['a'],
      notice: /2 unchecked/,
      right: '1 of 4 match · 1 marked',
      shown: ['a', '', 'b', expect.any(String)],
    },
  ],
  'a row without an id cannot be marked': ['G Space *', { marks: ['a', 'b', 'c'] }],
});

test('marks: after any keys, marks are listed ids, the cursor is on a row, and the counts add up', async () => {
  const key = fc.constantFrom(
    ...['j', 'k', 'G', 'g', 'Space', 'v', '*', 's', 'N', 'U', 'w', 'Esc', 'Shift-↓'],
  );
  const filter = fc.constantFrom('1', 'bot', 'dev:true', '!bot', 'zzz', 'bt1', '"').map(text => `/${text}`);
  const reload = fc.uniqueArray(fc.integer({ min: 0, max: 20 }), { maxLength: 20 });
  const step = fc.oneof({ weight: 4, arbitrary: key }, filter, reload);

  let lists = 0;
  await forAllAsync(150, fc.array(step, { maxLength: 25 }), async steps => {
    const started = await startOnBots(bots(12));

    for (const each of steps) {
      if (currentView(started.state()).place.screen !== 'list') started.explorer.open(LIST);
      if (typeof each !== 'string') {
        started.explorer.closeDialog();
        pressKeys(started, 'r');
        await started.service.open('bot.list').answer(page(each.flatMap(at => bots(1, at))));
      } else if (each.startsWith('/')) {
        pressKeys(started, each);
        started.explorer.closeDialog();
      } else pressKeys(started, each);
      if (currentView(started.state()).place.screen !== 'list') continue;
      expectSound(started);
      lists++;
    }
  });
  expect(lists).toBeGreaterThan(0);
});

function expectSound(started: FakeExplorer): void {
  const content = contentOf(started.state());
  const marks = marksOf(started.state());
  if (content.kind !== 'table') throw new Error('there is a list');
  const { rows, listing } = content;

  for (const id of marks) expect(rows.ids).toContain(id);
  expect(content.ids.filter(id => id !== '')).toHaveLength(listing.passed + listing.unchecked);
  expect(hiddenMarks(content, marks)).toBe([...marks].filter(id => !content.ids.includes(id)).length);
  const { cursor } = currentView(started.state());
  expect(started.underCursor()).toBe(content.ids.length > 0 ? cursor : undefined);
}
