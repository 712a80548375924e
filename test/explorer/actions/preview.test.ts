import { expect, test, vi } from 'vitest';
import { noTerminalHost } from '../../../src/explorer/actions/explorer.ts';
import { layoutOf, paneKind } from '../../../src/explorer/facts/layout.ts';
import { joinLine } from '../../../src/explorer/facts/line.ts';
import { paneOf } from '../../../src/explorer/frame/pane.ts';
import { paneRows } from '../../../src/explorer/paint/rows.ts';
import { themeOf } from '../../../src/explorer/paint/theme.ts';
import { keyOf } from '../../../src/explorer/state/place.ts';
import type { JsonObject } from '../../../src/json/json.ts';
import { type FakeExplorer, LIST, startOnBots } from '../../helpers/fake-explorer.ts';
import { bots, page } from '../../helpers/fake-service.ts';
import { after, answer, play, scenes, stopTimers, wait } from '../../helpers/scenes.ts';

stopTimers();

const theme = themeOf('terminal', { depth: 'mono', links: false, ascii: false });

const broken = (at: number, name = 'slack'): JsonObject => ({
  ...bots(at + 1)[at],
  integrations: { a: { name, status: 'registration_failed', statusReason: `token ${at} was revoked` } },
});
const painted = ({ state }: FakeExplorer): readonly string[] => paneRows(state(), theme);
const pane =
  (title: string, ...parts: readonly (string | RegExp)[]) =>
  ({ state }: FakeExplorer): void => {
    const shown = paneOf(state());
    const text = (shown?.lines ?? []).map(line => joinLine(line)).join('\n');
    expect(shown?.title).toBe(title);
    for (const part of parts) expect(text).toMatch(part);
  };
const causes = pane('Causes');
const isEmpty = (started: FakeExplorer): void => expect(painted(started)).toEqual([]);
const answerAll =
  (items: readonly JsonObject[]) =>
  async ({ service }: FakeExplorer): Promise<void> => {
    for (let open = service.calls; open.length > 0; ) {
      open = service.calls.filter(call => call.id === 'bot.read' && call.isOpen());
      for (const call of open) await call.answer(items[Number(call.ids['botId']?.slice(1))]);
    }
  };

const start = (options: Parameters<typeof startOnBots>[1] = {}, count = 100): Promise<FakeExplorer> =>
  startOnBots(bots(count), { size: { columns: 160, rows: 50 }, ...options });

/** Starts with the full records of the first bots in memory; that of `failing` has a problem. */
const startChecked = (failing: number) =>
  after(start, 'H', answerAll(bots(100).with(failing, broken(failing))), wait(100));

scenes('preview', startChecked(1), {
  'shows a row once the cursor has rested on it for 150 ms, and no timer runs before or after': [
    [wait(1000), { timers: 1 }],
    ['j', wait(149), causes, wait(1)],
    [pane('bot 1', 'Diagnosis: 1 problem', /\nIntegrations\n +✗ slack/), wait(150), { timers: 1 }],
  ],
  'a held key paints nothing in it; it is emptied once the list scrolls': [
    async started => {
      const before = painted(started);
      for (let pressed = 0; pressed < 40; pressed++) {
        await play(started, 'j', wait(33));
        expect(painted(started)).toBe(before);
        started.pass(60_000);
      }
    },
    ['j'.repeat(10), isEmpty],
    [wait(150), pane('bot 50')],
  ],
  'what arrives by itself leaves it on its row; a row that leaves the list is no move': [
    ({ explorer }) => explorer.reload(LIST),
    [answer('bot.list', page(bots(100).slice(1))), wait(1000), causes, 'jjj', wait(150), pane('bot 4')],
    ({ explorer }) => explorer.reload(LIST),
    [answer('bot.list', page(bots(100).slice(2))), wait(1000), pane('bot 4')],
  ],
});

scenes('preview', start, {
  'a response that arrives while the cursor moves waits for its rest': [
    'H',
    async started => {
      const before = painted(started);
      await play(started, 'j');
      await started.service.calls.find(({ id }) => id === 'bot.read')?.answer(broken(0));
      await play(started, wait(100));
      expect(painted(started)).toBe(before);
    },
  ],
  'requests an unknown record after 300 ms of rest, once, and none of the rows passed over': [
    ['j', wait(200), 'j', wait(299), { reads: 0 }],
    [wait(1), ({ service }) => expect(service.open('bot.read').ids).toEqual({ botId: 'b2' })],
    pane('bot 2', 'loading …'),
    [answer('bot.read', broken(2)), pane('bot 2', 'token 2 was revoked'), 'jk', wait(1000), { reads: 1 }],
  ],
});

test('preview: a slow line pauses it, with room and layout unchanged, and p opens it', async () => {
  let isSlow = false;
  const started = await start({ terminalHost: { ...noTerminalHost, isSlow: () => isSlow } });
  const before = layoutOf(started.state());
  await play(started, 'j', wait(150), pane('bot 1'));
  isSlow = true;
  await play(started, 'j', wait(1000), pane('Pane', /slow, so.*p\s+opens/s), {
    notice: /slow, so.*p opens/,
    reads: 0,
  });
  expect(layoutOf(started.state())).toEqual(before);
  // A list that has scrolled moves whole rows only if nothing is beside them.
  await play(started, 'j'.repeat(60), isEmpty, 'pp', wait(150), pane('bot 62'));
});

const kind =
  (wanted: string | undefined) =>
  ({ state }: FakeExplorer): void =>
    expect(paneKind(state())).toBe(wanted);

for (const [columns, first, ...others] of [
  [99, undefined],
  [100, undefined, 'causes', 'row', undefined],
  [119, undefined, 'causes', 'row', undefined],
  [120, 'causes', 'row', undefined, 'causes'],
] as const)
  scenes(`pane: with ${columns} columns`, () => start({ size: { columns, rows: 50 } }, 3), {
    'p leads from the causes to the row and closes it': [
      kind(first),
      ...others.flatMap(next => ['p', kind(next)]),
    ],
  });

scenes('pane', () => start({}, 3), {
  'a move of the cursor shows the row': [kind('causes'), 'j', wait(150), kind('row')],
  'after p it shows the row only at the next p': [
    'pppj',
    wait(150),
    kind('causes'),
    'p',
    wait(150),
    pane('bot 1'),
  ],
});

test('preview: a row that is checked by itself is requested once', async () => {
  const started = await start({ health: 'auto' });
  await play(started, 'j', wait(300));
  expect(started.service.calls.filter(({ ids }) => ids['botId'] === 'b1')).toHaveLength(1);
});

test('preview: its record does not count as seen', async () => {
  const saved = vi.fn();
  const started = await start({ snapshots: { read: () => undefined, save: saved } });
  await play(started, 'j', wait(300), answer('bot.read', broken(1)));

  expect(started.state().data.records[keyOf({ kind: 'bot', ids: { botId: 'b1' } })]?.last).toBeDefined();
  expect(saved).not.toHaveBeenCalled();
});
