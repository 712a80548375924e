import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type JsonObject, parseJson } from '../../src/api/json.ts';
import { bot } from '../../src/resources/bot.ts';
import { MASK } from '../../src/resources/field.ts';
import type { Line } from '../../src/store/line.ts';
import { rawLines } from '../../src/store/raw-lines.ts';
import { hostileText, INVISIBLE } from '../text/hostile.ts';

const textOf = (line: Line): string =>
  line.is === 'blank' ? '' : line.spans.map(({ text }) => text).join('');
const textsOf = (record: JsonObject): readonly string[] => rawLines(bot, record).map(textOf);

test('a record is shown as it was sent, keys in their order', () => {
  const record = { name: 'support', id: 'b1', tags: { z: 'a' }, new: [1, true, null] };

  expect(JSON.parse(textsOf(record).join('\n'))).toEqual(record);
  expect(textsOf(record)[1]).toBe('  "name": "support",');
});

test('secrets are masked', () => {
  const record = { signingSecret: 'c4n4ry', configuration: { data: { k: 'c4n4ry' } }, apiKey: 'c4n4ry' };
  const text = textsOf(record).join('\n');

  expect(text).not.toContain('c4n4ry');
  expect(text).toContain(`"signingSecret": "${MASK}"`);
});

test('long numbers keep their digits', () => {
  const record = parseJson('{"size":12345678901234567890}') as JsonObject;

  expect(textsOf(record)[1]).toBe('  "size": 12345678901234567890');
});

test('names stand apart from values', () => {
  const line = rawLines(bot, { 'a"b': 'c: "d"' })[1];

  expect(line).toMatchObject({
    spans: [{ text: '  ' }, { text: '"a\\"b"', style: 'label' }, { text: ': ' }, { text: '"c: \\"d\\""' }],
  });
});

test('hostile names and values come out clean, one line each', () => {
  fc.assert(
    fc.property(fc.dictionary(hostileText, hostileText, { maxKeys: 5 }), record => {
      const lines = textsOf(record);

      for (const line of lines) expect(line).not.toMatch(INVISIBLE);
      if (Object.keys(record).length > 0) expect(lines).toHaveLength(Object.keys(record).length + 2);
    }),
  );
});

test('a line that is very long ends with an ellipsis', () => {
  const [, line = ''] = textsOf({ name: 'x'.repeat(100_000) });

  expect(line.length).toBeLessThan(5000);
  expect(line.endsWith('…')).toBe(true);
});

test('a record nested without end is shown', () => {
  const deep = JSON.parse(`{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`) as JsonObject;

  expect(textsOf(deep).length).toBeLessThan(1000);
});
