import { expect } from 'vitest';
import { withoutRecord } from '../../../../src/explorer/actions/delete/outcomes.ts';
import { messageOf } from '../../../../src/explorer/frame/footer-message.ts';
import { breadcrumb } from '../../../../src/explorer/frame/titles.ts';
import { placeKey } from '../../../../src/explorer/state/place.ts';
import { withChange } from '../../../../src/explorer/state/store.ts';
import { botPlace, type FakeExplorer, LIST, startExplorer } from '../../../helpers/fake-explorer.ts';
import { bots, page } from '../../../helpers/fake-service.ts';
import { answer, fail, onBots, open, scenes } from '../../../helpers/scenes.ts';

const ids = (count: number, from = 0) => bots(count, from).map(({ id }) => id);
const paged = onBots(20, { next: 't1' });

const next = (count: number, from: number, token?: string) =>
  answer('bot.list', page(bots(count, from), token));
const failure = fail('bot.list', { kind: 'server-error', status: 500 });
const cancelled = async ({ service }: FakeExplorer) => service.calls.at(-1)?.fail({ kind: 'cancelled' });
const token =
  (wanted: string | undefined) =>
  ({ service }: FakeExplorer): void =>
    expect(service.open('bot.list').options.page).toBe(wanted);

const reload = ({ explorer }: FakeExplorer): void => explorer.load(LIST, true);
const more = ({ explorer }: FakeExplorer): void => explorer.loadMore(LIST);
const stop = ({ explorer }: FakeExplorer): void => expect(explorer.stopLoading(LIST)).toBe(true);
const times =
  (count: number, run: (started: FakeExplorer) => void) =>
  (started: FakeExplorer): void => {
    for (let at = 0; at < count; at++) run(started);
  };

scenes('load', startExplorer, {
  'sends nothing without a server': [
    { start: () => startExplorer({ known: false }) },
    { calls: 0, place: { screen: 'start' } },
    async ({ explorer }) =>
      expect(await explorer.loadRecord({ kind: 'bot', ids: { botId: 'b1' } })).toEqual({
        ok: false,
        failure: { kind: 'no-connection' },
      }),
  ],
  'a failed list shows the reason and is not retried automatically': [
    fail('bot.list', 'unauthorised'),
    'j j j j j',
    ({ state }) =>
      expect(state().data.lists[placeKey(LIST)]).toMatchObject({
        phase: 'failed',
        failure: { kind: 'unauthorised' },
      }),
    { pages: 1 },
  ],
});

scenes('next page', onBots(40, { next: 't1' }), {
  'loads once the cursor is within one screen of the last row, not before': [
    { pages: 1 },
    ['j '.repeat(21), { pages: 1 }],
    ['j', { pages: 2 }, token('t1')],
  ],
  'a held key requests it once': [
    times(30, ({ explorer }) => explorer.loadAll(LIST)),
    [{ pages: 2 }, ({ service }) => expect(service.open('bot.list').options.signal?.aborted).toBe(false)],
  ],
  'is not requested after the last page': [{ start: onBots(20) }, 'G G G', more, { pages: 1 }],
  'pages load until a tall screen is full, and no further': [
    { start: onBots(20, { next: 't1', size: { columns: 80, rows: 50 } }) },
    [next(20, 20, 't2'), next(20, 40, 't3'), { pages: 3 }],
  ],
});

scenes('next page', paged, {
  'is appended below the loaded rows': ['G', next(20, 20, 't2'), { rows: ids(40), cursor: 'b19' }],
  'is requested once, however often the cursor moves': ['G G G G G', { pages: 2 }],
  'a failure keeps the loaded rows, shows the reason and is not retried automatically': [
    'G',
    failure,
    'k k k G G G',
    { rows: ids(20), pages: 2, message: /500 Server error/ },
    ({ state }) => expect(messageOf(state()).tone).toBe('bad'),
  ],
  'a reload loads it again after a failure': [
    ['G', failure, reload, next(20, 0, 't1'), next(20, 20), { rows: ids(40), load: 'ready' }],
  ],
  'after a cancel only its key requests it again': [
    ['G', stop, cancelled, 'k', { rows: ids(20), pages: 2 }],
    [more, { pages: 3 }],
  ],
  'its key retries only the failed page': [
    ['G', failure, more, token('t1'), next(20, 20), { rows: ids(40), pages: 3, load: 'ready' }],
  ],
  'after a cancel it loads again once the list is left and reopened': [
    ['G', ({ explorer }) => explorer.goBack(), cancelled, open(LIST), 'G', { pages: 3 }],
  ],
  'a repeated page token stops loading with a notice': [
    ['G', next(20, 20, 't1'), 'G G G', { pages: 2, message: /repeated a page token/, right: /40\+/ }],
  ],
});

scenes('reload', onBots(20), {
  'keeps the old rows until the new ones are loaded': [
    [reload, { rows: ids(20) }],
    [{ load: 'loading' }, next(3, 100), { rows: ids(3, 100) }],
  ],
  'a failure keeps the old rows and shows the reason': [
    [reload, fail('bot.list', 'unauthorised'), { rows: ids(20), message: /401/ }],
  ],
  'a failure of a page that the list did not have leaves the pages before it': [
    reload,
    [next(20, 100, 'n1'), failure, { rows: ids(20, 100) }, ({ rows }) => expect(rows()?.next).toBe('n1')],
  ],
  'keeps the cursor on its bot': [
    ['j j j j j', reload, answer('bot.list', page([...bots(3, 100), ...bots(20)])), { cursor: 'b5' }],
  ],
  'a second reload aborts the first': [
    reload,
    ({ explorer, service }) => {
      const first = service.open('bot.list');
      explorer.load(LIST, true);
      expect(first.options.signal?.aborted).toBe(true);
    },
    [next(1, 50), { rows: ['b50'] }],
  ],
  'a held key sends one request, on lists and on records': [
    [times(30, ({ explorer }) => explorer.reload(LIST)), { pages: 2 }],
    open(botPlace('b1')),
    answer('bot.read', { id: 'b1', name: 'one' }),
    [times(30, ({ explorer }) => explorer.reload(botPlace('b1'))), { reads: 2 }],
  ],
});

scenes('reload', paged, {
  'loads as many pages as before and shows them only when all are loaded': [
    ['G', next(20, 20, 't2'), 'g', reload, next(20, 100, 'n1'), { rows: ids(40) }],
    [answer('bot.list', page([...bots(19, 120), ...bots(1)], 'n2')), { rows: [...ids(39, 100), 'b0'] }],
  ],
  'looks for a row that is gone on five more pages, and then claims only what it knows': [
    'Space',
    reload,
    ...[1, 2, 3, 4, 5, 6].map(at => next(20, 100 * at, `n${at}`)),
    { pages: 7, notice: /1 marked row is no longer among the loaded rows/, load: 'ready' },
  ],
  'while pages load, all that have arrived are loaded again': [
    ({ explorer }) => explorer.loadAll(LIST),
    next(20, 20, 't2'),
    next(20, 40, 't3'),
    [reload, next(20, 0, 'n0'), next(20, 20, 'n1'), next(20, 40, 'n2'), { rows: ids(60), load: 'ready' }],
  ],
  'loading all pauses at 2000 rows, and names the rows of the next pause': [
    ({ explorer }) => explorer.loadAll(LIST),
    [next(1980, 20, 't2'), { pages: 2, notice: /^2000 loaded\. M again loads up to 100000;/ }],
  ],
  'loading all counts no deleted rows': [
    [({ explorer }) => explorer.loadAll(LIST), next(1980, 20, 't2'), { pages: 2 }],
    ({ explorer }) => {
      for (const botId of ids(30).map(String))
        explorer.change(state => withChange(state, withoutRecord(state, { kind: 'bot', ids: { botId } })));
    },
    [({ explorer }) => explorer.loadAll(LIST), next(20, 2000, 't3'), { pages: 4 }],
  ],
  'loading all pauses at 256 MB of responses': [
    ({ explorer }) => explorer.loadAll(LIST),
    ({ service }) => service.open('bot.list').answer(page(bots(20, 20), 't2'), 256 * 1024 * 1024),
    { pages: 2, notice: /^40 loaded\. M again/, load: 'ready' },
  ],
  'loses no row when a delete shifted the pages': [
    ['G', next(20, 20), reload, next(20, 1, 'n1'), next(19, 21), { rows: ids(39, 1) }],
  ],
  'a cancelled reload keeps the old rows and sends nothing more': [
    ['G', next(20, 20, 't2'), reload, { pages: 3 }],
    [stop, cancelled, { rows: ids(40), pages: 3, load: 'ready' }],
  ],
  'is sent while the next page loads, and again after a reload was cancelled': [
    { start: onBots(3, { next: 't1' }) },
    token('t1'),
    ({ explorer }) => explorer.reload(LIST),
    [token(undefined), stop, ({ explorer }) => explorer.reload(LIST), { pages: 4 }],
  ],
});

for (const [how, start, last] of [
  ['a complete list to its end', onBots(20), undefined],
  ['other lists until the rows of cursor and marks are found', paged, 'n2'],
] as const)
  scenes('reload', start, {
    [`after records were added it loads ${how}`]: [
      'j '.repeat(10),
      'Space',
      reload,
      answer('bot.list', page([...bots(15, 100), ...bots(5)], 'n1')),
      next(15, 5, last),
      { rows: [...ids(15, 100), ...ids(20)], cursor: 'b11', marks: ['b10'], notice: undefined },
    ],
  });

const opened = open(botPlace('b1'));
const one = answer('bot.read', { id: 'b1', name: 'one' });

scenes('record', onBots(3), {
  'loads once and is then taken from memory': [opened, one, 'Esc', opened, { reads: 1 }],
  'a reload requests it again, and a failure keeps the loaded one': [
    opened,
    one,
    ({ explorer }) => explorer.load(botPlace('b1'), true),
    fail('bot.read', { kind: 'timed-out', timeoutMs: 15_000 }),
    ({ state }) =>
      expect(state().data.records[placeKey(botPlace('b1'))]).toMatchObject({
        phase: 'failed',
        last: { value: { name: 'one' } },
      }),
  ],
  'reopening it retries after a failure': [opened, fail('bot.read', 'forbidden'), opened, { reads: 2 }],
  'the late response for another record does not replace it': [
    opened,
    async started => {
      const first = started.service.open('bot.read');
      started.explorer.open(botPlace('b2'));
      await started.service.open('bot.read').answer({ id: 'b2', name: 'two' });
      await first.answer({ id: 'b1', name: 'one' });
    },
    ({ state }) => expect(breadcrumb(state(), 80)).toMatch(/two$/),
  ],
});
