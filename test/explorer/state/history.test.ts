import fc from 'fast-check';
import { expect, test } from 'vitest';
import { withoutRecord } from '../../../src/explorer/actions/delete/outcomes.ts';
import { withCursorMoved } from '../../../src/explorer/selection/cursor.ts';
import { placeText } from '../../../src/explorer/state/place-text.ts';
import { newView } from '../../../src/explorer/state/state.ts';
import { update } from '../../../src/explorer/state/store.ts';
import { type HistoryStep, MAX_STACKS } from '../../../src/explorer/state/view-stacks.ts';
import { botPlace, type FakeExplorer, LIST, writable } from '../../helpers/fake-explorer.ts';
import { forAll } from '../../helpers/property.ts';
import { after, answer, fail, kept, onBots, open, play, scenes } from '../../helpers/scenes.ts';

const shown = ({ view }: FakeExplorer): string | undefined => placeText(view().place);
const way = ({ state }: FakeExplorer) => state().navigation.views.map(({ place }) => placeText(place));
const isWay =
  (...places: readonly string[]) =>
  (started: FakeExplorer): void =>
    expect(way(started)).toEqual(['ws/wkspace_1', 'bots', ...places]);
const issueOf = (botId: string) =>
  ({ screen: 'record', ref: { kind: 'issue', ids: { botId, issueId: 'i' } } }) as const;

const inTheList = after(onBots(100), 'j'.repeat(45));

const [leftList, sameList] = kept(({ view }) => view());
const [leftRecord, sameRecord] = kept(({ view }) => view());

scenes('history', inTheList, {
  'the last view returns with its cursor and scroll position, in both directions': [
    [leftList, ({ view }) => expect(view().top).toBeGreaterThan(0)],
    [open(botPlace('b7')), answer('bot.read', { id: 'b7', name: 'bot 7' }), 'G', leftRecord, '-', sameList],
    ['-', sameRecord],
  ],
  'the last view returns with its filter and sort': [
    'sN /bot Space 4 Enter',
    [leftList, ({ view }) => expect(view()).toMatchObject({ filter: 'bot 4', sort: { field: 'name' } })],
    [open(botPlace('b7')), '-', sameList],
  ],
  'the steps do nothing when there is no history': [
    ({ explorer }) => {
      for (const step of ['last', 'back', 'forward'] as const) expect(explorer.stepHistory(step)).toBe(false);
    },
    { place: LIST },
  ],
  'back and forward visit every view in order, also one that was closed': [
    ...['b1', 'b2', 'b3'].map(id => open(botPlace(id))),
    async started => {
      const seen: (string | undefined)[] = [];
      for (const key of '[[[[]]') {
        await play(started, key);
        seen.push(shown(started));
      }
      expect(seen).toEqual(['bot/b2', 'bot/b1', 'bots', 'bots', 'bot/b1', 'bot/b2']);
    },
    [({ explorer }) => explorer.goBack(), { place: botPlace('b1') }],
    ['-', { place: botPlace('b2') }],
  ],
  'a step to a view that failed to load retries it; another place drops the views after it': [
    [open(botPlace('b1')), fail('bot.read', { kind: 'timed-out', timeoutMs: 1 }), '[ ]', { reads: 2 }],
    ['[', open(botPlace('b2')), ({ explorer }) => expect(explorer.stepHistory('forward')).toBe(false)],
    ['[', { place: LIST }],
  ],
  'a deleted record is removed from all views and marked in recents': [
    open(botPlace('b1')),
    answer('bot.read', { id: 'b1', name: 'bot 1' }),
    open(issueOf('b1')),
    open(botPlace('b2')),
    ({ explorer }) => explorer.goBack() && explorer.goBack(),
    started => {
      const ref = { kind: 'bot', ids: { botId: 'b1' } };
      update(writable(started.explorer.store), state => withoutRecord(state, ref));

      expect(started.state().user.memory.recents).toMatchObject([{ place: 'bot/b1', gone: true }]);
      const seen: (string | undefined)[] = [];
      while (started.explorer.stepHistory('back')) seen.push(...way(started));
      expect(seen.join()).not.toContain('b1');
      expect(seen).toContain('bots');
    },
  ],
});

scenes('view stack', inTheList, {
  'opening a place already on it goes back to its view': [
    [leftList, open(botPlace('b1')), open(LIST), isWay(), sameList],
  ],
  'a requested filter takes precedence over the previous one': [
    [({ explorer }) => explorer.openView({ ...newView(LIST), filter: 'dev' }), isWay(), { filter: 'dev' }],
    ['-', { filter: undefined }],
  ],
});

scenes('jump', inTheList, {
  'opens a record beside the current one, not below it; the list below is as it was': [
    leftList,
    open(botPlace('b7')),
    ({ explorer }) => explorer.jump(newView(botPlace('b9'))),
    [isWay('bot/b9'), '-', { place: botPlace('b7') }],
    [({ explorer }) => explorer.goBack(), sameList],
  ],
  'puts the parents of a record below it': [
    [({ explorer }) => explorer.jump(newView(issueOf('b9'))), isWay('bot/b9', 'bot/b9/issues/i')],
  ],
  'of more than 40 views in a row those after the first one are dropped': [
    ...Array.from({ length: 60 }, (_, at) => open(botPlace(`b${at}`))),
    { depth: 40 },
    started => expect([way(started).at(0), shown(started)]).toEqual(['ws/wkspace_1', 'bot/b59']),
  ],
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

  forAll(100, fc.array(steps, { maxLength: 60 }), walk => {
    for (const go of walk) go();
    const before = started.view();
    if (started.explorer.stepHistory('back')) started.explorer.stepHistory('forward');

    const { history, views } = started.state().navigation;
    expect(started.view()).toEqual(before);
    expect(history.stacks.length).toBeLessThanOrEqual(MAX_STACKS);
    expect(history.at).toBeLessThan(history.stacks.length);
    expect(views.length).toBeLessThanOrEqual(50);
    expect(new Set(way(started)).size).toBe(views.length);
  });
});
