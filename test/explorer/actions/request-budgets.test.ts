import { expect, vi } from 'vitest';
import { botPlace, type FakeExplorer, startExplorer } from '../../helpers/fake-explorer.ts';
import { type Call, page, settle } from '../../helpers/fake-service.ts';
import { open, scenes, stopTimers } from '../../helpers/scenes.ts';

stopTimers();

const ROWS = 30;
const time = '2023-11-14T00:00:00Z';
const bot = (at: number) => ({ id: `b${at}`, name: `bot ${at}`, updatedAt: time });
const PAGES: { readonly [token: string]: readonly [from: number, next: string | undefined] } = {
  '': [0, 'two'],
  two: [ROWS, 'three'],
  three: [2 * ROWS, undefined],
};

function reply({ id, ids, options }: Call) {
  const [from, next] = PAGES[options.page ?? ''] ?? [0, undefined];
  const items = Array.from({ length: ROWS }, (_, at) => bot(from + at));
  if (id === 'bot.list') return { value: page(items, next) };
  return {
    value: id === 'bot.read' ? bot(Number(ids['botId']?.slice(1))) : { id: 'wkspace_1', name: 'Acme' },
  };
}

let counted = 0;

/** Starts on the list of bots, on a service that answers each request at once. */
const start =
  (options: Parameters<typeof startExplorer>[0] = {}) =>
  async (): Promise<FakeExplorer> => {
    counted = 0;
    const started = startExplorer({ health: 'auto', refresh: 'auto', ...options });
    started.service.replyWith(reply);
    for (const call of started.service.calls) await call.answer(reply(call).value);
    return started;
  };

const seconds =
  (count: number) =>
  async ({ pass }: FakeExplorer): Promise<void> => {
    for (let quarter = 0; quarter < count * 4; quarter++) {
      pass(250);
      vi.advanceTimersByTime(250);
      await settle();
    }
  };

/** A step that compares the requests since the last one, counted by operation; automatic ones as `auto`. */
const sent =
  (wanted: { readonly [operation: string]: number }) =>
  ({ service }: FakeExplorer): void => {
    const calls = service.calls.slice(counted);
    counted = service.calls.length;
    const counts: { [operation: string]: number } = {};
    for (const { id, options } of calls) {
      const name = options.isAutomatic ? `auto ${id}` : id;
      counts[name] = (counts[name] ?? 0) + 1;
    }
    expect(counts).toEqual(wanted);
  };
const LIST = { 'workspace.read': 1, 'bot.list': 1 };
const checked = [seconds(3), sent({ ...LIST, 'auto bot.read': 18 })] as const;
const MANUAL = { health: 'manual', refresh: 'manual' } as const;
scenes('request budget', start(), {
  'a list is 1 request, each visible row 1, the preview none more, a refresh 1 a minute': [
    { start: start({ size: { columns: 160, rows: 24 } }) },
    checked,
    ...['j', 'j', 'k', 'p', 'p'].map(key => [key, seconds(1), sent({})] as const),
    [seconds(180), sent({ 'auto bot.list': 3 })],
  ],
  'a refresh is 1 request for each page on the screen': [
    { start: start({ health: 'manual' }) },
    ['PgDn', seconds(1), 'PgDn', seconds(1), sent({ 'workspace.read': 1, 'bot.list': 2 })],
    [seconds(62), sent({ 'auto bot.list': 2 })],
  ],
  'a page that fills the screen is automatic, one that the cursor comes near to is not': [
    { start: start({ ...MANUAL, size: { columns: 80, rows: 50 } }) },
    [seconds(1), sent({ ...LIST, 'auto bot.list': 1 })],
    ['PgDn', seconds(1), sent({ 'bot.list': 1 })],
  ],
  'the preview of a row is 1': [
    { start: start({ ...MANUAL, size: { columns: 160, rows: 24 } }) },
    seconds(1),
    sent(LIST),
    'j',
    seconds(1),
    sent({ 'auto bot.read': 1 }),
  ],
  'visible rows are checked once in five minutes': [
    [seconds(590), sent({ ...LIST, 'auto bot.list': 9, 'auto bot.read': 2 * 18 })],
  ],
  'H is 1 request for each further page and 1 for each unchecked row, also if it is held': [
    checked,
    ['HHHHH', seconds(2), sent({ 'bot.list': 2, 'bot.read': 3 * ROWS - 18 })],
    ['H', seconds(1), sent({})],
  ],
  'opening a record is no request while it is known and 1 when it is stale': [
    checked,
    ['Enter', seconds(10), sent({})],
    [open(botPlace('b80')), seconds(1), sent({ 'bot.read': 1 })],
    ['Esc', sent({}), '+300000', open(botPlace('b80')), { reads: 20 }],
  ],
  'the home screen is 2 requests and 1 for each bot of the first page': [
    { start: start({ place: 'workspace' }) },
    [seconds(300), sent({ 'workspace.read': 1, 'auto bot.list': 1, 'auto bot.read': ROWS })],
  ],
  'with health and refresh manual, only a person causes requests': [
    { start: start(MANUAL) },
    [seconds(900), sent(LIST), { timers: 0 }],
    [open(botPlace('b80')), seconds(900), sent({ 'bot.read': 1 })],
  ],
});
