import { describe, expect, test } from 'vitest';
import { withCursorMoved } from '../../../src/explorer/actions/cursor/move-cursor.ts';
import { withTab } from '../../../src/explorer/actions/cursor/tabs.ts';
import { openCursor } from '../../../src/explorer/commands/follow.ts';
import { cursorRef, cursorTarget } from '../../../src/explorer/selection/cursor.ts';
import { newScopeDialog } from '../../../src/explorer/state/dialogs.ts';
import { newView } from '../../../src/explorer/state/state.ts';
import { botPlace, LIST, startExplorer, startOnBots } from '../../helpers/fake-explorer.ts';
import { bots, settle } from '../../helpers/fake-service.ts';

const home = { screen: 'record', ref: { kind: 'workspace', ids: { workspaceId: 'wkspace_1' } } } as const;
const SLACK = { id: 'intver_1', name: 'slack', version: '1.0.0', status: 'registered' };

const RAW = { screen: 'raw', ref: { kind: 'bot', ids: { botId: 'b0' } } } as const;
type Started = Awaited<ReturnType<typeof startOnBots>>;

async function onBot(): Promise<Started> {
  const started = await startOnBots(bots(3));
  openCursor(started.explorer);
  await started.service.open('bot.read').answer({ id: 'b0', name: 'bot 0', integrations: { slack: SLACK } });
  return started;
}

async function onLastLine(): Promise<Started> {
  const started = await onBot();
  started.explorer.change(state => withCursorMoved(state, 'last'));
  return started;
}

const places = ({ state }: Started) => state().navigation.views.map(({ place }) => place);

test('open: opens the record under the cursor', async () => {
  const started = await startOnBots(bots(3));
  started.explorer.change(state => withCursorMoved(state, 'down'));

  openCursor(started.explorer);

  expect(started.view().place).toEqual(botPlace('b1'));
  expect(started.service.open('bot.read').ids).toEqual({ botId: 'b1' });
});

test('open: the current place is not added to the stack again; it closes the dialog', async () => {
  const started = await onBot();
  started.explorer.openDialog(newScopeDialog('actions'));

  started.explorer.open(botPlace('b0'));

  expect(places(started)).toEqual([home, LIST, botPlace('b0')]);
  expect(started.state().dialog).toBeUndefined();
});

test('open: raw text is added to the stack without loading the record again', async () => {
  const started = await onBot();

  started.explorer.open(RAW);

  expect(started.view().place.screen).toBe('raw');
  expect(started.service.count('bot.read')).toBe(1);
});

test('open: a line that shows an integration opens that integration', async () => {
  const started = await onBot();
  started.explorer.change(state => withTab(state, 'Integrations'));

  openCursor(started.explorer);

  expect(started.view().place).toEqual({
    screen: 'record',
    ref: { kind: 'integration', ids: { integrationId: 'intver_1' } },
  });
});

test.each<readonly [string, () => Promise<Started>]>([
  ['a line that leads nowhere', onLastLine],
  ['an empty list', () => startOnBots([])],
  ['a bot without an id', () => startOnBots([{ name: 'no id' }])],
])('open: %s does nothing', async (_what, begin) => {
  const started = await begin();

  const before = started.state();
  openCursor(started.explorer);

  expect(started.state()).toBe(before);
  expect(cursorTarget(before)).toBeUndefined();
});

test('open: the demo line of the start screen starts the demo', () => {
  const started = startExplorer({ known: false });

  started.explorer.change(state => withCursorMoved(state, 'last'));
  openCursor(started.explorer);

  expect(started.onEnd).toHaveBeenCalledExactlyOnceWith('demo');
});

describe('sort of a place', () => {
  const sort = { field: 'name', isDescending: true };

  test('open: a place with a sort applies it to the list on the screen', async () => {
    const started = await startOnBots(bots(3));

    started.explorer.openView({ ...newView(LIST), sort });

    expect(started.view().sort).toEqual(sort);
    expect(started.underCursor()).toBe('b2');
  });

  test('open: the same sort is not added to the history, another one replaces it', async () => {
    const started = await startOnBots(bots(3));
    started.explorer.openView({ ...newView(LIST), sort });
    const { history } = started.state().navigation;
    started.explorer.openView({ ...newView(LIST), sort: { ...sort } });
    expect(started.state().navigation.history).toBe(history);
    openCursor(started.explorer);

    started.explorer.openView({ ...newView(LIST), sort: { ...sort, isDescending: false } });

    expect(started.view().sort).toEqual({ ...sort, isDescending: false });
  });
});

test('back: returns to the view as it was', async () => {
  const started = await startOnBots(bots(3));
  started.explorer.change(state => withCursorMoved(state, 'last'));
  openCursor(started.explorer);

  expect(started.explorer.goBack()).toBe(true);

  expect(started.view()).toMatchObject({ place: LIST, cursor: 'b2', at: 2 });
});

test('back: stops at the top', async () => {
  const started = await startOnBots(bots(3));

  expect(started.explorer.goBack()).toBe(true);
  expect(started.explorer.goBack()).toBe(false);

  expect(started.view().place).toEqual(home);
});

/** Opens the first bot, whose request is under way. */
async function onLoadingBot(): Promise<Started> {
  const started = await startOnBots(bots(3));
  openCursor(started.explorer);
  return started;
}

async function onReloadingText(): Promise<Started> {
  const started = await onBot();
  started.explorer.open(RAW);
  started.explorer.load(RAW, true);
  return started;
}

async function onLoadingList(): Promise<Started> {
  const started = await startOnBots(bots(3), { next: 'more' });
  started.explorer.loadMore(LIST);
  return started;
}

test.each<readonly [string, () => Promise<Started>, (started: Started) => unknown, boolean]>([
  [
    'going back aborts the request of the view it closes',
    onLoadingBot,
    ({ explorer }) => explorer.goBack(),
    true,
  ],
  ['a place elsewhere aborts it too', onLoadingBot, ({ explorer }) => explorer.open(home), true],
  [
    'a step through the history aborts it too',
    onLoadingBot,
    ({ explorer }) => explorer.stepHistory('last'),
    true,
  ],
  [
    'from raw text back the request of its record goes on',
    onReloadingText,
    ({ explorer }) => explorer.goBack(),
    false,
  ],
  ['a view opened from a list lets that load', onLoadingList, ({ explorer }) => openCursor(explorer), false],
])('navigation: %s', async (_what, begin, act, isAborted) => {
  const started = await begin();
  const call = started.service.calls.findLast(each => each.isOpen());

  act(started);
  await settle();

  expect(call?.options.signal?.aborted).toBe(isAborted);
});

test('navigation: a step back to a view whose request was aborted sends it again', async () => {
  const started = await onLoadingBot();
  started.explorer.stepHistory('last');
  await settle();

  started.explorer.stepHistory('forward');

  expect(started.service.open('bot.read').isOpen()).toBe(true);
});

test('cursor target: is the bot under the cursor of a list, or the record on the screen', async () => {
  const started = await startOnBots(bots(3));
  expect(cursorRef(started.state())).toEqual({ kind: 'bot', ids: { botId: 'b0' } });

  started.explorer.open(botPlace('b2'));

  expect(cursorRef(started.state())).toEqual({ kind: 'bot', ids: { botId: 'b2' } });
  expect(cursorRef(startExplorer({ known: false }).state())).toBeUndefined();
});
