import { expect, onTestFinished, test } from 'vitest';
import { listen } from '../api/test-client.ts';
import { commandsOn } from '../helpers/command-rows.ts';
import { sandboxPerTest } from '../helpers/sandbox.ts';

const sandbox = sandboxPerTest({ bots: 45, pageSize: 15, ext: true });
const { commands, run, expectRows, expectRowsAt } = commandsOn(sandbox);

const LIST = '/v1/admin/bots';
const sent = (): readonly string[] => sandbox.requests.map(({ path }) => path);
const put =
  (id: string, name: string, more: object = {}) =>
  () =>
    sandbox.put('bot', { id, name, ...more });

test('names: a word that is no id is looked up in every page, and one hit is read', async () => {
  await expectRows(['bots get support-prod -o json', 0, { id: '$botId' }, '']);
  const paths = sent().map(path => path.split('?')[0]);
  const { botId } = sandbox.ids;
  expect(paths).toEqual([`${LIST}/support-prod`, LIST, LIST, LIST, `${LIST}/${botId}`]);

  const ids = `${sandbox.idsOf('issue', { botId }).join('\n')}\n`;
  await expectRows(
    ['bots diagnose support-prod -o json', 1, { id: '$botId' }],
    ['issues ls support-prod --ext -o id', 0, ids],
  );
});

const GONE = '00000000-0000-4000-8000-000000000000';
commands('names: a word with the form of an id, or that is an id, is not looked up', [
  put('my-bot', 'any'),
  [`bots get ${GONE}`, 3],
  ['bots get my-bot -o id', 0, 'my-bot\n'],
  { GET: [`${LIST}/${GONE}`, `${LIST}/my-bot`] },
  ['bots get xxxxxxxxxxxxxx', 3],
  () => expect(sent()[2]).toBe(`${LIST}/xxxxxxxxxxxxxx`),
]);

const SHARED = `botscope: 2 bots have the name "support-prod". Give the id of one:
  bot/second  support-prod
  bot/$botId  support-prod
`;
commands('names: several records of a name, or only similar ones, are listed with exit code 2', [
  put('second', 'support-prod'),
  ['bots get support-prod', 2, '', SHARED],
  [
    'bots get suport-prd',
    2,
    '',
    [/No bot has the id or name "suport-prd"\. Similar:\n/, / {2}bot\/\S+ {2}support-prod\n/],
  ],
  ['bots get suport-prd', 2, '', '  bot/$botId  support-prod'],
  ['bots get -', 2, '', '--stdin reads ids'],
  [
    'bots get support-prod -o json',
    2,
    '',
    { error: { exitCode: 2, advice: expect.stringContaining('bot/second') } },
  ],
]);

commands('names: a list with a page that cannot be read names no record, because others may have the name', [
  () => sandbox.fault({ path: LIST, after: 1, status: 500 }),
  ['bots get support-prod', 7, ''],
  ['bots get on-a-later-page', 7],
]);

commands(
  'names: a bot that cannot be read may hold the integration, so nothing is named; one that is gone does not',
  [
    'GET /v1/admin/bots/$bot2 404 times=1',
    ['integrations get slack@3.1.0 -o id', 0],
    'GET /v1/admin/bots/$bot3 500',
    ['integrations get slack@3.1.0 -o id', 7, '', '[GET /v1/admin/bots/$bot3]'],
  ],
);

const NOT_SEARCHED = 'Development bots are not searched: botscope bots ls --dev lists them.';
commands('names: development bots are not searched, and an answer without a hit says so', [
  put('dev-bot', 'xyzzy-xyzzy', { dev: true }),
  ['bots get xyzzy-xyzzy', 3, '', `botscope: No bot has the name "xyzzy-xyzzy". ${NOT_SEARCHED}`],
  ['bots get suport-prd', 2, '', `  ${NOT_SEARCHED}`],
  () => expect(sent().join(' ')).not.toContain('dev='),
]);

const ISSUE = 'bot/$botId/issues/$issueId';
commands('names: a place stands for its record, with its parents', [
  ['bots get bot/$botId -o id', 0, '$botId\n'],
  [`issues get ${ISSUE} -o id`, 0, '$issueId\n'],
  ['issues get bot/$botId $issueId -o id', 0, '$issueId\n'],
  [`events ls ${ISSUE} --ext -o id`, 0, 'issevt_'],
  ['events ls bot/$botId --ext', 2, '', 'Which issue?'],
  ['bots get bot/$botId $bot2', 2, '', 'Give ids or places of bots, not both.'],
  ['bots get $bot2 --stdin <<< bot/$botId\n', 2, '', 'as arguments or with --stdin, not both.'],
  [`issues get --stdin -o id <<< ${ISSUE}\n`, 0, '$issueId\n'],
  { DELETE: 0 },
  ['integrations get bot/$botId', 2, '', '"bot/$botId" is not the place of one integration.'],
  [
    'bots delete --stdin --confirm 2 <<< integration/x\n$botId\n',
    2,
    '',
    '"integration/x" is not the place of one bot.',
  ],
  { all: 0 },
]);

test('names: integrations are found by name and version inside the bots', async () => {
  const { out: record } = await run('bots get $botId -o json');
  const [entry] = Object.values<{ id: string; name: string; version: string }>(
    JSON.parse(record).integrations,
  );
  const named = `${entry?.name}@${entry?.version}`;

  await expectRows(
    [`integrations get ${named} -o id`, 0, `${entry?.id}\n`],
    [`integrations get ${entry?.name} -o id`, 2, '', `  integration/${entry?.id}  ${named}`],
  );
});

commands('names: a delete by name is confirmed by the end of the id, and never by the name', [
  put('bot_0123456789', 'old bot'),
  put('bot_9876543210', 'other bot'),
  [
    "bots delete 'old bot' --confirm 'old bot'",
    2,
    '',
    'botscope bots delete bot_0123456789 --confirm 23456789',
  ],
  [
    "bots delete 'old bot' 'other bot' --confirm 2",
    2,
    '',
    'botscope bots delete bot_0123456789 bot_9876543210 --confirm 2',
  ],
  ['bots delete --stdin --confirm 1 <<< old bot\n', 2],
  { DELETE: 0 },
  ["bots delete 'old bot' --confirm 23456789", 0],
  { DELETE: [`${LIST}/bot_0123456789`] },
]);

test.each(['table', 'json', 'ndjson', 'yaml', 'csv', 'md'])(
  'names: a list as %s on standard input is refused before any request',
  async format => {
    const { out: stdin } = await run(`bots ls --limit 2 -o ${format}`);
    const before = sandbox.requests.length;

    const { code, err } = await run('bots delete --stdin --dry-run', { stdin });

    expect([code, sandbox.requests.length]).toEqual([2, before]);
    expect(err).toMatch(/^botscope: Standard input holds ".+", not one id a line: print ids with -o id\.$/m);
  },
);

test('names: a search that cannot reach the end of the list takes no name for the only one', async () => {
  let isEndless = false;
  let count = 0;
  const server = await listen(({ url = '' }, response) => {
    if (/bots\/[^?]/.test(url)) return void response.writeHead(404).end('{}');
    count += 50_000;
    const others = isEndless ? [] : Array.from({ length: 50_000 }, (_, at) => ({ id: `b${count + at}` }));
    const bots = [{ id: `x${count}`, name: 'night-desk' }, ...others];
    response.end(JSON.stringify({ bots, meta: { nextToken: isEndless ? 'same' : `t${count}` } }));
  });
  onTestFinished(server.close);

  const stopped = 'The search for a name stopped after 100000 bots. Give an id.';
  await expectRowsAt(server, ['bots get night-desk', 2, '', stopped]);
  isEndless = true;
  const repeated = 'The server repeated a page token. Loading stopped.';
  await expectRowsAt(server, ['bots get night-desk', 7, '', repeated]);
});
