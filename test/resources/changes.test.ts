import { expect, test } from 'vitest';
import { deleteChanges, type JournalEntry } from '../../src/deletion/journal.ts';
import { filterResult } from '../../src/filter/match.ts';
import { parseFilter } from '../../src/filter/parse.ts';
import type { JsonObject } from '../../src/json/json.ts';
import { bot as botKind } from '../../src/resources/bot.ts';
import { changeRows, changesBefore, changesOf } from '../../src/resources/changes.ts';
import { historyOf } from '../../src/resources/digest.ts';
import { createDigests } from '../../src/resources/digests.ts';
import { withDerivedFields } from '../../src/resources/fields.ts';

const EARLIER = Date.parse('2026-03-02T05:10:00Z');
const NOW = Date.parse('2026-03-02T06:24:00Z');

const slack = (version: string, more: JsonObject = {}): JsonObject => ({
  integrations: { slack: { name: 'slack', version, enabled: true, status: 'registered', ...more } },
});
const LONG_AGO = { createdAt: '2025-01-01T00:00:00Z', updatedAt: '2026-02-01T00:00:00Z' };
const bot = (members: JsonObject = {}): JsonObject => ({
  ...{ id: 'bot_1', name: 'support', recurringEvents: {}, ...LONG_AGO },
  ...members,
});

function checked(before: JsonObject | undefined, after: JsonObject): JsonObject {
  const digests = createDigests();
  if (before !== undefined) digests.take(before, EARLIER);
  digests.take(after, NOW);
  return after;
}

const shortTime = (when: unknown): string => String(when).replaceAll(/2026-03-02T|:00\.000Z/g, '');
const wordsOf = (record: JsonObject, from = '2026-03'): readonly string[] =>
  changeRows(changesOf(historyOf(record)))
    .filter(({ when }) => String(when) >= from)
    .map(({ what, when, source }) => `${what} ${shortTime(when)} ${source}`);

const CHANGES: readonly (readonly [JsonObject | undefined, JsonObject, readonly string[]])[] = [
  [bot(), bot(), []],
  [bot({ status: 'active' }), bot({ status: 'paused' }), ['status active → paused 05:10/06:24 digest']],
  [bot(), bot({ name: 'help', updatedAt: '2026-03-02T06:10:00Z' }), ['renamed from support 06:10 digest']],
  [bot(), bot({ updatedAt: '2026-03-02T06:10:00Z' }), ['updated 06:10 digest']],
  [bot(), bot({ deployedAt: '2026-03-02T05:00:00Z' }), ['deployed 05:10/06:24 digest']],
  [
    bot(),
    bot({ deployedAt: '2026-03-02T06:10:00Z', updatedAt: '2026-03-02T06:10:00Z' }),
    ['deployed 06:10 digest'],
  ],
  [bot({ integrations: {} }), bot(slack('3.0.2')), ['slack@3.0.2 installed 05:10/06:24 digest']],
  [bot(slack('3.0.2')), bot({ integrations: {} }), ['slack@3.0.2 removed 05:10/06:24 digest']],
  [bot(slack('3.0.2')), bot(slack('3.1.0')), ['slack 3.0.2 → 3.1.0 05:10/06:24 digest']],
  [
    bot({ integrations: { intver_a: { name: 'slack', version: '3.0.2' } } }),
    bot({
      integrations: { intver_b: { name: 'slack', version: '3.1.0', updatedAt: '2026-03-02T06:18:00Z' } },
    }),
    ['slack 3.0.2 → 3.1.0 06:18 digest'],
  ],
  [
    bot(slack('3.0.2')),
    bot(slack('3.0.2', { status: 'unregistered', updatedAt: '2026-03-02T06:20:00Z' })),
    ['slack@3.0.2 registered → unregistered 06:20 digest'],
  ],
  [
    bot({ recurringEvents: { a: { failedAttempts: 4, lastFailureReason: 'invalid_auth' } } }),
    bot({ recurringEvents: { a: { failedAttempts: 4, lastFailureReason: 'disk full' } } }),
    ['new: disk full 05:10/06:24 digest', 'gone: invalid_auth 05:10/06:24 digest'],
  ],
  [
    undefined,
    bot({ ...slack('3.1.0', { updatedAt: '2026-03-02T06:20:00Z' }), deployedAt: '2026-03-02T06:01:00Z' }),
    ['slack@3.1.0 updated 06:20 response', 'deployed 06:01 response'],
  ],
];

test.each(CHANGES.map(([before, after, expected]) => [expected, before, after] as const))(
  'changes: %j',
  (expected, before, after) => {
    expect(wordsOf(checked(before, after))).toEqual(expected);
  },
);

test('changes: beyond 4 kB what is left out is one row', () => {
  const many = (version: string): JsonObject => ({
    integrations: Object.fromEntries(
      Array.from({ length: 99 }, (_, at) => [
        `intver_${at}`,
        { name: `n${at}`, version, status: 'registered' },
      ]),
    ),
  });
  expect(wordsOf(checked(bot(many('1.0.0')), bot(many('1.0.1'))))).toEqual([
    'other integrations changed 05:10/06:24 digest',
  ]);
});

test('changes: our own deletes have the time of the server, and none without it', () => {
  const entry: JournalEntry = {
    ...{ at: '2020-01-01T00:00:00Z', delete: '1', profile: 'here', kind: 'bot', ids: { botId: 'bot_9' } },
    ...{ method: 'DELETE', path: '/', stage: 'deleted', date: '2026-03-02T06:00:00.000Z' },
  };
  const { date: _date, ...undated } = entry;
  const entries = [entry, undated, { ...entry, profile: 'elsewhere' }, { ...entry, stage: 'unknown' }];

  const rows = changeRows(deleteChanges(entries, 'here'));
  expect(rows.map(({ what, name, when }) => `${what}: ${name} ${shortTime(when)}`)).toEqual([
    'bot deleted here: bot_9 06:00',
  ]);
});

test('changes before a cause: those of its bots in the hour before it began, the nearest first', () => {
  const failed = { status: 'registration_failed', updatedAt: '2026-03-02T06:20:00Z' };
  const after = { ...slack('3.1.0', failed), updatedAt: '2026-03-02T06:18:00Z' };
  const records = ['bot_1', 'bot_2'].map(id =>
    checked(bot({ id, ...slack('3.0.2') }), bot({ id, ...after })),
  );
  const deployed = checked(bot({ id: 'bot_3' }), bot({ id: 'bot_3', deployedAt: '2026-03-02T05:40:00Z' }));
  const status = checked(bot(slack('3.1.0')), bot(slack('3.1.0', failed)));
  const late = checked(bot(), bot({ updatedAt: '2026-03-02T06:21:00Z' }));
  const [id = ''] = historyOf(records[0] ?? {}).at(-1)?.causes[0] ?? [];
  const group = { id, since: '2026-03-02T06:20:00.000Z', after: undefined };

  const undated = { id, since: undefined, after: undefined };
  expect(changesBefore(undated, records.map(historyOf))).toEqual([]);
  const rows = changeRows(changesOf(historyOf(deployed)), [{ ...undated, botIds: new Set(['bot_3']) }]);
  expect(rows.map(row => [row['what'], row['cause']])).toEqual([
    ['deployed', id],
    ['updated', ''],
    ['created', ''],
  ]);
  expect(changesBefore(group, [...records, deployed, status, late].map(historyOf))).toEqual([
    'slack 3.0.2 → 3.1.0 on support and 1 more, 2 min before',
    'deployed on support, 40 min before',
  ]);
});

test.each([
  ['changed:yes', true],
  ['changed<1d', true],
  ['changed<30m', false],
  ['changed:no', false],
  ['changed>1d', false],
])('filter: %s for a bot that was deployed an hour ago: %s', (text, expected) => {
  const record = checked(bot(), bot({ deployedAt: '2026-03-02T05:20:00Z' }));
  const items = [withDerivedFields(botKind, record, { now: NOW, exact: false })];
  const input = { resource: botKind, items, whole: new Map([['bot_1', items[0] ?? {}]]), now: NOW };

  expect(filterResult(input, parseFilter(botKind, text)).passed === 1).toBe(expected);
});
