import { expect, test } from 'vitest';
import { listen } from '../api/test-client.ts';
import { command } from '../helpers/run-cli.ts';
import { sandboxPerTest } from '../helpers/sandbox.ts';

const sandbox = sandboxPerTest({ bots: 45, pageSize: 15, ext: true });

const lines = (text: string): readonly string[] => text.split('\n').filter(line => line !== '');
const sent = (method: string): readonly string[] =>
  sandbox.requests.filter(request => request.method === method).map(({ path }) => path);

test('names: a word that is no id is looked up in every page, and one hit is read', async () => {
  const { botId } = sandbox.ids;

  const { code, out, err } = await command(sandbox, ['bots', 'get', 'support-prod', '-o', 'json']);
  const paths = sent('GET').map(path => path.split('?')[0]);
  const health = await command(sandbox, ['bots', 'diagnose', 'support-prod', '-o', 'json']);
  const issues = await command(sandbox, ['issues', 'ls', 'support-prod', '--ext', '-o', 'id']);

  expect([code, JSON.parse(out).id, err]).toEqual([0, botId, '']);
  const pages = Array<string>(3).fill('/v1/admin/bots');
  expect(paths).toEqual(['/v1/admin/bots/support-prod', ...pages, `/v1/admin/bots/${botId}`]);
  expect(JSON.parse(health.out).id).toBe(botId);
  expect([issues.code, lines(issues.out)]).toEqual([0, sandbox.idsOf('issue', { botId })]);
});

test('names: a word with the form of an id, or that is an id, is not looked up', async () => {
  sandbox.put('bot', { id: 'my-bot', name: 'any' });
  const gone = '00000000-0000-4000-8000-000000000000';

  const absent = await command(sandbox, ['bots', 'get', gone]);
  const odd = await command(sandbox, ['bots', 'get', 'my-bot', '-o', 'id']);
  const none = await command(sandbox, ['bots', 'get', 'xxxxxxxxxxxxxx']);

  expect([absent.code, odd.code, odd.out, none.code]).toEqual([3, 0, 'my-bot\n', 3]);
  const [first, second, third] = sent('GET');
  expect([first, second, third]).toEqual(
    [gone, 'my-bot', 'xxxxxxxxxxxxxx'].map(id => `/v1/admin/bots/${id}`),
  );
});

test('names: several records of a name, or only similar ones, are listed with exit code 2', async () => {
  const { botId } = sandbox.ids;
  sandbox.put('bot', { id: 'second', name: 'support-prod' });

  const shared = await command(sandbox, ['bots', 'get', 'support-prod']);
  const similar = await command(sandbox, ['bots', 'get', 'suport-prd']);
  const json = await command(sandbox, ['bots', 'get', 'support-prod', '-o', 'json']);

  expect([shared.code, similar.code, json.code, shared.out]).toEqual([2, 2, 2, '']);
  expect(lines(shared.err)).toEqual([
    'botscope: 2 bots have the name "support-prod". Give the id of one:',
    ...['  bot/second  support-prod', `  bot/${botId}  support-prod`],
  ]);
  expect(similar.err).toContain('No bot has the id or name "suport-prd". Near to it:\n');
  expect(similar.err).toContain(`  bot/${botId}  support-prod\n`);
  expect((await command(sandbox, ['bots', 'get', '-'])).err).toContain('--stdin reads ids');
  expect(JSON.parse(json.err).error).toMatchObject({
    exitCode: 2,
    advice: expect.stringContaining('bot/second'),
  });
});

test('names: a list with a page that cannot be read names no record, because others may have the name', async () => {
  sandbox.fault({ path: '/v1/admin/bots', after: 1, status: 500 });

  const known = await command(sandbox, ['bots', 'get', 'support-prod']);
  const other = await command(sandbox, ['bots', 'get', 'on-a-later-page']);

  expect([known.code, known.out, other.code]).toEqual([7, '', 7]);
});

test('names: a bot that cannot be read may hold the integration, so nothing is named; one that is gone does not', async () => {
  const [, second = '', third = ''] = sandbox.idsOf('bot', {});
  sandbox.fault({ path: `/v1/admin/bots/${second}`, status: 404, times: 1 });

  const named = await command(sandbox, ['integrations', 'get', 'slack@3.1.0', '-o', 'id']);
  sandbox.fault({ path: `/v1/admin/bots/${third}`, status: 500 });
  const unread = await command(sandbox, ['integrations', 'get', 'slack@3.1.0', '-o', 'id']);

  expect([named.code, unread.code, unread.out]).toEqual([0, 7, '']);
  expect(unread.err).toContain(`[GET /v1/admin/bots/${third}]`);
});

test('names: development bots are not searched, and an answer without a hit says so', async () => {
  sandbox.put('bot', { id: 'dev-bot', name: 'xyzzy-xyzzy', dev: true });

  const none = await command(sandbox, ['bots', 'get', 'xyzzy-xyzzy']);
  const near = await command(sandbox, ['bots', 'get', 'suport-prd']);

  const sentence = 'Development bots are not searched: botscope bots ls --dev lists them.';
  expect([none.code, near.code]).toEqual([3, 2]);
  expect(none.err).toContain(`botscope: No bot has the name "xyzzy-xyzzy". ${sentence}\n`);
  expect(near.err).toContain(`  ${sentence}\n`);
  expect(sent('GET').join(' ')).not.toContain('dev=');
});

test('names: a place stands for its record, with its parents', async () => {
  const { botId, issueId } = sandbox.ids;
  const place = `bot/${botId}/issues/${issueId}`;

  const bot = await command(sandbox, ['bots', 'get', `bot/${botId}`, '-o', 'id']);
  const issue = await command(sandbox, ['issues', 'get', place, '-o', 'id']);
  const below = await command(sandbox, ['issues', 'get', `bot/${botId}`, issueId, place, '-o', 'id']);
  const piped = await command(sandbox, ['issues', 'get', '--stdin', '-o', 'id'], { stdin: `${place}\n` });
  const before = sandbox.requests.length;
  const other = await command(sandbox, ['integrations', 'get', `bot/${botId}`]);

  expect([bot.out, issue.out, below.out, piped.out]).toEqual([
    `${botId}\n`,
    ...Array(3).fill(`${issueId}\n`),
  ]);
  const stdin = `integration/x\n${botId}\n`;
  const pipedOther = await command(sandbox, ['bots', 'delete', '--stdin', '--confirm', '2'], { stdin });

  expect([other.code, pipedOther.code, sandbox.requests.length]).toEqual([2, 2, before]);
  expect(pipedOther.err).toContain('"integration/x" is not the place of one bot.');
  expect(other.err).toContain(`"bot/${botId}" is not the place of one integration.`);
});

test('names: integrations are found by name and version inside the bots', async () => {
  const { out: record } = await command(sandbox, ['bots', 'get', sandbox.ids.botId, '-o', 'json']);
  const [entry] = Object.values<{ id: string; name: string; version: string }>(
    JSON.parse(record).integrations,
  );
  const named = `${entry?.name}@${entry?.version}`;

  const found = await command(sandbox, ['integrations', 'get', named, '-o', 'id']);
  const bare = await command(sandbox, ['integrations', 'get', entry?.name ?? '', '-o', 'id']);

  expect([found.code, found.out]).toEqual([0, `${entry?.id}\n`]);
  expect(bare.code).toBe(2);
  expect(bare.err).toContain(`  integration/${entry?.id}  ${named}\n`);
});

test('names: a delete by name is confirmed by the end of the id, and never by the name', async () => {
  sandbox.put('bot', { id: 'bot_0123456789', name: 'old bot' });
  sandbox.put('bot', { id: 'bot_9876543210', name: 'other bot' });
  const remove = (...words: readonly string[]) => command(sandbox, ['bots', 'delete', ...words]);

  const again = await remove('old bot', '--confirm', 'old bot');
  const several = await remove('old bot', 'other bot', '--confirm', '2');
  const piped = await command(sandbox, ['bots', 'delete', '--stdin', '--confirm', '1'], {
    stdin: 'old bot\n',
  });
  const untouched = sent('DELETE');
  const done = await remove('old bot', '--confirm', '23456789');

  expect([again.code, several.code, piped.code, untouched]).toEqual([2, 2, 2, []]);
  expect(again.err).toContain('botscope bots delete bot_0123456789 --confirm 23456789');
  expect(several.err).toContain('botscope bots delete bot_0123456789 bot_9876543210 --confirm 2');
  expect([done.code, sent('DELETE')]).toEqual([0, ['/v1/admin/bots/bot_0123456789']]);
});

test.each(['table', 'json', 'ndjson', 'yaml', 'csv', 'md'])(
  'names: a list as %s on standard input is refused before any request',
  async format => {
    const { out: stdin } = await command(sandbox, ['bots', 'ls', '--limit', '2', '-o', format]);
    const before = sandbox.requests.length;
    const { code, err } = await command(sandbox, ['bots', 'delete', '--stdin', '--dry-run'], { stdin });

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
    const nextToken = isEndless ? 'same' : `t${count}`;
    response.end(
      JSON.stringify({ bots: [{ id: `x${count}`, name: 'night-desk' }, ...others], meta: { nextToken } }),
    );
  });

  const long = await command(server, ['bots', 'get', 'night-desk']);
  isEndless = true;
  const endless = await command(server, ['bots', 'get', 'night-desk']);
  await server.close();

  expect([long.code, endless.code]).toEqual([2, 7]);
  expect(long.err).toContain('The search for a name stopped after 100000 bots. Give an id.');
  expect(endless.err).toContain('The server repeated a page token. Loading stopped.');
});
