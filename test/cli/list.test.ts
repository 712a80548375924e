import { expect, test, vi } from 'vitest';
import { parse } from 'yaml';
import { bot } from '../../src/resources/bot.ts';
import { cells } from '../../src/text/width.ts';
import { listen, serverOf } from '../api/test-client.ts';
import { readCsv } from '../formats/read-csv.ts';
import { commandsOn, linesOf, ndjson } from '../helpers/command-rows.ts';
import { sandboxPerTest, startSandbox } from '../helpers/sandbox.ts';
import { INVISIBLE } from '../text/hostile.ts';

const sandbox = sandboxPerTest({ bots: 45, pageSize: 15 });
const { commands, run, expectRows, expectRowsAt } = commandsOn(sandbox);

const LIST = '/v1/admin/bots';
const lists = () => sandbox.requests.filter(({ path }) => /^\/v1\/admin\/bots(\?|$)/.test(path));
const reads = () => sandbox.requests.filter(({ path }) => /^\/v1\/admin\/bots\/[^/]+$/.test(path));
const outOf = async (line: string): Promise<string> => (await run(line)).out;
const idsOf = async (line: string): Promise<readonly string[]> => linesOf(await outOf(`${line} -o name`));
const recordsOf = async (line: string): Promise<readonly Record<string, unknown>[]> =>
  linesOf(await outOf(`${line} -o ndjson`)).map(each => JSON.parse(each));

const MORE = (limit: number) => ({ complete: false, missing: `More may be available: --limit ${limit}.` });

test('bots ls: prints all bots of all pages with all fields, in each format', async () => {
  const [json = '', yaml = '', csv = '', ids, table = ''] = await Promise.all(
    ['json', 'yaml', 'csv', 'id', 'table'].map(format => outOf(`bots ls -o ${format}`)),
  );
  const records = await recordsOf('bots ls');

  expect(records).toHaveLength(34);
  const fields = new Set(records.flatMap(record => Object.keys(record)));
  expect([...fields]).toEqual(expect.arrayContaining([...(bot.listed ?? [])]));
  expect(JSON.parse(json)).toEqual({ complete: true, bots: records });
  expect(parse(yaml)).toEqual({ complete: true, bots: records });
  const [head = [], ...rows] = readCsv(csv);
  expect(head).toEqual(bot.listed);
  const texts = records.map(record =>
    head.map(field => String(record[field] ?? '').replaceAll(/\p{Cc}/gu, '')),
  );
  expect(rows.map(row => row.map(cell => cell.replace(/^'/, '')))).toEqual(texts);
  expect(linesOf(ids ?? '')).toEqual(records.map(({ id }) => id));
  expect(linesOf(table)).toHaveLength(35);
  for (const { id } of records) expect(table).toContain(id);
});

test('bots ls: prints each page before it requests the next', async () => {
  const asked: number[] = [];

  for (const format of ['ndjson', 'csv', 'name']) {
    const before = lists().length;
    await run(`bots ls -o ${format}`, { onWrite: () => asked.push(lists().length - before) > 0 });
  }

  expect(asked).toEqual([1, 2, 3, 1, 2, 3, 1, 2, 3]);
});

test('bots ls: requests no further page when the reader is gone', async () => {
  const { code, err } = await run('bots ls -o name', { onWrite: () => false });

  expect([code, err, lists().length]).toEqual([0, '', 1]);
});

commands('bots ls: stops at --limit, reports in JSON that more may be available, and exits 0', [
  ['bots ls --limit 21 -o json', 0, { ...MORE(21), bots: Array(21).fill({}) }, ''],
  { GET: 2 },
  ['bots ls --limit 15 -o json', 0, MORE(15)],
  { GET: 1 },
]);

test('bots ls: filters by list fields without reading records', async () => {
  const all = await recordsOf('bots ls --show-secrets');
  const wanted = all.filter(({ name }) => String(name).includes('support')).map(({ id }) => id);

  expect(wanted.length).toBeGreaterThan(0);
  expect(await idsOf('bots ls --filter support')).toEqual(wanted);
  // No guess: what only has these letters in order is not what a script asked for.
  await expectRows(['bots ls --filter sprtprd -o name', 0, '']);
  expect(reads()).toHaveLength(0);
});

test('bots ls: reads the records that a filter needs and prints the same fields', async () => {
  const plain = await recordsOf('bots ls');
  const found = await recordsOf('bots ls --filter int>2');

  expect(reads()).toHaveLength(plain.length);
  expect(plain).toEqual(expect.arrayContaining([...found]));
  expect(found.length).toBeGreaterThan(3);
  expect(found.length).toBeLessThan(plain.length);
});

commands('bots ls: a table without rows says so on standard error, unless --quiet', [
  ['bots ls --filter name:nobody', 0, /^NAME.*\n$/, 'botscope: no bots found\n'],
  ['bots ls --filter name:nobody --quiet', 0, undefined, ''],
  ['bots ls --filter name:nobody -o json', 0, undefined, ''],
]);

commands('bots ls: a filter may lead into a field, and = takes the whole value', [
  ['bots ls --filter tags.env=production --columns tags.env --limit 1', 0, 'TAGS.ENV\nproduction\n'],
  ['bots ls --filter tags.env=product -o id', 0, ''],
  ['bots ls --filter integrations.*.status=registration_failed -o id --limit 1', 0, '$botId\n'],
]);

const HEALTH = /^NAME +STATUS +HEALTH\nsupport-prod +active +slack registration_failed \+1\n/;
commands('bots ls: reads full records for columns that a list does not have', [
  ['bots ls --columns name,status,health --limit 2', 0, HEALTH],
]);

test('bots ls: prints the pages before a failed one and exits 8; a failed first page has its own code', async () => {
  const page = (await idsOf('bots ls')).slice(0, 15);
  await expectRows(
    `GET ${LIST} 403 after=1`,
    ['bots ls -o name', 8, page.map(id => `${id}\n`).join(''), /^botscope: 403 .*\n( {2}.*\n)+$/],
    () => sandbox.reset(),
    `GET ${LIST} 403 after=1`,
    [
      'bots ls -o json',
      8,
      { complete: false, bots: page.map(id => ({ id })) },
      { error: { kind: 'forbidden' } },
    ],
    ['bots ls -o json', 5, ''],
  );
});

commands('bots ls: a usage error sends nothing', [
  ['bots ls --filter nope:1', 2, '', 'Unknown field "nope"'],
  ['bots ls --filter !', 2, '', '--filter: "!" has no word to match'],
  ['bots ls --limit 0', 2, '', 'a whole number from 1'],
  ['bots ls --limit many', 2, '', 'a whole number from 1'],
  ['bots ls -o xml', 2, '', 'table, json'],
  ['bots ls --columns x,y', 2, '', /unknown field "x".*\n {2}See botscope bots ls --help\.\n$/],
  ['bots ls -o name --columns id', 2, '', 'leave --columns out'],
  ['bots ls extra', 2, '', 'unexpected argument "extra"'],
  { all: 0 },
]);

test('bots ls: without a terminal its table has no colour, is aligned and cuts no id', async () => {
  const [head = '', ...rows] = linesOf(await outOf('bots ls'));

  expect([head, ...rows].join()).not.toContain('\u001b');
  for (const row of rows) expect(row.slice(head.indexOf('ID'))).toMatch(/^\S+$/);
});

test('bots ls: one very long name pushes no column away, and other formats have all of it', async () => {
  const long = `a-${'long-'.repeat(30)}name`;
  const bots = [...Array(20).keys()].map(at => ({ id: `bot-${at}`, name: at === 7 ? long : `bot ${at}` }));
  const at = await serverOf({ bots, meta: {} });

  for (const line of ['bots ls', 'COLUMNS=300 bots ls']) {
    const { out } = await run(line, { at });
    expect(Math.max(...linesOf(out).map(cells))).toBeLessThan(90);
    expect(out).toMatch(/^a-.*…/m);
    for (const { id } of bots) expect(out).toContain(id);
  }
  await expectRowsAt(at, ['bots ls -o csv', 0, long], ['bots ls --columns name,id', 0, long]);
});

test('bots health: names of bots are cut at their end', async () => {
  const [head = '', ...rows] = linesOf(await outOf('COLUMNS=100 bots health'));

  const names = rows.map(row => row.slice(head.indexOf('WHICH')));
  expect(names.filter(text => text.includes('…')).length).toBeGreaterThan(0);
  for (const text of names) expect(text).not.toMatch(/….*[^…]/);
});

test.each([
  [40, '  UPDATED\n'],
  [80, '  UPDATED  ID\n'],
  [120, '  CREATED  ID\n'],
])(
  'bots ls: its table fits a terminal of %i columns, without the least important ones',
  async (width, titles) => {
    const out = await outOf(`COLUMNS=${width} bots ls`);

    for (const line of linesOf(out)) expect(cells(line), line).toBeLessThanOrEqual(width);
    expect(out).toContain(titles);
  },
);

const FORMATS = ['json', 'yaml', 'ndjson', 'csv', 'md', 'table', 'id'];

test('bots ls: stops when page tokens repeat, however long the cycle', async () => {
  let count = 0;
  const server = await listen((_request, response) => {
    count++;
    response.end(JSON.stringify({ bots: [{ id: `b${count}` }], meta: { nextToken: `t${count % 5}` } }));
  });

  await expectRowsAt(server, ['bots ls -o name', 8, undefined, 'repeated a page token']);
  expect(count).toBeLessThan(20);
});

test('CSV: a terminal shows control, direction and invisible characters; a file keeps the invisible ones', async () => {
  const record = { id: 'b1', name: 'a\u202eb\u200bc\u001b[2J\u009bd' };
  const shown = 'a<U+202E>b<U+200B>c^[[2J<U+009B>d\r\n';

  await expectRowsAt(
    await serverOf({ bots: [record], bot: record }),
    ['COLUMNS=80 bots ls -o csv --columns id,name', 0, `id,name\r\nb1,${shown}`],
    ['COLUMNS=80 bots get b1 -o csv --columns name', 0, `name\r\n${shown}`],
    ['bots ls -o csv --columns id,name', 0, 'id,name\r\nb1,a\u202eb\u200bc[2Jd\r\n'],
  );
});

test('bots ls: hostile names and ids are cleaned, and escaped in JSON', async () => {
  const evil = 'a\u001b[2J\u202eb\u0000\u009b';
  const item = { id: `i${evil}`, name: evil };
  const at = await serverOf({ bots: [item] });
  const printed = async (format: string) => (await run(`bots ls -o ${format}`, { at })).out;
  const [json, line, yaml] = [await printed('json'), await printed('ndjson'), await printed('yaml')];

  for (const text of [await printed('table'), await printed('name'), json, line, yaml])
    expect(text.replaceAll(/[\r\n]/g, '')).not.toMatch(INVISIBLE);
  // A file for programs keeps letters that only direct the reading; nothing in it commands a terminal.
  expect((await printed('csv')).replaceAll(/[\r\n]/g, '')).not.toMatch(/\p{Cc}/u);
  expect(JSON.parse(line)).toEqual(item);
  expect(JSON.parse(json).bots).toEqual([item]);
  expect(parse(yaml).bots).toEqual([item]);
});

test.each<[string, object, string]>([
  [
    'entries that are no records',
    { bots: [{ id: 'b1' }, 'nothing', null] },
    'that are not valid records: 2.',
  ],
  ['records without a text id', { bots: [{ name: 'x' }, { id: 5 }, { id: 'b1' }] }, 'that have no id: 2.'],
  ['a page token that is no text', { bots: [{ id: 'b1' }], meta: { nextToken: 5 } }, 'not a text.'],
])('bots ls: a list with %s is incomplete in every format', async (_case, body, missing) => {
  const why = expect.stringContaining(missing);
  await expectRowsAt(
    await serverOf(body),
    ...FORMATS.map(format => [`bots ls -o ${format}`, 8, undefined, missing] as const),
    ['bots ls -o json', 8, { complete: false, missing: why, bots: expect.arrayContaining([{ id: 'b1' }]) }],
    ['bots ls -o yaml', 8, /^complete: false\nmissing: /],
    ['bots ls -o id', 8, 'b1\n'],
  );
});

test('bots ls: an endless list of which nothing matches ends with a sentence', async () => {
  let count = 0;
  const server = await listen((_request, response) => {
    const bots = Array.from({ length: 50_000 }, () => ({ id: `b${++count}` }));
    response.end(JSON.stringify({ bots, meta: { nextToken: `t${count}` } }));
  });

  const words = 'Stopped after 1000000 records, of which 0 match. Use -o ndjson for more, or set --limit.';
  await expectRowsAt(server, ['bots ls --filter nothing-like-this -o table', 8, undefined, words]);
}, 60_000);

commands('issues ls: sends nothing without --ext', [
  ['issues ls $botId', 2, '', '--ext'],
  { all: 0 },
  ['issues ls', 2, '', 'botscope issues ls <botId>'],
]);

commands('issues ls: distinguishes a server without the list from a missing bot', [
  ['issues ls $botId --ext', 7, undefined, 'not supported by this server'],
  'GET /v1/admin/bots/{id}/issues 404',
  ['issues ls $botId --ext', 7, undefined, 'not supported by this server'],
  ['issues ls no-such-bot --ext', 3],
]);

test('issues ls: prints the list with --ext', async () => {
  await using other = await startSandbox({ ext: true });
  const { botId, issueId } = other.ids;

  await expectRowsAt(
    other,
    [`issues ls ${botId} --ext -o name`, 0, issueId],
    [`events ls ${botId} ${issueId} --ext -o ndjson`, 0, /^\{/],
  );
});

test('bots health: diagnoses every bot, several at once, and exits 1 on a problem', async () => {
  // Responds to no read of a bot before four are under way: reads in turn would run into the time limit.
  const { promise: areUnderWay, resolve: release } = Promise.withResolvers<void>();
  let started = 0;
  await using watched = await startSandbox({ bots: 6 });
  const server = await listen(async ({ url: path = '', headers }, response) => {
    if (/^\/v1\/admin\/bots\/[^/]+$/.test(path)) {
      if (++started === 4) release();
      await areUnderWay;
    }
    const reply = await fetch(`${watched.url}${path}`, { headers: headers as Record<string, string> });
    response.writeHead(reply.status, { 'content-type': 'application/json' });
    response.end(await reply.text());
  });

  const first = { name: 'support-prod', problems: 2, findings: expect.any(Array) };
  const where = { ...watched, url: server.url };
  await expectRowsAt(where, ['health -o ndjson', 1, ndjson(first, {}, {}, {}, {}, {})]);
});

test('bots health: --limit reads as many records as it prints', async () => {
  expect(await recordsOf('health --limit 1')).toHaveLength(1);
  expect([lists().length, reads().length]).toEqual([1, 1]);
});

test('bots ls: --limit reads no record after the last match', async () => {
  const values = (await recordsOf('bots ls --columns alwaysAlive')).map(each => each['alwaysAlive']);
  const [first = -1, second = -1] = values.flatMap((value, at) => (value === true ? [at] : []));
  const before = { lists: lists().length, reads: reads().length };

  const two = { ...MORE(2), bots: [{}, {}] };
  await expectRows(['bots ls --filter alwaysAlive:true --limit 2 -o json', 0, two]);

  expect(first).toBeGreaterThanOrEqual(0);
  expect(reads().length - before.reads).toBe(second + 1);
  expect(lists().length - before.lists).toBe(Math.floor(second / 20) + 1);
});

type Row = { readonly id: string; readonly error?: unknown };
const documents: Readonly<Record<string, (text: string) => { [member: string]: unknown }>> = {
  json: text => JSON.parse(text),
  yaml: text => parse(text),
  ndjson: text => ({ rows: linesOf(text).map(line => JSON.parse(line)) }),
};

/** Returns the rows of a printed document, those with an error, and whether it is complete. */
function documentIn(format: string, out: string) {
  const whole = documents[format]?.(out) ?? {};
  const rows = (whole['rows'] ?? whole['bots'] ?? whole['diagnoses']) as readonly Row[];
  const { complete, missing } = whole;
  return { rows, failed: rows.filter(({ error }) => error !== undefined), complete, missing };
}

const COMMANDS = ['health', 'bots ls --filter alwaysAlive:true', 'bots ls --columns id,status'];
const cases = ['table', 'csv', 'text', 'name', ...Object.keys(documents)].flatMap(format =>
  COMMANDS.filter(line => format !== 'name' || !line.includes('--columns')).map(line => [line, format]),
);

test.each(cases)(
  'unreadable records: %s -o %s names them on standard error, in a document also with their errors, and exits with 8',
  async (line = '', format = '') => {
    const unread = sandbox.idsOf('bot', {}).slice(3, 9);
    for (const [at, id] of unread.entries()) sandbox.fault(`GET ${LIST}/${id} ${at === 0 ? 404 : 403}`);
    const { code, out, err } = await run(`${line} -o ${format}`);

    expect(code).toBe(8);
    expect(err).toContain('6 could not be read: 404 Not found (1), 403 Your token may not do this (5).');
    expect(unread.filter(id => !err.includes(id))).toEqual([]);
    if (!(format in documents)) expect(unread.filter(id => out.includes(id))).toEqual([]);
    else {
      const { failed, complete, missing } = documentIn(format, out);
      const forbidden = expect.objectContaining({ kind: 'forbidden', status: 403, exitCode: 5 });
      expect(failed.map(({ id }) => id).toSorted()).toEqual([...unread].toSorted());
      expect(failed.map(({ error }) => error)).toContainEqual(forbidden);
      expect(complete).toBe(format === 'ndjson' ? undefined : false);
      expect(`${missing}`).toContain(format === 'ndjson' ? 'undefined' : '6 could not be read');
    }
  },
);

test.each(Object.keys(documents))(
  'bots get: unreadable records are in the output (-o %s), with exit code 8',
  async format => {
    const { code, out } = await run(`bots get nope $botId -o ${format}`);

    const { rows, failed, complete } = documentIn(format, out);
    const error = expect.objectContaining({ kind: 'not-found', exitCode: 3 });
    expect([code, complete]).toEqual([8, format === 'ndjson' ? undefined : false]);
    expect(rows.map(({ id }) => id)).toEqual(['nope', sandbox.ids.botId]);
    expect(failed).toEqual([{ id: 'nope', error }]);
  },
);

const LEFT = /^1 could not be read: 401 .* \(1\)\. 3 more were not requested\.$/;
commands('bots get: counts the records not requested after a failure that all would meet', [
  'GET /v1/admin/bots/$bot3 401',
  ['bots get $bots6 -o json', 8, { complete: false, missing: expect.stringMatching(LEFT) }],
]);

test('unreadable records: one exits with 8, whether another has findings or not', async () => {
  await using one = await startSandbox({ bots: 3 });
  const ids = one.idsOf('bot', {});
  one.fault(`GET ${LIST}/${ids[0]} 403`);

  const incomplete = { complete: false, diagnoses: [{}, {}, {}] };
  await expectRowsAt(
    one,
    ['health -o json', 8, incomplete],
    [`bots diagnose ${ids.join(' ')} -o json`, 8, incomplete],
  );
});

test('bots ls: a failure that ends all reads keeps the matching rows that were read before it', async () => {
  sandbox.fault({ method: 'GET', path: /\/admin\/bots\/./, status: 401, after: 6 });

  const { code, out } = await run('bots ls --filter int>=0 -o json');

  const { bots, complete } = JSON.parse(out);
  expect([code, complete]).toEqual([8, false]);
  expect(bots.length).toBeGreaterThan(0);
  expect(bots.length).toBeLessThanOrEqual(6);
});

test('bots ls: a filter by age keeps a row that it took, though the clock moves on while records load', async () => {
  const now = Date.now();
  const { botId } = sandbox.ids;
  sandbox.put('bot', { id: botId, updatedAt: new Date(now - 59 * 60_000).toISOString() });
  // The clock moves on once the record is requested.
  const isRequested = (): boolean => reads().some(({ path }) => path.endsWith(botId));
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => now + (isRequested() ? 5 * 60_000 : 0));

  const ids = await idsOf("bots ls --filter 'updated<1h health:problem'");
  clock.mockRestore();

  expect(isRequested()).toBe(true);
  expect(ids).toContain(botId);
});
