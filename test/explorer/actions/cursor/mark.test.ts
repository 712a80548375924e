import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { viewTitle } from '../../../../src/explorer/frame/titles.ts';
import { press } from '../../../../src/explorer/keyboard/keyboard.ts';
import { contentOf } from '../../../../src/explorer/screens/content.ts';
import { hiddenMarks, marksOf } from '../../../../src/explorer/selection/list-marks.ts';
import { currentView } from '../../../../src/explorer/state/state.ts';
import { type FakeExplorer, startOnBots } from '../../../helpers/fake-explorer.ts';
import { bots, page, settle } from '../../../helpers/fake-service.ts';

const NAMED = /^(enter|escape|backspace|(shift\+)?(up|down)|ctrl\+.|space|end|home)$/;

function keys({ explorer }: FakeExplorer, ...names: readonly string[]): void {
  for (const name of names) press(explorer, { name, text: NAMED.test(name) ? '' : name }, { alone: true });
}
const type = (started: FakeExplorer, text: string): void =>
  keys(started, '/', ...Array.from(text, letter => letter), 'enter');
const marked = ({ state }: FakeExplorer) => [...marksOf(state())].sort();
const right = ({ state }: FakeExplorer) => viewTitle(state()).right;
const notice = ({ state }: FakeExplorer) => state().notice?.text;
const shown = ({ state }: FakeExplorer) => contentOf(state()).ids;

describe('marking rows', () => {
  test('marks: Space toggles the mark and moves down', async () => {
    const started = await startOnBots(bots(4));

    keys(started, 'space', 'space', 'k', 'space');

    expect(marked(started)).toEqual(['b0']);
    expect(started.underCursor()).toBe('b2');
    expect(right(started)).toContain('1 marked');
  });

  test('marks: v marks a range, upwards or downwards', async () => {
    const started = await startOnBots(bots(6));

    keys(started, 'j', 'v', 'j', 'j', 'v');
    expect(marked(started)).toEqual(['b1', 'b2', 'b3']);

    keys(started, 'G', 'v', 'k', 'v');
    expect(marked(started)).toEqual(['b1', 'b2', 'b3', 'b4', 'b5']);
  });

  test('marks: Esc cancels a range before it marks anything', async () => {
    const started = await startOnBots(bots(6));

    keys(started, 'space', 'v', 'j', 'escape');

    expect(marked(started)).toEqual(['b0']);
    expect(started.view().range).toBeUndefined();
  });

  test('marks: Shift with an arrow marks rows', async () => {
    const started = await startOnBots(bots(6));

    keys(started, 'shift+down', 'shift+down');

    expect(marked(started)).toEqual(['b0', 'b1', 'b2']);
    expect(started.underCursor()).toBe('b2');
  });

  test('marks: * toggles all matching rows and leaves the others alone', async () => {
    const started = await startOnBots(bots(12));
    keys(started, 'j', 'j', 'space');

    type(started, 'bot 1');
    keys(started, '*');
    expect(marked(started)).toEqual(['b1', 'b10', 'b11', 'b2']);
    expect(right(started)).toContain('4 marked, 1 hidden');

    keys(started, '*');
    expect(marked(started)).toEqual(['b2']);
  });

  test('marks: * skips rows that the filter cannot check and reports how many', async () => {
    const started = await startOnBots([
      { id: 'a', alwaysAlive: true },
      { id: 'b' },
      { id: 'c', alwaysAlive: false },
    ]);

    type(started, 'alwaysAlive:true');
    keys(started, '*');

    expect(marked(started)).toEqual(['a']);
    expect(notice(started)).toContain('1 unchecked');
    expect(right(started)).toContain('1 of 3 match · 1 unchecked');
    expect(shown(started)).toEqual(['a', '', 'b']);
  });

  test('marks: Esc clears them in a press of its own, after the filter, and says how many', async () => {
    const started = await startOnBots(bots(12));
    keys(started, '/', '1', 'enter', '*', 'escape');
    expect(started.view().filter).toBeUndefined();
    expect(marked(started)).toEqual(['b1', 'b10', 'b11']);

    keys(started, 'escape');
    expect(marked(started)).toEqual([]);
    expect(notice(started)).toBe('3 marks cleared.');
    expect(currentView(started.state()).place.screen).toBe('list');
    keys(started, 'escape');

    expect(currentView(started.state()).place.screen).toBe('record');
  });

  test('marks: survive going back with q and returning', async () => {
    const started = await startOnBots(bots(4));
    keys(started, 'space', 'q');
    expect(currentView(started.state()).place.screen).toBe('record');

    started.explorer.open({ screen: 'list', kind: 'bot', ids: {} });

    expect(marked(started)).toEqual(['b0']);
    expect(started.underCursor()).toBe('b1');
  });

  test('marks: a delete takes all marked rows, whether one or several', async () => {
    const started = await startOnBots(bots(3));
    keys(started, 'space', 'ctrl+d');
    expect(started.state().dialog).toMatchObject({
      kind: 'delete',
      targets: [{ ref: { ids: { botId: 'b0' } } }],
    });

    keys(started, 'escape', 'space', 'ctrl+d');

    expect(started.state().dialog).toMatchObject({
      kind: 'delete',
      targets: [{ ref: { ids: { botId: 'b0' } } }, { ref: { ids: { botId: 'b1' } } }],
    });
  });

  test('marks: a row without an id cannot be marked', async () => {
    const started = await startOnBots([{ name: 'nobody' }, { id: 'a' }]);

    keys(started, 'space', '*');

    expect(marked(started)).toEqual(['a']);
  });
});

describe('reloading', () => {
  test('marks: a reload keeps marks of rows still listed and reports how many are gone', async () => {
    const started = await startOnBots(bots(5));
    keys(started, '*', 'j', 'j', 'r');

    await started.service.open('bot.list').answer(page([...bots(3, 2), ...bots(1)]));

    expect(marked(started)).toEqual(['b0', 'b2', 'b3', 'b4']);
    expect(notice(started)).toContain('1 marked row is no longer in the list');
    expect(started.underCursor()).toBe('b2');
  });

  test('marks: a failed reload changes no mark', async () => {
    const started = await startOnBots(bots(5));
    keys(started, '*', 'r');

    await started.service.open('bot.list').fail({ kind: 'server-error', status: 500 });

    expect(marked(started)).toHaveLength(5);
  });
});

test('marks: a deleted record loses its mark', async () => {
  const started = await startOnBots(bots(3));
  keys(started, '*', 'enter', 'ctrl+d');
  await started.service.open('bot.read').answer(bots(1)[0]);
  started.pass(1000);
  for (const letter of 'bot 0') keys(started, letter);
  started.pass(1000);
  keys(started, 'enter');

  await started.service.open('bot.delete').answer(undefined);
  await settle();

  expect(marked(started)).toEqual(['b1', 'b2']);
});

test('marks: after any keys, marks are listed ids, the cursor is on a row, and the counts add up', async () => {
  const key = fc.constantFrom(
    ...['j', 'k', 'G', 'g', 'space', 'v', '*', 's', 'N', 'U', 'w', 'escape', 'shift+down'],
  );
  const filter = fc.constantFrom('1', 'bot', 'dev:true', '!bot', 'zzz', 'bt1', '"').map(text => `/${text}`);
  const reload = fc.uniqueArray(fc.integer({ min: 0, max: 20 }), { maxLength: 20 });
  const step = fc.oneof({ weight: 4, arbitrary: key }, filter, reload);

  let lists = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async steps => {
      const started = await startOnBots(bots(12));

      for (const each of steps) {
        if (currentView(started.state()).place.screen !== 'list')
          started.explorer.open({ screen: 'list', kind: 'bot', ids: {} });
        if (typeof each !== 'string') {
          started.explorer.closeDialog();
          keys(started, 'r');
          await started.service.open('bot.list').answer(page(each.flatMap(at => bots(1, at))));
        } else if (each.startsWith('/')) {
          keys(started, ...Array.from(each));
          started.explorer.closeDialog();
        } else keys(started, each);
        if (currentView(started.state()).place.screen !== 'list') continue;
        expectSound(started);
        lists++;
      }
    }),
    { numRuns: 150 },
  );
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
