import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { JsonObject } from '../../src/json/json.ts';
import { bot } from '../../src/resources/bot.ts';
import { diagnose } from '../../src/resources/bot-diagnosis.ts';
import { causeId, causeOf, type FoundIn, groupCauses, problemsOf } from '../../src/resources/cause.ts';
import { redact } from '../../src/resources/redact.ts';
import { safe } from '../../src/text/sanitise.ts';
import { property } from '../helpers/property.ts';
import { INVISIBLE } from '../text/hostile.ts';

type Source = {
  readonly reason?: string;
  readonly name?: string;
  readonly version?: string;
  readonly event?: string;
  readonly bot?: JsonObject;
};
const HOUR_AGO = '2026-11-21T11:00:00Z';
const clock = { now: Date.parse('2026-11-21T12:00:00Z'), exact: false };

/** The problems of a bot with a recurring event or an installation that fails for a reason. */
function problems({ reason, name = 'slack', version = '2.4.0', event, bot }: Source) {
  const statusReason = reason ?? null;
  const entry = { name, version, status: 'registration_failed', statusReason, updatedAt: HOUR_AGO };
  const failing =
    event === undefined
      ? { integrations: { a: entry } }
      : { recurringEvents: { [event]: { failedAttempts: 5, lastFailureReason: statusReason } } };
  return problemsOf(diagnose({ ...failing, ...bot }, clock));
}

function causeAt(source: Source | string) {
  const [first] = problems(typeof source === 'string' ? { reason: source } : source);
  if (first === undefined) throw new Error('nothing found');
  return causeOf(first);
}

const DEAD = 'connect ECONNREFUSED 10.4.0.12:443';
const because = (reason: string, source: Source = {}): Source => ({ reason, ...source });
const long = (end: string): string => `${'word '.repeat(200_000)}${end}`;
const page = (title: string, id: string): string =>
  `<!DOCTYPE html><html><head><title>${title}</title><style>p{}</style></head><body><p>Ray ${id}</p></body></html>`;

test.each<[Source | string, Source | string]>([
  // As in the design.
  [DEAD, `request to https://api.example/v2 failed, try #3, reason: ${DEAD}`],
  ['Timed out after 60 s', 'Timed out after 45 s'],
  ['Quota of 5,000 messages reached', 'Quota of 20,000 messages reached'],
  ["Channel 'C01' not found", "Channel 'general' not found"],
  [because('revoked', { version: '2.4.0' }), because('revoked', { version: '2.5.0' })],
  [{ reason: 'dial api.example failed' }, { reason: 'dial api.example failed', event: 'sync' }],
  ['{"code":190,"trace":"Ab3"}', '{"code":190,"trace":"Zz9"}'],
  ['\x1b[31mToken revoked.\x1b[0m', 'token revoked'],
  ['\x1b[1minvalid_auth:\x1b[0m the token was revoked.\x1b[0m', 'invalid_auth: the token was revoked'],
  // Hosts.
  [because(DEAD, { name: 'slack' }), because(DEAD, { name: 'gmail' })],
  ['getaddrinfo ENOTFOUND redis', 'getaddrinfo ENOTFOUND redis, attempt 2'],
  ['connect ECONNREFUSED ::1:5432', 'dial: connect ECONNREFUSED ::1:5432 (pool 4)'],
  ['GET https://a.example/b failed: certificate has expired', 'a.example: Certificate has expired'],
  ['read ECONNRESET https://joe:secret1@api.example/a', 'read ECONNRESET https://api.example/b'],
  [
    'connect ETIMEDOUT 10.4.0.12:443 - Local (10.0.0.2:41234)',
    'connect ETIMEDOUT 10.4.0.12:443 - Local (10.0.0.2:51111)',
  ],
  // Numbers, times, ids.
  ['id 6f1c0e0a-9b1d-4c1e-8f3a-0123456789ab gone', 'id 7a2c0e0a-9b1d-4c1e-8f3a-0123456789ab gone'],
  ['no user_01HZX4T8Q2', 'no user_77HZX4T8Q2'],
  [
    'page JUNBaw4vxZdBvyxgS7cZ of org-AdaanE19pwUiemj9fEDZ',
    'page tGNVHUrzRywCcCrMeP1W of org-DivT6R4vDYBsxYUrjPGG',
  ],
  ['channel C0QWERT1Z not found', 'channel C7XY12MN3 not found'],
  ['no role "bot_12" in shard_3', 'no role "bot_7" in shard_40'],
  ['mailbox anna.smith@airline.example is full', 'mailbox ben@airline.example is full'],
  ['Limit 30000, Used 29500, Requested 512', 'Limit 30000, Used 500, Requested 1200'],
  ['commit 9f3c21ab4 failed', 'commit 1e3c21ab4d failed'],
  ['expired at 2025-11-24T06:20:00.123Z', 'expired at 2025-11-23 06:20'],
  ['expired Mon, 24 Nov 2025 06:20:00 GMT', 'expired Tue, 9 Dec 2025 16:20:00 GMT'],
  ['retry in 5m30s', 'retry in 2 hours'],
  ['step 429 of 900 failed', 'step 11 of 12 failed'],
  [
    { reason: 'bot support-prod is gone', bot: { name: 'support-prod' } },
    { reason: 'bot Cafe\u0301  👩‍💻 is gone', bot: { name: 'Cafe\u0301  👩‍💻' } },
  ],
  [because('fails', { event: 'sync-2024' }), because('fails', { event: 'sync-2025' })],
  // Marks and scripts.
  ["can't find “a b”", "can't find “c d”"],
  ['{\\"trace\\":\\"Ab3\\",\\"why\\":1}', '{\\"trace\\":\\"Zz9\\",\\"why\\":2}'],
  ['Cafe\u0301 closed', 'Café\u200b closed'],
  ['请求超时60秒', '请求超时45秒'],
  ['"Unauthorized"', 'unauthorized'],
  ['Ошибка: канал «альфа» закрыт', 'ОШИБКА: канал «бета» закрыт!'],
  [page('502 Bad Gateway', '1f'), page('502 Bad Gateway', '2e')],
  ['Broken\n  at foo (a.js:1:2)\n  at bar', 'Broken\n  at baz (b.js:3:4)'],
  [long('60 s'), long('45 s')],
  [{ reason: '' }, {}],
  [{ reason: ' 12 … ??' }, {}],
])('causes: %j and %j are one', (a, b) => {
  expect(causeAt(a).key).toBe(causeAt(b).key);
});

test.each<[Source | string, Source | string]>([
  // As in the design.
  [DEAD, 'connect ECONNREFUSED 10.4.0.12:8443'],
  [DEAD, 'connect ETIMEDOUT 10.4.0.12:443'],
  ['upstream answered 502', 'upstream answered 503'],
  ['502', '503'],
  ['FetchPaymentsV2Handler failed', 'ShipOrdersV2Handler failed'],
  ['invalid_auth: the token', 'invalid_grant: the token'],
  ["TypeError: x of undefined (reading 'a')", "TypeError: x of undefined (reading 'b')"],
  ['403 from api.example: account suspended', '403 from api.example: address not allowed'],
  ['{"code":190}', '{"code":200}'],
  [{ version: '2.4.0' }, { version: '2.5.0' }],
  [because('Unauthorized', { name: 'slack' }), because('Unauthorized', { name: 'gmail' })],
  // Hosts.
  ['connect ECONNREFUSED [2001:db8::1]:443', 'connect ECONNREFUSED [2001:db8::2]:443'],
  ['https://api.example/a is down', 'https://api.example:8443/a is down'],
  ['redis:6379 is gone', 'redis:6380 is gone'],
  ['no route to localhost', 'no route to localhost:80'],
  ["tried 'db1.internal'", "tried 'db2.internal'"],
  ['CERT_HAS_EXPIRED api.example', 'CERT_HAS_EXPIRED files.example'],
  [long(' 10.0.0.1'), long(' 10.0.0.2')],
  // Codes, statuses, versions.
  ['{"errorCode":"E_A","x":"1"}', '{"errorCode":"E_B","x":"1"}'],
  ['(#100) failed', '(#200) failed'],
  ['error_42 in role "app_user"', 'error_43 in role "app_user"'],
  ['AADSTS50076: no', 'AADSTS50126: no'],
  ['"status": "502"', '"status": "503"'],
  ['reason "quota"', 'reason "billing"'],
  ['needs node v18', 'needs node v20'],
  ['TypeError: x', 'RangeError: x'],
  ['5xx from upstream', '4xx from upstream'],
  [page('502 Bad Gateway', '1'), page('503 Unavailable', '1')],
  ['<html><body>Not <b>found</b></body></html>', '<html><body>Not allowed</body></html>'],
  ['請求失敗', '請求逾時'],
  ['エラー502発生', 'エラー503発生'],
  ['接続先a.example:443に失敗', '接続先b.example:443に失敗'],
  ['"Unauthorized"', '"Forbidden"'],
  [because('fails', { event: 'sync' }), because('fails', { event: 'poll' })],
])('causes: %j and %j are two', (a, b) => {
  expect(causeAt(a).key).not.toBe(causeAt(b).key);
});

test('causes: the same record with its secrets masked has the same cause', () => {
  const reason = 'POST https://joe:hunter2x@api.example/?token=abcdEFGH12345678xyz failed';
  const masked = redact(bot.fields, {
    integrations: { a: { name: 'slack', status: 'x_failed', statusReason: reason } },
  });
  const [found] = problemsOf(diagnose(masked, clock));

  expect(found && causeOf(found)).toEqual(causeAt(reason));
  expect(causeAt(reason).words).not.toMatch(/hunter2x|abcdEFGH/);
});

test('causes: words are one clean line; without a reason they are the title with the version', () => {
  expect(causeAt('\x1b[31mA\u202e\nb\x1b[0m  c').words).toBe('A b c');
  expect(causeAt('"Cancelled" ').words).toBe('"Cancelled"');
  expect(causeAt({}).words).toBe('slack@2.4.0 registration_failed');
  expect(causeId(causeAt({}))).toMatch(/^[0-9a-f]{8}$/);
});

property(
  'causes: no text makes a cause that is not clean, or that differs the second time',
  [fc.string({ unit: 'binary' })],
  reason => {
    const { key, words } = causeAt(reason);

    expect(words).not.toMatch(INVISIBLE);
    expect(causeAt(`${reason}`).key).toBe(key);
  },
);

const host = fc.oneof(
  fc.domain(),
  fc.ipV4(),
  fc.constantFrom('redis:6379', 'localhost:80', '[::1]:443', '10.4.0.12:8443'),
);
const status = fc.integer({ min: 400, max: 599 }).map(String);
const code = fc.constantFrom('ECONNREFUSED', 'ETIMEDOUT', 'CERT_HAS_EXPIRED', 'RATE_LIMITED', 'no_seat_left');
const around = fc.constantFrom(
  '',
  'failed: ',
  'POST to x, try 3 ("a") ',
  '请求 ',
  '{"message": "',
  'a. b - ',
);
const noise = fc.constantFrom('', ' after 3 s', ' (id 17)', ' — “x”', '"}', '.');

const named = fc.tuple(host, status, code);

property(
  'causes: two texts are one cause only if they name the same host, status and code',
  [named, named, fc.nat({ max: 2 }), fc.tuple(around, noise, noise)],
  (one, another, at, [before, behind, later]) => {
    const textOf = ([host, status, code]: typeof one, end: string): string =>
      `${before}${code} ${host} answered ${status}${end}`;
    const other = one.with(at, another[at] ?? '') as typeof one;
    const isSame = one.join(' ').toLowerCase() === other.join(' ').toLowerCase();

    expect(causeAt(textOf(one, behind)).key === causeAt(textOf(other, behind)).key).toBe(isSame);
    if (!isSame) expect(causeAt(textOf(one, behind)).key).not.toBe(causeAt(textOf(other, later)).key);
  },
);

type Times = Pick<FoundIn<string>, 'since' | 'after'>;
const foundIn = (bot: string, source: Source, times: Times = {}): readonly FoundIn<string>[] =>
  problems(source).map(finding => ({ bot, finding, ...times }));
const grouped = (...found: readonly (readonly FoundIn<string>[])[]) =>
  groupCauses(found.flat(), bot => bot > 'x');
const timeout = (seconds: number): Source => ({ reason: `Timed out after ${seconds} s` });

test.each<[words: string, ...seconds: readonly number[]]>([
  ['Timed out after 45 s', 60, 45, 45],
  ['Timed out after 9 s', 10, 9],
  ['Timed out after 45 s', 60, 45],
])('causes: the words are the most frequent ones, then the shortest: "%s"', (words, ...seconds) => {
  expect(grouped(...seconds.map(each => foundIn('a', timeout(each))))).toMatchObject([{ words }]);
});

test.each<[began: Times, ...times: readonly Times[]]>([
  [{ since: 2 }, { since: 3 }, { since: 2 }],
  [{ since: 2 }, { since: 1 }, { since: 3 }, { since: 2 }],
  [{ since: 3 }, { after: 1 }, { since: 3 }],
  [{ after: 1 }, { after: 1 }, {}],
  [{}, {}],
])('causes: %j is the lower middle one of the times when it began', (began, ...times) => {
  const [cause] = grouped(...times.map(each => foundIn('a', timeout(1), each)));

  const iso = (at?: number) => at && new Date(at).toISOString();
  expect([cause?.since, cause?.after]).toEqual([iso(began.since), iso(began.after)]);
});

test('causes: problems come first, then most bots, always alive ones, the latest, the first words', () => {
  const of = (reason: string, times: Times = {}, ...bots: readonly string[]) =>
    bots.flatMap(bot => foundIn(bot, { reason }, times));
  const disabled = { integrations: { a: { name: 'slack', enabled: false, status: 'registered' } } };
  const warnings = ['a', 'b', 'c'].flatMap(bot => foundIn(bot, { bot: disabled }));

  const causes = grouped(
    ...[
      warnings,
      of('two words', {}, 'a'),
      of('one word', {}, 'a'),
      of('old', { since: clock.now - 1 }, 'a'),
    ],
    ...[of('new', { since: clock.now }, 'a'), of('alive', {}, 'y'), of('many', {}, 'a', 'b', 'a')],
  );

  const order = ['many', 'alive', 'new', 'old', 'one word', 'two words', 'slack disabled'];
  expect(causes.map(({ words }) => words)).toEqual(order);
  expect(causes[0]?.bots).toEqual(['a', 'b']);
});

test.each<[met: string, tone: string, rule: string | undefined, ...sources: readonly Source[]]>([
  ['2 recurring events, 1 integration', 'bad', undefined, { event: 'a' }, { event: 'b' }, {}, { event: 'a' }],
  ['slack@2.4.0 registration_failed', 'bad', 'integration-failed', {}, {}],
  ['recurring event a fails', 'bad', 'recurring-event', { event: 'a' }],
])('causes: "%s" is where a cause was met', (met, tone, rule, ...sources) => {
  const all = sources.map(source => foundIn('a', { reason: DEAD, ...source }));

  expect(grouped(...all)).toMatchObject([{ met, tone, rule, id: causeId(causeAt(DEAD)) }]);
});

test('causes: where one without a reason was met is counted, for its words are the title', () => {
  expect(grouped(foundIn('a', {}))).toMatchObject([
    { words: 'slack@2.4.0 registration_failed', met: '1 integration' },
  ]);
  const deleting = { status: 'deleting', updatedAt: '2026-11-21T09:00:00Z', integrations: {} };
  const causes = grouped(...['a', 'b'].map(bot => foundIn(bot, { bot: deleting })));
  expect(causes).toMatchObject([{ words: 'still deleting', met: 'the bot itself' }]);
});

const said = fc.tuple(
  fc.constantFrom('Unauthorized', 'unauthorized.', DEAD),
  fc.constantFrom('slack', 'gmail'),
);
property('causes: no order of the findings changes their order or words', [fc.array(said)], all => {
  const found = all.map(([reason, name]) => foundIn('a', { reason, name }));
  const titles = grouped(...found).map(({ title }) => title);
  expect(grouped(...found.toReversed()).map(({ title }) => title)).toEqual(titles);
});

test('causes: a finding that sums up others counts by its parts, and notes are no causes', () => {
  const part = { tone: 'warn', text: safe`gmail is disabled` } as const;
  const findings = [
    { tone: 'warn', rule: 'integration-disabled', text: safe`2 are disabled`, parts: [part, part] },
    { tone: 'plain', text: safe`never deployed` },
  ] as const;

  const problems = problemsOf({ findings, unchecked: [] });

  expect(problems.map(({ rule, text }) => [rule, text])).toEqual([
    ['integration-disabled', 'gmail is disabled'],
    ['integration-disabled', 'gmail is disabled'],
  ]);
});
