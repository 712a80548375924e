import fc from 'fast-check';
import { expect, test } from 'vitest';
import { causeRows, causesOf } from '../../../src/explorer/facts/causes.ts';
import { hasPane } from '../../../src/explorer/facts/layout.ts';
import { joinLine } from '../../../src/explorer/facts/line.ts';
import { uncheckedWords } from '../../../src/explorer/frame/list-title.ts';
import { paneOf } from '../../../src/explorer/frame/pane.ts';
import { contentOf } from '../../../src/explorer/screens/content.ts';
import { causeLines } from '../../../src/explorer/screens/list/cause-lines.ts';
import { placeSpeech } from '../../../src/explorer/speech/place.ts';
import { causesPlace, changesPlace } from '../../../src/explorer/state/place.ts';
import { newView } from '../../../src/explorer/state/state.ts';
import type { JsonObject } from '../../../src/json/json.ts';
import { type FakeExplorer, LIST, shownLines, startOnBots } from '../../helpers/fake-explorer.ts';
import { bots } from '../../helpers/fake-service.ts';
import { numRuns } from '../../helpers/properties.ts';
import { forAllAsync } from '../../helpers/property.ts';
import { fail, play, scenes, stopTimers, wait } from '../../helpers/scenes.ts';

stopTimers();

function whole(at: number, reason: string | undefined): JsonObject {
  const slack = {
    name: 'slack',
    enabled: true,
    lifecycleStatus: 'published',
    updatedAt: '2020-01-02T00:00:00Z',
  };
  const failing = { status: 'registration_failed', statusReason: reason ?? null };
  return {
    ...bots(at + 1)[at],
    ...{
      status: 'active',
      recurringEvents: {},
      configuration: { data: {}, schema: {} },
      subscriptions: { events: {} },
    },
    integrations: { a: { ...slack, ...(reason === undefined ? { status: 'registered' } : failing) } },
  };
}
const [DEAD, REVOKED, GONE] = [
  'connect ECONNREFUSED 10.4.0.12:443',
  'the token was revoked',
  'all apps left',
];

/** Starts with bots that fail for these reasons, in the order of their rows; none for a healthy one. */
const start =
  (reasons: readonly (string | undefined)[], size = { columns: 160, rows: 50 }, next?: string) =>
  async (): Promise<FakeExplorer> =>
    startOnBots(bots(reasons.length), { size, ...(next && { next }) });

const answerRows =
  (reasons: readonly (string | undefined)[], rows = reasons.map((_, at) => at)) =>
  async ({ service }: FakeExplorer): Promise<void> => {
    for (let open = service.calls; open.length > 0; ) {
      open = service.calls.filter(
        ({ id, ids, isOpen }) => id === 'bot.read' && isOpen() && rows.some(at => ids['botId'] === `b${at}`),
      );
      for (const call of open) {
        const at = Number(call.ids['botId']?.slice(1));
        await call.answer(whole(at, reasons[at]));
      }
    }
  };
/** The causes in the pane: two rows each. */
const inPane = ({ state }: FakeExplorer): readonly string[] =>
  (paneOf(state())?.lines ?? []).map(line => joinLine(line).trim().replace(/ +/g, ' '));
const shows =
  (...rows: readonly (string | RegExp)[]) =>
  (started: FakeExplorer): void => {
    const shown = inPane(started).filter((_, at) => at % 2 === 0);
    expect(shown).toEqual(rows.map(row => expect.stringMatching(row)));
  };
/** The rows of `:causes`: words and bots, `--` for the line above the new ones. */
const listed =
  (...rows: readonly string[]) =>
  ({ state }: FakeExplorer): void => {
    const content = contentOf(state());
    if (content.kind !== 'table') throw new Error('no list');
    const { rows: loaded, ids } = content;
    const shown = ids.map(id => {
      const item = loaded.items[loaded.ids.indexOf(id)];
      return item === undefined ? uncheckedWords(state(), content) : `${item['cause']} ${item['bots']}`;
    });
    expect(shown).toEqual(rows);
  };

const divider =
  (wanted: string) =>
  ({ state }: FakeExplorer): void => {
    const content = contentOf(state());
    expect(content.kind === 'table' && uncheckedWords(state(), content)).toBe(wanted);
  };

const inRow =
  (name: string) =>
  ({ state }: FakeExplorer): void =>
    expect(paneOf(state())?.title).toBe(name);
const hasNoPane = ({ state }: FakeExplorer): void => expect(hasPane(state())).toBe(false);

const FEW = [REVOKED, DEAD, DEAD, undefined];
const MANY = [...FEW, GONE, GONE, GONE];

scenes('causes', start(FEW), {
  'the pane lists them by bots hit, with a plus until all bots are checked': [
    [
      'H',
      answerRows(FEW, [0, 1]),
      wait(600),
      shows(/10\.4\.0\.12:443 1\+ ▇$/, /the token was revoked 1\+ ▇$/),
    ],
    [answerRows(FEW), wait(600), shows(/443 2 ▇▇$/, /revoked 1 ▇$/)],
  ],
  'Tab leads into the pane and back to the same row; Enter opens the bots of a cause': [
    ['H', answerRows(FEW), wait(600), 'jj', wait(150), 'Tab', wait(), { depth: 3 }],
    ['j', listed(`${DEAD} 2`, `${REVOKED} 1`), 'Tab', { depth: 2, cursor: 'b2' }],
    ['Tab', wait(), 'Enter', { depth: 2, filter: /^cause:[0-9a-f]{8}$/, shown: ['b0'] }],
    { title: `Bots · ${REVOKED}` },
  ],
  'with the cursor in the pane its keys are in the footer; p shows the row, with the cursor in the list': [
    ['H', answerRows(FEW), wait(600), 'j', wait(150), 'Tab', wait()],
    { hints: expect.arrayContaining(['Tab list', 'p row', 'P post', 'C copy as']) },
    ['p', wait(150), { depth: 2, cursor: 'b1' }, inRow('bot 1')],
    ['p', wait(), hasNoPane, 'p', wait(), 'Tab', wait(), 'Enter', wait()],
    { hints: expect.arrayContaining(['P post']) },
    ['a', { choices: expect.arrayContaining([expect.objectContaining({ id: 'copy.post' })]) }],
  ],
  'a cause that no checked bot has is named': [
    [
      'H',
      answerRows(FEW, [0]),
      wait(600),
      ({ explorer }) => explorer.openView({ ...newView(LIST), filter: 'cause:00000000' }),
    ],
    [wait(), divider('no such cause on 1 checked bots · H checks all')],
    { title: 'Bots /cause:00000000/' },
  ],
  'the list of a cause has only its bots; one that is found later comes last, and moves nothing': [
    ['H', answerRows(FEW, [0, 1]), wait(600), 'Tab', wait(), 'Enter', wait(), { shown: ['b1', ''] }],
    divider('2 not checked yet · H checks all'),
    [answerRows(FEW, [2]), wait(600), { shown: ['b1', 'b2', ''], cursor: 'b1' }],
    divider('1 not checked yet · H checks all'),
  ],
  'the pane under the filter has the causes of its rows when no more is typed, and says so': [
    ['H', answerRows(FEW), wait(600), '/ !b0', wait(100), 'Enter', shows(/443 2 /, /revoked 1 /)],
    [wait(200), shows(/443 2 /)],
    ({ state }) => expect(paneOf(state())?.title).toBe('Causes /!b0/'),
  ],
});

/** Starts as for a screen reader, which has no pane. */
const spoken = (): Promise<FakeExplorer> =>
  startOnBots(bots(4), { size: { columns: 160, rows: 50 }, screen: { pane: 'none' } });

scenes('causes: for a screen reader', spoken, {
  'p opens them as words': [
    ['H', answerRows(FEW), wait(600), 'p', wait(), { depth: 3 }],
    ({ state }) =>
      expect(placeSpeech(state()).row).toBe(`cause 1 of 2: ${DEAD}, bots 2, since 2020-01-02, level problem`),
  ],
});

scenes('causes: on the home screen', start(MANY), {
  'no row moves while the cursor is on one': [
    ['H', answerRows(MANY, [0, 1]), wait(600), 'q', wait(), { cursor: /^cause:/ }],
    [
      answerRows(MANY),
      wait(600),
      { text: /ECONN.* 2 bots.*\n.*revoked.* 1 bot .*\n.*all apps left.* 3 bots/ },
    ],
    ['Enter', { place: LIST, filter: /^cause:/ }, 'Esc', { depth: 1 }],
    ['1', { place: LIST, filter: undefined }],
  ],
});

scenes('paste', start(FEW), {
  'a line with the words of a known cause, or that is its reason, opens its bots': [
    ['H', answerRows(FEW), wait(600), `"[ALERT] bots\nrequest failed, reason: ${DEAD}\n2 firing"`],
    { choices: [{ label: `cause ${DEAD}`, title: '2 bots' }] },
    ['Enter', { depth: 2, filter: /^cause:[0-9a-f]{8}$/ }],
    [`"${REVOKED.toUpperCase()}"`, { choices: [{ label: `cause ${REVOKED}` }] }],
    ['Esc "no such words at all"', { notice: /^Nothing to open/ }],
  ],
});

scenes('integrations in use', start(FEW), {
  'Enter on a version that could not be read opens its bots': [
    ['H', answerRows(FEW), wait(600), ':integrations Enter', wait(), 'Enter'],
    [fail('integration.read', 'not-found'), 'Esc Enter', { filter: 'int:"slack"' }],
  ],
});

scenes('causes', start(MANY, { columns: 80, rows: 24 }), {
  'in their list the order is frozen, counts change in place, new ones come last, and r sorts': [
    ['H', answerRows(FEW, [0, 1]), wait(600), 'p', wait(), 'G'],
    listed(`${DEAD} 1+`, `${REVOKED} 1+`),
    [answerRows(MANY), wait(600)],
    listed(`${DEAD} 2`, `${REVOKED} 1`, '1 new · r sorts', `${GONE} 3`),
    ({ state, underCursor }) => expect(underCursor()).toBe(causesOf(state()).groups.at(-1)?.id),
    ['r', wait(), listed(`${GONE} 3`, `${DEAD} 2`, `${REVOKED} 1`)],
    ['Space Ctrl-D', { notice: "Causes can't be deleted." }, 'C ↓ ↓ Enter'],
    { notice: /^place .* bots\?filter=cause(:|%3A)[0-9a-f]{8}$/ },
  ],
  'in the list of its bots p leads to the changes, and back': [
    ['H', answerRows(MANY), wait(600), 'p', wait(), 'Enter', wait()],
    { hints: expect.arrayContaining(['p changes', 'P post']) },
    [
      'p',
      wait(),
      { place: changesPlace, filter: /^cause:/, hints: expect.arrayContaining(['p back', 'P post']) },
    ],
    ['p', { filter: /^cause:/, place: LIST }],
  ],
  'Esc leads back from the bots of a cause, unless another filter was typed there': [
    ['H', answerRows(MANY), wait(600), 'p', wait(), 'Enter Esc', { place: causesPlace, depth: 3 }],
    ['Enter p', wait(), { place: changesPlace }, 'Esc', { filter: /^cause:/, place: LIST }],
    ['/ bot Enter Esc', { place: LIST, filter: undefined }],
  ],
  'p leads back to the same row': ['jj', 'p', wait(), { depth: 3 }, 'p', { depth: 2, cursor: 'b2' }],
});

const arrival = fc.record({ reason: fc.constantFrom(DEAD, REVOKED, GONE, 'x y z', undefined), at: fc.nat() });

test.each([
  ['the pane', { columns: 160, rows: 50 }, 'Tab'],
  ['their list', { columns: 80, rows: 24 }, 'p'],
])(
  'causes: results in any order move no row while the cursor is in %s; new ones are last',
  async (...row) => {
    const [, size, key] = row;
    await forAllAsync(
      numRuns(10),
      fc.array(arrival, { minLength: 2, maxLength: 9 }),
      fc.nat(3),
      async (arrivals, down) => {
        const reasons = [REVOKED, GONE, DEAD, ...arrivals.map(({ reason }) => reason)];
        const order = arrivals.map((each, row) => [each.at, row + 3] as const).toSorted(([a], [b]) => a - b);
        const started = await start(reasons, size)();
        await play(started, 'H', answerRows(reasons, [0, 1]), wait(600), key, wait(), 'j'.repeat(down));
        for (const at of [2, ...order.map(([, at]) => at)]) {
          const [{ ids }, cursor] = [contentOf(started.state()), started.underCursor()];
          await play(started, answerRows(reasons, [at]), wait(600), { cursor });
          expect(contentOf(started.state()).ids.slice(0, ids.length)).toEqual(ids);
        }
        const all = causesOf(started.state()).groups.map(({ id }) => id);
        const { ids } = contentOf(started.state());
        expect(ids.filter(id => all.includes(id)).toSorted()).toEqual(all.toSorted());
        // The line above the new ones.
        expect(ids.findIndex(id => !all.includes(id))).toBe(2);
      },
    );
  },
);

test('causes: while results arrive they are ranked at most twice a second', async () => {
  const reasons = Array.from({ length: 20 }, (_, at) => `reason ${'abcdefghijklmnopqrst'[at]}`);
  const started = await start(reasons)();
  const seen = new Set<unknown>();
  started.explorer.store.subscribe(state => seen.add(causeRows(state)));
  await play(started, 'H', ...reasons.map((_, at) => [answerRows(reasons, [at]), wait(100)]), wait(500));

  expect(causeRows(started.state())?.ids.length).toBe(20);
  expect(seen.size).toBeLessThanOrEqual(6);
});

test('causes: in a narrow pane it stays visible since when a cause has been there', () => {
  const item = {
    id: 'c',
    cause: DEAD,
    bots: '7+',
    since: 'after 2026-01-02T03:04:05Z',
    level: 'warning',
    met: '4 recurring events',
  };
  const clock = { now: Date.parse('2026-02-02T00:00:00Z'), exact: false };
  const lines = causeLines(item, { place: causesPlace, columns: 40, clock, most: 7 });

  expect(lines.map(joinLine)).toEqual([
    '   ! connect ECONNREFUSED 10…   7+ ▇▇▇▇',
    '       4 recurring … · after 2026-01-02',
  ]);
});

test('causes: the home screen lists them in the rows that it has left', async () => {
  const reasons = Array.from(
    { length: 40 },
    (_, at) => `reason ${'abcdefghijklmnopqrstuvwxyz'[at % 26]} ${at < 26 ? 'x' : 'y'}`,
  );
  const started = await start(reasons, { columns: 80, rows: 50 })();
  await play(started, 'H', answerRows(reasons), wait(600), 'Esc', wait());
  const lines = shownLines(started.state());

  expect(lines.filter(line => line.includes('✗ reason')).length).toBeGreaterThan(25);
  expect(lines.slice(0, 46).join('\n')).toMatch(
    /✗ reason a x +1 bot .*… · since 2020-01-02\n(.*\n)* +\d+ more causes …\n.*40 of 40 bots/,
  );
});
