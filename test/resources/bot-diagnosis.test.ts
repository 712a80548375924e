import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { JsonObject } from '../../src/api/json.ts';
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

test('a sound bot has no findings, and everything was checked', () => {
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
    'a registration pending for long',
    withEntry({ status: 'registration_pending', updatedAt: minutesAgo(30) }),
    'warn integration slack is registration_pending for 30m',
  ],
  [
    'a disabled integration',
    withEntry({ enabled: false }),
    'warn integration slack is installed but disabled',
  ],
  [
    'a deprecated integration',
    withEntry({ lifecycleStatus: 'deprecated' }),
    'warn integration slack is deprecated and cannot be installed again',
  ],
  [
    'an event that failed often',
    { ...sound, recurringEvents: { poll: { failedAttempts: 3 } } },
    'bad recurring event "poll" failed 3 times in a row',
  ],
  [
    'an event that failed once',
    { ...sound, recurringEvents: { poll: { failedAttempts: 1 } } },
    'warn recurring event "poll" failed 1 times in a row',
  ],
  [
    'a bot deploying for long',
    { ...sound, status: 'deploying', updatedAt: minutesAgo(120) },
    'warn deploying for 2h',
  ],
  ['a bot being deleted', { ...sound, status: 'deleting' }, 'bad it is being deleted'],
  ['a status that nobody knows', { ...sound, status: 'sleeping' }, 'plain its status is sleeping'],
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
])('%s is found', (_name, bot, words) => {
  expect(found(bot)).toEqual([words]);
});

test('what has just begun is not called stuck', () => {
  expect(found(withEntry({ status: 'registration_pending', updatedAt: minutesAgo(5) }))).toEqual([]);
  expect(found({ ...sound, status: 'deploying', updatedAt: minutesAgo(5) })).toEqual([]);
});

test('several disabled integrations make one line with their count', () => {
  const entry = { name: 'x', status: 'registered', enabled: false, lifecycleStatus: 'published' };

  expect(found({ ...sound, integrations: { a: entry, b: entry } })).toEqual([
    'warn 2 integrations are installed but disabled: x, x',
  ]);
});

test('the reason that the server gives is kept, and Enter leads to the integration', () => {
  const { findings } = diagnose(
    withEntry({ id: 'intver_1', status: 'registration_failed', statusReason: 'revoked\u001b[2J' }),
    clock,
  );

  expect(findings[0]?.detail).toBe('revoked^[[2J');
  expect(findings[0]?.ref).toEqual({ kind: 'integration', ids: { integrationId: 'intver_1' } });
});

test('problems come before warnings, warnings before notes', () => {
  const bot = {
    ...withEntry({ enabled: false }),
    deployedAt: null,
    recurringEvents: { poll: { failedAttempts: 9 } },
  };

  expect(diagnose(bot, clock).findings.map(({ tone }) => tone)).toEqual(['bad', 'warn', 'plain']);
});

test('a server that sends none of what the rules read is told as not checked, not as sound', () => {
  const { unchecked } = diagnose({ id: 'b_1', integrations: { a: {} } }, clock);

  expect(unchecked).toEqual([
    'integration status',
    'recurring events',
    'bot status',
    'integration status and age',
    'integration enabled',
    'integration lifecycle',
    'configuration schema',
  ]);
});

test('no record makes the diagnosis throw', () => {
  const any = fc.jsonValue({ maxDepth: 4 });
  const names = Object.keys(sound);
  const record = fc.record(Object.fromEntries(names.map(name => [name, any])), { requiredKeys: [] });

  fc.assert(
    fc.property(record, bot =>
      diagnose(bot as JsonObject, clock).findings.every(({ text }) => text.length > 0),
    ),
  );
});
