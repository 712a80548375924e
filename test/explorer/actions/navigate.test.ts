import { expect, test } from 'vitest';
import { withTab } from '../../../src/explorer/actions/cursor/tabs.ts';
import { openCursor } from '../../../src/explorer/commands/follow.ts';
import { cursorRef, cursorTarget, withCursorMoved } from '../../../src/explorer/selection/cursor.ts';
import { newScopeDialog } from '../../../src/explorer/state/dialogs.ts';
import { newView } from '../../../src/explorer/state/state.ts';
import {
  botPlace,
  type FakeExplorer,
  LIST,
  startExplorer,
  startOnBots,
} from '../../helpers/fake-explorer.ts';
import { settle } from '../../helpers/fake-service.ts';
import { after, answer, onBots, open, play, scenes } from '../../helpers/scenes.ts';

const home = { screen: 'record', ref: { kind: 'workspace', ids: { workspaceId: 'wkspace_1' } } } as const;
const SLACK = { id: 'intver_1', name: 'slack', version: '1.0.0', status: 'registered' };
const RAW = { screen: 'raw', ref: { kind: 'bot', ids: { botId: 'b0' } } } as const;

const onList = onBots(3);
const BOT = { id: 'b0', name: 'bot 0', integrations: { slack: SLACK } };
const onBot = after(onList, 'Enter', answer('bot.read', BOT));

const sort = { field: 'name', isDescending: true };
const sorted =
  (by = sort) =>
  ({ explorer }: FakeExplorer): void =>
    explorer.openView({ ...newView(LIST), sort: { ...by } });
const back =
  (wanted: boolean) =>
  ({ explorer }: FakeExplorer): void =>
    expect(explorer.goBack()).toBe(wanted);

scenes('open', onList, {
  'opens the record under the cursor': [
    'j Enter',
    { place: botPlace('b1') },
    ({ service }) => expect(service.open('bot.read').ids).toEqual({ botId: 'b1' }),
  ],
  'a place with a sort applies it to the list on the screen': [
    [sorted(), ({ view }) => expect(view().sort).toEqual(sort), { cursor: 'b2' }],
  ],
  'the same sort is not added to the history, another one replaces it': [
    sorted(),
    started => {
      const { history } = started.state().navigation;
      sorted()(started);
      expect(started.state().navigation.history).toBe(history);
    },
    'Enter',
    sorted({ ...sort, isDescending: false }),
    ({ view }) => expect(view().sort).toEqual({ ...sort, isDescending: false }),
  ],
});

scenes('open', onBot, {
  'the current place is not added to the stack again; it closes the dialog': [
    ({ explorer }) => explorer.openDialog(newScopeDialog('action.menu')),
    [open(botPlace('b0')), { depth: 3, dialog: undefined }],
  ],
  'raw text is added to the stack without loading the record again': [
    [open(RAW), { place: RAW, depth: 4, reads: 1 }],
  ],
  'a line that shows an integration opens that integration': [
    ({ explorer }) => explorer.change(state => withTab(state, 'Integrations')),
    'Enter',
    { place: { screen: 'record', ref: { kind: 'integration', ids: { integrationId: 'intver_1' } } } },
  ],
});

test.each<readonly [string, () => Promise<FakeExplorer>]>([
  ['a line that leads nowhere', onBot],
  ['an empty list', () => startOnBots([])],
  ['a bot without an id', () => startOnBots([{ name: 'no id' }])],
])('open: %s does nothing', async (_what, begin) => {
  const { explorer, state } = await begin();
  explorer.change(before => withCursorMoved(before, 'last'));

  const before = state();
  openCursor(explorer);

  expect(state()).toBe(before);
  expect(cursorTarget(before)).toBeUndefined();
});

scenes('open', () => startExplorer({ known: false }), {
  'the demo line of the start screen starts the demo': [
    ['G Enter', ({ onEnd }) => expect(onEnd).toHaveBeenCalledExactlyOnceWith('demo')],
  ],
});

scenes('back', onList, {
  'returns to the view as it was, and stops at the top': [
    ['G Enter', back(true), { place: LIST, cursor: 'b2' }, ({ view }) => expect(view().at).toBe(2)],
    [back(true), back(false), { place: home }],
  ],
});

const onLoadingBot = after(onList, 'Enter');
const onReloadingText = after(onBot, open(RAW), ({ explorer }) => explorer.load(RAW, true));
const onLoadingList = after(onBots(3, { next: 'more' }), ({ explorer }) => explorer.loadMore(LIST));

test.each<readonly [string, () => Promise<FakeExplorer>, (started: FakeExplorer) => unknown, boolean]>([
  ['going back aborts the request of the view it closes', onLoadingBot, back(true), true],
  ['a place elsewhere aborts it too', onLoadingBot, open(home), true],
  [
    'a step through the history aborts it too',
    onLoadingBot,
    ({ explorer }) => explorer.stepHistory('last'),
    true,
  ],
  ['from raw text back the request of its record goes on', onReloadingText, back(true), false],
  ['a view opened from a list lets that load', onLoadingList, started => play(started, 'Enter'), false],
])('navigation: %s', async (_what, begin, act, isAborted) => {
  const started = await begin();
  const call = started.service.calls.findLast(each => each.isOpen());

  await act(started);
  await settle();

  expect(call?.options.signal?.aborted).toBe(isAborted);
});

scenes('navigation', onLoadingBot, {
  'a step back to a view whose request was aborted sends it again': [
    ['-', settle, ']', ({ service }) => expect(service.open('bot.read').isOpen()).toBe(true)],
  ],
});

test('cursor target: is the bot under the cursor of a list, or the record on the screen', async () => {
  const { explorer, state } = await onList();
  expect(cursorRef(state())).toEqual({ kind: 'bot', ids: { botId: 'b0' } });

  explorer.open(botPlace('b2'));

  expect(cursorRef(state())).toEqual({ kind: 'bot', ids: { botId: 'b2' } });
  expect(cursorRef(startExplorer({ known: false }).state())).toBeUndefined();
});
