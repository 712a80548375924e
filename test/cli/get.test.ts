import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import type { Json, JsonObject } from '../../src/json/json.ts';
import { bot } from '../../src/resources/bot.ts';
import type { Field, Fields } from '../../src/resources/field.ts';
import { integration } from '../../src/resources/integration.ts';
import { issue } from '../../src/resources/issue.ts';
import { redact } from '../../src/resources/redact.ts';
import type { Resource } from '../../src/resources/resource.ts';
import { workspace } from '../../src/resources/workspace.ts';
import { listen } from '../api/test-client.ts';
import { readCsv } from '../formats/read-csv.ts';
import { commandsOn, ndjson } from '../helpers/command-rows.ts';
import { isTried } from '../helpers/properties.ts';
import { not } from '../helpers/rows.ts';
import { sandboxPerTest } from '../helpers/sandbox.ts';
import { requestSandbox } from '../sandbox/request-sandbox.ts';

const sandbox = sandboxPerTest({ bots: 45 });
const { commands, run, expectRows, expectRowsAt, fill } = commandsOn(sandbox);

/** The four reads of the specification: noun, kind, ids and path. */
const READS = [
  ['bots', bot, '$botId', '/bots/$botId'],
  ['integrations', integration, '$integrationId', '/integrations/$integrationId'],
  ['workspaces', workspace, '$workspaceId', '/workspaces/$workspaceId/public'],
  ['issues', issue, '$botId $issueId', '/bots/$botId/issues/$issueId'],
] as const;

const documented = (resource: Resource): readonly string[] =>
  Object.entries(resource.fields).flatMap(([name, field]) => (field.isUndocumented === true ? [] : [name]));

/** Expects the first line of a value in a table, or a line for each described member. */
function expectLines(lines: ReadonlyMap<string, string>, name: string, field: Field, value: Json): void {
  const first = typeof value === 'string' ? (value.split('\n')[0] ?? '') : value;
  const own = lines.get(name);
  if (own !== undefined) return expect(own, name).toBe(field.show(first, { now: 0, exact: true }) ?? '-');
  const members = Object.keys(field.inner ?? {}).map(each => `${name}.${each}`);
  for (const title of field.inner === undefined ? [name] : members)
    expect([...lines.keys()].join('\n'), title).toMatch(new RegExp(`^${title}(\\.|$)`, 'm'));
}

describe.each(READS)('%s get', (noun, resource, ids, path) => {
  const outOf = async (options: string): Promise<string> => {
    const { code, out, err } = await run(`${noun} get ${ids} ${options}`);
    expect([code, err]).toEqual([0, '']);
    return out;
  };

  test('get: prints every documented field as JSON, with the values of the wire', async () => {
    const printed = JSON.parse(await outOf('-o json')) as Record<string, unknown>;
    const { json } = await requestSandbox(sandbox, fill(`/v1/admin${path}`));
    const sent = (json[resource.kind] ?? json) as JsonObject;
    expect(Object.keys(printed)).toEqual(Object.keys(sent));
    for (const name of documented(resource)) if (name in sent) expect(printed).toHaveProperty(name);
    expect(printed).toEqual(redact(resource.fields, sent));
    expect(JSON.parse(await outOf('-o json --show-secrets'))).toEqual(sent);
  });

  test('get: prints the same as YAML, as one line of NDJSON, and as CSV below the field names', async () => {
    const record = JSON.parse(await outOf('-o json'));
    const ndjson = await outOf('-o ndjson');
    expect(parse(await outOf('-o yaml'))).toEqual(record);
    expect(JSON.parse(ndjson)).toEqual(record);
    expect(ndjson.trimEnd().split('\n')).toHaveLength(1);

    const [head = [], row = []] = readCsv(await outOf('-o csv'));
    expect(head).toEqual(expect.arrayContaining([...documented(resource)]));
    for (const [at, name] of head.entries()) {
      const value: unknown = record[name] ?? '';
      const text = typeof value === 'string' ? value : JSON.stringify(value);
      expect(row[at]?.replace(/^'/, ''), name).toBe(text);
    }
  });

  test('get: its table has a line with the value of every documented field, nested ones too', async () => {
    const out = await outOf('');
    const lines = new Map(
      [...out.matchAll(/^(\S+) +(.*)$/gm)].map(([, ...words]) => words as [string, string]),
    );
    const record = JSON.parse(await outOf('-o json')) as JsonObject;
    const fields: Fields = resource.fields;
    for (const [name, field] of Object.entries(fields))
      if (field.isUndocumented !== true) expectLines(lines, name, field, record[name] ?? null);
  });
});

test('bots ls: prints the values of the wire as JSON', async () => {
  const { bots } = (await requestSandbox(sandbox, '/v1/admin/bots')).json;

  await expectRows(['bots ls --limit 20 --show-secrets -o json', 0, { bots: bots as object }]);
});

const MISSING = { kind: 'not-found', exitCode: 3, status: 404 };
commands('bots get: prints several records one after the other and reports missing ones', [
  [
    'bots get $botId no-such-bot -o ndjson',
    8,
    ndjson({ id: '$botId', name: 'support-prod' }, { id: 'no-such-bot', error: MISSING }),
    { error: MISSING },
  ],
  ['bots get $botId no-such-bot --json id', 8, '[\n  {\n    "id": "$botId"\n  }\n]\n'],
  ['integrations get $integrationId x -o yaml', 8, /\nintegrations:\n(?: .*\n)+integration:\n/],
]);

commands('bots get: exits with the common code if all reads fail alike', [
  ['bots get no-such-bot nor-this', 3],
  'GET /v1/admin/bots/forbidden 403 times=1',
  ['bots get no-such-bot forbidden', 8],
]);

const NAMES = 'issues get $issueId -o name';
commands('get: ids come from standard input, the settings, a flag or the environment; nouns have aliases', [
  ['bots get --stdin -o name <<< $bots3', 0, '$bots3\n'],
  ['workspaces get -o name', 0, '$workspaceId\n'],
  ['bot get $botId -o name', 0, '$botId\n'],
  ['b show $botId -o name', 0, '$botId\n'],
  [`${NAMES} --bot-id $botId`, 0, '$issueId\n'],
  [`BP_BOT_ID=$botId ${NAMES}`, 0, '$issueId\n'],
  ['issues get $botId $issueId --bot-id $botId -o name', 0, '$issueId\n'],
  ['issues get $botId --bot-id $botId', 2, '', 'Which issue?'],
  ['issues get $issueId', 2, '', 'botscope issues get <botId> <issueId>'],
  ['integrations get intver_none', 3, undefined, 'public hub'],
  ['integrations get intver_none --quiet', 3, undefined, ['404', not('public hub')]],
]);

test('issues ls: in the demo the bot comes from the flag, and never from the environment', async () => {
  const id = (await run('--demo bots ls -o id --limit 1')).out.trim();

  await expectRows(
    [`--demo issues ls --ext --bot-id ${id}`, 0, 'iss_'],
    [`BP_BOT_ID=${id} --demo issues ls --ext`, 2],
  );
});

test.each([
  ['workspaces', '$workspaceId'],
  ['integrations', '$integrationId'],
  ['issues', '$issueId', '$botId '],
])('%s get: a table of several records has their ids, whatever the columns of a list', async (...words) => {
  const [noun, id, parent = ''] = words;
  const { out } = await run(`${noun} get ${parent}${id} no-such-id`);
  expect(out).toMatch(new RegExp(`^(NAME|TITLE) .* ID\n.* ${fill(id)}\n$`));
});

test('get: every format masks secrets, and shows them with --show-secrets', async () => {
  const secret = 'canary-4711';
  sandbox.put('bot', { id: sandbox.ids.botId, signingSecret: secret });

  for (const format of ['table', 'json', 'ndjson', 'yaml', 'csv', 'text', 'name'])
    await expectRows(
      [`bots get $botId -o ${format}`, 0, not(secret)],
      [`bots get $botId -o ${format} --show-secrets`, 0, format === 'name' ? not(secret) : secret],
    );
  await expectRows(['bots get $botId --show-secrets --no-reveal', 2, '']);
});

commands('--columns: selects fields and their order in every format', [
  ['bots get $botId --columns name,id -o json', 0, /^\{\n {2}"name": .*\n {2}"id": "[^"]*"\n\}\n$/],
  ['bots get $botId --columns name,id', 0, 'name  support-prod\nid    $botId\n'],
  ['bots get $botId --columns nam', 2, '', 'Did you mean name?'],
]);

/** Returns an object with more members than a call takes arguments. */
const manyMembers = (prefix: string): object =>
  Object.fromEntries(Array.from({ length: 150_000 }, (_, at) => [`${prefix}${at}`, 0]));
const LARGE = {
  fields: manyMembers('f'),
  integrations: { integrations: manyMembers('i') },
  lines: { name: 'a\n'.repeat(150_000) },
};

const MANY = [
  ['fields', 'json', 'f149999'],
  ['fields', 'yaml', 'f149999'],
  ['fields', 'ndjson', 'f149999'],
  ['fields', 'csv', 'f149999'],
  ['fields', 'table', 'f149999'],
  ['fields', 'name', 'b_1'],
  ['integrations', 'table', 'i149999'],
  ['lines', 'yaml', 'name: |'],
] as const;

test.each(MANY.filter((_row, at) => isTried(at)))(
  'get: prints a record with more %s than a call takes arguments as %s',
  async (what, format, words) => {
    const body = JSON.stringify({ bot: { id: 'b_1', ...LARGE[what] } });
    const server = await listen((_request, response) => response.end(body));

    await expectRowsAt(server, [`bots get b_1 -o ${format}`, 0, words]).finally(server.close);
  },
  60_000,
);
