import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { withCursorMoved } from '../../../src/explorer/actions/cursor/move-cursor.ts';
import { withoutRecord } from '../../../src/explorer/actions/delete/outcomes.ts';
import { placeText } from '../../../src/explorer/state/place-text.ts';
import { newView } from '../../../src/explorer/state/state.ts';
import { update } from '../../../src/explorer/state/store.ts';
import { type HistoryStep, MAX_STACKS } from '../../../src/explorer/state/view-stacks.ts';
import { botPlace, type FakeExplorer, LIST, startOnBots } from '../../helpers/fake-explorer.ts';
import { bots } from '../../helpers/fake-service.ts';
import { writable } from '../../helpers/writable.ts';

const shown = ({ view }: FakeExplorer): string | undefined => placeText(view().place);
const way = ({ state }: FakeExplorer) => state().navigation.views.map(({ place }) => placeText(place));

/** Opens a list of 100 bots with the cursor in the middle. */
async function inTheList(): Promise<FakeExplorer> {
  const started = await startOnBots(bots(100));
  for (let times = 0; times < 45; times++) started.explorer.change(state => withCursorMoved(state, 'down'));
  return started;
}

describe('last view', () => {
  test('history: the last view returns with its cursor and scroll position, in both directions', async () => {
    const started = await inTheList();
    const left = started.view();
    started.explorer.open(botPlace('b7'));
    await started.service.open('bot.read').answer({ id: 'b7', name: 'bot 7' });
    started.explorer.change(state => withCursorMoved(state, 'last'));
    const record = started.view();

    started.explorer.stepHistory('last');
    expect(started.view()).toEqual(left);
    expect(left.top).toBeGreaterThan(0);
    started.explorer.stepHistory('last');

    expect(started.view()).toEqual(record);
  });

  test('history: the last view returns with its filter and sort', async () => {
    const started = await inTheList();
    const sort = { field: 'name', isDescending: true };
    update(writable(started.explorer.store), state => ({
      navigation: { views: state.navigation.views.with(-1, { ...started.view(), filter: 'bot 4', sort }) },
    }));
    const left = started.view();

    started.explorer.open(botPlace('b7'));
    started.explorer.stepHistory('last');

    expect(started.view()).toEqual(left);
    expect(left).toMatchObject({ filter: 'bot 4', sort });
  });

  test('history: the steps do nothing when there is no history', async () => {
    const started = await inTheList();

    for (const step of ['last', 'back', 'forward'] as const)
      expect(started.explorer.stepHistory(step)).toBe(false);
    expect(shown(started)).toBe('bots');
  });
});

describe('back and forward', () => {
  test('history: back and forward visit every view in order, also one that was closed', async () => {
    const started = await inTheList();
    for (const id of ['b1', 'b2', 'b3']) started.explorer.open(botPlace(id));
    const seen = (['back', 'back', 'back', 'back', 'forward', 'forward'] as const).map(step => {
      started.explorer.stepHistory(step);
      return shown(started);
    });
    expect(seen).toEqual(['bot/b2', 'bot/b1', 'bots', 'bots', 'bot/b1', 'bot/b2']);

    started.explorer.goBack();
    expect(shown(started)).toBe('bot/b1');
    started.explorer.stepHistory('last');

    expect(shown(started)).toBe('bot/b2');
  });

  test('history: a step to a view that failed to load retries it; another place drops the views after it', async () => {
    const started = await inTheList();
    started.explorer.open(botPlace('b1'));
    await started.service.open('bot.read').fail({ kind: 'timed-out', timeoutMs: 1 });
    started.explorer.stepHistory('back');
    started.explorer.stepHistory('forward');
    expect(started.service.count('bot.read')).toBe(2);

    started.explorer.stepHistory('back');
    started.explorer.open(botPlace('b2'));

    expect(started.explorer.stepHistory('forward')).toBe(false);
    started.explorer.stepHistory('back');
    expect(shown(started)).toBe('bots');
  });
});

describe('stack of views', () => {
  test('view stack: opening a place already on it goes back to its view', async () => {
    const started = await inTheList();
    const left = started.view();
    started.explorer.open(botPlace('b1'));

    started.explorer.open(LIST);

    expect(way(started)).toEqual(['ws/wkspace_1', 'bots']);
    expect(started.view()).toEqual(left);
  });

  test('view stack: a requested filter takes precedence over the previous one', async () => {
    const started = await inTheList();

    started.explorer.openView({ place: LIST, cursor: undefined, at: 0, top: 0, filter: 'dev' });

    expect(way(started)).toEqual(['ws/wkspace_1', 'bots']);
    expect(started.view().filter).toBe('dev');
    started.explorer.stepHistory('last');
    expect(started.view().filter).toBeUndefined();
  });
});

test('jump: opens a record beside the current one, not below it; the list below is as it was', async () => {
  const started = await inTheList();
  const left = started.view();
  started.explorer.open(botPlace('b7'));

  started.explorer.jump(newView(botPlace('b9')));
  expect(way(started)).toEqual(['ws/wkspace_1', 'bots', 'bot/b9']);
  started.explorer.stepHistory('last');
  expect(shown(started)).toBe('bot/b7');
  started.explorer.goBack();

  expect(started.view()).toEqual(left);
});

test('jump: puts the parents of a record below it', async () => {
  const started = await inTheList();

  started.explorer.jump(
    newView({ screen: 'record', ref: { kind: 'issue', ids: { botId: 'b9', issueId: 'i' } } }),
  );

  expect(way(started)).toEqual(['ws/wkspace_1', 'bots', 'bot/b9', 'bot/b9/issues/i']);
});

test('history: a deleted record is removed from all views and marked in recents', async () => {
  const started = await inTheList();
  started.explorer.open(botPlace('b1'));
  await started.service.open('bot.read').answer({ id: 'b1', name: 'bot 1' });
  started.explorer.open({ screen: 'record', ref: { kind: 'issue', ids: { botId: 'b1', issueId: 'i1' } } });
  started.explorer.open(botPlace('b2'));
  const ref = { kind: 'bot', ids: { botId: 'b1' } };
  started.explorer.goBack();
  started.explorer.goBack();

  update(writable(started.explorer.store), state => withoutRecord(state, ref));

  expect(started.state().user.memory.recents).toMatchObject([{ place: 'bot/b1', gone: true }]);
  const seen: (string | undefined)[] = [];
  while (started.explorer.stepHistory('back')) seen.push(...way(started));
  expect(seen.join()).not.toContain('b1');
  expect(seen).toContain('bots');
});

test('history: after any steps it is bounded, and back then forward returns to the same view', async () => {
  const started = await inTheList();
  const steps = fc.oneof(
    fc.nat({ max: 9 }).map(at => () => started.explorer.open(botPlace(`b${at}`))),
    fc
      .constantFrom<HistoryStep>('back', 'forward', 'last')
      .map(step => () => started.explorer.stepHistory(step)),
    fc.constant(() => started.explorer.goBack()),
    fc.constant(() => started.explorer.change(state => withCursorMoved(state, 'down'))),
  );

  fc.assert(
    fc.property(fc.array(steps, { maxLength: 60 }), walk => {
      for (const go of walk) go();
      const before = started.view();
      if (started.explorer.stepHistory('back')) started.explorer.stepHistory('forward');

      const { history, views } = started.state().navigation;
      expect(started.view()).toEqual(before);
      expect(history.stacks.length).toBeLessThanOrEqual(MAX_STACKS);
      expect(history.at).toBeLessThan(history.stacks.length);
      expect(views.length).toBeLessThanOrEqual(50);
      expect(new Set(way(started)).size).toBe(views.length);
    }),
  );
});
