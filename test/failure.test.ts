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

/** One failure of each kind, checked by the compiler. Exit codes: 2 usage … 130 stopped. */
const examples: { readonly [K in Failure['kind']]: readonly [Failure, exitCode: number] } = {
  unauthorised: [{ kind: 'unauthorised' }, 4],
  forbidden: [{ kind: 'forbidden' }, 5],
  'not-found': [{ kind: 'not-found' }, 3],
  'wrong-address': [
    { kind: 'wrong-address', status: 404, address: clean('https://api.example/v1/v1/admin/bots') },
    7,
  ],
  'in-use': [{ kind: 'in-use' }, 7],
  throttled: [{ kind: 'throttled', waitMs: 4200 }, 7],
  rejected: [{ kind: 'rejected', status: 418 }, 7],
  'server-error': [{ kind: 'server-error', status: 502 }, 7],
  redirected: [{ kind: 'redirected', status: 302 }, 7],
  'timed-out': [{ kind: 'timed-out', timeoutMs: 15_000 }, 6],
  unreachable: [{ kind: 'unreachable', reached: false }, 6],
  unreadable: [{ kind: 'unreadable' }, 7],
  'bad-id': [{ kind: 'bad-id' }, 2],
  outside: [{ kind: 'outside' }, 2],
  'not-offered': [{ kind: 'not-offered' }, 7],
  'read-only': [{ kind: 'read-only' }, 5],
  locked: [{ kind: 'locked' }, 5],
  'dry-run': [{ kind: 'dry-run' }, 2],
  cancelled: [{ kind: 'cancelled' }, 130],
  'no-connection': [{ kind: 'no-connection' }, 4],
  'bad-setting': [badSetting(clean('No token')), 2],
  unconfirmed: [{ kind: 'unconfirmed' }, 2],
  'bad-argument': [badArgument(clean('No such flag')), 2],
  'no-terminal': [{ kind: 'no-terminal' }, 2],
  'local-file': [localFile(new Error('EISDIR')), 1],
  'no-version': [{ kind: 'no-version' }, 3],
};

describe('explanations', () => {
  test.each(Object.entries(examples))(
    'failure: kind %s has a title, advice and its exit code',
    (_kind, [failure, code]) => {
      const { title, advice, exitCode } = explain(failure);

      expect(title).not.toBe('');
      expect(advice.length).toBeGreaterThan(0);
      expect(advice.join('\n')).toMatch(/[a-z]/);
      expect(exitCode).toBe(code);
    },
  );

  test('failure: each kind has a different title', () => {
    const titles = Object.values(examples).map(([failure]) => explain(failure).title);

    expect(new Set(titles).size).toBe(titles.length);
  });

  test.each([
    [examples.rejected[0], '418'],
    [examples['server-error'][0], '502'],
    [examples.redirected[0], '302'],
    [examples['timed-out'][0], '15 s'],
    [examples['bad-setting'][0], 'No token'],
    [examples['bad-argument'][0], 'No such flag'],
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

describe('traits', () => {
  const unreachable = { kind: 'unreachable', reached: false } as const;
  const lines: readonly (readonly [Trait, isSo: boolean, Failure])[] = [
    ['maybe-done', true, { kind: 'not-found' }],
    ['maybe-done', true, { kind: 'server-error', status: 500 }],
    ['maybe-done', true, { kind: 'server-error', status: 504 }],
    ['maybe-done', true, { kind: 'rejected', status: 408 }],
    ['maybe-done', true, { kind: 'timed-out', timeoutMs: 15_000 }],
    ['maybe-done', true, { kind: 'unreadable' }],
    ['maybe-done', true, { kind: 'redirected', status: 307 }],
    ['maybe-done', true, { kind: 'unreachable', reached: true }],
    ['maybe-done', true, { kind: 'cancelled' }],
    ['maybe-done', false, { kind: 'unreachable', reached: false }],
    ['maybe-done', false, { kind: 'unauthorised' }],
    ['maybe-done', false, { kind: 'forbidden' }],
    ['maybe-done', false, { kind: 'in-use' }],
    ['maybe-done', false, { kind: 'throttled' }],
    ['maybe-done', false, { kind: 'rejected', status: 400 }],
    ['maybe-done', false, { kind: 'bad-id' }],
    ['maybe-done', false, { kind: 'read-only' }],
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
