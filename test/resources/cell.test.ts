import { expect, test } from 'vitest';
import { bot } from '../../src/resources/bot.ts';
import { cellOf } from '../../src/resources/fields.ts';
import { integration } from '../../src/resources/integration.ts';
import type { Resource } from '../../src/resources/resource.ts';
import { type SafeText, safe } from '../../src/text/sanitise.ts';
import { cells } from '../../src/text/width.ts';

const clock = { now: Date.parse('2025-11-21T06:12:30Z'), exact: false };

function cell(resource: Resource, record: Parameters<typeof cellOf>[1], field: string) {
  const column = resource.columns.find(each => each.field === field) ?? {
    title: safe``,
    field,
    width: 9,
    rank: 1,
  };
  return cellOf(resource, record, { column, clock });
}

test('cell: has the text and the tone of its field', () => {
  expect(cell(integration, { verificationStatus: 'rejected' }, 'verificationStatus')).toEqual({
    text: 'rejected',
    tone: 'bad',
  });
});

test('cell: a column can have a shorter form than its field', () => {
  expect(cell(bot, { deployedAt: '2025-11-21T03:12:30Z' }, 'deployedAt').text).toBe('3h');
});

test.each([{}, { deployedAt: null }, { deployedAt: '' }])('cell: an unset value in %j is a dash', record => {
  expect(cell(bot, record, 'deployedAt')).toEqual({ text: '-', tone: 'dim' });
});

test('cell: a record without a name has a placeholder', () => {
  expect(cell(bot, {}, 'name')).toEqual({ text: '(no name)', tone: 'dim' });
  expect(cell(bot, { name: 'support' }, 'name')).toEqual({ text: 'support', tone: 'plain' });
});

test.each([
  ['name', { name: 7 }, '7 (number)'],
  ['dev', { dev: 'true' }, '"true" (text)'],
  ['deployedAt', { deployedAt: [] }, '0 items (list)'],
  ['states', { states: '12' }, '"12" (text)'],
  ['medias', { medias: [{ url: 'https://h/a', name: 'logo' }] }, '1  logo https://h/a'],
  ['secrets', { secrets: ['API_KEY'] }, '1  API_KEY'],
])('cell: %s of %j is shown as sent', (field, record, text) => {
  expect(cell(bot, record, field).text).toBe(text);
});

test('cell: the health of a record with missing data fits its column', () => {
  const record = { health: { bad: 0, warn: 0, isPartial: true } };
  const { width } = bot.columns.find(({ field }) => field === 'health') ?? { width: 0 };

  const { text } = cell(bot, record, 'health');

  expect(text).toBe('partly checked');
  expect(cells(`· ${text}` as SafeText)).toBeLessThanOrEqual(width);
});
