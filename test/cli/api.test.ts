import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { listen, serverOf } from '../api/test-client.ts';
import { readCsv } from '../formats/read-csv.ts';
import { commandsOn, linesOf } from '../helpers/command-rows.ts';
import { not } from '../helpers/rows.ts';
import { sandboxPerTest } from '../helpers/sandbox.ts';

const sandbox = sandboxPerTest({ bots: 45, ext: true });
const { commands, run, expectRows, expectRowsAt } = commandsOn(sandbox);

const LIST = '/v1/admin/bots';
const outOf = async (line: string): Promise<string> => (await run(line)).out;
const botsOf = (text: string): readonly { readonly id: string }[] => JSON.parse(text).bots;

test('api: prints the answer of a path as JSON, as the service sends it, with secrets masked', async () => {
  const path = `${LIST}/${sandbox.ids.botId}`;
  const headers = { authorization: `Bearer ${sandbox.token}`, 'x-workspace-id': sandbox.workspaceId };
  const sent = await fetch(sandbox.url + path, { headers }).then(response => response.json());
  const shown = await outOf(`api ${path} --show-secrets`);
  const got = await outOf('bots get $botId -o json');

  const masked = await run(`api ${path}`);

  expect(masked).toEqual({ code: 0, out: expect.any(String), err: '' });
  expect(JSON.parse(shown)).toEqual(sent);
  expect(JSON.parse(masked.out)).toEqual({ bot: JSON.parse(got) });
  expect(shown).not.toBe(masked.out);
  await expectRows([`api ${path} --show-secrets --no-reveal`, 2]);
});

test('api: the token of the next page is no secret, so that the next page can be asked for', async () => {
  const first = JSON.parse(await outOf(`api ${LIST}`));
  const all = linesOf(await outOf('bots ls -o id'));
  const token = encodeURIComponent(first.meta.nextToken);

  const second = await outOf(`api ${LIST}?nextToken=${token}`);

  expect(botsOf(second)[0]?.id).toBe(all[20]);
  expect(JSON.parse(await outOf(`api ${LIST}?sortField=updatedAt`)).meta.nextToken).not.toContain('•');
});

test('api: every format of the other commands prints the records of an answer', async () => {
  const bots = botsOf(await outOf(`api ${LIST}`));
  const ids = bots.map(({ id }) => id);
  const [, ...rows] = readCsv(await outOf(`api ${LIST} -o csv`));

  expect(parse(await outOf(`api ${LIST} -o yaml`)).bots).toEqual(bots);
  expect(rows.map(([first]) => first)).toEqual(ids);
  await expectRows(
    [`api ${LIST} -o id`, 0, ids.map(id => `${id}\n`).join('')],
    [`api ${LIST} -o table`, 0, new RegExp(`^.*\nsupport-prod +.*${ids[0]}\n`)],
    [`api ${LIST} -o md`, 0, '# Bots: 20'],
  );
});

commands('api: a record that holds a list, or a list of plain values, is printed as a record', [
  ['api /v1/admin/workspaces/$workspaceId/public -o table', 0, 'socialAccounts'],
  'GET /v1/admin/names status=200 body={"names":["one","two"]}',
  ['api /v1/admin/names -o table', 0, 'names  2 items\n'],
]);

test('api: an answer without a description is masked by names, and wherever it holds bots', async () => {
  const slack = { configuration: { room: 'hunter2' }, webhookId: 'hunter2', name: 'slack' };
  const bot = { configuration: { data: { plan: 'hunter2' } }, integrations: { slack } };
  const plain = { apiKey: 'hunter2', note: 'https://u:hunter2@x/', kept: 'a' };
  const server = await serverOf({ bot, bots: [bot], ...bot, ...plain });

  const kept = { kept: 'a', bot: { integrations: { slack: { name: 'slack' } } } };
  await expectRowsAt(
    server,
    ['api /v1/admin/anything', 0, [not('hunter2'), kept]],
    ['api /v1/admin/anything -o csv', 0, not('hunter2')],
  );
});

test('api: control characters of an answer are escaped, and the own token is masked', async () => {
  const server = await serverOf({ rows: [{ id: 'a\u001b[2Jb', text: `x \u202e token-of-mine` }] });
  const at = { ...server, token: 'token-of-mine' };
  const clean = not('\u001b', '\u202e', 'token-of-mine');

  for (const format of ['json', 'ndjson', 'yaml', 'table', 'md', 'id'])
    await expectRowsAt(at, [`api /v1/admin/x -o ${format}`, 0, clean]);
});

test('api: a path has the workspace header, one below /v1/chat the header of --bot-id instead', async () => {
  const headers: Record<string, unknown>[] = [];
  const server = await listen((request, response) => {
    headers.push(request.headers);
    response.end('{"conversations":[]}');
  });

  await expectRowsAt(
    server,
    ['api /v1/admin/workspaces', 0],
    ['api /v1/chat/conversations --bot-id b1', 0],
    ['api /v1/chat/conversations', 2, '', 'needs --bot-id <id>'],
  ).finally(server.close);

  expect(headers.map(each => [each['x-workspace-id'], each['x-bot-id']])).toEqual([
    [server.workspaceId, undefined],
    [undefined, 'b1'],
  ]);
});

commands('api: an address, or a path that is none of the API, is refused, and nothing is sent', [
  ['api https://example.com/v1/admin/bots', 2, '', 'is not a path of the API'],
  ['api /v1/admin/../chat/conversations', 2, '', 'is not a path of the API'],
  { all: 0 },
]);

commands('api: query and encoded ids are sent as typed', [
  ['api /v1/admin/bots?pageSize=2&tags.env=production&pageSize=3', 0],
  ['api /v1/admin/integrations/a%2Fb', 3],
  { GET: ['/v1/admin/bots?pageSize=2&tags.env=production&pageSize=3', '/v1/admin/integrations/a%2Fb'] },
]);

commands('api: --strict sends documented paths only', [
  [`api ${LIST} --strict`, 0],
  [`api ${LIST}/$botId --strict`, 0],
  ['api /v1/admin/workspaces/$workspaceId/public --strict', 0],
  { all: 3 },
  [`api ${LIST}/$botId/issues --strict`, 2],
  [`api ${LIST}?dev=true --strict`, 2],
  ['api /v1/admin/workspaces --strict', 2],
  ['api /v2/admin/bots --strict', 2],
  { all: 0 },
  [`api ${LIST} --paginate --strict -o id`, 0, /^(.+\n){34}$/],
  [`api ${LIST}/$botId/issues`, 0],
]);

commands('api: a failure has its own exit code and advice; read-only connections may read', [
  `GET ${LIST} 403 times=1`,
  [`api ${LIST} -o json`, 5, '', { error: { kind: 'forbidden', path: LIST, status: 403 } }],
  [`api ${LIST}/nope --read-only --protect`, 3, '', /^botscope: 404 Not found/],
  ['api', 2, '', 'Which path?'],
]);

test('api: joins the lists of all pages, and says without it that there are more', async () => {
  const all = linesOf(await outOf('bots ls -o id'));
  await expectRows(
    [`api ${LIST}`, 0, undefined, 'botscope: more pages: --paginate loads them all\n'],
    `GET ${LIST} 503 times=1`,
    [`api ${LIST} --paginate`, 0, { complete: true, meta: {}, bots: all.map(id => ({ id })) }, ''],
  );
  const bots = botsOf(await outOf(`api ${LIST} --paginate`));
  const pages = linesOf(await outOf(`api ${LIST} --paginate -o ndjson`)).map(botsOf);

  expect(parse(await outOf(`api ${LIST}?pageSize=7 --paginate -o yaml`)).bots).toEqual(bots);
  expect(pages.map(page => page.length)).toEqual([20, 14]);
  expect(pages.flat()).toEqual(bots);
});

commands('api: a failed page leaves what was loaded, marked as incomplete, and exits 8', [
  ...[
    ['json', { complete: false, missing: 'A page could not be read.' }] as const,
    ['yaml', [/^complete: false$/m, /^missing: A page could not be read\.$/m]] as const,
    ['ndjson', /^.+\n$/] as const,
    ['id', /^(.+\n){20}$/] as const,
  ].flatMap(([format, printed]) => [
    () => sandbox.reset(),
    `GET ${LIST} 403 after=1`,
    [`api ${LIST} --paginate -o ${format}`, 8, printed, '403'] as const,
  ]),
  () => sandbox.reset(),
  `GET ${LIST} 403`,
  [`api ${LIST} --paginate`, 5],
]);

const LOGS = 'api /v1/admin/bots/x/logs --paginate';

test('api: a token beside the list, as of logs, leads on', async () => {
  const at = await serverOf({ logs: [1], nextToken: 'a' }, { logs: [2], nextToken: 'b' }, { logs: [3] });

  await expectRowsAt(at, [LOGS, 0, { complete: true, logs: [1, 2, 3] }]);
});

test.each([
  ['a repeated page token', 'a', 'The server repeated a page token.'],
  ['a page token that is no text', { a: 1 }, 'The server sent a page token that is not a text.'],
])('api: %s ends with 8', async (_case, nextToken, words) => {
  await expectRowsAt(await serverOf({ logs: [1], nextToken }), [LOGS, 8, { complete: false }, words]);
});
