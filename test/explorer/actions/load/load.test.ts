import { describe, expect, test } from 'vitest';
import type { Motion } from '../../../../src/explorer/actions/cursor/move-cursor.ts';
import { placeKey } from '../../../../src/explorer/state/place.ts';
import { breadcrumb, messageOf, viewTitle } from '../../../../src/explorer/view/frame/titles.ts';
import { botPlace, LIST, type Started, startExplorer, startOnBots } from '../../../helpers/fake-explorer.ts';
import { bots, page } from '../../../helpers/fake-service.ts';

const listLoad = ({ state }: Started) => state().data.lists[placeKey(LIST)];
const ids = (started: Started) => started.rows()?.ids;
const expectedIds = (count: number) => bots(count).map(({ id }) => id);

function move({ explorer }: Started, motion: Motion, times = 1): void {
  for (let at = 0; at < times; at++) explorer.moveCursor(motion);
}

describe('at the start', () => {
  test('the root record and the list below it are asked for, each once', () => {
    const { service, view } = startExplorer();

    expect(service.calls.map(({ id }) => id).sort()).toEqual(['bot.list', 'workspace.read']);
    expect(view().place).toEqual(LIST);
  });

  test('nothing is asked for when no server is known', () => {
    const { service, view } = startExplorer({ known: false });

    expect(service.calls).toEqual([]);
    expect(view().place).toEqual({ screen: 'start' });
  });

  test('a failed list says why and is not asked for again by itself', async () => {
    const started = startExplorer();

    await started.service.open('bot.list').fail({ kind: 'unauthorised' });
    move(started, 'down', 5);

    expect(listLoad(started)).toMatchObject({ phase: 'failed', failure: { kind: 'unauthorised' } });
    expect(started.service.count('bot.list')).toBe(1);
  });
});

describe('the next page', () => {
  test('is asked for when the cursor is within one screen of the last row, and not before', async () => {
    const started = await startOnBots(bots(40), { next: 't1' });
    expect(started.service.count('bot.list')).toBe(1);

    move(started, 'down', 21);
    expect(started.service.count('bot.list')).toBe(1);
    move(started, 'down');

    expect(started.service.count('bot.list')).toBe(2);
    expect(started.service.open('bot.list').options.page).toBe('t1');
  });

  test('comes below the rows that are there', async () => {
    const started = await startOnBots(bots(20), { next: 't1' });
    move(started, 'last');

    await started.service.open('bot.list').answer(page(bots(20, 20), 't2'));

    expect(ids(started)).toEqual(expectedIds(40));
    expect(started.underCursor()).toBe('b19');
  });

  test('is asked for once, however often the cursor moves meanwhile', async () => {
    const started = await startOnBots(bots(20), { next: 't1' });

    move(started, 'last', 5);

    expect(started.service.count('bot.list')).toBe(2);
  });

  test('is not asked for when the list has ended', async () => {
    const started = await startOnBots(bots(20));

    move(started, 'last', 3);
    started.explorer.more(LIST);

    expect(started.service.count('bot.list')).toBe(1);
  });

  test('that fails keeps the first page, says why and is not asked for again by itself', async () => {
    const started = await startOnBots(bots(20), { next: 't1' });
    move(started, 'last');

    await started.service.open('bot.list').fail({ kind: 'server-error', status: 500 });
    move(started, 'up', 3);
    move(started, 'last', 3);

    expect(ids(started)).toEqual(expectedIds(20));
    expect(messageOf(started.state())).toMatchObject({ tone: 'bad' });
    expect(messageOf(started.state()).text).toContain('500 Server error');
    expect(started.service.count('bot.list')).toBe(2);
  });

  test('that failed comes with a reload', async () => {
    const started = await startOnBots(bots(20), { next: 't1' });
    move(started, 'last');
    await started.service.open('bot.list').fail({ kind: 'server-error', status: 500 });

    started.explorer.load(LIST, true);
    await started.service.open('bot.list').answer(page(bots(20), 't1'));
    await started.service.open('bot.list').answer(page(bots(20, 20)));

    expect(ids(started)).toEqual(expectedIds(40));
    expect(listLoad(started)?.phase).toBe('ready');
  });

  test('that was stopped is not asked for again by itself, only by its key', async () => {
    const started = await startOnBots(bots(20), { next: 't1' });
    move(started, 'last');

    expect(started.explorer.stop(LIST)).toBe(true);
    await started.service.calls.at(-1)?.fail({ kind: 'cancelled' });
    move(started, 'up');

    expect(ids(started)).toEqual(expectedIds(20));
    expect(started.service.count('bot.list')).toBe(2);
    started.explorer.more(LIST);
    expect(started.service.count('bot.list')).toBe(3);
  });

  test('that failed is asked for again by its key, and only that page', async () => {
    const started = await startOnBots(bots(20), { next: 't1' });
    move(started, 'last');
    await started.service.open('bot.list').fail({ kind: 'server-error', status: 500 });

    started.explorer.more(LIST);
    expect(started.service.open('bot.list').options.page).toBe('t1');
    await started.service.open('bot.list').answer(page(bots(20, 20)));

    expect(ids(started)).toEqual(expectedIds(40));
    expect(listLoad(started)?.phase).toBe('ready');
    expect(started.service.count('bot.list')).toBe(3);
  });

  test('is asked for once by a key that is held', async () => {
    const started = await startOnBots(bots(40), { next: 't1' });

    for (let at = 0; at < 30; at++) started.explorer.all(LIST);

    expect(started.service.count('bot.list')).toBe(2);
    expect(started.service.open('bot.list').options.signal?.aborted).toBe(false);
  });

  test('that was stopped is asked for again after the list was left and entered', async () => {
    const started = await startOnBots(bots(20), { next: 't1' });
    move(started, 'last');
    started.explorer.back();
    await started.service.calls.at(-1)?.fail({ kind: 'cancelled' });

    started.explorer.open(LIST);
    move(started, 'last');

    expect(started.service.count('bot.list')).toBe(3);
  });

  test('stops with a notice when the server goes round in circles', async () => {
    const started = await startOnBots(bots(20), { next: 't1' });
    move(started, 'last');

    await started.service.open('bot.list').answer(page(bots(20, 20), 't1'));
    move(started, 'last', 3);

    expect(started.service.count('bot.list')).toBe(2);
    expect(messageOf(started.state()).text).toContain('repeated a page token');
    expect(viewTitle(started.state()).right).toContain('40+');
  });

  test('is asked for until a tall screen is full, and no further', async () => {
    const started = await startOnBots(bots(20), { next: 't1', size: { columns: 80, rows: 50 } });

    await started.service.open('bot.list').answer(page(bots(20, 20), 't2'));
    await started.service.open('bot.list').answer(page(bots(20, 40), 't3'));

    expect(started.service.count('bot.list')).toBe(3);
  });
});

describe('a reload', () => {
  test('keeps the old rows until the new ones are there', async () => {
    const started = await startOnBots(bots(20));

    started.explorer.load(LIST, true);
    expect(ids(started)).toEqual(expectedIds(20));
    expect(listLoad(started)?.phase).toBe('loading');
    await started.service.open('bot.list').answer(page(bots(3, 100)));

    expect(ids(started)).toEqual(['b100', 'b101', 'b102']);
  });

  test('that fails keeps the old rows and says why', async () => {
    const started = await startOnBots(bots(20));

    started.explorer.load(LIST, true);
    await started.service.open('bot.list').fail({ kind: 'unauthorised' });

    expect(ids(started)).toEqual(expectedIds(20));
    expect(messageOf(started.state()).text).toContain('401');
  });

  test('reads as many pages as were there, and shows none of them before all are', async () => {
    const started = await startOnBots(bots(20), { next: 't1' });
    move(started, 'last');
    await started.service.open('bot.list').answer(page(bots(20, 20), 't2'));
    move(started, 'first');

    started.explorer.load(LIST, true);
    await started.service.open('bot.list').answer(page(bots(20, 100), 'n1'));
    expect(ids(started)).toEqual(expectedIds(40));
    await started.service.open('bot.list').answer(page(bots(20, 120), 'n2'));

    expect(ids(started)).toEqual(bots(40, 100).map(({ id }) => id));
  });

  test('loses no row after a delete moved the pages', async () => {
    const started = await startOnBots(bots(20), { next: 't1' });
    move(started, 'last');
    await started.service.open('bot.list').answer(page(bots(20, 20)));

    started.explorer.load(LIST, true);
    await started.service.open('bot.list').answer(page(bots(20, 1), 'n1'));
    await started.service.open('bot.list').answer(page(bots(19, 21)));

    expect(ids(started)).toEqual(bots(39, 1).map(({ id }) => id));
  });

  test('keeps the cursor on its bot', async () => {
    const started = await startOnBots(bots(20));
    move(started, 'down', 5);

    started.explorer.load(LIST, true);
    await started.service.open('bot.list').answer(page([...bots(3, 100), ...bots(20)]));

    expect(started.underCursor()).toBe('b5');
  });

  test('asked for twice sends the first one away', async () => {
    const started = await startOnBots(bots(20));
    started.explorer.load(LIST, true);
    const first = started.service.open('bot.list');

    started.explorer.load(LIST, true);

    expect(first.options.signal?.aborted).toBe(true);
    await started.service.open('bot.list').answer(page(bots(1, 50)));
    expect(ids(started)).toEqual(['b50']);
  });

  test('of a key that is held is sent once, also for a record', async () => {
    const started = await startOnBots(bots(20));

    for (let at = 0; at < 30; at++) started.explorer.reload(LIST);
    expect(started.service.count('bot.list')).toBe(2);

    started.explorer.open(botPlace('b1'));
    await started.service.open('bot.read').answer({ id: 'b1', name: 'one' });
    for (let at = 0; at < 30; at++) started.explorer.reload(botPlace('b1'));
    expect(started.service.count('bot.read')).toBe(2);
  });

  test('of a key is sent while only the next page is on its way, and again after the last one was stopped', async () => {
    const started = await startOnBots(bots(3), { next: 't1' });
    expect(started.service.open('bot.list').options.page).toBe('t1');

    started.explorer.reload(LIST);
    expect(started.service.open('bot.list').options.page).toBeUndefined();
    started.explorer.stop(LIST);
    started.explorer.reload(LIST);

    expect(started.service.count('bot.list')).toBe(4);
  });

  test('that was stopped leaves the rows as they were and asks for nothing', async () => {
    const started = await startOnBots(bots(20), { next: 't1' });
    move(started, 'last');
    await started.service.open('bot.list').answer(page(bots(20, 20), 't2'));
    started.explorer.load(LIST, true);
    const before = started.service.count('bot.list');

    started.explorer.stop(LIST);
    await started.service.calls.at(-1)?.fail({ kind: 'cancelled' });

    expect(ids(started)).toEqual(expectedIds(40));
    expect(listLoad(started)?.phase).toBe('ready');
    expect(started.service.count('bot.list')).toBe(before);
  });
});

describe('a record', () => {
  const place = botPlace('b1');

  test('is asked for once and then taken from what was read', async () => {
    const started = await startOnBots(bots(3));
    started.explorer.open(place);
    await started.service.open('bot.read').answer({ id: 'b1', name: 'one' });

    started.explorer.back();
    started.explorer.open(place);

    expect(started.service.count('bot.read')).toBe(1);
  });

  test('is asked for anew by a reload, and what was read stays when that fails', async () => {
    const started = await startOnBots(bots(3));
    started.explorer.open(place);
    await started.service.open('bot.read').answer({ id: 'b1', name: 'one' });

    started.explorer.load(place, true);
    await started.service.open('bot.read').fail({ kind: 'timed-out', timeoutMs: 15_000 });

    expect(started.state().data.records[placeKey(place)]).toMatchObject({
      phase: 'failed',
      last: { value: { name: 'one' } },
    });
  });

  test('that failed is asked for again when it is opened again', async () => {
    const started = await startOnBots(bots(3));
    started.explorer.open(place);
    await started.service.open('bot.read').fail({ kind: 'forbidden' });

    started.explorer.open(place);

    expect(started.service.count('bot.read')).toBe(2);
  });

  test('of another address does not take the place of this one', async () => {
    const started = await startOnBots(bots(3));
    started.explorer.open(botPlace('b1'));
    const first = started.service.open('bot.read');
    started.explorer.open(botPlace('b2'));

    await started.service.open('bot.read').answer({ id: 'b2', name: 'two' });
    await first.answer({ id: 'b1', name: 'one' });

    expect(breadcrumb(started.state(), 80)).toMatch(/two$/);
  });

  test('cannot be asked for without a server', async () => {
    const { explorer } = startExplorer({ known: false });

    const outcome = await explorer.readAgain({ kind: 'bot', ids: { botId: 'b1' } });

    expect(outcome).toEqual({ ok: false, failure: { kind: 'no-connection' } });
  });
});
