import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { viewTitle } from '../../../src/explorer/frame/titles.ts';
import { press } from '../../../src/explorer/keyboard/keyboard.ts';
import { contentOf } from '../../../src/explorer/screens/content.ts';
import { currentView } from '../../../src/explorer/state/state.ts';
import { editorText } from '../../../src/explorer/state/text-field.ts';
import { type FakeExplorer, startOnBots } from '../../helpers/fake-explorer.ts';
import { bots, page } from '../../helpers/fake-service.ts';

function keys({ explorer }: FakeExplorer, ...names: readonly string[]): void {
  for (const name of names) press(explorer, { name, text: name.length === 1 ? name : '' }, { alone: true });
}
const type = (started: FakeExplorer, text: string): void => keys(started, ...Array.from(text));
const right = ({ state }: FakeExplorer) => viewTitle(state()).right;
const asked = ({ service }: FakeExplorer) => service.count('bot.list');

test('filter: typing moves the cursor to a match, and back to its row when that is shown again', async () => {
  const started = await startOnBots(bots(12));
  keys(started, 'j', 'j', '/');

  type(started, '11');
  expect(started.underCursor()).toBe('b11');

  keys(started, 'backspace', 'backspace');
  expect(started.underCursor()).toBe('b2');
});

test('filter: the cursor returns to its row after a filter without matches', async () => {
  const started = await startOnBots(bots(12));
  keys(started, 'G', '/');

  type(started, 'zzz');
  expect(contentOf(started.state()).ids).toEqual([]);
  keys(started, 'ctrl+u');

  expect(started.underCursor()).toBe('b11');
});

test('filter: arrows move in the list while the field is open', async () => {
  const started = await startOnBots(bots(12));
  keys(started, '/');
  type(started, '1');

  keys(started, 'down', 'down');

  expect(started.underCursor()).toBe('b11');
  expect(currentView(started.state()).filter).toBe('1');
});

const field = ({ state }: FakeExplorer): string => {
  const { dialog } = state();
  return dialog?.kind === 'filter' ? editorText(dialog.editor) : 'closed';
};

test('filter: Esc in the field brings back what was there before /, row included', async () => {
  const started = await startOnBots(bots(12));
  keys(started, 'j', 'j', '/', '1', '1', 'escape');
  expect(started.state().dialog).toBeUndefined();
  expect(started.view().filter).toBeUndefined();
  expect(started.underCursor()).toBe('b2');

  keys(started, '/', '1', 'enter', 'j', '/', 'z', 'z', 'escape');

  expect(started.view().filter).toBe('1');
  expect(started.underCursor()).toBe('b10');
});

test('filter: / begins with an empty field and all rows, and ↑ brings the last filter back', async () => {
  const started = await startOnBots(bots(12));
  keys(started, '/', '1', 'enter', '/');
  expect(field(started)).toBe('');
  expect(right(started)).toBe('12 · all loaded · health not checked · H checks all');

  keys(started, 'up', '1');
  expect(field(started)).toBe('11');
  keys(started, 'escape', 'escape', '/', 'up');

  expect(field(started)).toBe('1');
  expect(started.view().filter).toBe('1');
});

test('filter: Enter in the empty field shows all rows', async () => {
  const started = await startOnBots(bots(12));

  keys(started, '/', '1', 'enter', '/', 'enter');

  expect(started.view().filter).toBeUndefined();
});

test('filter: Enter applies it, then Esc clears it, then Esc goes back', async () => {
  const started = await startOnBots(bots(12));
  keys(started, '/');
  type(started, '1');

  keys(started, 'enter');
  expect(started.state().dialog).toBeUndefined();
  expect(started.view().filter).toBe('1');

  keys(started, 'escape');
  expect(started.view()).toMatchObject({ place: { screen: 'list' } });
  expect(started.view().filter).toBeUndefined();

  keys(started, 'escape');
  expect(started.view().place.screen).toBe('record');
});

test('filter: Enter opens the only match, but not one of several', async () => {
  const started = await startOnBots(bots(12));
  keys(started, '/');
  type(started, '1');
  keys(started, 'enter');
  expect(started.view().place.screen).toBe('list');

  keys(started, '/');
  type(started, '10');
  keys(started, 'enter');

  expect(started.view().place).toEqual({ screen: 'record', ref: { kind: 'bot', ids: { botId: 'b10' } } });
});

test('filter: the title shows how many loaded rows match and that more are available', async () => {
  const started = await startOnBots(bots(40), { next: 't2' });
  keys(started, '/');

  type(started, '3');

  expect(right(started)).toBe('13 of 40+ match · more available');
  keys(started, 'ctrl+u');
  type(started, 'b2');
  expect(right(started)).toBe('11 of 40+ match · more available');
  keys(started, 'enter', 's', 'U');
  expect(right(started)).toBe('11 of 40+ match · by updated ↓ over 40 loaded');
});

describe('loading pages while a filter is set', () => {
  test('filter: typing loads no pages', async () => {
    const started = await startOnBots(bots(40), { next: 't2' });

    keys(started, '/');
    type(started, '39');

    expect(asked(started)).toBe(1);
  });

  test('filter: loads one page at a time, the next only after the cursor moved', async () => {
    const started = await startOnBots(bots(40), { next: 't2' });
    keys(started, '/');
    type(started, '39');
    started.explorer.closeDialog();
    await started.service.open('bot.list').answer(page(bots(400, 40), 't3'));
    expect(asked(started)).toBe(2);

    keys(started, 'k');
    expect(asked(started)).toBe(2);
    keys(started, 'G');

    expect(asked(started)).toBe(3);
  });
});

test('cursor: stays on its record through filtering, sorting and reloads that keep the record', async () => {
  const step = fc.oneof(
    fc.constantFrom('N', 'U', 'C').map(letter => `s${letter}`),
    fc.constant('w'),
    fc.constantFrom('1', 'bot', '!2', 'dev:true', '').map(text => `/${text}`),
    fc.uniqueArray(fc.integer({ min: 0, max: 20 }), { minLength: 1, maxLength: 20 }),
  );

  let stays = 0;
  await fc.assert(
    fc.asyncProperty(fc.nat(11), fc.array(step, { maxLength: 12 }), async (downs, steps) => {
      const started = await startOnBots(bots(12));
      keys(started, ...Array.from({ length: downs }, () => 'j'));

      for (const each of steps) {
        const before = started.underCursor();
        if (typeof each !== 'string') {
          keys(started, 'r');
          await started.service.open('bot.list').answer(page(each.flatMap(at => bots(1, at))));
        } else if (each.startsWith('/')) {
          keys(started, ...Array.from(each));
          started.explorer.closeDialog();
        } else keys(started, ...Array.from(each));

        const { ids } = contentOf(started.state());
        if (before === undefined || !ids.includes(before)) continue;
        expect(started.underCursor()).toBe(before);
        stays++;
      }
    }),
    { numRuns: 150 },
  );
  expect(stays).toBeGreaterThan(0);
});
