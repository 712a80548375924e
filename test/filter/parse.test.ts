import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type FilterInput,
  type FilterResult,
  filterResult,
  NO,
  UNKNOWN,
  YES,
} from '../../src/filter/match.ts';
import { parseFilter } from '../../src/filter/parse.ts';
import type { JsonObject } from '../../src/json/json.ts';
import { diagnose } from '../../src/resources/bot-diagnosis.ts';
import { causeId, causeOf, problemsOf } from '../../src/resources/cause.ts';
import { withDerivedFields } from '../../src/resources/fields.ts';
import { resourceOf, resources } from '../../src/resources/registry.ts';
import { cells } from '../../src/text/width.ts';
import { forAll, property } from '../helpers/property.ts';

const bot = resourceOf('bot');
const NOW = Date.UTC(2026, 0, 31);
const ago = (days: number) => new Date(NOW - days * 86_400_000).toISOString();

const ITEMS: readonly JsonObject[] = [
  {
    id: 'bot_0a',
    name: 'Order Tracker',
    updatedAt: ago(1),
    createdAt: ago(500),
    deployedAt: ago(2),
    tags: { env: 'production' },
  },
  {
    id: 'bot_1b',
    name: 'order-tracker-dev',
    updatedAt: ago(120),
    createdAt: ago(200),
    dev: true,
    tags: { env: 'preproduction', 'cost-center': 'A1' },
  },
  { id: 'bot_2c', name: 'ＦＡＱ bot', updatedAt: ago(89), createdAt: ago(20), deployedAt: ago(89) },
  { id: 'bot_3d', updatedAt: 'soon', createdAt: ago(3), dev: false },
  { id: 'order_9', name: 'returns', createdAt: ago(2) },
];

const about = (whole: readonly JsonObject[] = [], items = ITEMS): FilterInput => ({
  resource: bot,
  items,
  whole: new Map(whole.map(record => [String(record['id']), record])),
  now: NOW,
});
const verdicts = (text: string, filtered = about()): FilterResult =>
  filterResult(filtered, parseFilter(bot, text));
const rows = ({ matches }: FilterResult, verdict: number): readonly number[] =>
  [...matches.keys()].filter(at => matches[at] === verdict);
const passing = (text: string, filtered = about()) => rows(verdicts(text, filtered), YES);
const problem = (text: string) => parseFilter(bot, text).problem;

test.each([
  ['order', [0, 1, 4]],
  ['ORDER', [0, 1, 4]],
  ['order track', [0, 1]],
  ['track order', [0, 1]],
  ['"order track"', [0]],
  ['faq', [2]],
  ['ＦＡＱ', [2]],
  ['no name', [3]],
  ['!order', [2, 3]],
  ['order !dev', [0, 4]],
  ['', [0, 1, 2, 3, 4]],
  ['!', [0, 1, 2, 3, 4]],
  ['""', [0, 1, 2, 3, 4]],
])('filter: the words %j match rows %j', (text, found) => {
  expect(passing(text)).toEqual(found);
});

test('filter: an id is matched by its beginning, not by its middle', () => {
  expect(passing('bot_1')).toEqual([1]);
  expect(passing('t_1b')).toEqual([]);
});

test('filter: letters in order match if no row contains the word, and the result is marked as loose', () => {
  expect(verdicts('otrk')).toMatchObject({ isLoose: true, passed: 2 });
  expect(verdicts('order')).toMatchObject({ isLoose: false });
  expect(verdicts('zzz')).toMatchObject({ passed: 0 });
});

test.each([
  ['name:order', [0, 1]],
  ['NAME:order', [0, 1]],
  ['!name:order', [2, 3, 4]],
  ['name:"order tracker"', [0]],
  ['name="order tracker"', [0]],
  ['name=order', []],
  ['name!=returns', [0, 1, 2, 3]],
  ['!name==returns', [0, 1, 2, 3]],
  ['tags.env=production', [0]],
  ['tags.env:production', [0, 1]],
  ['tags.cost-center=A1', [1]],
  ['id:bot', [0, 1, 2, 3]],
  ['updated>90d', [1]],
  ['updatedAt>90d', [1]],
  ['!updated>90d', [0, 2, 3, 4]],
  ['updated<90d', [0, 2]],
  ['updated>=89d', [1, 2]],
  ['updated<=89d', [0, 2]],
  ['created<2025-12-01', [0, 1]],
  ['created>2026-01', []],
  ['created:2026-01', [2, 3, 4]],
  ['created:2026', [2, 3, 4]],
  ['deployed:never', [1, 3, 4]],
  ['deployed:set', [0, 2]],
  ['name:unset', [3]],
  ['created>1mo updated<1y', [0, 1]],
])('filter: the fields %j match rows %j', (text, found) => {
  expect(passing(text)).toEqual(found);
  expect(problem(text)).toBeUndefined();
});

test('filter: a row without the value is unchecked, neither a match nor a mismatch', () => {
  const plain = verdicts('dev:true');

  expect(rows(plain, YES)).toEqual([1]);
  expect(rows(plain, NO)).toEqual([3]);
  expect(rows(plain, UNKNOWN)).toEqual([0, 2, 4]);
  expect(rows(verdicts('!dev:true'), UNKNOWN)).toEqual([0, 2, 4]);
});

test('filter: a fully loaded record counts as checked, also without the value', () => {
  const read = verdicts('dev:true', about([{ id: 'bot_0a', dev: true }, { id: 'bot_2c' }]));

  expect(rows(read, YES)).toEqual([0, 1]);
  expect(rows(read, NO)).toEqual([2, 3]);
  expect(rows(read, UNKNOWN)).toEqual([4]);
});

test('filter: one failed term excludes a row, also if another term is unchecked', () => {
  expect(rows(verdicts('dev:true name:returns'), UNKNOWN)).toEqual([4]);
  expect(rows(verdicts('dev:true name:nothing'), UNKNOWN)).toEqual([]);
});

test.each([
  ['colour:red', 'Unknown field "colour"'],
  ['api.example.com:80', 'Unknown field "api.example.com"'],
  ['name.first:x', 'Unknown field "name.first"'],
  ['health=xyz', 'health takes problem, warning or ok, not "xyz".'],
  ['dev:maybe', 'yes or no'],
  ['dev:', 'needs a value'],
  ['name:""', 'name: needs a value; records without one: name:unset.'],
  ['name:"', 'name: needs a value'],
  ['updated>soon', 'an age like 90d'],
  ['updated:90d', '>'],
  ['created<2026-13-01', 'a date like'],
  ['created<2025-02-31', 'a date like'],
  ['name>a', 'for times and numbers'],
  ['integrations>many', 'not a number'],
  ['health:xyz', 'health takes problem, warning or ok, not "xyz".'],
  ['!health:healthy', 'health takes'],
])('filter: %j has a problem that names the reason', (text, words) => {
  expect(problem(text)).toContain(words);
});

test('filter: an invalid term leaves the others in force', () => {
  expect(passing('order colour:red')).toEqual([0, 1, 4]);
});

const word = fc.constantFrom('order', 'bot', 'o', 'tr', 'bot_1', '"order t"', 'zz');
const asked = fc.constantFrom(
  ...'dev:true updated>90d created<2026-01-01 deployed:never name:r id:bot_2'.split(' '),
);
const term = fc.oneof(word, asked);
const item = fc.record(
  {
    id: fc.string({ maxLength: 6 }),
    name: fc.oneof(fc.constantFrom('order one', 'bot two', ''), fc.string({ maxLength: 8 })),
    dev: fc.boolean(),
    updatedAt: fc.constantFrom(ago(1), ago(200), 'never', ''),
    deployedAt: fc.constantFrom(ago(1), null),
    createdAt: fc.integer(),
  },
  { requiredKeys: [] },
);
const items = fc.array(item, { maxLength: 30 }).map(list => list as unknown as readonly JsonObject[]);

test('filter: any text is parsed or has a one-line problem without control characters', () => {
  const piece = fc.oneof(
    fc.string(),
    term,
    fc.constantFrom(':', '"', '!', '>', 'updated', 'toString:', '__proto__:x', ' ', 'ﬁ:ﬁ', '\u202e'),
  );

  forAll(500, fc.array(piece, { maxLength: 8 }), fc.constantFrom(...resources), (pieces, resource) => {
    const filter = parseFilter(resource, pieces.join(''));

    filterResult({ ...about(), resource }, filter);
    expect(filter.problem ?? '').not.toMatch(/[\p{Cc}\u202e]/u);
    expect(cells(filter.problem ?? '')).toBeLessThan(300);
  });
});

property(
  'filter: a filter and its negation divide the checked rows between them',
  [term, items],
  (text, list) => {
    const filtered = about([], list);
    const yes = verdicts(text, filtered);
    const not = verdicts(`!${text}`, filtered);
    fc.pre(!yes.isLoose);

    expect([...yes.matches].map(verdict => ({ [YES]: NO, [NO]: YES })[verdict] ?? UNKNOWN)).toEqual([
      ...not.matches,
    ]);
  },
);

test.each(['env=prod', '"status=active"', 'a.b', '2026-01-01T10:00'])(
  'filter: %j is a text to search for',
  text => {
    expect(parseFilter(bot, text)).toMatchObject({ terms: [{ kind: 'word' }], problem: undefined });
  },
);

test.each([
  ['cause:ID', [0]],
  ['cause:"Token Revoked {code:190}"', [0]],
  ['!cause:ID', [1]],
  ['cause:set', [0]],
  ['failing:slack', [0]],
  ['failing:slack@3.1.0', [0]],
  ['failing:slack@3.2', []],
  ['failing:gmail', []],
])('filter: %j matches rows %j by what their full records say', (text, found) => {
  const entry = { version: '3.1.0', status: 'registration_failed' };
  const integrations = {
    a: { ...entry, name: 'slack', statusReason: 'token revoked {"code":190}' },
    b: { ...entry, name: 'gmail', status: 'registered' },
  };
  const whole = [{ id: 'bot_0a', integrations }, { id: 'bot_1b' }].map(record =>
    withDerivedFields(bot, record, { now: NOW, exact: false }),
  );
  const [problem] = problemsOf(diagnose({ integrations }, { now: NOW, exact: false }));
  const id = problem === undefined ? '' : causeId(causeOf(problem));
  const { matches } = verdicts(text.replace('ID', id), about(whole));

  expect([...matches.keys()].filter(at => matches[at] === YES)).toEqual(found);
  expect([...matches].slice(2)).toEqual([UNKNOWN, UNKNOWN, UNKNOWN]);
});

test('filter: a field that list items have is matched as the row shows it, not as a full record says', () => {
  const full = about([{ id: 'bot_1b', name: 'renamed since', updatedAt: ago(1) }]);

  expect(passing('name:renamed', full)).toEqual([]);
  expect(passing('name:order', full)).toEqual(passing('name:order'));
  expect(passing('updated<2d', full)).toEqual(passing('updated<2d'));
});

test('filter: masked values match nothing, so they cannot be guessed letter by letter', () => {
  const whole = [{ id: 'bot_0a', tags: { team: 'care', apiKey: 'c4n4ry' }, signingSecret: 'c4n4ry' }];

  expect(passing('tags:care', about(whole))).toEqual([0]);
  expect(passing('tags:c4n', about(whole))).toEqual([]);
  expect(passing('signingSecret:set', about(whole))).toEqual([0]);
  expect(problem('signingSecret:c4n')).toContain('is a secret');
});
