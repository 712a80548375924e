import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ago, agoWords, clockTime, dayTime, epoch, exact, span } from '../../src/text/units.ts';
import { forAll } from '../helpers/property.ts';
import { hostileText, INVISIBLE } from './hostile.ts';

const NOW = Date.parse('2025-11-21T06:12:30Z');
const SECOND = 1000;
const DAY = 86_400_000;

test.each([
  ['2025-11-21T06:12:30Z', NOW],
  ['2025-11-21T07:12:30+01:00', NOW],
  ['2025-11-21', Date.parse('2025-11-21T00:00:00Z')],
])('ISO time: %s is valid', (iso, at) => {
  expect(epoch(iso)).toBe(at);
});

test.each(['', 'yesterday', '1', '2025', '2025-13-45T99:99:99Z', 'Fri Nov 21 2025'])(
  'ISO time: %j is invalid',
  iso => {
    expect(epoch(iso)).toBeUndefined();
  },
);

test.each([
  [0, 'now'],
  [999, 'now'],
  [SECOND, '1s'],
  [59 * SECOND, '59s'],
  [60 * SECOND, '1m'],
  [59 * 60 * SECOND, '59m'],
  [60 * 60 * SECOND, '1h'],
  [23 * 60 * 60 * SECOND, '23h'],
  [DAY, '1d'],
  [13 * DAY, '13d'],
  [14 * DAY, '2w'],
  [29 * DAY, '4w'],
  [30 * DAY, '1mo'],
  [364 * DAY, '12mo'],
  [365 * DAY, '1y'],
  [-2 * DAY, '2d'],
])('span: %i ms is %s', (ms, words) => {
  expect(span(ms)).toBe(words);
});

test.each([
  ['2025-11-21T03:12:30Z', '3h'],
  ['2025-11-21T09:12:30Z', 'in 3h'],
  // A clock that is half a minute ahead is tolerated.
  ['2025-11-21T06:12:45Z', '15s'],
])('age: %s is "%s"', (iso, words) => {
  expect(ago(iso, NOW)).toBe(words);
});

test.each([
  ['2025-11-21T01:20:00', '01:20'],
  ['2025-11-20T23:59:00', 'Thu 23:59'],
  ['2025-11-16T06:20:00', 'Sun 06:20'],
  ['2025-11-14T06:20:00', '2025-11-14'],
])('time of a day: on Friday 2025-11-21 %s is "%s"', (iso, words) => {
  expect(dayTime(iso, Date.parse('2025-11-21T06:12:30'))).toBe(words);
});

test('exact time: has minutes and a zone, and seconds if asked for', () => {
  expect(exact('2025-11-21T06:12:30.123Z', 'seconds')).toBe('2025-11-21 06:12:30Z');
  expect(exact('2025-11-21T06:12:30.123Z')).toBe('2025-11-21 06:12Z');
  expect(exact('2025-11-21T06:12:30+02:00')).toBe('2025-11-21 04:12Z');
});

test('time: an invalid text is shown cleaned', () => {
  expect(exact('soon\n')).toBe('soon^J');
  expect(ago('soon\n', NOW)).toBe('soon^J');
});

test('time: no text throws or is shown unclean', () => {
  const almostTime = hostileText.map(text => `2025-11-21${text}`);

  forAll(100, fc.oneof(hostileText, almostTime), text => {
    expect(exact(text)).not.toMatch(INVISIBLE);
    expect(ago(text, NOW)).not.toMatch(INVISIBLE);
  });
});

test('time of day: has seconds', () => {
  expect(clockTime(NOW)).toMatch(/^\d\d:12:30$/);
});

test.each([
  ['2025-11-21T03:12:30Z', '3h ago'],
  ['2025-11-21T06:12:30Z', 'now'],
  ['2025-11-21T09:12:30Z', 'in 3h'],
  ['last week', 'last week'],
])('age: in a sentence, %s is "%s"', (iso, words) => {
  expect(agoWords(iso, NOW)).toBe(words);
});
