import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newFolder } from '../helpers/folder.ts';
import { command } from '../helpers/run-cli.ts';
import { sandboxPerTest, startSandbox } from '../helpers/sandbox.ts';

const sandbox = sandboxPerTest({ bots: 45, pageSize: 15, ext: true });

const lines = (text: string): readonly string[] => text.split('\n').filter(line => line !== '');

type Finding = { readonly id: string; readonly rule: string; readonly state: string; readonly title: string };
type Diagnosis = { readonly id: string; readonly findings: readonly Finding[] };

const issuesIn = (out: string): readonly Finding[] =>
  (JSON.parse(out).diagnoses as readonly Diagnosis[])
    .flatMap(({ findings }) => findings)
    .filter(({ rule }) => rule === 'issue');

/** Puts an issue that was seen now on the first bot. */
const putIssue = (id: string, eventsCount = 7): void =>
  sandbox.put(
    'issue',
    {
      id,
      title: 'Orders fail',
      description: 'The order had no number.\nIt was lost.',
      category: 'user_code',
      createdAt: '2026-01-02T03:04:05.000Z',
      lastSeenAt: new Date().toISOString(),
      eventsCount,
    },
    { botId: sandbox.ids.botId },
  );

const issuePaths = (): readonly string[] =>
  sandbox.requests.map(({ path }) => path).filter(path => path.endsWith('/issues'));

test('health: --issues makes each open issue a finding, the same from diagnose, and --since only recent ones', async () => {
  const { botId } = sandbox.ids;
  putIssue('iss_new');

  const [all, recent, one, table] = await Promise.all([
    command(sandbox, ['health', '--issues', '-o', 'json']),
    command(sandbox, ['health', '--issues', '--since', '1h', '-o', 'json']),
    command(sandbox, ['bots', 'diagnose', botId, '--issues', '--since', '1h', '-o', 'json']),
    command(sandbox, ['health', '--issues', '--since', '1h']),
  ]);

  const ids = issuesIn(all.out).map(({ id }) => id);
  expect([all.code, recent.code, one.code, all.err]).toEqual([1, 1, 1, '']);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.length).toBeGreaterThan(issuesIn(recent.out).length);
  const mine = issuesIn(recent.out).find(({ title }) => title === 'Orders fail');
  expect(mine).toEqual({
    id: `issue/bot/${botId}/iss_new`,
    rule: 'issue',
    level: 'warning',
    state: 'new',
    target: { kind: 'bot', id: botId, name: 'support-prod', inner: 'iss_new' },
    title: 'Orders fail',
    text: 'open issue: Orders fail',
    detail: expect.stringContaining('The order had no number.'),
    since: '2026-01-02T03:04:05.000Z',
    count: 7,
    ref: `bot/${botId}/issues/iss_new`,
  });
  expect(JSON.parse(one.out).findings).toContainEqual(mine);
  expect(JSON.parse(one.out)).toMatchObject({ problems: 2, warnings: expect.any(Number), unchecked: [] });
  expect(lines(table.out).find(line => line.includes('Orders fail'))).toMatch(
    /^warning +Orders fail +1 +support-prod$/,
  );
  // Each bot's list is loaded once in each of the three runs over all bots.
  expect(issuePaths()).toHaveLength(3 * 34 + 1);
});

test('health: a baseline with issues stays green until another issue opens', async () => {
  const file = join(newFolder('baseline'), 'known.txt');
  const { botId } = sandbox.ids;
  const health = (...words: readonly string[]) =>
    command(sandbox, [
      'health',
      '--issues',
      '--fail-on',
      'warning',
      '--baseline',
      file,
      '-o',
      'json',
      ...words,
    ]);

  putIssue('iss_old');
  const made = await health('--update-baseline');
  putIssue('iss_old', 90);
  sandbox.put('bot', { id: botId, name: 'another-name' });
  const green = await health();
  putIssue('iss_other');
  const red = await health();

  expect([made.code, green.code, red.code]).toEqual([0, 0, 1]);
  expect(readFileSync(file, 'utf8')).toContain(`issue/bot/${botId}/iss_old  # support-prod: Orders fail\n`);
  expect(issuesIn(red.out).filter(({ state }) => state === 'new')).toMatchObject([
    { id: `issue/bot/${botId}/iss_other` },
  ]);
});

test('health: issues that cannot be read make the result incomplete, and the bot stays diagnosed', async () => {
  const { botId } = sandbox.ids;
  const xml = join(newFolder('reports'), 'out.xml');
  sandbox.fault({ path: `/v1/admin/bots/${botId}/issues`, status: 403 });

  const { code, out, err } = await command(sandbox, [
    'health',
    '--issues',
    '-o',
    'json',
    '--report',
    `junit=${xml}`,
  ]);
  const one = await command(sandbox, ['bots', 'diagnose', botId, '--issues', '--fail-on', 'never']);
  const none = join(newFolder('reports'), 'none.json');
  writeFileSync(none, '');
  const table = await command(sandbox, ['health', '--issues', '--baseline', none]);

  const { complete, missing, diagnoses } = JSON.parse(out);
  expect([code, one.code, complete]).toEqual([8, 8, false]);
  expect(missing).toBe('Issues: 1 could not be read: 403 Your token may not do this (1).');
  expect(diagnoses).toHaveLength(34);
  expect(diagnoses[0]).toMatchObject({ id: botId, problems: 2, unchecked: ['issues'] });
  expect(err).toContain(`{"id":"${botId}","error":{"kind":"forbidden"`);
  expect(table.err).toContain(`issues of ${botId} could not be read: `);
  expect(table.err).toContain('; issues of 1 bot could not be read.');
  expect(readFileSync(xml, 'utf8').split('<testcase ')).toHaveLength(34 + 1);
});

test.each([
  [['--strict', 'health', '--issues'], '--strict refuses --issues', 2],
  [['health', '--since', '1d'], 'add --issues', 2],
  [['health', '--issues', '--since', 'soon'], 'an age like 90d', 2],
  [['health', '--issues', '--since', '1d', '--baseline', '/dev/null', '--update-baseline'], '--since out', 2],
])('health: %j is refused before any request', async (words, why, exit) => {
  const { code, err } = await command(sandbox, words);

  expect([code, sandbox.requests.length]).toEqual([exit, 0]);
  expect(err).toContain(why);
});

test('health: a server without the list of issues ends --issues with exit code 7', async () => {
  await using plain = await startSandbox({ bots: 45 });

  const { code, out, err } = await command(plain, ['health', '--issues']);

  expect([code, out]).toEqual([7, '']);
  expect(err).toContain('This is not supported by this server');

  for (const words of [['health'], ['bots', 'diagnose', plain.ids.botId, plain.ids.othersBotId]]) {
    const xml = join(newFolder('reports'), 'out.xml');
    const ended = await command(plain, [...words, '--issues', '--report', `junit=${xml}`]);

    expect(ended.code).toBe(7);
    expect(readFileSync(xml, 'utf8')).toContain('<error message="Issues could not be read. This is not supp');
  }
});
