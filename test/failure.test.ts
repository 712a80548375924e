import { describe, expect, test } from 'vitest';
import {
  badArgument,
  badSetting,
  explain,
  type Failure,
  hasTrait,
  localFile,
  type Trait,
} from '../src/failure.ts';
import { clean } from '../src/text/sanitise.ts';

type Example = { readonly failure: Failure; readonly exitCode: number };

/** One failure of each kind, checked by the compiler. Exit codes: 2 usage … 130 stopped. */
const examples: { readonly [K in Failure['kind']]: Example } = {
  unauthorised: { failure: { kind: 'unauthorised' }, exitCode: 4 },
  forbidden: { failure: { kind: 'forbidden' }, exitCode: 5 },
  'not-found': { failure: { kind: 'not-found' }, exitCode: 3 },
  'wrong-address': {
    failure: { kind: 'wrong-address', status: 404, address: clean('https://api.example/v1/v1/admin/bots') },
    exitCode: 7,
  },
  'in-use': { failure: { kind: 'in-use' }, exitCode: 7 },
  throttled: { failure: { kind: 'throttled', waitMs: 4200 }, exitCode: 7 },
  rejected: { failure: { kind: 'rejected', status: 418 }, exitCode: 7 },
  'server-error': { failure: { kind: 'server-error', status: 502 }, exitCode: 7 },
  redirected: { failure: { kind: 'redirected', status: 302 }, exitCode: 7 },
  'timed-out': { failure: { kind: 'timed-out', timeoutMs: 15_000 }, exitCode: 6 },
  unreachable: { failure: { kind: 'unreachable', reached: false }, exitCode: 6 },
  unreadable: { failure: { kind: 'unreadable' }, exitCode: 7 },
  'bad-id': { failure: { kind: 'bad-id' }, exitCode: 2 },
  outside: { failure: { kind: 'outside' }, exitCode: 2 },
  'not-offered': { failure: { kind: 'not-offered' }, exitCode: 7 },
  'read-only': { failure: { kind: 'read-only' }, exitCode: 5 },
  locked: { failure: { kind: 'locked' }, exitCode: 5 },
  'dry-run': { failure: { kind: 'dry-run' }, exitCode: 2 },
  cancelled: { failure: { kind: 'cancelled' }, exitCode: 130 },
  'no-connection': { failure: { kind: 'no-connection' }, exitCode: 4 },
  'bad-setting': { failure: badSetting(clean('No token')), exitCode: 2 },
  unconfirmed: { failure: { kind: 'unconfirmed' }, exitCode: 2 },
  'bad-argument': { failure: badArgument(clean('No such flag')), exitCode: 2 },
  'no-terminal': { failure: { kind: 'no-terminal' }, exitCode: 2 },
  'local-file': { failure: localFile(new Error('EISDIR')), exitCode: 1 },
  'no-version': { failure: { kind: 'no-version' }, exitCode: 3 },
};

describe('explanations', () => {
  test.each(Object.entries(examples))(
    'failure: kind %s has a title, advice and its exit code',
    (_kind, example) => {
      const { title, advice, exitCode } = explain(example.failure);

      expect(title).not.toBe('');
      expect(advice.length).toBeGreaterThan(0);
      expect(advice.join('\n')).toMatch(/[a-z]/);
      expect(exitCode).toBe(example.exitCode);
    },
  );

  test('failure: each kind has a different title', () => {
    const titles = Object.values(examples).map(({ failure }) => explain(failure).title);

    expect(new Set(titles).size).toBe(titles.length);
  });

  test.each([
    [examples.rejected.failure, '418'],
    [examples['server-error'].failure, '502'],
    [examples.redirected.failure, '302'],
    [examples['timed-out'].failure, '15 s'],
    [examples['bad-setting'].failure, 'No token'],
    [examples['bad-argument'].failure, 'No such flag'],
  ])('failure: the title contains the details of %j', (failure, words) => {
    expect(explain(failure).title).toContain(words);
  });

  test('failure: a broken connection and a failed connection have different titles', () => {
    const broken = explain({ kind: 'unreachable', reached: true });
    const never = explain({ kind: 'unreachable', reached: false });

    expect(broken.title).toBe('The connection broke');
    expect(never.title).toBe("Can't reach the server");
  });

  test('failure: the advice has the wait that the server requires, at least one second', () => {
    const words = (failure: Failure) => explain(failure).advice.join(' ');

    expect(words({ kind: 'throttled', waitMs: 4200 })).toContain('4 s');
    expect(words({ kind: 'throttled', waitMs: 0 })).toContain('1 s');
    expect(words({ kind: 'throttled' })).toContain('a moment');
  });
});

describe('after a failed delete', () => {
  test.each([
    [true, { kind: 'not-found' }],
    [true, { kind: 'server-error', status: 500 }],
    [true, { kind: 'server-error', status: 504 }],
    [true, { kind: 'rejected', status: 408 }],
    [true, { kind: 'timed-out', timeoutMs: 15_000 }],
    [true, { kind: 'unreadable' }],
    [true, { kind: 'redirected', status: 307 }],
    [true, { kind: 'unreachable', reached: true }],
    [true, { kind: 'cancelled' }],
    [false, { kind: 'unreachable', reached: false }],
    [false, { kind: 'unauthorised' }],
    [false, { kind: 'forbidden' }],
    [false, { kind: 'in-use' }],
    [false, { kind: 'throttled' }],
    [false, { kind: 'rejected', status: 400 }],
    [false, { kind: 'bad-id' }],
    [false, { kind: 'read-only' }],
  ] as const)('failure: "the record may be gone" is %s for %j', (isMaybeDone, failure) => {
    expect(hasTrait(failure, 'maybe-done')).toBe(isMaybeDone);
  });
});

describe('traits', () => {
  const unreachable = { kind: 'unreachable', reached: false } as const;
  const lines: readonly (readonly [Trait, isSo: boolean, Failure])[] = [
    ['retryable', true, { kind: 'throttled', waitMs: 60_000 }],
    ['retryable', false, { kind: 'throttled', waitMs: 60_001 }],
    ['retryable', false, { kind: 'throttled' }],
    ['retryable', true, { kind: 'server-error', status: 502 }],
    ['retryable', false, { kind: 'server-error', status: 501 }],
    ['retryable', false, { kind: 'server-error', status: 503, waitMs: 60_001 }],
    ['retryable', true, { kind: 'unreachable', reached: true }],
    ['retryable', false, unreachable],
    ['retryable', false, { kind: 'timed-out', timeoutMs: 1000 }],
    ['stops-reads', true, { kind: 'throttled', waitMs: 1000 }],
    ['stops-reads', true, { kind: 'unauthorised' }],
    ['stops-reads', true, { kind: 'timed-out', timeoutMs: 1000 }],
    ['stops-reads', true, { kind: 'redirected', status: 302 }],
    ['stops-reads', true, { kind: 'cancelled' }],
    ['stops-reads', true, unreachable],
    ['stops-reads', false, { kind: 'forbidden' }],
    ['stops-reads', false, { kind: 'server-error', status: 500 }],
    ['stops-reads', false, { kind: 'bad-id' }],
    ['stops-deletes', true, { kind: 'unauthorised' }],
    ['stops-deletes', true, { kind: 'throttled' }],
    ['stops-deletes', false, { kind: 'throttled', waitMs: 1000 }],
    ['stops-deletes', true, unreachable],
    ['stops-deletes', false, { kind: 'unreachable', reached: true }],
    ['stops-deletes', false, { kind: 'timed-out', timeoutMs: 1000 }],
    ['stops-deletes', true, { kind: 'read-only' }],
    ['stops-deletes', true, { kind: 'locked' }],
    ['stops-deletes', false, { kind: 'bad-id' }],
    ['stops-deletes', false, { kind: 'forbidden' }],
  ];

  test.each(lines)('failure: %s is %s for %j', (trait, isSo, failure) => {
    expect(hasTrait(failure, trait)).toBe(isSo);
  });
});
