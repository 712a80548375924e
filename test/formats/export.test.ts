import fc from 'fast-check';
import { lexer, type Tokens } from 'marked';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { formatOf, formats } from '../../src/explorer/commands/formats.ts';
import { rowColumns, rows } from '../../src/formats/documents.ts';
import type { ExportInput } from '../../src/formats/records.ts';
import { documentOf, documentText } from '../../src/json/document.ts';
import { type Json, type JsonObject, parseJson } from '../../src/json/json.ts';
import { bot } from '../../src/resources/bot.ts';
import { MASK } from '../../src/resources/field.ts';
import { issue } from '../../src/resources/issue.ts';
import { journalEntry } from '../../src/resources/local-kinds.ts';
import { redact } from '../../src/resources/redact.ts';
import { resources } from '../../src/resources/registry.ts';
import { escaped, safe } from '../../src/text/sanitise.ts';
import { property } from '../helpers/property.ts';
import { readCsv } from './read-csv.ts';
import { plainText } from './read-markdown.ts';

const CANARY = 'c4n4ry';

const print = (name: string, sheet: ExportInput): string =>
  [...(formatOf(name)?.print(sheet) ?? [])].join('');

const listOf = (records: readonly JsonObject[], missing?: ExportInput['missing']): ExportInput => ({
  resource: bot,
  records,
  kind: 'list',
  missing,
});

const recordOf = (record: JsonObject): ExportInput => ({ resource: bot, records: [record], kind: 'record' });

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.constantFrom(
    ...[
      'no null true 12:30 1e5 0x1f 2026-11-21 =1+1 -1 @x --- ... ~',
      '| a|b \\| ` <b> [x](y) " \' a,b a;=b',
    ].flatMap(line => line.split(' ')),
    ...['', ' ', '\n', '\r\n', '\t=2', '# x', '- x', 'a: b', '> x', 'a\nb\n', '  lead\n more', 'trail  \n\n'],
    ...['\u001b[2J', '\u009b2J', '\u202eabc', '\u2028', '\ufeff'],
  ),
);
const value = fc.letrec<{ json: Json }>(tie => ({
  json: fc.oneof(
    { maxDepth: 3 },
    text,
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('json'), { maxLength: 3 }),
    fc.dictionary(text, tie('json'), { maxKeys: 3 }),
  ),
})).json;
const record: fc.Arbitrary<JsonObject> = fc
  .tuple(
    fc.dictionary(fc.constantFrom(...Object.keys(bot.fields)), value, { maxKeys: 6 }),
    fc.dictionary(text, value, { maxKeys: 3 }),
  )
  .map(([described, other]) => ({ ...described, ...other }));
const records = fc.array(record, { maxLength: 4 });
const masked = (all: readonly JsonObject[]): Json =>
  JSON.parse(JSON.stringify(all.map(each => redact(bot.fields, each)))) as Json;

property('export: JSON, NDJSON and YAML parse as the records with masked secrets', [records], all => {
  const sheet = listOf(all);

  const json = JSON.parse(print('json', sheet)) as JsonObject;
  const lines = print('ndjson', sheet).split('\n').slice(0, -1);
  const yaml = parse(print('yaml', sheet), { maxAliasCount: 0 }) as JsonObject;

  expect(json).toEqual({ complete: true, bots: masked(all) });
  expect(lines.map(line => JSON.parse(line) as Json)).toEqual(masked(all));
  expect(JSON.stringify(yaml)).toBe(JSON.stringify({ complete: true, bots: masked(all) }));
});

property('export: a single record parses as itself', [record], one => {
  const sheet = recordOf(one);
  const [wanted] = masked([one]) as JsonObject[];

  expect(JSON.parse(print('json', sheet))).toEqual(wanted);
  for (const format of ['json', 'yaml'] as const)
    expect(print(format, sheet)).toBe(
      `${escaped(documentText(documentOf(redact(bot.fields, one)), format), format)}\n`,
    );
  expect(JSON.stringify(parse(print('yaml', sheet)))).toEqual(JSON.stringify(wanted));
});

property(
  'export: CSV parses as its cells: text unchanged, unset values empty, everything else as JSON',
  [records],
  all => {
    const sheet = listOf(all);

    const [header, ...rows] = readCsv(print('csv', sheet));

    expect(header).toHaveLength(rowColumns(sheet).length);
    expect(rows).toHaveLength(all.length);
    for (const [at, row] of rows.entries()) {
      const shown = redact(bot.fields, all[at] ?? {});
      const told = rowColumns(sheet).map(name => (Object.hasOwn(shown, name) ? shown[name] : undefined));
      expect(row.map(cell => cell.replace(/^'/, ''))).toEqual(told.map(cellOf));
    }
  },
);

test('export: text escapes tabs, line ends and backslashes of a value, and quotes nothing', () => {
  const input = listOf([{ id: 'b1', name: '=a\\b\tc\nd\u009b"' }]);
  expect([...rows(input, ['id', 'name', 'tags'], 'text')]).toEqual(['b1\t=a\\\\b\\tc\\nd"\t\n']);
});

const CONTROL = /(?![\n\t])\p{Cc}/gu;
function cellOf(value: Json | undefined): string {
  if (value === undefined || value === null) return '';
  return (typeof value === 'string' ? value.replace(CONTROL, '') : escaped(JSON.stringify(value))).replace(
    /^'/,
    '',
  );
}

test.each(['=1+1', '+1', '-2', '@sum', ' =1', '\t=1', '\n=1', '\u0000=1', '＝1'])(
  'export: the text %j in CSV is no formula for a spreadsheet',
  name => {
    const [, row] = readCsv(print('csv', listOf([{ id: 'b1', name }])));

    expect(row?.[1]).toMatch(/^'/);
  },
);

test('export: a number in CSV stays a number', () => {
  const [, row] = readCsv(print('csv', listOf([{ id: 'b1', eventsCount: -5 }])));

  expect(row).toContain('-5');
});

test.each([
  [bot, /^id,.*,status,medias,type,plugins\b/],
  [journalEntry, /^at,stage,kind,record,status,ms,method,path,profile,delete,id\b/],
])('export: fields that came later have their columns of CSV last', (resource, columns) => {
  const [header = []] = readCsv(print('csv', { resource, records: [], kind: 'record' }));
  expect(header.join()).toMatch(columns);
});

property('export: Markdown parses as a table of plain texts with a row for each record', [records], all => {
  const tokens = lexer(print('markdown', listOf(all)));
  const tables = tokens.filter((token): token is Tokens.Table => token.type === 'table');

  expect(tokens.map(({ type }) => type).filter(type => type !== 'space')).toEqual(['heading', 'table']);
  const [{ header, rows } = { header: [], rows: [] }] = tables;
  expect(header.map(cell => plainText(cell.tokens))).toEqual(bot.columns.map(({ title }) => title));
  expect(rows).toHaveLength(all.length);
  for (const cells of rows) {
    expect(cells).toHaveLength(bot.columns.length);
    for (const cell of cells) expect(plainText(cell.tokens), cell.text).toBeDefined();
  }
});

test('export: texts of the server have no effect as Markdown', () => {
  const name = '<img src=x> [a](javascript:b) ![c](d) `e` **f** &lt; ~~g~~';
  const one = print('markdown', recordOf({ id: 'b1', name }));

  expect(one).toContain(
    '\\<img src=x\\> \\[a\\](javascript:b) !\\[c\\](d) \\`e\\` \\*\\*f\\*\\* \\&lt; \\~\\~g\\~\\~',
  );
});

describe.each(formats.map(({ name }) => [name]))('%s', name => {
  test('export: each kind is printed as a record and as a list, also without fields', () => {
    for (const resource of resources)
      for (const is of ['list', 'record'] as const)
        expect(print(name, { resource, records: [{}], kind: is })).not.toBe('');
  });

  test('export: numbers beyond 53 bits keep their digits', () => {
    const one = parseJson('{"id":"b1","name":"n","size":12345678901234567890,"big":1.5e400}') as JsonObject;
    if (name !== 'markdown') expect(print(name, listOf([one]))).toMatch(/12345678901234567890.*1\.5e\+?400/s);
    expect(print(name, recordOf(one))).toContain('12345678901234567890');
  });

  test('export: no secret is printed, in any position', () => {
    const secret = {
      id: 'b1',
      signingSecret: CANARY,
      configuration: { data: { a: [CANARY, { b: CANARY }] } },
      integrations: { slack: { webhookUrl: CANARY, webhookId: CANARY, configuration: CANARY } },
      tags: { apiKey: CANARY },
      botToken: CANARY,
      medias: [{ url: `https://jo:${CANARY}@host/a?x=1&sig=${CANARY}&token=${CANARY}` }],
    };
    expect(print(name, listOf([secret]))).not.toContain(CANARY);
    expect(print(name, recordOf(secret))).not.toContain(CANARY);
    expect(print(name, recordOf(secret))).toContain(MASK);
  });

  test('export: no character is printed that controls a terminal or reverses text', () => {
    const nasty = { id: 'b1', name: '\u001b]0;x\u0007\u009b2J\u202e\u2028', note: '\u001b[2J\u007f' };
    for (const sheet of [listOf([nasty]), recordOf(nasty)]) {
      const printed = print(name, sheet);
      expect(printed).not.toMatch(/[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/);
      if (name !== 'csv') expect(printed).not.toMatch(/[\u202e\u2028]/);
    }
  });

  test('export: a format that can mark an incomplete list does so', () => {
    const printed = print(name, listOf([{ id: 'b1' }], safe`the server has more`));

    expect(printed.includes('the server has more')).toBe(formatOf(name)?.marksIncomplete);
  });
});

const issueOf = (groupedData: JsonObject, more: JsonObject = {}): string =>
  print('markdown', {
    resource: issue,
    records: [{ id: 'iss_1', title: 'Broken', groupedData, ...more }],
    kind: 'record',
  });

test('export: grouped data in Markdown is a table with a row for each key', () => {
  const text = issueOf({ action: { raw: 'a|b', pretty: 'Find | book' }, 'k|1': 'x\ny' });

  expect(text).toContain('## Grouped data\n\n| key | value |\n| --- | --- |\n');
  expect(text).toContain('| action | Find \\| book |\n');
  expect(text).toContain('| k\\|1 | x<br>y |\n');
});

property(
  'export: grouped data in Markdown has two cells in each row, whatever they contain',
  [fc.dictionary(text, value, { minKeys: 1, maxKeys: 5 })],
  grouped => {
    const table = issueOf(grouped)
      .split(/[\n\r\u2028\u2029]/)
      .filter(line => line.startsWith('| '));

    expect(table).toHaveLength(Object.keys(grouped).length + 2);
    for (const line of table) expect(line.split(/(?<!\\)(?:\\\\)*\|/)).toHaveLength(4);
  },
);

test('export: no line of the server begins a heading, a list, a rule or code in Markdown', () => {
  const lines = ['# a', '- b', '+ c', '1. d', '2) e', '===', '---', '> f', '```', '    g', '| h |', '$$'];

  const body = issueOf({}, { description: ['start', ...lines].join('\n') })
    .split('## Description')[1]
    ?.split('##')[0];

  for (const line of (body ?? '').split('\n').map(each => each.trim()))
    expect(line).not.toMatch(/^(#|[-+*] |\d+[.)] |=+|-{3}|>|`{3}|\||\$)/);
  expect(body).toContain('\\# a');
  expect(body).toContain('1\\. d');
});

test('export: Markdown shows no field twice, also not a part of one that an earlier section has', () => {
  const sheet = recordOf({ id: 'b1', configuration: { data: { a: 1 }, schema: { type: 'object' } } });

  expect(print('markdown', sheet).match(/^## .+$/gm)).toEqual(['## Bot', '## Contents', '## Configuration']);
});

test('export: Markdown of a fully loaded record begins with its diagnosis', () => {
  const failing = {
    id: 'b1',
    name: 'n',
    integrations: { i1: { name: 'slack', status: 'registration_failed', statusReason: 'revoked|# x' } },
  };
  const sheet = recordOf(failing);

  expect(print('markdown', { ...sheet, at: 1 })).toMatch(
    /^# Bot: n\n\n## Diagnosis\n\n- \*\*problem\*\*: .*slack.*registration\\_failed\\\n {2}revoked\\\|\\# x\n/,
  );
  expect(print('markdown', sheet)).not.toContain('Diagnosis');
  expect(print('markdown', sheet)).toMatch(/\n## Integrations\n\n\| .*NAME@VERSION/);
});
