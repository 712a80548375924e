import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Json, type JsonObject, parseJson } from '../../src/json/json.ts';
import { bot } from '../../src/resources/bot.ts';
import { diagnose } from '../../src/resources/bot-diagnosis.ts';
import { deleteAction } from '../../src/resources/resource.ts';
import { forAll } from '../helpers/property.ts';
import { INVISIBLE } from '../text/hostile.ts';

const NOW = Date.parse('2025-11-21T06:12:30Z');
const self = { kind: 'bot', ids: { botId: 'b1' } };

function rowsOf(integrations: Json) {
  const [child] = bot.children;
  return child?.from === 'inside' ? child.rows({ integrations }, self) : [];
}

const rowOf = (entry: Json, key = 'slack') => rowsOf({ [key]: entry })[0];

test.each<[entry: Json, key: string, name: string, id: string]>([
  [{ id: 'intver_1', name: 'slack', version: '1.2.0' }, 'alias', 'slack@1.2.0', 'intver_1'],
  [{ name: 'slack' }, 'intver_2', 'slack', 'intver_2'],
  [{ version: '1.2.0' }, 'alias', 'alias', 'alias'],
  [{ id: '' }, 'alias', 'alias', 'alias'],
  [{ id: 7 }, 'alias', 'alias', 'alias'],
  [null, 'alias', 'alias', 'alias'],
  ['text', 'alias', 'alias', 'alias'],
  [[], 'alias', 'alias', 'alias'],
])('bot integration: %j at %s has the name %s and leads to %s', (entry, key, name, integrationId) => {
  const ref = { kind: 'integration', ids: { integrationId } };

  expect(rowOf(entry, key)).toMatchObject({ name, ref });
});

test.each([
  [{ status: 'registration_failed', statusReason: 'no channel' }, 'registration_failed: no channel', 'bad'],
  [{ enabled: false, status: 'registered' }, 'disabled, registered', 'warn'],
  [{ status: 'sleeping' }, 'sleeping', 'plain'],
  [{}, 'status not set', 'plain'],
])('bot integration: the state of %j is "%s"', (entry, detail, tone) => {
  expect(rowOf(entry)).toMatchObject({ detail, tone });
});

test('bot integration: hostile names, keys and reasons are shown clean', () => {
  const evil = 'a\x1b[2J\n\u202eb';
  const row = rowOf({ name: evil, version: evil, status: evil, statusReason: evil }, evil);

  expect(`${row?.name}${row?.detail}`).not.toMatch(INVISIBLE);
  expect(rowOf({}, evil)?.name).not.toMatch(INVISIBLE);
});

test.each([undefined, null, 'text', 7, [], ['slack']])(
  'bot: one whose integrations are %j has no rows',
  integrations => {
    expect(rowsOf(integrations as Json)).toEqual([]);
  },
);

test.each<[record: JsonObject, ...facts: readonly string[]]>([
  [
    { deployedAt: '2025-11-21T03:12:30Z', alwaysAlive: true, dev: true, integrations: { a: {}, b: {} } },
    ...['deployed 3h ago', 'always alive is on', '2 integrations installed', 'dev bot'],
  ],
  [{}, 'never deployed'],
  [{ deployedAt: '2025-11-21T06:12:30Z' }, 'deployed now'],
  [{ deployedAt: '2025-11-21T09:12:30Z' }, 'deployed in 3h'],
  [{ deployedAt: 'last week' }, 'deployed last week'],
  [{ integrations: { slack: {} } }, 'never deployed', '1 integration installed'],
  [{ deployedAt: 7, alwaysAlive: 'yes', dev: 1, integrations: 'many' }, 'never deployed'],
])('bot delete notes: those of %j', (record, ...facts) => {
  const notes = deleteAction(bot)?.notes ?? [];

  expect(notes.flatMap(({ one }) => one(record, { now: NOW, exact: false })?.text ?? [])).toEqual(facts);
});

const now = Date.parse('2026-11-21T12:00:00Z');
const clock = { now, exact: false };
const minutesAgo = (minutes: number): string => new Date(now - minutes * 60_000).toISOString();
const sound = {
  status: 'active',
  deployedAt: minutesAgo(60),
  integrations: { a: { name: 'slack', status: 'registered', enabled: true, lifecycleStatus: 'published' } },
  recurringEvents: {},
  configuration: { data: {}, schema: {} },
  subscriptions: { events: { x: {} } },
};
const changed = (changes: JsonObject) => diagnose({ ...sound, ...changes }, clock);
const found = (changes: JsonObject): readonly string[] =>
  changed(changes).findings.map(({ tone, text }) => `${tone} ${text}`);
const withEntry = (entry: JsonObject) => ({ integrations: { a: { ...sound.integrations.a, ...entry } } });
const poll = (failedAttempts: Json) => ({ recurringEvents: { poll: { failedAttempts } } });

test('bot diagnosis: a healthy bot has no findings, and all rules are checked', () => {
  expect(changed({})).toEqual({ findings: [], unchecked: [] });
});

test.each<[string, JsonObject]>([
  ['bad integration slack is registration_failed', withEntry({ status: 'registration_failed' })],
  ['bad integration slack is unregistration_failed', withEntry({ status: 'unregistration_failed' })],
  [
    'warn integration slack is registration_pending for 30m',
    withEntry({ status: 'registration_pending', updatedAt: minutesAgo(30) }),
  ],
  [
    'warn integration slack is registration_pending since an unknown time',
    withEntry({ status: 'registration_pending', updatedAt: 'yesterday' }),
  ],
  ['plain the status of integration slack is weird', withEntry({ status: 'weird' })],
  ['warn integration slack is disabled', withEntry({ enabled: false })],
  [
    'warn integration slack is deprecated and cannot be installed again',
    withEntry({ lifecycleStatus: 'deprecated' }),
  ],
  ['bad recurring event poll: 3 failures in a row', poll(3)],
  ['warn recurring event poll: 1 failure', poll(1)],
  ['warn deploying for 1h', { status: 'deploying', updatedAt: minutesAgo(60) }],
  ['bad deploying for 1h', { status: 'deploying', updatedAt: minutesAgo(61) }],
  ['warn bot is being deleted', { status: 'deleting' }],
  ['warn bot is being deleted', { status: 'deleting', updatedAt: minutesAgo(60) }],
  ['bad deleting for 1h', { status: 'deleting', updatedAt: minutesAgo(61) }],
  ['warn bot is being deleted', { status: 'deleting', updatedAt: null }],
  ['plain its status is sleeping', { status: 'sleeping' }],
  [
    'warn configuration lacks the required "a"',
    { configuration: { data: { b: 1 }, schema: { required: ['a', 'b'] } } },
  ],
  ['plain never deployed', { deployedAt: null }],
  ['plain no integrations', { integrations: {} }],
  ['plain no event subscriptions', { subscriptions: { events: {} } }],
])('bot diagnosis: finds "%s" for %j', (words, changes) => {
  expect(found(changes)).toEqual([words]);
});

test('bot diagnosis: the ids of notes do not change with their words', () => {
  const { findings } = changed({ deployedAt: null, integrations: {}, subscriptions: { events: {} } });
  expect(findings.map(({ inner }) => inner)).toEqual([
    'never deployed',
    'no integrations',
    'subscribes to no event',
  ]);
});

test('bot diagnosis: an unknown status leads to its integration', () => {
  const [finding] = changed(withEntry({ id: 'int_1', status: 'weird' })).findings;

  expect(finding).toMatchObject({ inner: 'a', ref: { ids: { integrationId: 'int_1' } } });
});

test.each<[number, readonly string[]]>([
  [-60, []],
  [0, []],
  [10, []],
  [10 + 1 / 60_000, ['10m']],
])('bot diagnosis: a state pending for %d minutes is stuck only after ten', (minutes, words) => {
  const updatedAt = minutesAgo(minutes);

  expect(found(withEntry({ status: 'registration_pending', updatedAt }))).toEqual(
    words.map(span => `warn integration slack is registration_pending for ${span}`),
  );
  expect(found({ status: 'deploying', updatedAt })).toEqual(words.map(span => `warn deploying for ${span}`));
});

test.each<[JsonObject, ...unchecked: readonly string[]]>([
  [{ status: 'deploying' }, 'bot status'],
  [
    withEntry({ status: null, enabled: 'false', lifecycleStatus: ['deprecated'] }),
    ...['integration status', 'integration enabled', 'integration lifecycle'],
  ],
  [
    { integrations: { a: sound.integrations.a, b: null } },
    ...['integration status (1 of 2)', 'integration enabled (1 of 2)', 'integration lifecycle (1 of 2)'],
  ],
  [{ recurringEvents: { poll: { failedAttempts: '3' }, sync: 7 } }, 'recurring events'],
  [{ configuration: { data: {} } }, 'configuration schema'],
  [{ configuration: { data: {}, schema: { required: 'a' } } }, 'configuration schema'],
  [{ configuration: { schema: { required: ['a'] } } }, 'configuration schema'],
  [{ deployedAt: 5, subscriptions: { events: [] } }, 'deployment and contents (2 of 3)'],
])('bot diagnosis: %j is reported as unchecked, without a finding', (changes, ...unchecked) => {
  expect(changed(changes)).toEqual({ findings: [], unchecked });
});

test('bot diagnosis: a count of failures beyond all numbers keeps its digits', () => {
  expect(found(poll(parseJson('1e400')))).toEqual(['bad recurring event poll: 1e400 failures in a row']);
});

test('bot diagnosis: required keys are missing if the configuration only inherits them', () => {
  const bot = parseJson('{"configuration":{"data":{},"schema":{"required":["__proto__","toString",3]}}}');

  expect(found(bot as JsonObject)).toEqual([
    'warn configuration lacks the required "__proto__"',
    'warn configuration lacks the required "toString"',
  ]);
});

test('bot diagnosis: several disabled integrations are one finding with their count', () => {
  const entry = { name: 'x', status: 'registered', enabled: false, lifecycleStatus: 'published' };
  const of = (keys: string) => ({ integrations: Object.fromEntries([...keys].map(key => [key, entry])) });

  expect(found(of('ab'))).toEqual(['warn 2 integrations are disabled: x, x']);
  expect(found(of('abcdef'))).toEqual(['warn 6 integrations are disabled: x, x, x, x and 2 more']);
});

test('bot diagnosis: a finding has the reason of the server and leads to the integration', () => {
  const entry = { id: 'intver_1', status: 'registration_failed', statusReason: 'revoked\u001b[2J' };
  const ref = { kind: 'integration', ids: { integrationId: 'intver_1' } };

  expect(changed(withEntry(entry)).findings[0]).toMatchObject({ detail: 'revoked^[[2J', ref });
});

test('bot diagnosis: problems come before warnings, warnings before notes', () => {
  const changes = { ...withEntry({ enabled: false }), deployedAt: null, ...poll(9) };

  expect(changed(changes).findings.map(({ tone }) => tone)).toEqual(['bad', 'warn', 'plain']);
});

const installed = (...states: readonly JsonObject[]): JsonObject => ({
  integrations: Object.fromEntries(states.map((state, at) => [`i${at}`, { name: `n${at}`, ...state }])),
});
const failed = { status: 'registration_failed' };
const off = { enabled: false };

test.each<[record: JsonObject, words: string]>([
  [installed(failed), 'n0 registration_failed'],
  [installed(failed, failed, off), 'n0 registration_failed +1'],
  [installed(off), 'n0 disabled'],
  [installed(off, off), '2 integrations disabled'],
  [{ ...installed(off), status: 'deleting' }, 'being deleted +1'],
  [{ ...installed(failed), recurringEvents: { sync: { failedAttempts: 7 } } }, 'n0 registration_failed +1'],
  [{ recurringEvents: { sync: { failedAttempts: 7 } } }, 'sync: 7 failures'],
  [{ recurringEvents: { sync: { failedAttempts: 1 } } }, 'sync: 1 failure'],
  [{ configuration: { data: {}, schema: { required: ['url'] } } }, 'config lacks "url"'],
  [installed(), 'partly checked'],
])('bot health: that of %j names the worst finding, "%s"', (record, words) => {
  const { health } = bot.derived ?? {};
  const clock = { now: NOW, exact: false };

  expect(health?.field.show(health.from(record, clock), clock)).toBe(words);
});

test('bot diagnosis: no record throws', () => {
  const any = fc.jsonValue({ maxDepth: 4 });
  const names = Object.keys(sound);
  const record = fc.record(Object.fromEntries(names.map(name => [name, any])), { requiredKeys: [] });

  forAll(100, record, bot =>
    diagnose(bot as JsonObject, clock).findings.every(({ text }) => text.length > 0),
  );
});
