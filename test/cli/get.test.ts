import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import type { JsonObject } from '../../src/json/json.ts';
import { bot } from '../../src/resources/bot.ts';
import { integration } from '../../src/resources/integration.ts';
import { issue } from '../../src/resources/issue.ts';
import { redact } from '../../src/resources/redact.ts';
import type { Resource } from '../../src/resources/resource.ts';
import { workspace } from '../../src/resources/workspace.ts';
import { listen } from '../api/test-client.ts';
import { readCsv } from '../formats/read-csv.ts';
import { command } from '../helpers/run-cli.ts';
import { sandboxPerFile } from '../helpers/sandbox.ts';

const sandbox = sandboxPerFile({ bots: 45 });

const wire = async (path: string): Promise<Record<string, unknown>> => {
  const headers = { authorization: `Bearer ${sandbox.token}`, 'x-workspace-id': sandbox.workspaceId };
  const answer = await fetch(`${sandbox.url}/v1/admin${path}`, { headers });
  return (await answer.json()) as Record<string, unknown>;
};

/** The four reads of the specification: the words for one, its path and the key of its answer. */
const READS = [
  {
    noun: 'bots',
    resource: bot,
    ids: () => [sandbox.ids.botId],
    path: ([id]: readonly string[]) => `/bots/${id}`,
    key: 'bot',
  },
  {
    noun: 'integrations',
    resource: integration,
    ids: () => [sandbox.ids.integrationId],
    path: ([id]: readonly string[]) => `/integrations/${id}`,
    key: 'integration',
  },
  {
    noun: 'workspaces',
    resource: workspace,
    ids: () => [sandbox.workspaceId],
    path: ([id]: readonly string[]) => `/workspaces/${id}/public`,
    key: undefined,
  },
  {
    noun: 'issues',
    resource: issue,
    ids: () => [sandbox.ids.botId, sandbox.ids.issueId],
    path: ([botId, id]: readonly string[]) => `/bots/${botId}/issues/${id}`,
    key: 'issue',
  },
];

async function wireRecord({ path, ids, key }: (typeof READS)[number]): Promise<JsonObject> {
  const answer = await wire(path(ids()));
  return (key === undefined ? answer : answer[key]) as JsonObject;
}

const documented = (resource: Resource): readonly string[] =>
  Object.entries(resource.fields).flatMap(([name, field]) => (field.isUndocumented === true ? [] : [name]));

describe.each(READS)('$noun get', read => {
  const { noun, resource, ids: idsOf } = read;

  test('get: prints every documented field as JSON, with the values of the wire', async () => {
    const { code, out, err } = await command(sandbox, [noun, 'get', ...idsOf(), '-o', 'json']);

    const printed = JSON.parse(out) as Record<string, unknown>;
    const sent = await wireRecord(read);
    expect([code, err]).toEqual([0, '']);
    expect(Object.keys(printed)).toEqual(Object.keys(sent));
    for (const name of documented(resource)) if (name in sent) expect(printed).toHaveProperty(name);
    expect(printed).toEqual(redact(resource.fields, sent));
    const shown = await command(sandbox, [noun, 'get', ...idsOf(), '-o', 'json', '--show-secrets']);
    expect(JSON.parse(shown.out)).toEqual(sent);
  });

  test('get: prints the same as YAML and as NDJSON', async () => {
    const [json, yaml, ndjson] = await Promise.all(
      ['json', 'yaml', 'ndjson'].map(format => command(sandbox, [noun, 'get', ...idsOf(), '-o', format])),
    );

    const record: unknown = JSON.parse(json?.out ?? '');
    expect(parse(yaml?.out ?? '')).toEqual(record);
    expect(JSON.parse(ndjson?.out ?? '')).toEqual(record);
    expect(ndjson?.out.trimEnd().split('\n')).toHaveLength(1);
  });

  test('get: prints the same as CSV, below the field names', async () => {
    const record = JSON.parse((await command(sandbox, [noun, 'get', ...idsOf(), '-o', 'json'])).out);
    const [head = [], row = []] = readCsv(
      (await command(sandbox, [noun, 'get', ...idsOf(), '-o', 'csv'])).out,
    );

    expect(head).toEqual(expect.arrayContaining([...documented(resource)]));
    for (const [at, name] of head.entries()) {
      const value: unknown = record[name];
      const text =
        typeof value === 'string'
          ? value
          : value === undefined || value === null
            ? ''
            : JSON.stringify(value);
      expect(row[at]?.replace(/^'/, ''), name).toBe(text);
    }
  });

  test('get: its table has a line for every documented field, nested ones too', async () => {
    const { code, out } = await command(sandbox, [noun, 'get', ...idsOf()]);

    const titles = out.split('\n').map(line => line.split(' ')[0]);
    expect(code).toBe(0);
    for (const name of documented(resource)) {
      const { inner } = resource.fields[name] ?? {};
      const record = await wireRecord(read);
      const isOpened = inner !== undefined && typeof record[name] === 'object';
      const wanted = isOpened ? Object.keys(inner).map(each => `${name}.${each}`) : [name];
      for (const title of wanted)
        expect(
          titles.some(each => each === title || each?.startsWith(`${title}.`)),
          title,
        ).toBe(true);
    }
    expect(out).toContain(String((await wireRecord(read))['id']));
  });

  test('get: -o name prints only the id', async () => {
    const { out } = await command(sandbox, [noun, 'get', ...idsOf(), '-o', 'name']);

    expect(out).toBe(`${idsOf().at(-1)}\n`);
  });
});

test('bots get: prints several records one after the other and reports missing ones', async () => {
  const { botId } = sandbox.ids;

  const { code, out, err } = await command(sandbox, ['bots', 'get', botId, 'no-such-bot', '-o', 'ndjson']);

  expect(code).toBe(8);
  const [first, second] = out.split('\n').map(line => (line === '' ? undefined : JSON.parse(line)));
  expect(first).toMatchObject({ id: botId, name: 'support-prod' });
  expect(second).toEqual({ id: 'no-such-bot', error: JSON.parse(err).error });
  expect(JSON.parse(err).error).toMatchObject({ kind: 'not-found', exitCode: 3, status: 404 });
});

test('bots get: exits with the common code if all reads fail alike', async () => {
  const none = await command(sandbox, ['bots', 'get', 'no-such-bot', 'nor-this']);
  const heal = sandbox.fault({ path: '/v1/admin/bots/forbidden', status: 403 });
  const mixed = await command(sandbox, ['bots', 'get', 'no-such-bot', 'forbidden']);
  heal();

  expect([none.code, mixed.code]).toEqual([3, 8]);
});

test('bots get: reads ids from standard input', async () => {
  const { out: ids } = await command(sandbox, ['bots', 'ls', '--limit', '3', '-o', 'name']);

  const { code, out } = await command(sandbox, ['bots', 'get', '--stdin', '-o', 'name'], { stdin: ids });

  expect([code, out]).toEqual([0, ids]);
});

test('workspaces get: without an id it prints the workspace of the settings', async () => {
  const { out } = await command(sandbox, ['workspaces', 'get', '-o', 'name']);

  expect(out).toBe(`${sandbox.workspaceId}\n`);
});

test.each([[['bot', 'get']], [['b', 'show']]])('aliases: %s is bots get', async words => {
  const { code, out } = await command(sandbox, [...words, sandbox.ids.botId, '-o', 'name']);

  expect([code, out]).toEqual([0, `${sandbox.ids.botId}\n`]);
});

test('issues get: the bot comes from a flag or the environment', async () => {
  const { botId, issueId } = sandbox.ids;

  const byFlag = await command(sandbox, ['issues', 'get', issueId, '--bot-id', botId, '-o', 'name']);
  const byVariable = await command(sandbox, ['issues', 'get', issueId, '-o', 'name'], {
    env: { BP_BOT_ID: botId },
  });
  const without = await command(sandbox, ['issues', 'get', issueId]);

  expect([byFlag.out, byVariable.out]).toEqual([`${issueId}\n`, `${issueId}\n`]);
  expect(without).toMatchObject({ code: 2, out: '' });
  expect(without.err).toContain('botscope issues get <botId> <issueId>');
});

test('issues ls: in the demo the bot comes from the flag, and never from the environment', async () => {
  const demo = (words: readonly string[], env: Readonly<Record<string, string>> = {}) =>
    command(sandbox, ['--demo', ...words], { env });
  const { out } = await demo(['bots', 'ls', '-o', 'id', '--limit', '1']);

  const byFlag = await demo(['issues', 'ls', '--ext', '--bot-id', out.trim()]);
  const byVariable = await demo(['issues', 'ls', '--ext'], { BP_BOT_ID: out.trim() });

  expect([byFlag.code, byVariable.code]).toEqual([0, 2]);
  expect(byFlag.out).toContain('iss_');
});

test('get: a table of several records has their ids, whatever the columns of a list', async () => {
  const { workspaceId, ids: examples } = sandbox;
  const kinds = [
    ['workspaces', [], workspaceId],
    ['integrations', [], examples.integrationId],
    ['issues', [examples.botId], examples.issueId],
  ] as const;

  for (const [noun, parents, id] of kinds) {
    const { out } = await command(sandbox, [noun, 'get', ...parents, id, 'no-such-id']);
    const [head = '', row = '', ...rest] = out.split('\n');
    expect(head, noun).toMatch(/^(NAME|TITLE) .* ID$/);
    expect(row, noun).toMatch(new RegExp(` ${id}$`));
    expect(rest).toEqual(['']);
  }
});

test('get: every format masks secrets, and shows them with --show-secrets', async () => {
  const { botId } = sandbox.ids;
  const secret = 'canary-4711';
  sandbox.put('bot', { id: botId, signingSecret: secret });

  for (const format of ['table', 'json', 'ndjson', 'yaml', 'csv', 'name']) {
    const masked = await command(sandbox, ['bots', 'get', botId, '-o', format]);
    const shown = await command(sandbox, ['bots', 'get', botId, '-o', format, '--show-secrets']);
    expect(masked.out, format).not.toContain(secret);
    if (format !== 'name') expect(shown.out, format).toContain(secret);
  }
  const refused = await command(sandbox, ['bots', 'get', botId, '--show-secrets', '--no-reveal']);
  expect(refused).toMatchObject({ code: 2, out: '' });
});

test('integrations get: a missing integration of the hub is explained', async () => {
  const { code, err } = await command(sandbox, ['integrations', 'get', 'intver_none']);

  expect(code).toBe(3);
  expect(err).toContain('public hub');
});

test('--columns: selects fields and their order in every format', async () => {
  const { botId } = sandbox.ids;

  const json = await command(sandbox, ['bots', 'get', botId, '--columns', 'name,id', '-o', 'json']);
  const table = await command(sandbox, ['bots', 'get', botId, '--columns', 'name,id']);
  const wrong = await command(sandbox, ['bots', 'get', botId, '--columns', 'nam']);

  expect(Object.keys(JSON.parse(json.out))).toEqual(['name', 'id']);
  expect(table.out).toBe(`name  support-prod\nid    ${botId}\n`);
  expect(wrong).toMatchObject({ code: 2, out: '' });
  expect(wrong.err).toContain('Did you mean name?');
});

/** The output of `bots get` for a record. */
async function printed(record: JsonObject, format: string): Promise<string> {
  const server = await listen((_request, response) => response.end(JSON.stringify({ bot: record })));
  const { code, out } = await command(server, ['bots', 'get', 'b_1', '-o', format]);
  await server.close();
  expect(code).toBe(0);
  return out;
}

test.each(['json', 'yaml', 'ndjson', 'csv', 'name', 'table'])(
  'get: prints a record with more fields than a call takes arguments as %s',
  async format => {
    const fields = Object.fromEntries(Array.from({ length: 150_000 }, (_, at) => [`f${at}`, at]));

    const out = await printed({ id: 'b_1', ...fields }, format);

    expect(out).toContain(format === 'name' ? 'b_1' : 'f149999');
  },
  60_000,
);

test('get: prints a record with more integrations than a call takes arguments as a table', async () => {
  const integrations = Object.fromEntries(Array.from({ length: 130_000 }, (_, at) => [`i${at}`, 0]));

  expect(await printed({ id: 'b_1', integrations }, 'table')).toContain('i129999');
}, 60_000);

test('get: prints text with more lines than a call takes arguments as YAML', async () => {
  const name = 'a\n'.repeat(150_000);

  expect(await printed({ id: 'b_1', name }, 'yaml')).toContain('name: |');
}, 60_000);
