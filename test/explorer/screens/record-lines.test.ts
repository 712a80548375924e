import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { joinLine, type Line } from '../../../src/explorer/facts/line.ts';
import { tabsOf } from '../../../src/explorer/facts/tabs.ts';
import { recordLines } from '../../../src/explorer/screens/record/record-lines.ts';
import type { Json, JsonObject } from '../../../src/json/json.ts';
import { MASK } from '../../../src/resources/field.ts';
import { labelOf } from '../../../src/resources/fields.ts';
import { issue } from '../../../src/resources/issue.ts';
import { resourceOf, resources } from '../../../src/resources/registry.ts';
import type { Resource } from '../../../src/resources/resource.ts';
import { cells } from '../../../src/text/width.ts';
import { forAll } from '../../helpers/property.ts';
import { hostileText, INVISIBLE } from '../../text/hostile.ts';

const NOW = Date.parse('2025-11-21T06:12:30Z');
const CANARY = 'c4n4ry';
const bot = resourceOf('bot');

/** Returns the lines of all tabs, as each field must be on one of them. */
function linesOf(resource: Resource, record: JsonObject, width = 80, readOnly = false): readonly Line[] {
  const ref = { kind: resource.kind, ids: Object.fromEntries(resource.ids.map(name => [name, 'x'])) };
  const options = { width, clock: { now: NOW, exact: false }, readOnly };
  return tabsOf(resource).flatMap(({ title }) => recordLines(resource, record, { ref, options, tab: title }));
}

const screen = (resource: Resource, record: JsonObject, width = 80): string =>
  linesOf(resource, record, width).map(joinLine).join('\n');

/** Returns the value beside the label of a field, or `not set` if the line of empty fields names it. */
function shownValue(resource: Resource, record: JsonObject, name: string): string | undefined {
  const lines = linesOf(resource, record, 79);
  const row = lines.find(({ id }) => id === `field:${name}`);
  if (row !== undefined)
    return joinLine(row)
      .trim()
      .replace(/^.*? {2,}/, '');
  const empty = lines.filter(({ id }) => /not-set/.test(id)).map(line => joinLine(line).trim());
  const labels = empty.join(' ').split(/not set: |, /);
  return labels.includes(labelOf(resource, name.replace('.', ' '))) ? 'not set' : undefined;
}

describe.each(resources.map(resource => [resource.kind, resource] as const))('kind %s', (_kind, resource) => {
  test('record: an empty one shows all its fields as "not set"', () => {
    const text = screen(resource, {}).replace(/\s+/g, ' ');

    expect(text).not.toContain('undefined');
    const shown = resource.sections.filter(({ document }) => document === undefined);
    for (const name of shown.flatMap(({ fields }) => fields))
      expect(text.toLowerCase()).toContain(labelOf(resource, name).toLowerCase());
  });

  test('record: any fields are shown without invisible characters', () => {
    const value: fc.Arbitrary<Json> = fc.oneof(
      hostileText,
      fc.constant(null),
      fc.double(),
      fc.array(hostileText, { maxLength: 3 }),
      fc.dictionary(hostileText, hostileText, { maxKeys: 3 }),
      fc.dictionary(hostileText, fc.dictionary(hostileText, hostileText, { maxKeys: 3 }), { maxKeys: 3 }),
    );
    const key = fc.oneof(fc.constantFrom(...Object.keys(resource.fields)), hostileText);

    forAll(
      60,
      fc.dictionary(key, value, { maxKeys: 8 }),
      fc.integer({ min: 20, max: 120 }),
      (record, width) => {
        expect(screen(resource, record, width).replaceAll('\n', '')).not.toMatch(INVISIBLE);
      },
    );
  });
});

test.each<[string, JsonObject, string]>([
  ['name', { name: null }, 'not set'],
  ['name', { name: '' }, 'not set'],
  ['name', {}, 'not set'],
  ['status', { status: 'active' }, '✓ active'],
  ['status', { status: 'deleting' }, '! deleting'],
  ['status', { status: 'hibernating' }, 'hibernating'],
  ['user.tags', { user: {} }, 'not set'],
  ['signingSecret', { signingSecret: CANARY }, MASK],
  ['signingSecret', { signingSecret: '' }, 'not set'],
  ['apiKey', { apiKey: CANARY }, MASK],
])('value: the %s of %j is shown as %s', (name, record, text) => {
  expect(shownValue(bot, record, name)).toBe(text);
});

test('value: a long one wraps', () => {
  const lines = linesOf(bot, { name: 'x'.repeat(200) }, 80).map(joinLine);

  expect(lines.join('').match(/x/g)).toHaveLength(200);
  for (const line of lines) expect(cells(line)).toBeLessThanOrEqual(80);
});

test('value: the grouped data of an issue are listed by name', () => {
  const text = screen(issue, {
    groupedData: { channel: { raw: 'c1', pretty: 'Channel 1' }, code: { raw: '7' } },
  });

  expect(text).toMatch(/channel +Channel 1/);
  expect(text).toMatch(/code +7/);
  expect(shownValue(issue, { groupedData: {} }, 'groupedData')).toBe('not set');
});

const integrations = {
  slack: { id: 'intver_1', name: 'slack', version: '1.0.0', status: 'registration_failed' },
};

const SENT = { name: 'x', quota: 7, note: 'hi', on: true, list: [1, 2], deep: { a: 1 }, none: null };
const METHODS = JSON.parse('{"constructor":"a","__proto__":"b","toString":"c"}') as JsonObject;
const TEXT = 'first\nsecond\n\n    indented';
const OTHER = [
  /\nOther\n.*quota +7/s,
  /note +hi/,
  /on +true/,
  /list +2 items/,
  /deep +1 entry/,
  /not set: none/,
];
const NAMED = [/Other\n.*constructor +a/s, /Other\n.*__proto__ +b/s, /Other\n.*to string +c/s];

test.each<readonly [string, Resource, JsonObject, readonly RegExp[]]>([
  ['every line of a text', issue, { description: TEXT }, [/first *\n +second/, / {4}indented/]],
  ['a nested field by its path', bot, { user: { tags: { vip: {} } } }, [/user tags 1/]],
  ['undocumented fields under Other as sent, and no others', bot, SENT, [...OTHER, /^(?!.*Other\n.*name)/s]],
  ['Other only with such a field', bot, { name: 'x' }, [/^(?!.*Other)/s]],
  ['undocumented fields with names of methods, too', bot, METHODS, NAMED],
  ['none in an empty section', bot, { integrations: {} }, [/Integrations\n +none/]],
  ['children not again under Other', bot, { integrations }, [/^(?!.*Other)/s]],
])('record: shows %s', (_what, resource, record, patterns) => {
  for (const pattern of patterns) expect(screen(resource, record)).toMatch(pattern);
});

test('children: are listed below the first section with their count and a symbol', () => {
  const lines = linesOf(bot, { integrations });
  const at = lines.findIndex(line => line.kind === 'title' && joinLine(line) === 'Integrations');

  expect(lines[at]).toMatchObject({ right: '1' });
  expect(joinLine(lines[at + 2] as Line)).toContain('✗ slack@1.0.0');
  expect(lines[at + 2]).toMatchObject({
    target: { to: 'place', place: { screen: 'record', ref: { ids: { integrationId: 'intver_1' } } } },
  });
});

test('children: a kind that cannot be listed asks for an id', () => {
  const line = linesOf(bot, {}).find(each => each.kind === 'text' && each.id === 'child:issue:typed');

  expect(line).toMatchObject({ target: { to: 'prompt', kind: 'issue', ids: { botId: 'x' } } });
});

test('children: there may be more than a call takes arguments', () => {
  const many = Object.fromEntries(Array.from({ length: 130_000 }, (_, at) => [`i${at}`, 0]));

  expect(linesOf(bot, { integrations: many }).length).toBeGreaterThan(130_000);
});

test('diagnosis: on a narrow screen a finding too long for one row keeps its status', () => {
  const flight = {
    name: 'flights-of-every-airport',
    status: 'registration_failed',
    statusReason: 'no token',
  };

  const lines = linesOf(bot, { integrations: { flight } }, 40).map(joinLine);
  const at = lines.findIndex(text => text.includes('flights-of-every'));

  expect(lines.slice(at, at + 3)).toEqual([
    '   ✗ flights-of-every-airport',
    '     registration_failed',
    '       no token',
  ]);
});

test('record: every line has its own id for the cursor', () => {
  const record = { name: 'x'.repeat(300), integrations: { a: {}, b: {} }, tags: { a: 'b' }, extra: 'y' };
  const lines = linesOf(bot, record);
  const ids = lines.filter(({ kind, id }) => kind === 'text' && id !== '').map(({ id }) => id);

  expect(new Set(ids).size).toBe(ids.length);
});
