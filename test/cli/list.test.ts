import { describe, expect, test, vi } from 'vitest';
import { parse } from 'yaml';
import { bot } from '../../src/resources/bot.ts';
import { cells } from '../../src/text/width.ts';
import { listen } from '../api/test-client.ts';
import { readCsv } from '../formats/read-csv.ts';
import { rawServer } from '../helpers/raw-server.ts';
import { command } from '../helpers/run-cli.ts';
import { sandboxPerTest, startSandbox } from '../helpers/sandbox.ts';
import { INVISIBLE } from '../text/hostile.ts';

const sandbox = sandboxPerTest({ bots: 45, pageSize: 15 });

const lines = (text: string): readonly string[] => text.split('\n').filter(line => line !== '');
const lists = () => sandbox.requests.filter(({ path }) => /^\/v1\/admin\/bots(\?|$)/.test(path));
const reads = () => sandbox.requests.filter(({ path }) => /^\/v1\/admin\/bots\/[^/]+$/.test(path));

/** All bots as the wire has them. */
async function wireBots(): Promise<readonly Record<string, unknown>[]> {
  const { out } = await command(sandbox, ['bots', 'ls', '-o', 'ndjson', '--show-secrets']);
  return lines(out).map(line => JSON.parse(line));
}

describe('bots ls', () => {
  test('bots ls: prints all bots of all pages with all fields, in each format', async () => {
    const [json, yaml, ndjson, csv, name, table] = await Promise.all(
      ['json', 'yaml', 'ndjson', 'csv', 'id', 'table'].map(format =>
        command(sandbox, ['bots', 'ls', '-o', format]),
      ),
    );
    const records = lines(ndjson?.out ?? '').map(line => JSON.parse(line));

    expect(records).toHaveLength(34);
    for (const field of bot.listed ?? [])
      expect(
        records.some(record => field in record),
        field,
      ).toBe(true);
    expect(JSON.parse(json?.out ?? '')).toEqual({ complete: true, bots: records });
    expect(parse(yaml?.out ?? '')).toEqual({ complete: true, bots: records });
    const [head = [], ...rows] = readCsv(csv?.out ?? '');
    expect(head).toEqual(bot.listed);
    const texts = records.map(record =>
      head.map(field => String(record[field] ?? '').replaceAll(/\p{Cc}/gu, '')),
    );
    expect(rows.map(row => row.map(cell => cell.replace(/^'/, '')))).toEqual(texts);
    expect(lines(name?.out ?? '')).toEqual(records.map(({ id }) => id));
    expect(lines(table?.out ?? '')).toHaveLength(35);
    for (const { id } of records) expect(table?.out).toContain(id);
  });

  test('bots ls: prints each page before it requests the next', async () => {
    const asked: number[] = [];

    for (const format of ['ndjson', 'csv', 'name']) {
      const before = lists().length;
      await command(sandbox, ['bots', 'ls', '-o', format], {
        onWrite: () => asked.push(lists().length - before) > 0,
      });
    }

    expect(asked).toEqual([1, 2, 3, 1, 2, 3, 1, 2, 3]);
  });

  test('bots ls: requests no further page when the reader is gone', async () => {
    const { code, err } = await command(sandbox, ['bots', 'ls', '-o', 'name'], { onWrite: () => false });

    expect([code, err, lists().length]).toEqual([0, '', 1]);
  });

  test('bots ls: stops at --limit and reports in JSON that more may be available', async () => {
    const { code, out, err } = await command(sandbox, ['bots', 'ls', '--limit', '21', '-o', 'json']);

    expect([code, err, lists().length]).toEqual([0, '', 2]);
    expect(JSON.parse(out)).toMatchObject({ complete: false, missing: 'More may be available: --limit 21.' });
    expect(JSON.parse(out).bots).toHaveLength(21);
  });

  test('bots ls: filters by list fields without reading records', async () => {
    const all = await wireBots();

    const { out } = await command(sandbox, ['bots', 'ls', '--filter', 'support', '-o', 'name']);
    const none = await command(sandbox, ['bots', 'ls', '--filter', 'sprtprd', '-o', 'name']);

    const wanted = all.filter(({ name }) => String(name).includes('support')).map(({ id }) => id);
    expect(lines(out)).toEqual(wanted);
    expect(wanted.length).toBeGreaterThan(0);
    // No guess: what only has these letters in order is not what a script asked for.
    expect(none).toMatchObject({ code: 0, out: '' });
    expect(reads()).toHaveLength(0);
  });

  test('bots ls: reads the records that a filter needs and prints the same fields', async () => {
    const plain = await command(sandbox, ['bots', 'ls', '-o', 'ndjson']);
    const { out, code } = await command(sandbox, ['bots', 'ls', '--filter', 'int>2', '-o', 'ndjson']);

    const found = lines(out);
    expect(code).toBe(0);
    expect(reads()).toHaveLength(lines(plain.out).length);
    expect(found.length).toBeGreaterThan(3);
    for (const line of found) expect(lines(plain.out)).toContain(line);
    expect(found.length).toBeLessThan(lines(plain.out).length);
  });

  test('bots ls: a table without rows says so on standard error, unless --quiet', async () => {
    const none = await command(sandbox, ['bots', 'ls', '--filter', 'name:nobody']);
    const quiet = await command(sandbox, ['bots', 'ls', '--filter', 'name:nobody', '--quiet']);
    const json = await command(sandbox, ['bots', 'ls', '--filter', 'name:nobody', '-o', 'json']);

    expect([none.code, none.err, lines(none.out).length]).toEqual([0, 'botscope: no bots found\n', 1]);
    expect([quiet.err, json.err]).toEqual(['', '']);
  });

  test('bots ls: reports records that could not be read instead of counting them as no match', async () => {
    const [id] = (await wireBots()).map(each => String(each['id']));
    sandbox.fault({ path: `/v1/admin/bots/${id}`, status: 403 });

    const { code, err } = await command(sandbox, [
      'bots',
      'ls',
      '--filter',
      'alwaysAlive:true',
      '-o',
      'name',
    ]);

    expect(code).toBe(8);
    expect(err).toContain('1 could not be read');
  });

  test('bots ls: reads full records for columns that a list does not have', async () => {
    const { out } = await command(sandbox, ['bots', 'ls', '--columns', 'name,status,health', '--limit', '2']);

    expect(lines(out)[0]).toMatch(/^NAME +STATUS +HEALTH$/);
    expect(lines(out)[1]).toMatch(/^support-prod +active +2 problems$/);
  });

  test('bots ls: prints the pages before a failed one, reports the failure and exits 8', async () => {
    const { out: all } = await command(sandbox, ['bots', 'ls', '-o', 'name']);
    sandbox.fault({ path: '/v1/admin/bots', status: 403, after: 1, times: 1 });

    const { code, out, err } = await command(sandbox, ['bots', 'ls', '-o', 'name']);

    expect(code).toBe(8);
    expect(lines(out)).toEqual(lines(all).slice(0, 15));
    expect(err).toMatch(/^botscope: 403 .*\n( {2}.*\n)+$/);
  });

  test.each([
    [['--filter', 'nope:1'], 'Unknown field "nope"'],
    [['--filter', '!'], '--filter: "!" has no word to match'],
    [['--limit', '0'], 'a whole number from 1'],
    [['--limit', 'many'], 'a whole number from 1'],
    [['-o', 'xml'], 'table, json'],
    [['--columns', 'x,y'], 'unknown field "x"'],
    [['-o', 'name', '--columns', 'id'], 'leave --columns out'],
    [['extra'], 'unexpected argument "extra"'],
  ])('bots ls: %j is a usage error, and nothing is sent', async (words, said) => {
    const { code, out, err } = await command(sandbox, ['bots', 'ls', ...words]);

    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(said);
    expect(sandbox.requests).toHaveLength(0);
  });
});

describe('the table', () => {
  test('bots ls: without a terminal its table has no colour, is aligned and cuts no id', async () => {
    const { out } = await command(sandbox, ['bots', 'ls']);

    const [head = '', ...rows] = lines(out);
    expect(out).not.toContain('\u001b');
    for (const row of rows) expect(row.slice(head.indexOf('ID'))).toMatch(/^\S+$/);
  });

  test('bots ls: one very long name pushes no column away, and other formats have all of it', async () => {
    const long = `a-${'long-'.repeat(30)}name`;
    const bots = Array.from({ length: 20 }, (_, at) => ({
      id: `bot-${at}`,
      name: at === 7 ? long : `bot ${at}`,
    }));
    const server = await listen((_request, response) => response.end(JSON.stringify({ bots, meta: {} })));

    const [table, wide, csv, chosen] = await Promise.all([
      command(server, ['bots', 'ls']),
      command(server, ['bots', 'ls'], { width: 300 }),
      command(server, ['bots', 'ls', '-o', 'csv']),
      command(server, ['bots', 'ls', '--columns', 'name,id']),
    ]);
    await server.close();

    for (const { out } of [table, wide]) {
      expect(Math.max(...lines(out).map(cells))).toBeLessThan(90);
      expect(out).toMatch(/^a-.*…/m);
      for (const { id } of bots) expect(out).toContain(id);
    }
    for (const { out } of [csv, chosen]) expect(out).toContain(long);
  });

  test('bots health: names of bots are cut at their end', async () => {
    const { out } = await command(sandbox, ['bots', 'health'], { width: 100 });

    const [head = '', ...rows] = lines(out);
    const names = rows.map(row => row.slice(head.indexOf('WHICH')));
    expect(names.filter(text => text.includes('…')).length).toBeGreaterThan(0);
    for (const text of names) expect(text).not.toMatch(/….*[^…]/);
  });

  test.each([40, 80, 120])('bots ls: its table fits a terminal of %i columns', async width => {
    const { out } = await command(sandbox, ['bots', 'ls'], { width });

    for (const line of lines(out)) expect(cells(line), line).toBeLessThanOrEqual(width);
    expect(out).toContain('NAME');
  });
});

test('bots ls: stops at a repeated page and reports it', async () => {
  const body = JSON.stringify({ bots: [{ id: 'b1' }], meta: { nextToken: 'same' } });
  const server = await listen((_request, response) => response.end(body));

  const { code, out, err } = await command(server, ['bots', 'ls', '-o', 'name']);
  await server.close();

  expect([code, out]).toEqual([8, 'b1\n']);
  expect(err).toContain('repeated a page');
});

test('bots ls: prints an item once that moved to the next page', async () => {
  const pages: Readonly<Record<string, unknown>> = {
    '': { bots: [{ id: 'b1' }, { id: 'b2' }, { name: 'no id' }, { id: 'b3' }], meta: { nextToken: 'two' } },
    two: { bots: [{ name: 'no id' }, { id: 'b3' }, { id: 'b4' }, { id: 'b2' }], meta: {} },
  };
  const server = await listen(({ url = '' }, response) => {
    const mark = new URL(url, 'http://x').searchParams.get('nextToken') ?? '';
    response.end(JSON.stringify(pages[mark]));
  });

  const { out } = await command(server, ['bots', 'ls', '-o', 'name']);
  await server.close();

  expect(lines(out)).toEqual(['b1', 'b2', 'b3', 'b4']);
});

test('bots ls: stops when page tokens repeat, however long the cycle', async () => {
  let count = 0;
  const server = await listen((_request, response) => {
    count++;
    response.end(JSON.stringify({ bots: [{ id: `b${count}` }], meta: { nextToken: `t${count % 5}` } }));
  });

  const { code, err } = await command(server, ['bots', 'ls', '-o', 'name']);
  await server.close();

  expect(code).toBe(8);
  expect(err).toContain('repeated a page');
  expect(count).toBeLessThan(20);
});

test('bots ls: hostile names and ids are cleaned, and escaped in JSON', async () => {
  const evil = 'a\u001b[2J\u202eb\u0000\u009b';
  const item = { id: `i${evil}`, name: evil };
  const answer = JSON.stringify({ bots: [item] });
  const server = await listen((_request, response) => response.end(answer));

  const outs = await Promise.all(
    ['table', 'name', 'csv', 'json', 'ndjson', 'yaml'].map(format =>
      command(server, ['bots', 'ls', '-o', format]),
    ),
  );
  await server.close();

  const [table, name, csv, json, ndjson, yaml] = outs.map(({ out }) => out.replaceAll(/[\r\n]/g, ''));
  expect(table).not.toMatch(INVISIBLE);
  expect(name).not.toMatch(INVISIBLE);
  // A file for programs keeps letters that only direct the reading; nothing in it commands a terminal.
  expect(csv).not.toMatch(/\p{Cc}/u);
  for (const text of [json, ndjson, yaml]) expect(text).not.toMatch(INVISIBLE);
  expect(JSON.parse(ndjson ?? '')).toEqual(item);
  expect(JSON.parse(json ?? '').bots).toEqual([item]);
  expect(parse(outs[5]?.out ?? '').bots).toEqual([item]);
});

describe('a list outside of the API description', () => {
  test('issues ls: sends nothing without --ext', async () => {
    const { code, out, err } = await command(sandbox, ['issues', 'ls', sandbox.ids.botId]);

    expect([code, out, sandbox.requests.length]).toEqual([2, '', 0]);
    expect(err).toContain('--ext');
  });

  test('issues ls: distinguishes a server without the list from a missing bot', async () => {
    const heal = sandbox.fault('GET /v1/admin/bots/{id}/issues 404');
    const none = await command(sandbox, ['issues', 'ls', sandbox.ids.botId, '--ext']);
    const noBot = await command(sandbox, ['issues', 'ls', 'no-such-bot', '--ext']);
    heal();
    const unserved = await command(sandbox, ['issues', 'ls', sandbox.ids.botId, '--ext']);
    const unnamed = await command(sandbox, ['issues', 'ls']);

    expect(unnamed.err).toContain('botscope issues ls <botId>\n');

    expect([none.code, noBot.code]).toEqual([7, 3]);
    expect([none.err, unserved.err].map(text => text.includes('not supported by this server'))).toEqual([
      true,
      true,
    ]);
  });

  test('issues ls: prints the list with --ext', async () => {
    const other = await startSandbox({ ext: true });
    const { botId, issueId } = other.ids;

    const issues = await command(other, ['issues', 'ls', botId, '--ext', '-o', 'name']);
    const events = await command(other, ['events', 'ls', botId, issueId, '--ext', '-o', 'ndjson']);
    await other.close();

    expect([issues.code, events.code]).toEqual([0, 0]);
    expect(lines(issues.out)).toContain(issueId);
    expect(lines(events.out).length).toBeGreaterThan(0);
  });
});

describe('health', () => {
  test('bots health: diagnoses every bot, several at once, and exits 1 on a problem', async () => {
    // Responds to no read of a bot before four are under way: reads in turn would run into the time limit.
    const { promise: areUnderWay, resolve: release } = Promise.withResolvers<void>();
    let started = 0;
    const watched = await startSandbox({ bots: 6 });
    const server = await rawServer(async ({ url: path = '', headers }, response) => {
      if (/^\/v1\/admin\/bots\/[^/]+$/.test(path)) {
        if (++started === 4) release();
        await areUnderWay;
      }
      const reply = await fetch(`${watched.url}${path}`, { headers: headers as Record<string, string> });
      response.writeHead(reply.status, { 'content-type': 'application/json' });
      response.end(await reply.text());
    });

    const { code, out } = await command({ ...watched, url: server.url }, ['health', '-o', 'ndjson']);
    await server.close();
    await watched.close();

    const rows = lines(out).map(line => JSON.parse(line));
    expect(code).toBe(1);
    expect(rows).toHaveLength(6);
    expect(rows[0]).toMatchObject({ name: 'support-prod', problems: 2, findings: expect.any(Array) });
  });

  test('bots health: exits 0 without problems, also if a filter leaves no bot', async () => {
    const { code, out } = await command(sandbox, ['bots', 'health', '--filter', 'health:ok', '-o', 'json']);

    const { diagnoses } = JSON.parse(out);
    expect(code).toBe(0);
    expect(diagnoses.length).toBeGreaterThan(0);
    for (const { problems } of diagnoses) expect(problems).toBe(0);
  });
});

describe('--limit', () => {
  test('bots health: --limit reads as many records as it prints', async () => {
    const { out } = await command(sandbox, ['health', '--limit', '1', '-o', 'ndjson']);

    expect(lines(out)).toHaveLength(1);
    expect([lists().length, reads().length]).toEqual([1, 1]);
  });

  test('bots ls: --limit reads no record after the last match', async () => {
    const all = await command(sandbox, ['bots', 'ls', '--columns', 'alwaysAlive', '-o', 'ndjson']);
    const values = lines(all.out).map(line => JSON.parse(line).alwaysAlive);
    const [first = -1, second = -1] = values.flatMap((value, at) => (value === true ? [at] : []));
    const before = { lists: lists().length, reads: reads().length };

    const argv = ['bots', 'ls', '--filter', 'alwaysAlive:true', '--limit', '2', '-o', 'json'];
    const { code, out } = await command(sandbox, argv);

    expect(first).toBeGreaterThanOrEqual(0);
    expect(reads().length - before.reads).toBe(second + 1);
    expect(lists().length - before.lists).toBe(Math.floor(second / 20) + 1);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ complete: false, missing: 'More may be available: --limit 2.' });
    expect(JSON.parse(out).bots).toHaveLength(2);
  });
});

describe('records that cannot be loaded', () => {
  const FORMATS = ['table', 'csv', 'name', 'json', 'yaml', 'ndjson'] as const;
  type Row = { readonly id: string; readonly error?: unknown; readonly problems?: number };

  /** Returns the printed document, its rows, and the rows with an error. */
  function rowsIn(format: string, out: string, key: string) {
    const whole = format === 'ndjson' ? undefined : format === 'json' ? JSON.parse(out) : parse(out);
    const rows: readonly Row[] = whole?.[key] ?? lines(out).map(line => JSON.parse(line));
    return { whole, rows, failed: rows.filter(({ error }) => error !== undefined) };
  }

  const COMMANDS = [
    ['health'],
    ['bots', 'ls', '--filter', 'alwaysAlive:true'],
    ['bots', 'ls', '--columns', 'id,status'],
  ];

  test.each(
    FORMATS.flatMap(format =>
      COMMANDS.filter(words => format !== 'name' || !words.includes('--columns')).map(words => ({
        format,
        words,
      })),
    ),
  )(
    'unreadable records: they make the output of $words -o $format incomplete, are listed with their errors, and exit with 8',
    async ({ format, words }) => {
      const ids = sandbox.idsOf('bot', {});
      const unread = ids.slice(3, 9);
      const heal = unread.map((id, at) =>
        sandbox.fault({ method: 'GET', path: `/v1/admin/bots/${id}`, status: at === 0 ? 404 : 403 }),
      );

      const { code, out, err } = await command(sandbox, [...words, '-o', format]);
      for (const end of heal) end();

      expect(code).toBe(8);
      expect(err).toContain('6 could not be read: 404 Not found (1), 403 Your token may not do this (5).');
      for (const id of unread) expect(err).toContain(id);
      if (format === 'table' || format === 'csv' || format === 'name') {
        for (const id of unread) expect(out).not.toContain(id);
        return;
      }
      const { whole, failed } = rowsIn(format, out, words[0] === 'health' ? 'diagnoses' : 'bots');
      expect(failed.map(({ id }) => id)).toEqual(expect.arrayContaining([...unread]));
      expect(failed).toHaveLength(unread.length);
      expect(failed.map(({ error }) => error)).toContainEqual(
        expect.objectContaining({ kind: 'forbidden', status: 403, exitCode: 5 }),
      );
      const end = { complete: false, missing: expect.stringContaining('6 could not be read') };
      expect(whole).toEqual(format === 'ndjson' ? undefined : expect.objectContaining(end));
    },
  );

  test.each(['json', 'yaml', 'ndjson'])(
    'bots get: unreadable records are in the output (-o %s), with exit code 8',
    async format => {
      const { botId } = sandbox.ids;

      const { code, out } = await command(sandbox, ['bots', 'get', 'nope', botId, '-o', format]);

      const { whole, rows, failed } = rowsIn(format, out, 'bots');
      expect(code).toBe(8);
      expect(rows.map(({ id }) => id)).toEqual(['nope', botId]);
      expect(failed).toEqual([
        { id: 'nope', error: expect.objectContaining({ kind: 'not-found', exitCode: 3 }) },
      ]);
      expect(whole?.complete).toBe(format === 'ndjson' ? undefined : false);
    },
  );

  test('bots get: counts the records not requested after a failure that all would meet', async () => {
    const ids = sandbox.idsOf('bot', {}).slice(0, 6);
    const heal = sandbox.fault({ method: 'GET', path: `/v1/admin/bots/${ids[2]}`, status: 401 });

    const { code, out } = await command(sandbox, ['bots', 'get', ...ids, '-o', 'json']);
    heal();

    expect(code).toBe(8);
    expect(JSON.parse(out)).toMatchObject({
      complete: false,
      missing: expect.stringMatching(/^1 could not be read: 401 .* \(1\)\. 3 more were not requested\.$/),
    });
  });

  test('unreadable records: one exits with 8, whether another has findings or not', async () => {
    const one = await startSandbox({ bots: 3 });
    const [id = ''] = one.idsOf('bot', {});
    one.fault({ method: 'GET', path: `/v1/admin/bots/${id}`, status: 403 });

    const health = await command(one, ['health', '-o', 'json']);
    const diagnose = await command(one, ['bots', 'diagnose', ...one.idsOf('bot', {}), '-o', 'json']);
    await one.close();

    for (const { code, out } of [health, diagnose]) {
      expect(code).toBe(8);
      expect(JSON.parse(out).complete).toBe(false);
      expect(JSON.parse(out).diagnoses).toHaveLength(3);
    }
  });

  test('bots ls: a later failed page makes the list incomplete, a failed first page has its own code', async () => {
    const page = JSON.stringify({ bots: [{ id: 'b1' }], meta: { nextToken: 'two' } });
    const server = await listen(({ url = '' }, response) => {
      if (url.includes('nextToken')) response.statusCode = 403;
      response.end(url.includes('nextToken') ? '{}' : page);
    });
    const none = await listen((_request, response) => {
      response.statusCode = 403;
      response.end('{}');
    });

    const part = await command(server, ['bots', 'ls', '-o', 'json']);
    const nothing = await command(none, ['bots', 'ls', '-o', 'json']);
    await Promise.all([server.close(), none.close()]);

    expect([part.code, nothing.code]).toEqual([8, 5]);
    expect(JSON.parse(part.out)).toMatchObject({ complete: false, bots: [{ id: 'b1' }] });
    expect(JSON.parse(part.err).error).toMatchObject({ kind: 'forbidden' });
    expect(nothing.out).toBe('');
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
    const server = await listen((_request, response) => response.end(JSON.stringify(body)));
    const formats = ['json', 'yaml', 'ndjson', 'csv', 'md', 'table', 'id'];
    const results = await Promise.all(formats.map(each => command(server, ['bots', 'ls', '-o', each])));
    await server.close();

    for (const { code, err } of results) expect([code, err]).toEqual([8, expect.stringContaining(missing)]);
    expect(JSON.parse(results[0]?.out ?? '')).toMatchObject({
      complete: false,
      missing: expect.stringContaining(missing),
      bots: expect.arrayContaining([{ id: 'b1' }]),
    });
    expect(results[1]?.out).toMatch(/^complete: false\nmissing: /);
    expect(results.at(-1)?.out).toBe('b1\n');
  });

  test('bots ls: an id that a page has twice is printed once in every format', async () => {
    const body = { bots: [{ id: 'twice' }, { id: 'once' }, { id: 'twice' }] };
    const server = await listen((_request, response) => response.end(JSON.stringify(body)));

    for (const format of ['json', 'yaml', 'ndjson', 'csv', 'md', 'table', 'id']) {
      const { code, out } = await command(server, ['bots', 'ls', '-o', format]);
      expect([format, code, out.match(/twice/g)?.length]).toEqual([format, 0, 1]);
    }
    await server.close();
  });

  test('bots ls: --limit sets complete to false and exits 0', async () => {
    const { code, out } = await command(sandbox, ['bots', 'ls', '--limit', '2', '-o', 'json']);

    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ complete: false, missing: 'More may be available: --limit 2.' });
  });
});

describe('diagnose', () => {
  test('bots diagnose: prints the findings and exits 1', async () => {
    const { code, out } = await command(sandbox, ['diagnose', sandbox.ids.botId]);

    expect(code).toBe(1);
    expect(out).toContain('problem');
    expect(out).toContain('registration_failed');
  });

  test('bots diagnose: exits 0 without findings', async () => {
    const { out: healthy } = await command(sandbox, [
      'health',
      '--filter',
      'health:ok',
      '-o',
      'name',
      '--limit',
      '1',
    ]);

    const { code } = await command(sandbox, ['bots', 'diagnose', healthy.trim()]);

    expect(code).toBe(0);
  });
});

test('bots ls: a failure that ends all reads keeps the matching rows that were read before it', async () => {
  sandbox.fault({ method: 'GET', path: /\/admin\/bots\/./, status: 401, after: 6 });

  const { code, out } = await command(sandbox, ['bots', 'ls', '--filter', 'int>=0', '-o', 'json']);

  const { bots, complete } = JSON.parse(out);
  expect([code, complete]).toEqual([8, false]);
  expect(bots.length).toBeGreaterThan(0);
  expect(bots.length).toBeLessThanOrEqual(6);
});

test('bots ls: an endless list of which nothing matches ends with a sentence', async () => {
  let count = 0;
  const server = await listen((_request, response) => {
    const bots = Array.from({ length: 50_000 }, () => ({ id: `b${++count}` }));
    response.end(JSON.stringify({ bots, meta: { nextToken: `t${count}` } }));
  });

  const { code, err } = await command(server, ['bots', 'ls', '--filter', 'nothing-like-this', '-o', 'table']);
  await server.close();

  expect(code).toBe(8);
  expect(err).toContain(
    'Stopped after 1000000 records, of which 0 match. Use -o ndjson for more, or set --limit.',
  );
}, 60_000);

test('bots ls: a filter by age keeps a row that it took, though the clock moves on while records load', async () => {
  const now = Date.now();
  const { botId } = sandbox.ids;
  sandbox.put('bot', { id: botId, updatedAt: new Date(now - 59 * 60_000).toISOString() });
  // The clock moves on once the record is requested.
  const isRequested = (): boolean => reads().some(({ path }) => path.endsWith(botId));
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => now + (isRequested() ? 5 * 60_000 : 0));

  const { out } = await command(sandbox, ['bots', 'ls', '--filter', 'updated<1h health:problem', '-o', 'id']);
  clock.mockRestore();

  expect(isRequested()).toBe(true);
  expect(lines(out)).toContain(botId);
});
