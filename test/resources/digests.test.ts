import { appendFileSync, readFileSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { JsonObject } from '../../src/json/json.ts';
import { diagnose } from '../../src/resources/bot-diagnosis.ts';
import { problemsOf } from '../../src/resources/cause.ts';
import { digestOf, historyOf, whenFound } from '../../src/resources/digest.ts';
import { createDigests } from '../../src/resources/digests.ts';
import { openAppendLog } from '../../src/storage/append-log.ts';
import { newFolder } from '../helpers/folder.ts';
import { forAll } from '../helpers/property.ts';

const MINUTE = 60_000;
const START = Date.parse('2026-03-02T06:00:00Z');

const slack = (status: string, more: JsonObject = {}): JsonObject => ({
  integrations: { intver_1: { name: 'slack', version: '3.1.0', enabled: true, status, ...more } },
});
const bot = (members: JsonObject = {}): JsonObject => ({ id: 'bot_1', name: 'support', ...members });
const failing = (reason: string): JsonObject =>
  bot({ recurringEvents: { sync: { failedAttempts: 5, lastFailureReason: reason } } });

const newLog = () => {
  const path = join(newFolder('digests'), 'log.ndjson');
  return { path, open: () => createDigests(openAppendLog(path, { isFlushed: false })) };
};

const atMinutes = (digests: ReturnType<typeof createDigests>): readonly string[] =>
  digests
    .histories()
    .flat()
    .map(({ at, last, status }) => `${status} ${(at - START) / MINUTE}-${(last - START) / MINUTE}`);

test('digests: a line is written when a bot looks different, and a short one after 15 minutes', () => {
  const { path, open } = newLog();
  const digests = open();
  for (const [minute, status] of [
    [0, 'active'],
    [5, 'active'],
    [20, 'active'],
    [21, 'deploying'],
    [19, 'active'],
  ] as const)
    digests.take(bot({ status, token: 'tok_payload' }), START + minute * MINUTE);

  const lines = readFileSync(path, 'utf8').trim().split('\n');
  expect(lines.map(line => Object.keys(JSON.parse(line)).length > 2)).toEqual([true, false, true]);
  expect(lines.join()).not.toContain('tok_payload');
  const expected = ['active 0-20', 'deploying 21-21'];
  expect([atMinutes(digests), atMinutes(open())]).toEqual([expected, expected]);
});

test('digests: a process killed while it writes costs the last digest, and lines of others are ignored', () =>
  forAll(30, fc.nat(), fc.string(), (cut, other) => {
    const { path, open } = newLog();
    const digests = open();
    digests.take(bot({ status: 'active' }), START);
    const whole = statSync(path).size;
    digests.take(bot({ status: 'deploying' }), START + MINUTE);
    truncateSync(path, whole + (cut % (statSync(path).size - whole)));
    appendFileSync(
      path,
      `\n${other}\n{"bot":"bot_1","at":"x"}\n{"bot":"bot_1","at":9000000000000000}\n{"bot":"bot_1","at":1,"last":2,"causes":[5]}\n`,
    );

    open().take(bot({ status: 'deleting' }), START + 2 * MINUTE);

    const found = atMinutes(open());
    expect(found.filter(words => !words.startsWith('deploying'))).toEqual(['active 0-0', 'deleting 2-2']);
  }));

test('digests: a full disk costs the digest, not the check', () => {
  const full = createDigests({ ...openAppendLog('/dev/full/log'), read: () => [] });
  full.take(bot({ status: 'active' }), START);
  expect(atMinutes(full)).toEqual(['active 0-0']);
});

test('digests: 10,000 checks that all differ leave at most 8 MB, the newest of them', () => {
  const { path, open } = newLog();
  const digests = open();
  let largest = 0;
  for (let check = 0; check < 10_000; check++) {
    const installed = Array.from({ length: 12 }, (_, at) => [
      `intver_${at}`,
      { name: `integration-${at}`, version: `1.0.${check}`, status: 'registered' },
    ]);
    digests.take(
      { ...bot({ integrations: Object.fromEntries(installed) }), id: `bot_${check % 400}` },
      START + check * MINUTE,
    );
    if (check % 100 === 0) largest = Math.max(largest, statSync(path).size);
  }

  expect(Math.max(largest, statSync(path).size)).toBeLessThanOrEqual(8_000_000);
  const all = open().histories();
  expect(all).toHaveLength(400);
  expect(Math.max(...all.map(({ length }) => length))).toBeLessThanOrEqual(20);
});

test('digests: a digest is short, whatever a bot has, and says what it left out', () => {
  const many = Array.from({ length: 3000 }, (_, at) => [
    `intver_${at}`,
    { name: `n${at}`, version: '1.0.0', status: at === 7 ? 'registration_failed' : 'registered' },
  ]);
  const digest = digestOf(bot({ integrations: Object.fromEntries(many) }), START);

  expect(JSON.stringify(digest).length).toBeLessThan(4000);
  expect(digest.installed.map(([key]) => key)).toEqual(['intver_7']);
  expect(digest.rest).toMatch(/^[0-9a-f]{8}$/);
});

const FINE = bot({ recurringEvents: {} });
const GONE = failing('gone');
const UPDATED = bot(slack('registration_failed', { updatedAt: '2026-03-02T06:07:00Z' }));

test.each<readonly [string, records: { readonly [minute: number]: JsonObject }, object]>([
  ['nothing, at the first check', { 0: GONE }, {}],
  ['after a check without it', { 0: FINE, 9: GONE }, { after: 0 }],
  ['since the first check of an unbroken run', { 0: FINE, 5: GONE, 9: GONE }, { since: 5 }],
  [
    'not since the first look at the bot, which may have come later than the failure',
    { 0: GONE, 9: GONE },
    {},
  ],
  ['not since one before the run was broken', { 0: GONE, 5: FINE, 9: GONE }, { after: 5 }],
  [
    'since the update of the installation, if that is earlier',
    { 0: bot(slack('registered')), 9: UPDATED },
    { since: 7 },
  ],
  [
    'not since an update of the bot',
    { 9: bot({ status: 'deleting', updatedAt: '2026-03-02T06:00:00Z' }) },
    {},
  ],
  ...['deploying', 'deleting'].map(status => {
    const stuck = bot({ status, updatedAt: '2026-03-02T03:00:00Z' });
    const records = { 0: bot({ status: 'active' }), 5: stuck, 9: stuck };
    return [`since the first check that saw it ${status}`, records, { since: 5 }] as const;
  }),
])('since when: %s', (_what, records, expected) => {
  const digests = createDigests();
  let last: JsonObject = {};
  for (const [minute, record] of Object.entries(records)) {
    last = { ...record };
    digests.take(last, START + Number(minute) * MINUTE);
  }
  const [finding] = problemsOf(diagnose(last, { now: START + 9 * MINUTE, exact: false }));

  const found = finding && whenFound(finding, last);
  expect(historyOf(last).length).toBeGreaterThan(0);
  const minutes = Object.entries(found ?? {}).map(([name, at]) => [
    name,
    ((at ?? Number.NaN) - START) / MINUTE,
  ]);
  expect(Object.fromEntries(minutes)).toEqual(expected);
});
