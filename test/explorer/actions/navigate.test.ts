import { describe, expect, test } from 'vitest';
import { withCursorMoved } from '../../../src/explorer/actions/cursor/move-cursor.ts';
import { withTab } from '../../../src/explorer/actions/cursor/tabs.ts';
import { openCursor } from '../../../src/explorer/commands/follow.ts';
import { cursorRef, cursorTarget } from '../../../src/explorer/selection/cursor.ts';
import { scopeDialog } from '../../../src/explorer/state/dialogs.ts';
import { newView } from '../../../src/explorer/state/state.ts';
import { botPlace, LIST, startExplorer, startOnBots } from '../../helpers/fake-explorer.ts';
import { bots, settle } from '../../helpers/fake-service.ts';

const home = { screen: 'record', ref: { kind: 'workspace', ids: { workspaceId: 'wkspace_1' } } } as const;
const SLACK = { id: 'intver_1', name: 'slack', version: '1.0.0', status: 'registered' };

async function onBot() {
  const started = await startOnBots(bots(3));
  openCursor(started.explorer);
  await started.service.open('bot.read').answer({ id: 'b0', name: 'bot 0', integrations: { slack: SLACK } });
  return started;
}

const places = ({ state }: Awaited<ReturnType<typeof onBot>>) =>
  state().navigation.views.map(({ place }) => place);

test('open: opens the record under the cursor', async () => {
  const started = await startOnBots(bots(3));
  started.explorer.change(state => withCursorMoved(state, 'down'));

  const isOpened = openCursor(started.explorer);

  expect(isOpened).toBe(true);
  expect(started.view().place).toEqual(botPlace('b1'));
  expect(started.service.open('bot.read').ids).toEqual({ botId: 'b1' });
});

test('open: the current place is not added to the stack again', async () => {
  const started = await onBot();

  started.explorer.open(botPlace('b0'));

  expect(places(started)).toEqual([home, LIST, botPlace('b0')]);
});

test('open: raw text is added to the stack without loading the record again', async () => {
  const started = await onBot();

  started.explorer.open({ screen: 'raw', ref: { kind: 'bot', ids: { botId: 'b0' } } });

  expect(started.view().place.screen).toBe('raw');
  expect(started.service.count('bot.read')).toBe(1);
});

test('open: closes the dialog', async () => {
  const started = await onBot();
  started.explorer.openDialog(scopeDialog('actions'));

  started.explorer.open(botPlace('b0'));

  expect(started.state().dialog).toBeUndefined();
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

test('open: a line that leads nowhere does nothing', async () => {
  const started = await onBot();
  started.explorer.change(state => withCursorMoved(state, 'last'));

  expect(openCursor(started.explorer)).toBe(false);
  expect(cursorTarget(started.state())).toBeUndefined();
});

test('open: an empty list does nothing', async () => {
  const started = await startOnBots([]);

  expect(openCursor(started.explorer)).toBe(false);
});

test('open: a bot without an id does nothing', async () => {
  const started = await startOnBots([{ name: 'no id' }]);

  expect(openCursor(started.explorer)).toBe(false);
  expect(cursorRef(started.state())).toBeUndefined();
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

  test('open: the sort of a place takes precedence over the previous sort of the list', async () => {
    const started = await startOnBots(bots(3));
    started.explorer.openView({ ...newView(LIST), sort });
    openCursor(started.explorer);

    started.explorer.openView({ ...newView(LIST), sort: { ...sort, isDescending: false } });

    expect(started.view().sort).toEqual({ ...sort, isDescending: false });
  });

  test('open: a list already in that sort is not added to the history', async () => {
    const started = await startOnBots(bots(3));
    started.explorer.openView({ ...newView(LIST), sort });
    const { history } = started.state().navigation;

    started.explorer.openView({ ...newView(LIST), sort: { ...sort } });

    expect(started.state().navigation.history).toBe(history);
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

test('back: aborts the request of the view it closes', async () => {
  const started = await startOnBots(bots(3));
  openCursor(started.explorer);
  const call = started.service.open('bot.read');

  started.explorer.goBack();

  expect(call.options.signal?.aborted).toBe(true);
});

test('back: from raw text does not abort the request of its record', async () => {
  const started = await onBot();
  started.explorer.open({ screen: 'raw', ref: { kind: 'bot', ids: { botId: 'b0' } } });
  started.explorer.load(started.view().place, true);
  const call = started.service.open('bot.read');

  started.explorer.goBack();

  expect(call.options.signal?.aborted).toBe(false);
});

describe('requests of closed views', () => {
  test('navigation: opening a place elsewhere aborts the request of the closed view', async () => {
    const started = await startOnBots(bots(3));
    openCursor(started.explorer);
    const call = started.service.open('bot.read');

    started.explorer.open(home);
    await settle();

    expect(call.options.signal?.aborted).toBe(true);
  });

  test('navigation: a step through the history aborts the request, and the step back sends it again', async () => {
    const started = await startOnBots(bots(3));
    openCursor(started.explorer);
    const call = started.service.open('bot.read');

    started.explorer.stepHistory('last');
    await settle();
    started.explorer.stepHistory('forward');

    expect(call.options.signal?.aborted).toBe(true);
    expect(started.service.open('bot.read').isOpen()).toBe(true);
  });

  test('navigation: opening a view from a list lets the request of the list go on', async () => {
    const started = await startOnBots(bots(3), { next: 'more' });
    started.explorer.loadMore(LIST);

    openCursor(started.explorer);
    await settle();

    expect(started.service.open('bot.list').options.signal?.aborted).toBe(false);
  });
});

describe('target of an action', () => {
  test('cursor target: is the bot under the cursor of a list', async () => {
    const started = await startOnBots(bots(3));

    expect(cursorRef(started.state())).toEqual({ kind: 'bot', ids: { botId: 'b0' } });
  });

  test('cursor target: is the record of a record view', async () => {
    const started = await startOnBots(bots(3));
    started.explorer.open(botPlace('b2'));

    expect(cursorRef(started.state())).toEqual({ kind: 'bot', ids: { botId: 'b2' } });
  });

  test('cursor target: is undefined on the start screen', () => {
    expect(cursorRef(startExplorer({ known: false }).state())).toBeUndefined();
  });
});
