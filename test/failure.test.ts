import { expect, test } from 'vitest';
import { badArgument, badSetting, explain, type Failure, localFile, type Trait } from '../src/failure.ts';
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
  [examples.unreachable[0], "Can't reach the server"],
  [{ kind: 'unreachable', reached: true } as const, 'The connection broke'],
])('failure: the title contains the details of %j', (failure, words) => {
  expect(explain(failure).title).toContain(words);
});

test('failure: the advice has the wait that the server requires, at least one second', () => {
  const words = (failure: Failure) => explain(failure).advice.join(' ');

  expect(words({ kind: 'throttled', waitMs: 4200 })).toContain('4 s');
  expect(words({ kind: 'throttled', waitMs: 0 })).toContain('1 s');
  expect(words({ kind: 'throttled', waitMs: 120_000 })).toContain('Wait 120 s,');
  expect(words({ kind: 'throttled', waitMs: 600_001 })).toContain('Wait 11 min,');
  expect(explain({ kind: 'timed-out', timeoutMs: 150_000 }).title).toContain('within 150 s');
  expect(words({ kind: 'throttled' })).toContain('a moment');
});

test.each<[failure: Failure, ...traits: Trait[]]>([
  [{ kind: 'unauthorised' }, 'stops-reads', 'stops-deletes'],
  [{ kind: 'forbidden' }],
  [{ kind: 'not-found' }, 'maybe-done'],
  [{ kind: 'in-use' }],
  [{ kind: 'throttled' }, 'stops-deletes', 'stops-reads'],
  [{ kind: 'throttled', waitMs: 60_000 }, 'retryable', 'stops-reads'],
  [{ kind: 'throttled', waitMs: 60_001 }, 'stops-deletes', 'stops-reads'],
  [{ kind: 'rejected', status: 400 }],
  [{ kind: 'rejected', status: 408 }, 'maybe-done'],
  [{ kind: 'server-error', status: 500 }, 'retryable', 'maybe-done'],
  [{ kind: 'server-error', status: 504 }, 'retryable', 'maybe-done'],
  [{ kind: 'server-error', status: 501 }, 'maybe-done'],
  [{ kind: 'server-error', status: 503, waitMs: 60_001 }, 'maybe-done'],
  [{ kind: 'redirected', status: 307 }, 'maybe-done', 'stops-reads'],
  [{ kind: 'timed-out', timeoutMs: 1000 }, 'maybe-done', 'stops-reads'],
  [{ kind: 'unreachable', reached: true }, 'retryable', 'maybe-done', 'stops-reads'],
  [{ kind: 'unreachable', reached: false }, 'stops-reads', 'stops-deletes'],
  [{ kind: 'unreadable' }, 'maybe-done'],
  [{ kind: 'cancelled' }, 'maybe-done', 'stops-reads', 'stops-deletes'],
  [{ kind: 'bad-id' }],
  [{ kind: 'read-only' }, 'stops-deletes'],
  [{ kind: 'locked' }, 'stops-deletes'],
])('failure: %j has exactly its traits', (failure, ...traits) => {
  expect(explain(failure).traits).toEqual(traits);
});
