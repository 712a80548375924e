import { expect, vi } from 'vitest';
import { type FakeExplorer, LIST } from '../../../helpers/fake-explorer.ts';
import { bots, page, settle } from '../../../helpers/fake-service.ts';
import { answer, fail, onBots, play, scenes, stopTimers, wait } from '../../../helpers/scenes.ts';

stopTimers();

const ids = (count: number) => bots(count).map(({ id }) => id);
const next = (from: number, token?: string) => answer('bot.list', page(bots(30, from), token));
const more = ({ explorer }: FakeExplorer): void => explorer.loadMore(LIST);
const all = ({ explorer }: FakeExplorer): void => explorer.loadAll(LIST);
const stop = ({ explorer }: FakeExplorer): unknown => explorer.stopLoading(LIST);
const reload = ({ explorer }: FakeExplorer): void => explorer.load(LIST, true);

scenes('paging', onBots(30, { next: 't1' }), {
  'marks stay while pages load, and new rows are unmarked': [
    ['*', more, next(30), { rows: ids(60), marks: ids(30) }],
  ],
  'pages that arrive in quick succession are shown together, always including the last': [
    [all, next(30, 't2'), wait(1), { rows: ids(60) }],
    async started => {
      const onChange = vi.fn();
      const leave = started.explorer.store.subscribe(onChange);
      for (let from = 60; from < 210; from += 30) await play(started, wait(1), next(from, `t${from}`));
      expect(onChange).not.toHaveBeenCalled();
      leave();
    },
    // The next page never arrives; the pages before it are shown nevertheless.
    [wait(100), { rows: ids(210) }],
    [wait(1), next(210), { rows: ids(240), load: 'ready' }],
  ],
  'the next page is requested before the loaded one is processed': [
    all,
    async started => {
      const asked: number[] = [];
      started.explorer.store.subscribe(({ data: { lists } }, before) => {
        if (lists !== before.data.lists) asked.push(started.service.count('bot.list'));
      });
      await play(started, next(30, 't2'), { pages: 3 });
      expect(asked).toEqual([]);
      await play(started, wait(1));
      expect(asked).toEqual([3]);
    },
  ],
  'loading all pages joins the request in progress instead of repeating it': [
    [more, all, { pages: 2 }],
    [next(30, 't2'), next(60, 't3'), stop, settle, { rows: ids(90), pages: 4, load: 'ready' }],
  ],
  'a bot deleted while pages load does not come back': [
    ['*', all, next(30, 't2'), wait(1)],
    ({ explorer }) => explorer.openDelete([{ ref: { kind: 'bot', ids: { botId: 'b31' } } }]),
    [
      answer('bot.read', { id: 'b31', name: 'bot 31' }),
      '+1000 bot Space 31 +1000 Enter',
      { deletes: ['b31'] },
    ],
    [answer('bot.delete'), next(60, 't3'), wait(100), next(90)],
    { rows: ids(120).filter(id => id !== 'b31') },
  ],
});

for (const [how, ends] of [
  [
    'a failed reload, which shows no page before its end,',
    [
      ...[reload, next(0, 'n1'), wait(500), { rows: ids(90) }],
      fail('bot.list', { kind: 'server-error', status: 500 }),
    ],
  ],
  ['a cancel', [stop, settle, { load: 'ready' }]],
] as const)
  scenes('paging', onBots(30, { next: 't1' }), {
    [`after ${how} no loaded page is lost, and the next load continues after them`]: [
      [all, next(30, 't2'), '+1', next(60, 't3')],
      [...ends, { rows: ids(90) }],
      [more, next(90), { rows: ids(120) }],
      ({ rows }: FakeExplorer) => expect(rows()?.stopped).toBeUndefined(),
    ],
  });
