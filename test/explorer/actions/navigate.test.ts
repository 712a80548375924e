import { describe, expect, test } from 'vitest';
import { newView } from '../../../src/explorer/state/state.ts';
import { cursorRef, cursorTarget } from '../../../src/explorer/view/content/under-cursor.ts';
import { botPlace, LIST, startExplorer, startOnBots } from '../../helpers/fake-explorer.ts';
import { bots, settle } from '../../helpers/fake-service.ts';

const home = { screen: 'record', ref: { kind: 'workspace', ids: { workspaceId: 'wkspace_1' } } } as const;
const SLACK = { id: 'intver_1', name: 'slack', version: '1.0.0', status: 'registered' };

async function onBot() {
  const started = await startOnBots(bots(3));
  started.explorer.openCursor();
  await started.service.open('bot.read').answer({ id: 'b0', name: 'bot 0', integrations: { slack: SLACK } });
  return started;
}

const places = ({ state }: Awaited<ReturnType<typeof onBot>>) =>
  state().navigation.views.map(({ place }) => place);

describe('opening', () => {
  test('goes to the record under the cursor', async () => {
    const started = await startOnBots(bots(3));
    started.explorer.moveCursor('down');

    const isOpened = started.explorer.openCursor();

    expect(isOpened).toBe(true);
    expect(started.view().place).toEqual(botPlace('b1'));
    expect(started.service.open('bot.read').ids).toEqual({ botId: 'b1' });
  });

  test('the place one is at already does not stack it', async () => {
    const started = await onBot();

    started.explorer.open(botPlace('b0'));

    expect(places(started)).toEqual([home, LIST, botPlace('b0')]);
  });

  test('the raw text of a record stacks it without asking for it again', async () => {
    const started = await onBot();

    started.explorer.open({ screen: 'raw', ref: { kind: 'bot', ids: { botId: 'b0' } } });

    expect(started.view().place.screen).toBe('raw');
    expect(started.service.count('bot.read')).toBe(1);
  });

  test('closes what lies over the screen', async () => {
    const started = await onBot();
    started.explorer.openDialog({ kind: 'menu' });

    started.explorer.open(botPlace('b0'));

    expect(started.state().dialog).toBeUndefined();
  });

  test('a line with an integration goes to that integration', async () => {
    const started = await onBot();
    started.explorer.showTab('Integrations');

    started.explorer.openCursor();

    expect(started.view().place).toEqual({
      screen: 'record',
      ref: { kind: 'integration', ids: { integrationId: 'intver_1' } },
    });
  });

  test('a line that leads nowhere does nothing', async () => {
    const started = await onBot();
    started.explorer.moveCursor('last');

    expect(started.explorer.openCursor()).toBe(false);
    expect(cursorTarget(started.state())).toBeUndefined();
  });

  test('an empty list does nothing', async () => {
    const started = await startOnBots([]);

    expect(started.explorer.openCursor()).toBe(false);
  });

  test('a bot without an id does nothing', async () => {
    const started = await startOnBots([{ name: 'no id' }]);

    expect(started.explorer.openCursor()).toBe(false);
    expect(cursorRef(started.state())).toBeUndefined();
  });

  test('the demo line of the first screen leaves for the demo', () => {
    const started = startExplorer({ known: false });

    started.explorer.moveCursor('last');
    started.explorer.openCursor();

    expect(started.leave).toHaveBeenCalledExactlyOnceWith('demo');
  });
});

describe('the order that a text names', () => {
  const sort = { field: 'name', isDescending: true };

  test('is taken over on the list one is at', async () => {
    const started = await startOnBots(bots(3));

    started.explorer.openView({ ...newView(LIST), sort });

    expect(started.view().sort).toEqual(sort);
    expect(started.underCursor()).toBe('b2');
  });

  test('counts more than the one that was left on the list', async () => {
    const started = await startOnBots(bots(3));
    started.explorer.openView({ ...newView(LIST), sort });
    started.explorer.openCursor();

    started.explorer.openView({ ...newView(LIST), sort: { ...sort, isDescending: false } });

    expect(started.view().sort).toEqual({ ...sort, isDescending: false });
  });

  test('does not stack the list when it is in that order already', async () => {
    const started = await startOnBots(bots(3));
    started.explorer.openView({ ...newView(LIST), sort });
    const { history } = started.state().navigation;

    started.explorer.openView({ ...newView(LIST), sort: { ...sort } });

    expect(started.state().navigation.history).toBe(history);
  });
});

describe('going back', () => {
  test('comes to the screen as it was left', async () => {
    const started = await startOnBots(bots(3));
    started.explorer.moveCursor('last');
    started.explorer.openCursor();

    expect(started.explorer.back()).toBe(true);

    expect(started.view()).toMatchObject({ place: LIST, cursor: 'b2', at: 2 });
  });

  test('stops at the top', async () => {
    const started = await startOnBots(bots(3));

    expect(started.explorer.back()).toBe(true);
    expect(started.explorer.back()).toBe(false);

    expect(started.view().place).toEqual(home);
  });

  test('stops what was asked for the screen that is left', async () => {
    const started = await startOnBots(bots(3));
    started.explorer.openCursor();
    const call = started.service.open('bot.read');

    started.explorer.back();

    expect(call.options.signal?.aborted).toBe(true);
  });

  test('from raw text does not stop the reading of its record', async () => {
    const started = await onBot();
    started.explorer.open({ screen: 'raw', ref: { kind: 'bot', ids: { botId: 'b0' } } });
    started.explorer.load(started.view().place, true);
    const call = started.service.open('bot.read');

    started.explorer.back();

    expect(call.options.signal?.aborted).toBe(false);
  });
});

describe('what was asked for a view that is left', () => {
  test('is given up when another place is gone to that does not lie above it', async () => {
    const started = await startOnBots(bots(3));
    started.explorer.openCursor();
    const call = started.service.open('bot.read');

    started.explorer.open(home);
    await settle();

    expect(call.options.signal?.aborted).toBe(true);
  });

  test('is given up by a step through the history, and asked for again by the step back', async () => {
    const started = await startOnBots(bots(3));
    started.explorer.openCursor();
    const call = started.service.open('bot.read');

    started.explorer.step('last');
    await settle();
    started.explorer.step('forward');

    expect(call.options.signal?.aborted).toBe(true);
    expect(started.service.open('bot.read').isOpen()).toBe(true);
  });

  test('goes on below what is opened from it', async () => {
    const started = await startOnBots(bots(3), { next: 'more' });
    started.explorer.more(LIST);

    started.explorer.openCursor();
    await settle();

    expect(started.service.open('bot.list').options.signal?.aborted).toBe(false);
  });
});

describe('what an action is about', () => {
  test('is the bot under the cursor of the list', async () => {
    const started = await startOnBots(bots(3));

    expect(cursorRef(started.state())).toEqual({ kind: 'bot', ids: { botId: 'b0' } });
  });

  test('is the record of the screen', async () => {
    const started = await startOnBots(bots(3));
    started.explorer.open(botPlace('b2'));

    expect(cursorRef(started.state())).toEqual({ kind: 'bot', ids: { botId: 'b2' } });
  });

  test('is nothing on the first screen', () => {
    expect(cursorRef(startExplorer({ known: false }).state())).toBeUndefined();
  });
});
