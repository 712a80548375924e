import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { commandsOn, linesOf, ndjson } from '../helpers/command-rows.ts';
import { filesBelow } from '../helpers/folder.ts';
import { not } from '../helpers/rows.ts';
import { newState, start } from '../helpers/run-cli.ts';
import { sandboxPerTest, startSandbox } from '../helpers/sandbox.ts';

const sandbox = sandboxPerTest({ bots: 45, ext: true });
const { commands, run, expectRows, state } = commandsOn(sandbox, () => ({
  conversationEnd: sandbox.ids.conversationId.slice(-6),
  host: new URL(sandbox.url).host,
}));

const WAITING = { interval: 5, timeout: 10_000 };
const BOT = '/v1/admin/bots/$botId';
const deletes = () => sandbox.requests.filter(({ method }) => method === 'DELETE');

const kept = (): string =>
  filesBelow(state())
    .map(path => readFileSync(path, 'utf8'))
    .join('\n');

const printedLines = async (line: string) => linesOf((await run(line)).out).map(each => JSON.parse(each));
const stages = async () => (await printedLines('journal -o ndjson')).map(({ stage }) => stage);

const RUN = 'To delete it, run: botscope bots delete $botId --confirm support-prod';
commands('bots delete: without its confirmation it shows the record and what to type, and deletes nothing', [
  ['bots delete $botId', 2, '', ['6 integrations installed', RUN]],
  ['bots delete $botId --confirm nope', 2, '', RUN],
  ['bots delete $botId --confirm 1', 2, '', RUN],
  ["bots delete $botId --confirm ''", 2, '', RUN],
  ['bots delete $botId --confirm SUPPORT-PROD', 2, '', RUN],
  ['bots delete $botId --confirm support-pro', 2, '', RUN],
  [
    'bots delete $botId --confirm nope -o json',
    2,
    '',
    { error: { kind: 'unconfirmed', message: 'Nothing was sent', exitCode: 2 } },
  ],
  ['bots delete $botId --confirm nope -o json', 2, '', RUN],
  { DELETE: 0 },
]);

test.each(['support-prod', '$botIdEnd'])(
  'bots delete: --confirm %s deletes with one request, a backup and the journal',
  async confirm => {
    const { botId } = sandbox.ids;
    await expectRows(
      [`bots delete $botId --confirm ${confirm}`, 0, 'deleted     Deleted bot support-prod ($botId).\n'],
      { DELETE: [BOT] },
      ['journal -o ndjson', 0, ndjson({ stage: 'sending', id: botId }, { stage: 'deleted', id: botId })],
    );
    const [file] = linesOf((await run('trash ls -o name')).out);
    const record = { id: botId, name: 'support-prod' };
    await expectRows([`trash show ${file}`, 0, { kind: 'bot', record }]);
  },
);

test("bots delete: a result has the response status and the fields of the explorer's report", async () => {
  const { botId } = sandbox.ids;

  expect(await printedLines('bots delete $botId --confirm support-prod -o ndjson')).toEqual([
    {
      result: 'deleted',
      kind: 'bot',
      id: botId,
      name: 'support-prod',
      status: 200,
      message: `Deleted bot support-prod (${botId}).`,
      outcome: 'deleted',
      why: '',
      request: `DELETE /v1/admin/bots/${botId}`,
      scope: `x-workspace-id: ${sandbox.workspaceId}`,
      at: expect.stringMatching(/^\d{4}-/),
    },
  ]);
});

test('bots delete: a shared name does not confirm, only the end of the id does', async () => {
  const [id = '', other] = linesOf((await run('bots ls --filter name:faq-bot -o name')).out);
  const right = `bots delete ${id} --confirm ${id.slice(-8)}`;
  const shared = `Another record has this name too. To delete it, run: botscope ${right}`;

  expect(other).toBeDefined();
  await expectRows([`bots delete ${id} --confirm faq-bot`, 2, '', shared], { DELETE: 0 }, [right, 0], {
    DELETE: 1,
  });
});

test('bots delete: a name confirms nothing if more than 50 pages may have it too', async () => {
  await using paged = await startSandbox({ bots: 80, pageSize: 1 });
  const { out, code, err } = await run(`bots delete ${paged.ids.botId} --confirm support-prod`, {
    at: paged,
  });

  expect([out, code]).toEqual(['', 2]);
  expect(err).toContain('Another record may have this name.');
});

commands('bots delete: exits 3 for a missing record, 5 for a forbidden one', [
  ['bots delete no-such-bot --confirm uch-bot', 3, /^missing +This workspace has no such bot/],
  ['bots delete no-such-bot --confirm uch-bot --ignore-missing', 0, /^missing/, ''],
  `* ${BOT} 403`,
  ['bots delete $botId --confirm support-prod', 5],
  { DELETE: 0 },
]);

const SIMULATE = /To simulate it, run: botscope .*bots delete \S+ --dry-run --confirm support-prod/;
commands('bots delete: --dry-run prints the request, and still reports a wrong --confirm', [
  ['bots delete $botId --dry-run', 0, `DELETE $url${BOT}  x-workspace-id: $workspaceId\n`],
  ['bots delete $botId --dry-run -o ndjson --confirm support-prod', 0, { method: 'DELETE', id: '$botId' }],
  ['bots delete $botId --dry-run --confirm nope', 2, undefined, SIMULATE],
  { DELETE: 0 },
]);

commands('bots delete: a variable or a flag can simulate, lock or forbid deletes, none unlocks', [
  ['BOTSCOPE_DRY_RUN=yes bots delete $botId --confirm support-prod', 0, `DELETE $url${BOT}`],
  ['BOTSCOPE_PROTECT=yes bots delete $botId --confirm support-prod', 5, undefined, 'Protected'],
  ['BOTSCOPE_PROTECT=yes BOTSCOPE_UNLOCK=$host bots delete $botId --confirm support-prod', 5],
  [
    'BOTSCOPE_READ_ONLY=yes bots delete $botId --confirm support-prod',
    5,
    undefined,
    'Set by BOTSCOPE_READ_ONLY.',
  ],
  ['bots delete $botId --confirm support-prod --read-only', 5, undefined, 'Start without --read-only'],
  ['bots delete $botId --confirm support-prod --read-only', 5, undefined, 'Read-only'],
  { DELETE: 0 },
]);

test('bots delete: a refused delete has its exit code, and its reason is printed once', async () => {
  sandbox.fault({ method: 'DELETE', status: 403 });

  const refused = await run('bots delete $botId --confirm support-prod');
  const absent = await run('bots delete nope --confirm nope');

  expect([refused.code, absent.code, deletes().length]).toEqual([5, 3, 1]);
  expect(refused.out).toBe('not-deleted Not deleted.\n');
  expect(`${refused.out}${refused.err}`.match(/403 Your token/g)).toHaveLength(1);
  expect(`${absent.out}${absent.err}`.match(/404 Not found/g)).toHaveLength(1);
});

const SERVER = '--workspace-id $workspaceId --api-url $url';
const AGAIN = 'run: botscope --api-url $url --workspace-id $workspaceId bots delete';
commands('bots delete: the confirming command names the server as the first one did', [
  [`bots delete $botId ${SERVER}`, 2, '', `To delete it, ${AGAIN} $botId --confirm`],
  [`bots delete $bots2 ${SERVER}`, 2, '', `To delete them, ${AGAIN} … --confirm 2`],
]);

const LOST = { result: 'deleted', message: expect.stringContaining('The response was lost') };
commands('bots delete: after a lost response a missing record counts as deleted, and nothing is sent twice', [
  'DELETE /v1/* lost',
  ['bots delete $botId --confirm support-prod -o ndjson', 0, LOST],
  { DELETE: 1 },
]);

commands('integrations delete: works like bots delete', [
  ['int rm $integrationId --confirm $integrationIdEnd', 0],
  { DELETE: ['/v1/admin/integrations/$integrationId'] },
]);

test('conversations delete: confirmed by the end of the id; its contents are neither shown nor stored', async () => {
  const { botId, conversationId } = sandbox.ids;
  const body = { id: conversationId, message: 'canary-text' };
  sandbox.fault({ method: 'DELETE', status: 200, body, carriedOut: true });
  const words = 'conversations delete $botId $conversationId --confirm $conversationEnd';

  await expectRows([words, 0, not('canary-text'), not('canary-text')], { DELETE: 1 });

  expect(deletes()[0]?.headers['x-bot-id']).toBe(botId);
  expect(deletes()[0]?.headers['x-workspace-id']).toBeUndefined();
  expect(kept()).not.toContain('canary-text');
  expect(kept()).toContain(conversationId);
});

const REQUEST = '/v1/chat/conversations/$conversationId  x-bot-id: $botId';
const USAGE = 'botscope conversations delete <botId> <conversationId>';
commands('conversations delete: the bot is an argument, a flag or a variable', [
  ['conversations delete $conversationId', 2, undefined, USAGE],
  ['conversations delete $conversationId --bot-id $botId --dry-run', 0, REQUEST],
  ['BP_BOT_ID=$botId conversations delete $conversationId --dry-run', 0, REQUEST],
  { DELETE: 0 },
]);

commands('conversations delete: nothing else confirms it, and messages name it in words', [
  [
    'conversations delete $botId $conversationId --confirm 1',
    2,
    '',
    [/conversation \S+ of bot \S+\n/, '"1" is not the end of its id.'],
  ],
  ['bots delete $botId --confirm 1', 2, '', '"1" is neither its name nor the end of its id.'],
  { DELETE: 0 },
]);

const STILL = expect.stringContaining('it still exists');
const NOT_DELETED = { result: 'not-deleted', status: 404, message: STILL };
commands('bots delete: after a 404 a record that still exists is not deleted, also in a batch', [
  'DELETE /v1/* 404',
  [
    'bots delete $botId --confirm support-prod -o json',
    7,
    { results: [NOT_DELETED] },
    { error: { exitCode: 7, status: 404 } },
  ],
  ['bots delete $bots2 --confirm 2 -o json', 1, { results: [NOT_DELETED, NOT_DELETED] }],
  async () => expect(await stages()).toEqual([1, 2, 3].flatMap(() => ['sending', 'not-deleted'])),
]);

const FOREIGN = 'conversations delete $bot2 $conversationId --confirm $conversationEnd';
const NOT_THERE = { results: [{ result: 'missing', status: 404, id: '$conversationId' }] };
commands('conversations delete: a conversation of another bot is missing', [
  [FOREIGN, 3, /^missing +This bot has no such conversation: deleted, mistyped, or of another bot\./],
  [`${FOREIGN} --ignore-missing -o json`, 0, NOT_THERE],
  async () => expect(await stages()).toEqual([1, 2].flatMap(() => ['sending', 'not-deleted'])),
]);

const PATHS = [BOT, ...[2, 3, 4, 5].map(number => `/v1/admin/bots/$bot${number}`)];

commands('bots delete: several are deleted one by one when their number is confirmed', [
  [
    'bots delete --stdin --confirm 5 -o ndjson <<< $bots5',
    0,
    ndjson(
      { result: 'deleted', id: '$botId' },
      ...[2, 3, 4, 5].map(number => ({ result: 'deleted', id: `$bot${number}` })),
    ),
  ],
  { DELETE: PATHS },
]);

commands('bots delete: several are deleted with their number only', [
  ['bots delete --stdin <<< $bots5', 2, '', '--confirm 5'],
  ['bots delete --stdin --confirm 4 <<< $bots5', 2, '', '--confirm 5'],
  ['bots delete --stdin --confirm support-prod <<< $bots5', 2, '', '--confirm 5'],
  ["bots delete --stdin --confirm ' 5 ' <<< $bots5", 2, '', '--confirm 5'],
  { DELETE: 0 },
]);

commands('bots delete: a repeated id counts once, and one id from --stdin is confirmed by 1', [
  ['bots delete --stdin --confirm 2 <<< $botId\n$botId\n', 2],
  ['bots delete --stdin --confirm support-prod <<< $botId', 2],
  { DELETE: 0 },
  ['bots delete --stdin --confirm 1 <<< $botId\r\n\n$botId\n', 0],
  { DELETE: 1 },
]);

commands('bots delete: several continue after a failure and exit 1', [
  'DELETE /v1/admin/bots/$bot2 403',
  'GET /v1/admin/bots/$bot3 500',
  [
    'bots delete $bots4 --confirm 4 -o ndjson',
    1,
    ndjson(
      { result: 'unsent', id: '$bot3' },
      { result: 'deleted', id: '$botId' },
      { result: 'not-deleted', id: '$bot2' },
      { result: 'deleted', id: '$bot4' },
    ),
    '2 of 4 were not deleted',
  ],
  { DELETE: 3 },
]);

const PROXY = '404 header=content-type:text/html body=<html>nginx</html> after=1';
commands('bots delete: a 404 that is no response of the service does not prove that a bot is gone', [
  'DELETE /v1/* 502',
  `GET ${BOT} ${PROXY}`,
  ['bots delete $botId --confirm support-prod -o ndjson', 7, ndjson({ result: 'unknown', id: '$botId' })],
  { DELETE: 1 },
]);

const missing = (id: string) => ndjson({ id: 'no-such-bot', result: 'missing' }, { id, result: 'deleted' });
commands('bots delete: missing records are failures unless --ignore-missing is given', [
  ['bots delete $botId no-such-bot --confirm 2 -o ndjson', 1, missing('$botId')],
  ['bots delete $bot2 no-such-bot --confirm 2 --ignore-missing -o ndjson', 0, missing('$bot2'), not('404')],
  ['bots delete no-such-bot --confirm uch-bot --ignore-missing -o name', 0, /^$/],
  ['bots delete --stdin --confirm 2 -o ndjson <<< nope\nnor-this\n', 3],
  { DELETE: 2 },
]);

const NONE = ['missing', 'This workspace has no such bot: deleted, mistyped, or of another workspace.'];
test.each(['', '-o json', '-o csv'])(
  'bots delete: --dry-run reports missing records, too (%s)',
  async format => {
    await expectRows(
      [`bots delete nope --dry-run ${format}`, 3, NONE],
      [`bots delete nope --dry-run --ignore-missing ${format}`, 0, NONE],
      [`bots delete $botId nope --dry-run ${format}`, 1, NONE],
      [`bots delete nope nor-this --dry-run ${format}`, 3, NONE],
      { DELETE: 0 },
    );
  },
);

commands('bots delete: several are not started with a rejected token', [
  'GET /v1/admin/bots/{id} 401',
  ['bots delete $bots3 --confirm 3', 4],
  { DELETE: 0 },
]);

const NOT_STARTED = { result: 'unsent', why: 'not started' };
commands('bots delete: several stop at a failure that all would meet, and report it', [
  'DELETE /v1/* 401',
  [
    'bots delete $bots4 --confirm 4 -o ndjson',
    1,
    ndjson({ result: 'not-deleted' }, NOT_STARTED, NOT_STARTED, NOT_STARTED),
    ['4 of 4 were not deleted', 'unauthorised'],
  ],
  { DELETE: 1 },
  ['bots delete $bots4 --confirm 4 -o id', 1, /^\S+\n$/],
]);

test('bots delete: a signal stops several after the running one, and names what was not sent', async () => {
  const stopping = new AbortController();

  const { code, out, err } = await run('bots delete $bots4 --confirm 4', {
    signal: stopping.signal,
    onWrite: () => {
      stopping.abort();
      return true;
    },
  });

  const [sent, unsent] = [deletes().length, linesOf(out).slice(deletes().length)];
  expect([code, unsent.length > 0, sent + unsent.length]).toEqual([130, true, 4]);
  expect(err).toContain(`Stopped: ${sent} deleted or gone, 0 failed, ${unsent.length} not sent.`);
  for (const line of unsent) expect(line).toMatch(/^unsent +bot .+ \(.+\): Nothing was sent: not started\.$/);
  const all = [...deletes().flatMap(() => ['sending', 'deleted']), ...unsent.map(() => 'not-deleted')];
  expect(await stages()).toEqual(all);
  expect((await run('journal')).out.match(/ not sent /g)).toHaveLength(unsent.length);
});

test('bots delete: a signal stops a DELETE that waits for the end of a 429, and it is not sent', async () => {
  sandbox.fault('DELETE /v1/* 429 header=retry-after:30 times=1');
  const stopping = new AbortController();

  const running = run('bots delete $bots3 --confirm 3 -o json', { signal: stopping.signal });
  // The second delete has its backup before it waits.
  await vi.waitUntil(() => filesBelow(state()).filter(path => /trash/.test(path)).length === 2, WAITING);
  stopping.abort();
  const { code, out, err } = await running;

  expect([code, deletes().length]).toEqual([130, 1]);
  expect(JSON.parse(out)).toMatchObject({
    missing: '2 were not started.',
    results: [{ result: 'not-deleted' }, { result: 'unsent', why: 'Stopped' }, NOT_STARTED],
  });
  expect(err).toContain('Stopped: 0 deleted or gone, 1 failed, 2 not sent.');
  const entries = await printedLines('journal -o ndjson');
  expect(entries.map(({ stage, sent }) => [stage, sent])).toEqual([
    ['sending', undefined],
    ['not-deleted', undefined],
    ['not-deleted', false],
    ['not-deleted', false],
  ]);
});

commands('bots delete: nothing is sent for a record with another id, and bots get does not print it', [
  () =>
    sandbox.fault(
      `GET /v1/admin/bots/${sandbox.ids.botId} status=200 body={"bot":{"id":"x","name":"other"}}`,
    ),
  [
    'bots delete $botId --confirm other -o json',
    7,
    { results: [{ result: 'unsent', id: '$botId' }] },
    'it is another record',
  ],
  ['bots get $botId', 7, '', 'it is another record'],
  { DELETE: 0 },
]);

/** Answers each prompt after some seconds; `meanwhile` happens during the first. */
async function answered(seconds: number, meanwhile: () => unknown, line = 'bots delete $botId') {
  let now = Date.now();
  const questions: string[] = [];
  const result = await run(line, {
    now: () => now,
    answer: async question => {
      questions.push(question);
      now += seconds * 1000;
      if (questions.length === 1) meanwhile();
      return /^Type (.+?)(, the end of its id,)? to /.exec(question)?.[1] ?? '';
    },
  });
  return { ...result, questions };
}
const edit = (changes: object) => () => sandbox.put('bot', { id: sandbox.ids.botId, ...changes });
const reads = () => sandbox.requests.filter(({ path }) => path.endsWith(`/bots/${sandbox.ids.botId}`));

test.each([
  { what: 'quick, the record is read once', seconds: 20, changes: { name: 'LIVE' }, prompts: 1 },
  { what: 'slow, the record is read again and deleted', seconds: 40, changes: {}, prompts: 1 },
  {
    what: 'slow, a new time of change alone is no change',
    seconds: 40,
    changes: { updatedAt: '2026-11-20T00:00:00Z' },
    prompts: 1,
  },
  { what: 'slow, a changed record is confirmed anew', seconds: 40, changes: { name: 'LIVE' }, prompts: 2 },
])('bots delete: if the answer is $what', async ({ seconds, changes, prompts }) => {
  const { code, err, questions } = await answered(seconds, edit(changes));

  expect([code, deletes().length, questions.length]).toEqual([0, 1, prompts]);
  expect(reads().filter(({ method }) => method === 'GET')).toHaveLength(seconds < 30 ? 1 : prompts + 1);
  expect(err.includes('changed since the check: name. Confirm again.')).toBe(prompts === 2);
  expect(questions[1]?.includes('LIVE')).toBe(prompts === 2 ? true : undefined);
});

test('bots delete: a record whose id was looked up before the question is read again, too', async () => {
  const put = (name: string) => sandbox.put('bot', { id: 'my-bot', name });
  put('any');
  const { code, questions } = await answered(40, () => put('LIVE'), 'bots delete my-bot');

  expect([code, deletes().length, questions.length]).toEqual([0, 1, 2]);
});

test('bots delete: if the record cannot be read again after a slow answer, nothing is sent', async () => {
  const { code, out } = await answered(40, () => sandbox.fault('GET /v1/* 500'));

  expect([code, deletes().length]).toEqual([7, 0]);
  expect(out).toContain('unsent');
});

test('bots delete: several records are read again, too, and confirmed anew', async () => {
  const changes = edit({ alwaysAlive: true, name: 'new' });
  const { code, err, questions } = await answered(40, changes, 'bots delete $bots3');

  expect([code, deletes().length]).toEqual([0, 3]);
  expect(questions).toEqual(['Type delete 3 to confirm: ', 'Type delete 3 to confirm: ']);
  expect(err).toContain('changed since the check: name');
});

test.each([
  ['backup', 'trash', (path: string) => writeFileSync(path, '')],
  ['journal', 'journal.ndjson', (path: string) => mkdirSync(path)],
])('bots delete: sends nothing if only the %s cannot be written', async (_what, name, block) => {
  mkdirSync(join(state(), 'botscope'));
  block(join(state(), 'botscope', name));

  await expectRows(['bots delete $botId --confirm support-prod', 1, 'Nothing was sent'], { DELETE: 0 });
});

commands('bots delete: a usage error sends nothing', [
  ['bots delete <<< \n', 2, ''],
  ['bots delete a --stdin --confirm 1 <<< \n', 2, ''],
  ['bots delete .. --confirm ..', 2, ''],
  ['bots delete --stdin --confirm 0 <<< \n', 2, ''],
  { all: 0 },
]);

test.each([
  ['trash ls', 'trash', (path: string) => writeFileSync(path, '')],
  ['trash show x.json', 'trash', (path: string) => writeFileSync(path, '')],
  ['journal', 'journal.ndjson', (path: string) => mkdirSync(path)],
])(
  '%s: files that cannot be read are an error with exit code 1, as the explorer words it',
  async (line, name, block) => {
    mkdirSync(join(state(), 'botscope'));
    block(join(state(), 'botscope', name));

    const words =
      /^botscope: Cannot read the records of this machine: (?!.*(E\w+DIR).*\1).+\n {2}botscope doctor .+\n$/;
    await expectRows([line, 1, '', words]);
  },
);

test('journal: a line that is no entry is counted, and the command ends with 8', async () => {
  mkdirSync(join(state(), 'botscope'));
  writeFileSync(join(state(), 'botscope', 'journal.ndjson'), '{"torn":\n');

  await expectRows(['journal', 8, undefined, '1 line']);
});

test('trash ls: --limit 1 prints the newest backup', async () => {
  const trash = join(state(), 'botscope', 'trash', '2026-11-21');
  mkdirSync(trash, { recursive: true });
  for (const name of ['bot-c.091407.json', 'bot-a.091409.json', 'bot-b.091408.json'])
    writeFileSync(join(trash, name), '{}');

  await expectRows(['trash ls --limit 1 -o name', 0, '2026-11-21/bot-a.091409.json\n']);
});

test('trash ls: the name of a file, which trash show takes, is whole at any width', async () => {
  await run('bots delete $botId --confirm support-prod');
  const [name = ''] = linesOf((await run('trash ls -o name')).out);

  for (const width of [40, 80, 160]) await expectRows([`COLUMNS=${width} trash ls`, 0, name]);
});

const LEFT_OUT = (count: number) => ({
  complete: false,
  missing: `${count} older ones left out because of --limit.`,
});
commands('journal, trash ls: incomplete if --limit leaves something out', [
  ['bots delete $bots2 --confirm 2', 0],
  ['journal --limit 1 -o json', 0, { ...LEFT_OUT(3), journal: [{ stage: 'deleted' }] }],
  ['journal --limit 4 -o json', 0, { complete: true }],
  ['trash ls --limit 1 -o json', 0, LEFT_OUT(1)],
  ['trash ls --limit 2 -o json', 0, { complete: true }],
]);

test('trash ls: names the outcome of each delete, unknown while the journal has none', async () => {
  const [first = '', second = '', third = ''] = sandbox.idsOf('bot', {});
  await expectRows('DELETE /v1/admin/bots/$bot2 403', ['bots delete $bots3 --confirm 3', 1]);
  const outcomes = async () => {
    const rows = await printedLines('trash ls -o ndjson');
    return rows.map(({ record, outcome, status }) => [record, outcome, status]);
  };

  const all = await outcomes();
  expect(all).toHaveLength(3);
  expect(all).toContainEqual([first, 'deleted', 200]);
  expect(all).toContainEqual([second, 'not-deleted', 403]);
  expect(all).toContainEqual([third, 'deleted', 200]);

  // As if the program had been killed before the response to the last DELETE.
  const file = join(state(), 'botscope', 'journal.ndjson');
  writeFileSync(file, readFileSync(file, 'utf8').replace(/.*\n$/, ''));
  expect(await outcomes()).toContainEqual([third, 'unknown', null]);
  writeFileSync(file, '');
  expect(await outcomes()).toContainEqual([third, null, null]);
});

commands('trash show: shows no other file', [['trash show ../journal.ndjson', 2, '']]);

test('bots delete: a batch without a reader stops before its next DELETE, and the journal has the unsent ones', {
  tags: 'program',
}, async () => {
  const env = { XDG_STATE_HOME: newState() };
  const ids = sandbox.idsOf('bot', {}).slice(0, 10);
  const { child, ended } = start(sandbox, ['bots', 'delete', ...ids, '--confirm', '10'], env);
  child.stdout.once('data', () => child.stdout.destroy());

  const { code, err } = await ended;

  const sent = deletes().length;
  const file = readFileSync(join(env.XDG_STATE_HOME, 'botscope/journal.ndjson'), 'utf8');
  const entries: { stage: string; sent?: boolean }[] = linesOf(file).map(line => JSON.parse(line));
  expect(sent).toBeLessThan(10);
  expect(entries.filter(({ stage }) => stage === 'sending')).toHaveLength(sent);
  const unsent = entries.filter(entry => entry.stage === 'not-deleted' && entry.sent === false);
  expect(unsent).toHaveLength(10 - sent);
  expect(code).toBe(1);
  expect(err).toContain(`The output was closed: ${10 - sent} deletes were not sent.`);
});
