import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { listen } from '../api/test-client.ts';
import { readCsv } from '../formats/read-csv.ts';
import { command } from '../helpers/run-cli.ts';
import { sandboxPerTest } from '../helpers/sandbox.ts';

const sandbox = sandboxPerTest({ bots: 45, ext: true });

const api = (...words: readonly string[]) => command(sandbox, ['api', ...words]);
const lines = (text: string): readonly string[] => text.trimEnd().split('\n');
const LIST = '/v1/admin/bots';

/** Starts a server that answers every request with these bodies, the last one again and again. */
async function answering(...bodies: readonly unknown[]) {
  const headers: Record<string, unknown>[] = [];
  const server = await listen((request, response) => {
    headers.push(request.headers);
    response.end(JSON.stringify(bodies[Math.min(headers.length, bodies.length) - 1]));
  });
  return { ...server, headers };
}

test('api: prints the answer of a path as JSON, as the service sends it, with secrets masked', async () => {
  const path = `${LIST}/${sandbox.ids.botId}`;
  const headers = { authorization: `Bearer ${sandbox.token}`, 'x-workspace-id': sandbox.workspaceId };
  const sent = await fetch(sandbox.url + path, { headers }).then(response => response.json());

  const masked = await api(path);
  const shown = await api(path, '--show-secrets');
  const got = await command(sandbox, ['bots', 'get', sandbox.ids.botId, '-o', 'json']);
  const hidden = await api(path, '--show-secrets', '--no-reveal');

  expect(masked).toEqual({ code: 0, out: expect.any(String), err: '' });
  expect(JSON.parse(shown.out)).toEqual(sent);
  expect(JSON.parse(masked.out)).toEqual({ bot: JSON.parse(got.out) });
  expect(shown.out).not.toBe(masked.out);
  expect(hidden.code).toBe(2);
});

test('api: the token of the next page is no secret, so that the next page can be asked for', async () => {
  const first = JSON.parse((await api(LIST)).out);
  const undocumented = JSON.parse((await api(`${LIST}?sortField=updatedAt`)).out);
  const token = encodeURIComponent(first.meta.nextToken);

  const second = JSON.parse((await api(`${LIST}?nextToken=${token}`)).out);

  const all = await command(sandbox, ['bots', 'ls', '-o', 'id']);
  expect(second.bots[0].id).toBe(lines(all.out)[20]);
  expect(undocumented.meta.nextToken).not.toContain('•');
});

test('api: every format of the other commands prints the records of an answer', async () => {
  const { bots } = JSON.parse((await api(LIST)).out);
  const ids = bots.map(({ id }: { id: string }) => id);

  const [yaml, csv, id, table, markdown] = await Promise.all(
    ['yaml', 'csv', 'id', 'table', 'md'].map(format => api(LIST, '-o', format)),
  );

  expect(parse(yaml?.out ?? '').bots).toEqual(bots);
  expect(
    readCsv(csv?.out ?? '')
      .slice(1)
      .map(([first]) => first),
  ).toEqual(ids);
  expect(lines(id?.out ?? '')).toEqual(ids);
  expect(lines(table?.out ?? '')[1]).toMatch(new RegExp(`^support-prod +.*${ids[0]}$`));
  expect(markdown?.out).toContain('# Bots: 20');
});

test('api: a record that holds a list, or a list of plain values, is printed as a record', async () => {
  const record = await api(`/v1/admin/workspaces/${sandbox.workspaceId}/public`, '-o', 'table');
  sandbox.fault({ path: '/v1/admin/names', status: 200, body: { names: ['one', 'two'] } });
  const values = await api('/v1/admin/names', '-o', 'table');

  expect(record.out).toMatch(/^name +Borealis Air$/m);
  expect(record.out).toContain('socialAccounts');
  expect(values.out).toBe('names  2 items\n');
});

test('api: an answer without a description is masked by names, and wherever it holds bots', async () => {
  const bot = {
    configuration: { data: { plan: 'hunter2' } },
    integrations: { slack: { configuration: { room: 'hunter2' }, webhookId: 'hunter2', name: 'slack' } },
  };
  const server = await answering({
    bot,
    bots: [bot],
    ...bot,
    apiKey: 'hunter2',
    note: 'https://u:hunter2@x/',
    kept: 'a',
  });

  const { code, out } = await command(server, ['api', '/v1/admin/anything']);
  const rows = await command(server, ['api', '/v1/admin/anything', '-o', 'csv']);
  await server.close();

  expect([code, rows.code]).toEqual([0, 0]);
  expect(out + rows.out).not.toContain('hunter2');
  expect(JSON.parse(out)).toMatchObject({ kept: 'a', bot: { integrations: { slack: { name: 'slack' } } } });
});

test('api: control characters of an answer are escaped, and the own token is masked', async () => {
  const server = await answering({ rows: [{ id: 'a\u001b[2Jb', text: `x \u202e token-of-mine` }] });

  const results = await Promise.all(
    ['json', 'ndjson', 'yaml', 'table', 'md', 'id'].map(format =>
      command({ ...server, token: 'token-of-mine' }, ['api', '/v1/admin/x', '-o', format]),
    ),
  );
  await server.close();

  for (const { out } of results) {
    expect(out).not.toMatch(/[\u001b\u202e]/);
    expect(out).not.toContain('token-of-mine');
  }
});

test('api: a path has the workspace header, one below /v1/chat the header of --bot-id instead', async () => {
  const server = await answering({ conversations: [] });

  await command(server, ['api', '/v1/admin/workspaces']);
  await command(server, ['api', '/v1/chat/conversations', '--bot-id', 'b1']);
  const without = await command(server, ['api', '/v1/chat/conversations']);
  await server.close();

  expect(server.headers.map(each => [each['x-workspace-id'], each['x-bot-id']])).toEqual([
    ['workspace', undefined],
    [undefined, 'b1'],
  ]);
  expect([without.code, without.err]).toEqual([2, expect.stringContaining('needs --bot-id <id>')]);
});

describe('a path', () => {
  test.each([
    'https://example.com/v1/admin/bots',
    '//example.com/v1/admin/bots',
    'v1/admin/bots',
    '/v1/admin/../chat/conversations',
    '/v1/admin/%2e%2e/x',
    '/v1/admin/%252E%252e/x',
    '/v1/admin/x%2f..%2fy',
    '/v1//admin',
    '/v1/admin/a%2F%2Fb',
    '/v1\\admin',
    '/v1/admin/%5Cx',
    '/v1/admin/bots#x',
    '/v1/admin/\u0007',
    '/v1/admin/%0d%0ax: y',
    '/v1/admin/bots?a=\tb',
    '/v1/admin/%zz',
    `/${'x'.repeat(5000)}`,
  ])('api: %.60j is refused, and nothing is sent', async path => {
    const { code, out, err } = await api(path);

    expect([code, out]).toEqual([2, '']);
    expect(err).toContain('is no path of the API');
    expect(sandbox.requests).toEqual([]);
  });

  test('api: query and encoded ids are sent as typed', async () => {
    await api('/v1/admin/bots?pageSize=2&tags.env=production&pageSize=3');
    await api('/v1/admin/integrations/a%2Fb');

    expect(sandbox.requests.map(({ path }) => path)).toEqual([
      '/v1/admin/bots?pageSize=2&tags.env=production&pageSize=3',
      '/v1/admin/integrations/a%2Fb',
    ]);
  });

  test('api: --strict sends documented paths only', async () => {
    const { botId } = sandbox.ids;
    const issues = `${LIST}/${botId}/issues`;
    const allowed = [LIST, `${LIST}/${botId}`, `/v1/admin/workspaces/${sandbox.workspaceId}/public`];
    const refused = [issues, `${LIST}?dev=true`, '/v1/admin/workspaces', '/v2/admin/bots'];

    const codes = await Promise.all(
      [...allowed, ...refused].map(async path => (await api(path, '--strict')).code),
    );
    const paged = await api(LIST, '--paginate', '--strict', '-o', 'id');

    expect(codes).toEqual([0, 0, 0, 2, 2, 2, 2]);
    expect(sandbox.requests.map(({ path }) => path)).not.toContain(issues);
    expect([paged.code, lines(paged.out).length]).toEqual([0, 34]);
    expect((await api(issues)).code).toBe(0);
  });

  test('api: a failure has its own exit code and advice; read-only connections may read', async () => {
    sandbox.fault({ path: LIST, status: 403, times: 1 });
    const forbidden = await api(LIST, '-o', 'json');
    const missing = await api(`${LIST}/nope`, '--read-only', '--protect');
    const none = await api();

    expect([forbidden.code, missing.code, none.code]).toEqual([5, 3, 2]);
    expect(JSON.parse(forbidden.err)).toMatchObject({
      error: { kind: 'forbidden', path: LIST, status: 403 },
    });
    expect(missing.err).toMatch(/^botscope: 404 Not found/);
    expect(none.err).toContain('Which path?');
  });
});

describe('--paginate', () => {
  test('api: joins the lists of all pages, and says without it that there are more', async () => {
    const all = lines((await command(sandbox, ['bots', 'ls', '-o', 'id'])).out);
    const one = await api(LIST);
    sandbox.fault({ path: LIST, status: 503, times: 1 });

    const { code, out, err } = await api(LIST, '--paginate');
    const pages = await api(LIST, '--paginate', '-o', 'ndjson');
    const yaml = await api(`${LIST}?pageSize=7`, '--paginate', '-o', 'yaml');

    expect(one.err).toBe('botscope: more pages: --paginate loads them all\n');
    expect([code, err]).toEqual([0, '']);
    const body = JSON.parse(out);
    expect(body).toMatchObject({ complete: true, meta: {} });
    expect(body.bots.map(({ id }: { id: string }) => id)).toEqual(all);
    expect(parse(yaml.out).bots).toEqual(body.bots);
    const parsed = lines(pages.out).map(line => JSON.parse(line));
    expect(parsed.map(({ bots }) => bots.length)).toEqual([20, 14]);
    expect(parsed.flatMap(({ bots }) => bots)).toEqual(body.bots);
  });

  test('api: a failed page leaves what was loaded, marked as incomplete, and exits 8', async () => {
    for (const format of ['json', 'yaml', 'ndjson', 'id']) {
      sandbox.reset();
      sandbox.fault({ path: LIST, after: 1, status: 403 });

      const { code, out, err } = await api(LIST, '--paginate', '-o', format);

      expect(code).toBe(8);
      expect(err).toContain('403');
      const marks = { complete: false, missing: 'A page could not be read.' };
      if (format === 'json') expect(JSON.parse(out)).toMatchObject(marks);
      if (format === 'yaml') expect(parse(out)).toMatchObject(marks);
      if (format === 'id') expect(lines(out)).toHaveLength(20);
      if (format === 'ndjson') expect(lines(out)).toHaveLength(1);
    }
    sandbox.reset();
    sandbox.fault({ path: LIST, status: 403 });
    expect((await api(LIST, '--paginate')).code).toBe(5);
  });

  test('api: a token beside the list, as of logs, leads on', async () => {
    const logs = await answering({ logs: [1], nextToken: 'a' }, { logs: [2], nextToken: 'b' }, { logs: [3] });

    const done = await command(logs, ['api', '/v1/admin/bots/x/logs', '--paginate']);
    await logs.close();

    expect([done.code, JSON.parse(done.out)]).toEqual([0, { complete: true, logs: [1, 2, 3] }]);
  });

  test.each([
    ['a repeated page token', 'a', 'The server repeated a page token.'],
    ['a page token that is no text', { a: 1 }, 'The server sent a page token that is not a text.'],
  ])('api: %s ends with 8', async (_case, nextToken, words) => {
    const logs = await answering({ logs: [1], nextToken });

    const { code, out, err } = await command(logs, ['api', '/v1/admin/bots/x/logs', '--paginate']);
    await logs.close();

    expect([code, JSON.parse(out)['complete']]).toEqual([8, false]);
    expect(err).toContain(words);
  });
});
