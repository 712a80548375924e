import { describe, expect, test } from 'vitest';
import { withMarkToggled } from '../../../../src/explorer/actions/cursor/mark.ts';
import { type Motion, withCursorMoved } from '../../../../src/explorer/actions/cursor/move-cursor.ts';
import { messageOf } from '../../../../src/explorer/frame/footer-message.ts';
import { breadcrumb, viewTitle } from '../../../../src/explorer/frame/titles.ts';
import { marksOf } from '../../../../src/explorer/selection/list-marks.ts';
import { placeKey } from '../../../../src/explorer/state/place.ts';
import {
  botPlace,
  type FakeExplorer,
  LIST,
  startExplorer,
  startOnBots,
} from '../../../helpers/fake-explorer.ts';
import { bots, page } from '../../../helpers/fake-service.ts';

const listLoad = ({ state }: FakeExplorer) => state().data.lists[placeKey(LIST)];
const ids = (started: FakeExplorer) => started.rows()?.ids;
const expectedIds = (count: number) => bots(count).map(({ id }) => id);

function move({ explorer }: FakeExplorer, motion: Motion, times = 1): void {
  for (let at = 0; at < times; at++) explorer.change(state => withCursorMoved(state, motion));
}

describe('start', () => {
  test('load: the start loads the root record and the list below it, each once', () => {
    const { service, view } = startExplorer();

    expect(service.calls.map(({ id }) => id).sort()).toEqual(['bot.list', 'workspace.read']);
    expect(view().place).toEqual(LIST);
  });

  test('load: sends nothing without a server', () => {
    const { service, view } = startExplorer({ known: false });

    expect(service.calls).toEqual([]);
    expect(view().place).toEqual({ screen: 'start' });
  });

  test('load: a failed list shows the reason and is not retried automatically', async () => {
    const started = startExplorer();

    await started.service.open('bot.list').fail({ kind: 'unauthorised' });
    move(started, 'down', 5);

    expect(listLoad(started)).toMatchObject({ phase: 'failed', failure: { kind: 'unauthorised' } });
    expect(started.service.count('bot.list')).toBe(1);
  });
});

test('next page: loads once the cursor is within one screen of the last row, not before', async () => {
  const started = await startOnBots(bots(40), { next: 't1' });
  expect(started.service.count('bot.list')).toBe(1);

  move(started, 'down', 21);
  expect(started.service.count('bot.list')).toBe(1);
  move(started, 'down');

  expect(started.service.count('bot.list')).toBe(2);
  expect(started.service.open('bot.list').options.page).toBe('t1');
});

test('next page: is appended below the loaded rows', async () => {
  const started = await startOnBots(bots(20), { next: 't1' });
  move(started, 'last');

  await started.service.open('bot.list').answer(page(bots(20, 20), 't2'));

  expect(ids(started)).toEqual(expectedIds(40));
  expect(started.underCursor()).toBe('b19');
});

test('next page: is requested once, however often the cursor moves', async () => {
  const started = await startOnBots(bots(20), { next: 't1' });

  move(started, 'last', 5);

  expect(started.service.count('bot.list')).toBe(2);
});

test('next page: is not requested after the last page', async () => {
  const started = await startOnBots(bots(20));

  move(started, 'last', 3);
  started.explorer.loadMore(LIST);

  expect(started.service.count('bot.list')).toBe(1);
});

test('next page: a failure keeps the loaded rows, shows the reason and is not retried automatically', async () => {
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

test('next page: a reload loads it again after a failure', async () => {
  const started = await startOnBots(bots(20), { next: 't1' });
  move(started, 'last');
  await started.service.open('bot.list').fail({ kind: 'server-error', status: 500 });

  started.explorer.load(LIST, true);
  await started.service.open('bot.list').answer(page(bots(20), 't1'));
  await started.service.open('bot.list').answer(page(bots(20, 20)));

  expect(ids(started)).toEqual(expectedIds(40));
  expect(listLoad(started)?.phase).toBe('ready');
});

test('next page: after a cancel only its key requests it again', async () => {
  const started = await startOnBots(bots(20), { next: 't1' });
  move(started, 'last');

  expect(started.explorer.stopLoading(LIST)).toBe(true);
  await started.service.calls.at(-1)?.fail({ kind: 'cancelled' });
  move(started, 'up');

  expect(ids(started)).toEqual(expectedIds(20));
  expect(started.service.count('bot.list')).toBe(2);
  started.explorer.loadMore(LIST);
  expect(started.service.count('bot.list')).toBe(3);
});

test('next page: its key retries only the failed page', async () => {
  const started = await startOnBots(bots(20), { next: 't1' });
  move(started, 'last');
  await started.service.open('bot.list').fail({ kind: 'server-error', status: 500 });

  started.explorer.loadMore(LIST);
  expect(started.service.open('bot.list').options.page).toBe('t1');
  await started.service.open('bot.list').answer(page(bots(20, 20)));

  expect(ids(started)).toEqual(expectedIds(40));
  expect(listLoad(started)?.phase).toBe('ready');
  expect(started.service.count('bot.list')).toBe(3);
});

test('next page: a held key requests it once', async () => {
  const started = await startOnBots(bots(40), { next: 't1' });

  for (let at = 0; at < 30; at++) started.explorer.loadAll(LIST);

  expect(started.service.count('bot.list')).toBe(2);
  expect(started.service.open('bot.list').options.signal?.aborted).toBe(false);
});

test('next page: after a cancel it loads again once the list is left and reopened', async () => {
  const started = await startOnBots(bots(20), { next: 't1' });
  move(started, 'last');
  started.explorer.goBack();
  await started.service.calls.at(-1)?.fail({ kind: 'cancelled' });

  started.explorer.open(LIST);
  move(started, 'last');

  expect(started.service.count('bot.list')).toBe(3);
});

test('next page: a repeated page token stops loading with a notice', async () => {
  const started = await startOnBots(bots(20), { next: 't1' });
  move(started, 'last');

  await started.service.open('bot.list').answer(page(bots(20, 20), 't1'));
  move(started, 'last', 3);

  expect(started.service.count('bot.list')).toBe(2);
  expect(messageOf(started.state()).text).toContain('repeated a page token');
  expect(viewTitle(started.state()).right).toContain('40+');
});

test('next page: pages load until a tall screen is full, and no further', async () => {
  const started = await startOnBots(bots(20), { next: 't1', size: { columns: 80, rows: 50 } });

  await started.service.open('bot.list').answer(page(bots(20, 20), 't2'));
  await started.service.open('bot.list').answer(page(bots(20, 40), 't3'));

  expect(started.service.count('bot.list')).toBe(3);
});

test('reload: keeps the old rows until the new ones are loaded', async () => {
  const started = await startOnBots(bots(20));

  started.explorer.load(LIST, true);
  expect(ids(started)).toEqual(expectedIds(20));
  expect(listLoad(started)?.phase).toBe('loading');
  await started.service.open('bot.list').answer(page(bots(3, 100)));

  expect(ids(started)).toEqual(['b100', 'b101', 'b102']);
});

test('reload: a failure keeps the old rows and shows the reason', async () => {
  const started = await startOnBots(bots(20));

  started.explorer.load(LIST, true);
  await started.service.open('bot.list').fail({ kind: 'unauthorised' });

  expect(ids(started)).toEqual(expectedIds(20));
  expect(messageOf(started.state()).text).toContain('401');
});

test('reload: loads as many pages as before and shows them only when all are loaded', async () => {
  const started = await startOnBots(bots(20), { next: 't1' });
  move(started, 'last');
  await started.service.open('bot.list').answer(page(bots(20, 20), 't2'));
  move(started, 'first');

  started.explorer.load(LIST, true);
  await started.service.open('bot.list').answer(page(bots(20, 100), 'n1'));
  expect(ids(started)).toEqual(expectedIds(40));
  await started.service.open('bot.list').answer(page([...bots(19, 120), ...bots(1)], 'n2'));

  expect(ids(started)).toEqual([...bots(39, 100), ...bots(1)].map(({ id }) => id));
});

test.each([
  ['a complete list to its end', {}, undefined],
  ['other lists until the rows of cursor and marks are found', { next: 't1' }, 'n2'],
])('reload: after records were added it loads %s', async (_case, next, nextAfter) => {
  const started = await startOnBots(bots(20), next);
  move(started, 'down', 10);
  started.explorer.change(withMarkToggled);

  started.explorer.load(LIST, true);
  await started.service.open('bot.list').answer(page([...bots(15, 100), ...bots(5)], 'n1'));
  await started.service.open('bot.list').answer(page(bots(15, 5), nextAfter));

  expect(ids(started)).toEqual([...bots(15, 100), ...bots(20)].map(({ id }) => id));
  expect(started.underCursor()).toBe('b11');
  expect(marksOf(started.state())).toEqual(new Set(['b10']));
  expect(started.state().notice).toBeUndefined();
});

test('reload: looks for a row that is gone on five more pages, and then claims only what it knows', async () => {
  const started = await startOnBots(bots(20), { next: 't1' });
  started.explorer.change(withMarkToggled);

  started.explorer.load(LIST, true);
  for (let at = 1; at <= 6; at++)
    await started.service.open('bot.list').answer(page(bots(20, 100 * at), `n${at}`));

  expect(started.service.count('bot.list')).toBe(7);
  expect(listLoad(started)?.phase).toBe('ready');
  expect(started.state().notice?.text).toContain('1 marked row is no longer among the loaded rows');
});

test('reload: a failure of a page that the list did not have leaves the pages before it', async () => {
  const started = await startOnBots(bots(20));

  started.explorer.load(LIST, true);
  await started.service.open('bot.list').answer(page(bots(20, 100), 'n1'));
  await started.service.open('bot.list').fail({ kind: 'server-error', status: 500 });

  expect(ids(started)).toEqual(bots(20, 100).map(({ id }) => id));
  expect(started.rows()?.next).toBe('n1');
});

test('reload: while pages load, all that have arrived are loaded again', async () => {
  const started = await startOnBots(bots(20), { next: 't1' });
  started.explorer.loadAll(LIST);
  for (const at of [1, 2])
    await started.service.open('bot.list').answer(page(bots(20, 20 * at), `t${at + 1}`));

  started.explorer.load(LIST, true);
  for (const at of [0, 1, 2])
    await started.service.open('bot.list').answer(page(bots(20, 20 * at), `n${at}`));

  expect(ids(started)).toEqual(expectedIds(60));
  expect(listLoad(started)?.phase).toBe('ready');
});

test('reload: loses no row when a delete shifted the pages', async () => {
  const started = await startOnBots(bots(20), { next: 't1' });
  move(started, 'last');
  await started.service.open('bot.list').answer(page(bots(20, 20)));

  started.explorer.load(LIST, true);
  await started.service.open('bot.list').answer(page(bots(20, 1), 'n1'));
  await started.service.open('bot.list').answer(page(bots(19, 21)));

  expect(ids(started)).toEqual(bots(39, 1).map(({ id }) => id));
});

test('reload: keeps the cursor on its bot', async () => {
  const started = await startOnBots(bots(20));
  move(started, 'down', 5);

  started.explorer.load(LIST, true);
  await started.service.open('bot.list').answer(page([...bots(3, 100), ...bots(20)]));

  expect(started.underCursor()).toBe('b5');
});

test('reload: a second reload aborts the first', async () => {
  const started = await startOnBots(bots(20));
  started.explorer.load(LIST, true);
  const first = started.service.open('bot.list');

  started.explorer.load(LIST, true);

  expect(first.options.signal?.aborted).toBe(true);
  await started.service.open('bot.list').answer(page(bots(1, 50)));
  expect(ids(started)).toEqual(['b50']);
});

test('reload: a held key sends one request, on lists and on records', async () => {
  const started = await startOnBots(bots(20));

  for (let at = 0; at < 30; at++) started.explorer.reload(LIST);
  expect(started.service.count('bot.list')).toBe(2);

  started.explorer.open(botPlace('b1'));
  await started.service.open('bot.read').answer({ id: 'b1', name: 'one' });
  for (let at = 0; at < 30; at++) started.explorer.reload(botPlace('b1'));
  expect(started.service.count('bot.read')).toBe(2);
});

test('reload: is sent while the next page loads, and again after a reload was cancelled', async () => {
  const started = await startOnBots(bots(3), { next: 't1' });
  expect(started.service.open('bot.list').options.page).toBe('t1');

  started.explorer.reload(LIST);
  expect(started.service.open('bot.list').options.page).toBeUndefined();
  started.explorer.stopLoading(LIST);
  started.explorer.reload(LIST);

  expect(started.service.count('bot.list')).toBe(4);
});

test('reload: a cancelled reload keeps the old rows and sends nothing more', async () => {
  const started = await startOnBots(bots(20), { next: 't1' });
  move(started, 'last');
  await started.service.open('bot.list').answer(page(bots(20, 20), 't2'));
  started.explorer.load(LIST, true);
  const before = started.service.count('bot.list');

  started.explorer.stopLoading(LIST);
  await started.service.calls.at(-1)?.fail({ kind: 'cancelled' });

  expect(ids(started)).toEqual(expectedIds(40));
  expect(listLoad(started)?.phase).toBe('ready');
  expect(started.service.count('bot.list')).toBe(before);
});

describe('record', () => {
  const place = botPlace('b1');

  test('record: loads once and is then taken from memory', async () => {
    const started = await startOnBots(bots(3));
    started.explorer.open(place);
    await started.service.open('bot.read').answer({ id: 'b1', name: 'one' });

    started.explorer.goBack();
    started.explorer.open(place);

    expect(started.service.count('bot.read')).toBe(1);
  });

  test('record: a reload requests it again, and a failure keeps the loaded one', async () => {
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

  test('record: reopening it retries after a failure', async () => {
    const started = await startOnBots(bots(3));
    started.explorer.open(place);
    await started.service.open('bot.read').fail({ kind: 'forbidden' });

    started.explorer.open(place);

    expect(started.service.count('bot.read')).toBe(2);
  });

  test('record: the late response for another record does not replace it', async () => {
    const started = await startOnBots(bots(3));
    started.explorer.open(botPlace('b1'));
    const first = started.service.open('bot.read');
    started.explorer.open(botPlace('b2'));

    await started.service.open('bot.read').answer({ id: 'b2', name: 'two' });
    await first.answer({ id: 'b1', name: 'one' });

    expect(breadcrumb(started.state(), 80)).toMatch(/two$/);
  });

  test('record: loading without a server fails with no connection', async () => {
    const { explorer } = startExplorer({ known: false });

    const outcome = await explorer.loadRecord({ kind: 'bot', ids: { botId: 'b1' } });

    expect(outcome).toEqual({ ok: false, failure: { kind: 'no-connection' } });
  });
});
