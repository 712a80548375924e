import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type JsonObject, parseJson } from '../../src/json/json.ts';
import { diagnose } from '../../src/resources/bot-diagnosis.ts';

const now = Date.parse('2026-11-21T12:00:00Z');
const clock = { now, exact: false };
const minutesAgo = (minutes: number): string => new Date(now - minutes * 60_000).toISOString();
const found = (bot: JsonObject): readonly string[] =>
  diagnose(bot, clock).findings.map(({ tone, text }) => `${tone} ${text}`);
const sound = {
  status: 'active',
  deployedAt: minutesAgo(60),
  integrations: { a: { name: 'slack', status: 'registered', enabled: true, lifecycleStatus: 'published' } },
  recurringEvents: {},
  configuration: { data: {}, schema: {} },
  subscriptions: { events: { x: {} } },
};
const withEntry = (entry: JsonObject): JsonObject => ({
  ...sound,
  integrations: { a: { ...sound.integrations.a, ...entry } },
});

test('bot diagnosis: a healthy bot has no findings, and all rules are checked', () => {
  expect(diagnose(sound, clock)).toEqual({ findings: [], unchecked: [] });
});

test.each<[string, JsonObject, string]>([
  [
    'a failed registration',
    withEntry({ status: 'registration_failed' }),
    'bad integration slack is registration_failed',
  ],
  [
    'a failed unregistration',
    withEntry({ status: 'unregistration_failed' }),
    'bad integration slack is unregistration_failed',
  ],
  [
    'a registration that is pending too long',
    withEntry({ status: 'registration_pending', updatedAt: minutesAgo(30) }),
    'warn integration slack is registration_pending for 30m',
  ],
  [
    'a registration that began at an unknown time',
    withEntry({ status: 'registration_pending', updatedAt: 'yesterday' }),
    'warn integration slack is registration_pending since an unknown time',
  ],
  [
    'a status of an integration that no rule knows',
    withEntry({ status: 'weird' }),
    'plain the status of integration slack is weird',
  ],
  ['a disabled integration', withEntry({ enabled: false }), 'warn integration slack is disabled'],
  [
    'a deprecated integration',
    withEntry({ lifecycleStatus: 'deprecated' }),
    'warn integration slack is deprecated and cannot be installed again',
  ],
  [
    'an event that failed often',
    { ...sound, recurringEvents: { poll: { failedAttempts: 3 } } },
    'bad recurring event poll: 3 failures in a row',
  ],
  [
    'an event that failed once',
    { ...sound, recurringEvents: { poll: { failedAttempts: 1 } } },
    'warn recurring event poll: 1 failure',
  ],
  [
    'a bot that is deploying too long',
    { ...sound, status: 'deploying', updatedAt: minutesAgo(120) },
    'warn deploying for 2h',
  ],
  ['a bot being deleted', { ...sound, status: 'deleting' }, 'warn it is being deleted'],
  [
    'a bot being deleted for an hour',
    { ...sound, status: 'deleting', updatedAt: minutesAgo(60) },
    'warn it is being deleted',
  ],
  [
    'a bot being deleted for more than an hour',
    { ...sound, status: 'deleting', updatedAt: minutesAgo(61) },
    'bad deleting for 1h',
  ],
  [
    'a bot being deleted without a time',
    { ...sound, status: 'deleting', updatedAt: null },
    'warn it is being deleted',
  ],
  ['an unknown status', { ...sound, status: 'sleeping' }, 'plain its status is sleeping'],
  [
    'a required key that is not set',
    { ...sound, configuration: { data: { b: 1 }, schema: { required: ['a', 'b'] } } },
    'warn configuration lacks the required "a"',
  ],
  ['a bot that was never deployed', { ...sound, deployedAt: null }, 'plain never deployed'],
  ['a bot without integrations', { ...sound, integrations: {} }, 'plain no integrations'],
  [
    'a bot that subscribes to nothing',
    { ...sound, subscriptions: { events: {} } },
    'plain subscribes to no event',
  ],
])('bot diagnosis: finds %s', (_name, bot, words) => {
  expect(found(bot)).toEqual([words]);
});

test.each<[number, readonly string[]]>([
  [-60, []],
  [0, []],
  [10, []],
  [10 + 1 / 60_000, ['10m']],
])('bot diagnosis: a state pending for %d minutes is stuck only after ten', (minutes, words) => {
  const pending = withEntry({ status: 'registration_pending', updatedAt: minutesAgo(minutes) });
  const deploying = { ...sound, status: 'deploying', updatedAt: minutesAgo(minutes) };

  expect(found(pending)).toEqual(
    words.map(span => `warn integration slack is registration_pending for ${span}`),
  );
  expect(found(deploying)).toEqual(words.map(span => `warn deploying for ${span}`));
});

test.each<[string, JsonObject, readonly string[]]>([
  ['a deployment that began at an unknown time', { ...sound, status: 'deploying' }, ['bot status']],
  [
    'an entry whose values are of other types',
    withEntry({ status: null, enabled: 'false', lifecycleStatus: ['deprecated'] }),
    ['integration status', 'integration enabled', 'integration lifecycle'],
  ],
  [
    'an entry that is not an object',
    { ...sound, integrations: { a: sound.integrations.a, b: null } },
    ['integration status (1 of 2)', 'integration enabled (1 of 2)', 'integration lifecycle (1 of 2)'],
  ],
  [
    'events without a count of failures',
    { ...sound, recurringEvents: { poll: { failedAttempts: '3' }, sync: 7 } },
    ['recurring events'],
  ],
  ['a configuration without a schema', { ...sound, configuration: { data: {} } }, ['configuration schema']],
  [
    'a schema whose requirements are of another type',
    { ...sound, configuration: { data: {}, schema: { required: 'a' } } },
    ['configuration schema'],
  ],
  [
    'a configuration without data',
    { ...sound, configuration: { schema: { required: ['a'] } } },
    ['configuration schema'],
  ],
  [
    'contents of other types',
    { ...sound, deployedAt: 5, subscriptions: { events: [] } },
    ['deployment and contents (2 of 3)'],
  ],
])('bot diagnosis: %s is reported as unchecked, without a finding', (_name, bot, unchecked) => {
  expect(diagnose(bot, clock)).toEqual({ findings: [], unchecked });
});

test('bot diagnosis: a count of failures beyond all numbers keeps its digits', () => {
  const bot = parseJson('{"recurringEvents":{"poll":{"failedAttempts":1e400}}}') as JsonObject;

  expect(found({ ...sound, ...bot })).toEqual(['bad recurring event poll: 1e400 failures in a row']);
});

test('bot diagnosis: required keys are missing if the configuration only inherits them', () => {
  const bot = parseJson('{"configuration":{"data":{},"schema":{"required":["__proto__","toString",3]}}}');

  expect(found({ ...sound, ...(bot as JsonObject) })).toEqual([
    'warn configuration lacks the required "__proto__"',
    'warn configuration lacks the required "toString"',
  ]);
});

test('bot diagnosis: several disabled integrations are one finding with their count', () => {
  const entry = { name: 'x', status: 'registered', enabled: false, lifecycleStatus: 'published' };

  expect(found({ ...sound, integrations: { a: entry, b: entry } })).toEqual([
    'warn 2 integrations are disabled: x, x',
  ]);
  expect(
    found({ ...sound, integrations: Object.fromEntries([...'abcdef'].map(key => [key, entry])) }),
  ).toEqual(['warn 6 integrations are disabled: x, x, x, x and 2 more']);
});

test('bot diagnosis: a finding has the reason of the server and leads to the integration', () => {
  const { findings } = diagnose(
    withEntry({ id: 'intver_1', status: 'registration_failed', statusReason: 'revoked\u001b[2J' }),
    clock,
  );

  expect(findings[0]?.detail).toBe('revoked^[[2J');
  expect(findings[0]?.ref).toEqual({ kind: 'integration', ids: { integrationId: 'intver_1' } });
});

test('bot diagnosis: problems come before warnings, warnings before notes', () => {
  const bot = {
    ...withEntry({ enabled: false }),
    deployedAt: null,
    recurringEvents: { poll: { failedAttempts: 9 } },
  };

  expect(diagnose(bot, clock).findings.map(({ tone }) => tone)).toEqual(['bad', 'warn', 'plain']);
});

test('bot diagnosis: a record without the data of the rules is unchecked, not healthy', () => {
  const { unchecked } = diagnose({ id: 'b_1', integrations: { a: {} } }, clock);

  expect(unchecked).toEqual([
    'integration status',
    'recurring events',
    'bot status',
    'integration enabled',
    'integration lifecycle',
    'configuration schema',
    'deployment and contents (1 of 3)',
  ]);
});

test('bot diagnosis: no record throws', () => {
  const any = fc.jsonValue({ maxDepth: 4 });
  const names = Object.keys(sound);
  const record = fc.record(Object.fromEntries(names.map(name => [name, any])), { requiredKeys: [] });

  fc.assert(
    fc.property(record, bot =>
      diagnose(bot as JsonObject, clock).findings.every(({ text }) => text.length > 0),
    ),
  );
});
