import { existsSync, lstatSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { lexer, type Tokens } from 'marked';
import { beforeEach, expect, test } from 'vitest';
import { plainText } from '../formats/read-markdown.ts';
import { runFile } from '../helpers/child-process.ts';
import { newFolder } from '../helpers/folder.ts';
import { programInShell } from '../helpers/program.ts';
import { command, envOf, newState } from '../helpers/run-cli.ts';
import { sandboxPerTest } from '../helpers/sandbox.ts';
import { schemaProblems } from './junit/schema.ts';

const sandbox = sandboxPerTest({ bots: 45, pageSize: 15 });
let folder: string;
beforeEach(() => {
  folder = newFolder('reports');
});

const inFolder = (name: string): string => join(folder, name);
const textOf = (name: string): string => readFileSync(inFolder(name), 'utf8');
const lines = (text: string): readonly string[] => text.split('\n').filter(line => line !== '');

/** Runs `health` with a report of each format and a baseline to update. */
const healthWithFiles = (...words: readonly string[]) => {
  const reports = ['junit', 'md', 'github'].flatMap(format => ['--report', `${format}=${inFolder(format)}`]);
  const baseline = ['--baseline', inFolder('known.txt'), '--update-baseline'];
  return command(sandbox, ['health', ...reports, ...baseline, ...words]);
};

async function expectIncompleteReports(why: string): Promise<void> {
  const junit = textOf('junit');
  expect(await schemaProblems(junit)).toEqual([]);
  expect(junit).toContain(' errors="1" ');
  expect(junit).toContain(`<testcase name="list of bots" classname="bots" time="0"><error message="${why}"`);
  expect(textOf('md')).toContain(`\nNot complete: ${why}\n`);
  expect(lines(textOf('github'))[0]).toBe(`::error title=Not complete::${why}`);
  expect(lines(textOf('github')).at(-1)).toMatch(/; the list is not complete\.$/);
}

test.each([
  [{ status: 403 }, { exit: 5, checked: undefined }],
  [
    { status: 403, after: 1 },
    { exit: 8, checked: ' of 15 bots; the list is not complete.' },
  ],
])(
  'health: a list that fails with %j: no report looks healthy, and the baseline stays',
  async (fault, { exit, checked }) => {
    await healthWithFiles();
    const before = textOf('known.txt');
    sandbox.fault({ path: '/v1/admin/bots', ...fault });

    const { code, err } = await healthWithFiles();

    expect(code).toBe(exit);
    expect(textOf('known.txt')).toBe(before);
    expect(err).toContain('The baseline stays as it was, because this run is incomplete.');
    expect(/ of \d+ bots.*/.exec(err)?.[0]).toBe(checked);
    await expectIncompleteReports('A page could not be read. 403 Your token may not do this.');
  },
);

test('health: a filter that no bot matches is a warning on stderr and in each report, in any format', async () => {
  const words = 'Nothing was checked: no bots match the filter name:nosuchbot';
  const reports = ['junit', 'md', 'github'].flatMap(format => ['--report', `${format}=${inFolder(format)}`]);
  for (const more of [[], ['-o', 'json'], ['--quiet'], reports]) {
    const { code, err } = await command(sandbox, ['health', '--filter', 'name:nosuchbot', ...more]);
    expect([code, err]).toEqual([8, `botscope: Warning: ${words}\n`]);
  }

  expect(await schemaProblems(textOf('junit'))).toEqual([]);
  expect(textOf('junit')).toContain(`<system-out>${words}</system-out>`);
  const paragraph = lexer(textOf('md')).find(({ type }) => type === 'paragraph') as Tokens.Paragraph;
  expect(plainText(paragraph.tokens)).toBe(words);
  expect(textOf('github')).toBe(`::warning title=botscope::${words}\n`);
});

const FIRST_PAGE: readonly (readonly [number, string])[] = [
  [401, '401 The server refused the token'],
  [403, '403 Your token may not do this'],
  [404, '404 This address is not the API'],
  [500, '500 Server error'],
];
test.each(FIRST_PAGE)(
  'health: a first page that fails with %i is one error in each report of -o, too',
  async (status, why) => {
    sandbox.fault({ path: '/v1/admin/bots', status });
    const print = (format: string) => command(sandbox, ['health', '-o', format]);

    const [junit, md, github] = await Promise.all(['junit', 'md', 'github'].map(print));

    const words = `A page could not be read. ${why}.`;
    expect(await schemaProblems(junit?.out ?? '')).toEqual([]);
    expect(junit?.out).toContain(`errors="1"`);
    expect(junit?.out).toContain(`<error message="${words}"`);
    expect(md?.out).toContain(`\nNot complete: ${words}\n`);
    expect(lines(github?.out ?? '').filter(line => line.startsWith('::error'))).toEqual([
      `::error title=Not complete::${words}`,
    ]);
    for (const result of [junit, md, github]) expect(result?.err).toContain(`botscope: ${why}`);
  },
);

test('health: a server that cannot be reached is named in the report', async () => {
  const { code, out } = await command({ ...sandbox, url: 'http://127.0.0.1:9' }, ['health', '-o', 'github']);

  expect(code).toBe(6);
  expect(lines(out)[0]).toContain("Can't reach the server (127.0.0.1:9)");
});

test.each([
  ['health', {}, 8],
  ['health', { deployedAt: '2025-01-01T00:00:00Z' }, 8],
  ['health', { status: 'active' }, 0],
  ['health', { integrations: {} }, 0],
  ['diagnose', {}, 8],
  ['diagnose', { recurringEvents: {} }, 0],
])(
  '%s: a bot with only %j exits with %i, because 8 means that no rule had its data',
  async (verb, bot, exit) => {
    const file = inFolder('known.txt');
    sandbox.fault({ path: '/v1/admin/bots', status: 200, body: { bots: [{ id: 'bot_1' }] } });
    sandbox.fault({ path: '/v1/admin/bots/*', status: 200, body: { bot: { id: 'bot_1', ...bot } } });

    const { code, err } = await command(sandbox, ['bots', verb, ...(verb === 'health' ? [] : ['bot_1'])]);
    const update = ['health', '--baseline', file, '--update-baseline'];
    if (verb === 'health') await command(sandbox, update);

    expect(code).toBe(exit);
    expect(err.includes('Nothing could be judged')).toBe(exit === 8);
    expect(existsSync(file)).toBe(verb === 'health' && exit === 0);
  },
);

test('health: findings of the baseline that are gone are counted, if the run could find them', async () => {
  await healthWithFiles();
  const known = ['--baseline', inFolder('known.txt')];
  const all = await command(sandbox, ['health', ...known]);
  const ids = lines(textOf('known.txt')).slice(1);
  // Without --issues the run cannot know whether the last one is gone.
  const old = ['integration-failed/bot/gone/slack', 'bot-status/bot/gone', 'issue/bot/gone/iss_1'];
  writeFileSync(inFolder('known.txt'), `# botscope baseline\n${[...ids, ...old].join('\n')}\n`);

  const stale = await command(sandbox, ['health', '-o', 'json', ...known]);
  const part = await command(sandbox, ['health', '--limit', '3', ...known]);
  const failed = sandbox.fault({ path: `/v1/admin/bots/${sandbox.ids.botId}`, status: 403 });
  const unsure = await command(sandbox, ['health', ...known]);
  failed();

  expect(stale.err).toBe(
    'botscope: 2 findings of the baseline no longer found: --update-baseline removes what is gone.\n',
  );
  for (const { err } of [all, part, unsure]) expect(err).not.toContain('no longer found');
});

test.each([
  'junk line !!',
  'integration-faild/bot/b/slack',
  'integration-failed',
  'integration-failed/bot//slack',
  '  bot-status/',
])('health: a line of a baseline that is no finding is refused by its number: %s', async line => {
  const file = inFolder('known.txt');
  writeFileSync(file, `\ufeff# botscope baseline\r\n\r\n  bot-status/bot/b  # b: it\r\n${line}\r\n`);
  const before = sandbox.requests.length;

  const { code, err } = await command(sandbox, ['health', '--baseline', file]);

  expect([code, sandbox.requests.length - before]).toEqual([2, 0]);
  expect(err).toContain('known.txt line 4 is no finding');
});

test('health: an empty workspace is a warning, too', async () => {
  const { code, err } = await command({ ...sandbox, workspaceId: sandbox.ids.emptyWorkspaceId }, ['health']);

  expect([code, err]).toEqual([0, 'botscope: Warning: Nothing was checked: no bots found.\n']);
});

test('health: a reader that closes the pipe leaves the baseline as it is, and the reports say why', async () => {
  await healthWithFiles();
  const before = textOf('known.txt');
  const words = ['health', '-o', 'ndjson', '--baseline', inFolder('known.txt'), '--update-baseline'];

  await command(sandbox, [...words, '--report', `junit=${inFolder('junit')}`], { onWrite: () => false });

  expect(textOf('known.txt')).toBe(before);
  expect(textOf('junit')).toContain('<error message="The output was closed."');
});

test('diagnose: a reader that closes the pipe leaves reports that count the bots left out', async () => {
  const ids = lines((await command(sandbox, ['bots', 'ls', '-o', 'id', '--limit', '4'])).out);
  const reports = ['--report', `junit=${inFolder('junit')}`, '--report', `md=${inFolder('md')}`];

  await command(sandbox, ['bots', 'diagnose', ...ids, '-o', 'ndjson', ...reports], { onWrite: () => false });

  expect(textOf('junit')).toContain('<error message="3 more were not requested." type="incomplete">');
  expect(textOf('md')).toContain('\nNot complete: 3 more were not requested.\n');
});

test('health: a list without an end is an error in the reports, although a bot could not be read either', async () => {
  const [id, unread] = lines((await command(sandbox, ['bots', 'ls', '-o', 'id'])).out);
  const body = { bots: [{ id }, { id: unread }], meta: { nextToken: 'same' } };
  sandbox.fault({ path: '/v1/admin/bots', status: 200, body });
  sandbox.fault({ path: `/v1/admin/bots/${unread}`, status: 403 });

  const { code, out } = await command(sandbox, ['health', '-o', 'github']);

  expect(code).toBe(8);
  expect(lines(out).slice(0, 2)).toEqual([
    expect.stringMatching(/^::error title=Not complete::The server repeated a page/),
    expect.stringMatching(new RegExp(`^::error title=1 bot could not be read::403 .*: ${unread}$`)),
  ]);
});

test('health: an annotation names all bots that could not be read for one reason, before the findings', async () => {
  const ids = lines((await command(sandbox, ['bots', 'ls', '-o', 'id'])).out);
  const [first, second, third] = ids.slice(4);
  for (const id of [first, second])
    sandbox.fault({ method: 'GET', path: `/v1/admin/bots/${id}`, status: 403 });
  sandbox.fault({ method: 'GET', path: `/v1/admin/bots/${third}`, status: 404 });

  const { code, out, err } = await command(sandbox, ['health', '-o', 'github']);

  expect(code).toBe(8);
  expect(lines(out).slice(0, 2)).toEqual([
    `::error title=2 bots could not be read::403 Your token may not do this: ${first}, ${second}`,
    expect.stringMatching(new RegExp(`^::error title=1 bot could not be read::404 .*: ${third}$`)),
  ]);
  expect(err).toMatch(/ of 31 bots; 3 bots could not be read\.\n$/);
});

test('health: with -o github no words of the server are a command of the runner', async () => {
  const [id = '', unread = ''] = lines((await command(sandbox, ['bots', 'ls', '-o', 'id'])).out);
  const message = '##[error]x ##[add-mask]y\n::error::z';
  sandbox.fault({ path: `/v1/admin/bots/${unread}`, status: 500, body: { message } });
  const one = await command(sandbox, ['health', '-o', 'github']);
  sandbox.fault({ path: '/v1/admin/bots', status: 500, body: { message } });
  const all = await command(sandbox, ['health', '-o', 'github']);

  expect([id === unread, one.code, all.code]).toEqual([false, 8, 7]);
  for (const line of lines(one.out + all.out)) expect(line).toMatch(/^::(error|warning|notice) title=/);
  expect(one.out).toContain(unread);
  expect(one.err).not.toContain(unread);
  expect(all.err).toContain('## [error]x');
  expect(lines(one.err + all.err).filter(line => /##\[|^\s*::/.test(line))).toEqual([]);
});

test.each([
  [['--report', 'junit=missing/out.xml'], 'missing/out.xml cannot be written: no such folder.'],
  [['--report', 'junit=.'], '. cannot be written: it is a folder: add a file name.'],
  [['--report', 'junit=out', '--report', 'md=./out'], './out is named twice.'],
  [['--report', 'md=known.txt', '--baseline', 'known.txt', '--update-baseline'], 'known.txt is named twice.'],
  [['--baseline', 'missing/known.txt', '--update-baseline'], 'cannot be written: no such folder.'],
  [['--baseline', ''], '--baseline is empty'],
  [['--baseline', '.'], 'The baseline . cannot be read (not a regular file).'],
  [['--ignore', 'integration-faild'], 'Did you mean integration-failed?'],
  [['--ignore', 'issue,toString:x'], 'unknown rule "toString". One of: integration-failed, '],
  [['-o', 'junit', '--columns', 'name'], '-o junit prints a whole report: leave --columns out.'],
])('health: %j is a usage error before any request', async (words, said) => {
  const { code, err } = await command(sandbox, ['health', ...words]);

  expect([code, sandbox.requests.length]).toEqual([2, 0]);
  expect(err).toContain(said);
});

test('health: a baseline from a command is read', {
  tags: 'program',
}, async () => {
  const known = inFolder('known.txt');
  await healthWithFiles();
  const script = `${programInShell} health --baseline <(cat ${known}) && ${programInShell} health --baseline /dev/stdin < ${known}`;
  const env = { ...process.env, ...envOf(sandbox), XDG_STATE_HOME: newState() };
  const { stdout } = await runFile('bash', ['-c', script], { env });

  expect(stdout).toBe('');
});

test('health: a report goes through a link into its target, and -o md with --columns prints the bots', async () => {
  symlinkSync('target.xml', inFolder('link.xml'));
  writeFileSync(inFolder('target.xml'), 'before');

  await command(sandbox, ['health', '--report', `junit=${inFolder('link.xml')}`]);
  const { out } = await command(sandbox, ['health', '-o', 'md', '--columns', 'name,health']);
  const fromHelp = await command(sandbox, ['health', '--columns', 'name,health,findings.*.title']);

  expect(lstatSync(inFolder('link.xml')).isSymbolicLink()).toBe(true);
  expect(textOf('target.xml')).toContain('</testsuites>');
  expect(fromHelp.out).toMatch(/^support-prod +2 problems +slack registration_failed, /m);
  expect(lines(out).slice(1, 4)).toEqual([
    '| NAME | HEALTH |',
    '| --- | --- |',
    '| support-prod | 2 problems |',
  ]);
});

test('health: a baseline that an editor saved with a byte order mark, or that is blank, is read', async () => {
  await healthWithFiles();
  writeFileSync(inFolder('edited.txt'), `\ufeff${textOf('known.txt').replaceAll('\n', '\r\n')}`);
  writeFileSync(inFolder('blank.txt'), '\n');
  const codeWith = async (name: string): Promise<number> =>
    (await command(sandbox, ['health', '--baseline', inFolder(name)])).code;

  expect([await codeWith('edited.txt'), await codeWith('blank.txt')]).toEqual([0, 1]);
});

test('health: an unknown level of the environment is an error, not the default', async () => {
  const { code, err } = await command(sandbox, ['health'], { env: { BOTSCOPE_FAIL_ON: 'warnings' } });

  expect([code, sandbox.requests.length]).toEqual([2, 0]);
  expect(err).toContain('--fail-on: unknown level "warnings". Did you mean warning?');
});

test('health: a terminal of 40 columns shows each cause in full, and below it the bots', async () => {
  const { out } = await command(sandbox, ['health'], { width: 40 });
  const wide = await command(sandbox, ['health']);

  expect(out).toContain('problem slack registration_failed\n  support-prod\n');
  expect(out.match(/^(problem|warning) /gm)).toHaveLength(lines(wide.out).length - 1);
  for (const line of lines(out)) expect(line.length).toBeLessThanOrEqual(40);
});

test('health: a Markdown report parses as a table of plain texts, and a bot without a name has its id', async () => {
  const name = '<b>|a|`x`\n# h [x](javascript:1) ***';
  const integrations = { mail: { name: '|<i>', status: 'registration_failed' } };
  for (const [id, own] of [
    ['evil', { name }],
    ['nameless', { name: '' }],
  ] as const)
    sandbox.put('bot', { id, integrations, ...own });

  const { out } = await command(sandbox, ['health', '-o', 'md']);

  const tokens = lexer(out).filter(({ type }) => type !== 'space');
  const [, , table] = tokens;
  const rows = (table as Tokens.Table).rows.map(cells => cells.map(({ tokens: parts }) => plainText(parts)));
  expect(tokens.map(({ type }) => type)).toEqual(['heading', 'paragraph', 'table']);
  expect(rows.flat()).not.toContain(undefined);
  const names = `nameless, ${name.replace('\n', '^J')}`;
  expect(rows).toContainEqual(['problem', '|<i> registration_failed', '2', names]);
});

test('diagnose: a finding that is ignored or in the baseline is marked, and fails nothing', async () => {
  await healthWithFiles();
  const diagnose = ['bots', 'diagnose', sandbox.ids.botId];

  const known = await command(sandbox, [...diagnose, '--baseline', inFolder('known.txt')]);
  const ignored = await command(sandbox, [...diagnose, '--ignore', 'integration-failed']);

  expect([known.code, ignored.code]).toEqual([0, 1]);
  expect(known.out).toContain('  problem  integration slack is registration_failed (known): ');
  expect(known.out).toContain('  warning  integration teams is disabled (known)\n');
  expect(ignored.out).toContain('  problem  integration slack is registration_failed (ignored): ');
  expect(ignored.out).toContain('  warning  integration teams is disabled\n');
});

test('health: a reset at one bot is that bot in the report, and all others are diagnosed', async () => {
  const ids = lines((await command(sandbox, ['bots', 'ls', '-o', 'id'])).out);
  const [first = '', id = '', third = ''] = ids;
  sandbox.fault({ method: 'GET', path: `/v1/admin/bots/${id}`, reset: 'before' });

  const { code, out } = await command(sandbox, ['health', '-o', 'github']);
  const some = await command(sandbox, ['bots', 'diagnose', first, id, third, '-o', 'id']);

  expect([code, some.code]).toEqual([8, 8]);
  const host = sandbox.url.replace('http://', '');
  expect(lines(out)[0]).toBe(`::error title=1 bot could not be read::The connection broke (${host}): ${id}`);
  expect(out).toContain(' of 33 bots; 1 bot could not be read.');
  expect(lines(some.out)).toEqual([first, third]);
});

test('health: a server that breaks every connection ends the run, and is not asked for all bots', async () => {
  sandbox.fault({ method: 'GET', path: '/v1/admin/bots/{id}', reset: 'before' });

  const { code, err } = await command(sandbox, ['health']);

  expect(code).toBe(6);
  expect(err).toContain('The connection broke');
  expect(sandbox.requests.length).toBeLessThan(34);
});
