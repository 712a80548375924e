import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { press } from '../../../src/explorer/keyboard/keyboard.ts';
import { botPlace, type FakeExplorer, startExplorer } from '../../helpers/fake-explorer.ts';
import { type Call, page, settle } from '../../helpers/fake-service.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => vi.useRealTimers());

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

/** Starts on the list of bots, on a service that answers each request at once. */
async function start(options: Parameters<typeof startExplorer>[0] = {}): Promise<FakeExplorer> {
  const started = startExplorer({ health: 'auto', refresh: 'auto', ...options });
  started.service.replyWith(reply);
  for (const call of started.service.calls) await call.answer(reply(call).value);
  return started;
}

/** Passes some seconds. */
async function seconds({ pass }: FakeExplorer, count: number): Promise<void> {
  for (let quarter = 0; quarter < count * 4; quarter++) {
    pass(250);
    vi.advanceTimersByTime(250);
    await settle();
  }
}

/** Returns the requests since the last call, counted by their operation; automatic ones as `auto`. */
function counter({ service }: FakeExplorer): () => { readonly [operation: string]: number } {
  let seen = 0;
  return () => {
    const calls = service.calls.slice(seen);
    seen = service.calls.length;
    const names = calls.map(({ id, options }) => (options.isAutomatic ? `auto ${id}` : id));
    return Object.fromEntries(
      [...new Set(names)].map(name => [name, names.filter(each => each === name).length]),
    );
  };
}

const key = ({ explorer }: FakeExplorer, name: string): void =>
  press(explorer, { name, text: name.length === 1 ? name : '' }, { alone: true });

test('request budget: a list is 1 request, each visible row 1, the preview none more, a refresh 1 a minute', async () => {
  const started = await start({ size: { columns: 160, rows: 24 } });
  const requests = counter(started);
  await seconds(started, 3);
  expect(requests()).toEqual({ 'workspace.read': 1, 'bot.list': 1, 'auto bot.read': 18 });

  for (const name of ['j', 'j', 'k', 'p', 'p']) {
    key(started, name);
    await seconds(started, 1);
  }
  expect(requests()).toEqual({});

  await seconds(started, 180);
  expect(requests()).toEqual({ 'auto bot.list': 3 });
});

test('request budget: a refresh is 1 request for each page on the screen', async () => {
  const started = await start({ health: 'manual' });
  const requests = counter(started);
  for (let page = 0; page < 2; page++) {
    key(started, 'pagedown');
    await seconds(started, 1);
  }
  expect(requests()).toEqual({ 'workspace.read': 1, 'bot.list': 2 });

  await seconds(started, 62);

  expect(requests()).toEqual({ 'auto bot.list': 2 });
});

test('request budget: a page that fills the screen is automatic, one that the cursor comes near to is not', async () => {
  const started = await start({ health: 'manual', refresh: 'manual', size: { columns: 80, rows: 50 } });
  const requests = counter(started);
  await seconds(started, 1);
  expect(requests()).toEqual({ 'workspace.read': 1, 'bot.list': 1, 'auto bot.list': 1 });

  key(started, 'pagedown');
  await seconds(started, 1);
  expect(requests()).toEqual({ 'bot.list': 1 });
});

test('request budget: visible rows are checked once in five minutes', async () => {
  const started = await start();
  const requests = counter(started);
  await seconds(started, 590);

  expect(requests()['auto bot.read']).toBe(2 * 18);
});

test('request budget: H is 1 request for each further page and 1 for each unchecked row, also if it is held', async () => {
  const started = await start();
  await seconds(started, 3);
  const requests = counter(started);
  requests();

  for (let count = 0; count < 5; count++) key(started, 'H');
  await seconds(started, 2);
  expect(requests()).toEqual({ 'bot.list': 2, 'bot.read': 3 * ROWS - 18 });
  key(started, 'H');
  await seconds(started, 1);

  expect(requests()).toEqual({});
});

test('request budget: opening a record is no request while it is known and 1 when it is stale', async () => {
  const started = await start();
  const requests = counter(started);
  await seconds(started, 3);
  requests();

  key(started, 'enter');
  await seconds(started, 10);
  expect(requests()).toEqual({});
  started.explorer.open(botPlace('b80'));
  await seconds(started, 1);
  expect(requests()).toEqual({ 'bot.read': 1 });
  key(started, 'escape');
  started.pass(300_000);
  started.explorer.open(botPlace('b80'));

  expect(requests()).toMatchObject({ 'bot.read': 1 });
});

test('request budget: the home screen is 2 requests and 1 for each bot of the first page', async () => {
  const started = await start({ place: 'workspace' });
  const requests = counter(started);
  await seconds(started, 300);

  expect(requests()).toEqual({ 'workspace.read': 1, 'auto bot.list': 1, 'auto bot.read': ROWS });
});

test('request budget: with health and refresh manual, only a person causes requests', async () => {
  const started = await start({ health: 'manual', refresh: 'manual', size: { columns: 80, rows: 24 } });
  const requests = counter(started);
  await seconds(started, 900);

  expect(requests()).toEqual({ 'workspace.read': 1, 'bot.list': 1 });
  expect(vi.getTimerCount()).toBe(0);
});
