import { existsSync, lstatSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { lexer, type Tokens } from 'marked';
import { expect, test } from 'vitest';
import { plainText } from '../formats/read-markdown.ts';
import { commandsOn, linesOf } from '../helpers/command-rows.ts';
import { not } from '../helpers/rows.ts';
import { inShell } from '../helpers/run-cli.ts';
import { sandboxPerTest } from '../helpers/sandbox.ts';
import { schemaProblems } from './junit/schema.ts';

const sandbox = sandboxPerTest({ bots: 45, pageSize: 15 });
const { commands, run, expectRows, expectRowsAt, state } = commandsOn(sandbox);

const inState = (name: string): string => join(state(), name);
const textOf = (name: string): string => readFileSync(inState(name), 'utf8');
const write = (name: string, text: string) => () => writeFileSync(inState(name), text);
const allIds = () => sandbox.idsOf('bot', {});

const REPORTS = '--report junit=$state/junit --report md=$state/md --report github=$state/github';
const KNOWN = '--baseline $state/known.txt';
/** `health` with a report of each format and a baseline to update. */
const WITH_FILES = `health ${REPORTS} ${KNOWN} --update-baseline`;
const LIST = '/v1/admin/bots';

async function expectIncompleteReports(why: string): Promise<void> {
  expect(await schemaProblems(textOf('junit'))).toEqual([]);
  expect(textOf('junit')).toMatch(/ errors="1" /);
  const error = `<testcase name="list of bots" classname="bots" time="0"><error message="${why}"`;
  expect(textOf('junit')).toContain(error);
  expect(textOf('md')).toContain(`\nNot complete: ${why}\n`);
  expect(linesOf(textOf('github'))[0]).toBe(`::error title=Not complete::${why}`);
}

test.each([
  ['', 5, not(' bots')],
  [' after=1', 8, ' of 15 bots; the list is not complete.'],
])(
  'health: a list that fails%s: no report looks healthy, and the baseline stays',
  async (when, exit, err) => {
    await run(WITH_FILES);
    const before = textOf('known.txt');
    const stays = 'The baseline stays as it was, because this run is incomplete.';
    await expectRows(`GET ${LIST} 403${when}`, [WITH_FILES, exit, undefined, [stays, err]]);

    expect(textOf('known.txt')).toBe(before);
    await expectIncompleteReports('A page could not be read. 403 Your token may not do this.');
  },
);

test('health: a filter that no bot matches is a warning on stderr and in each report, in any format', async () => {
  const words = 'Nothing was checked: no bots match the filter name:nosuchbot';
  for (const more of ['', '-o json', '--quiet', REPORTS])
    await expectRows([
      `health --filter name:nosuchbot ${more}`,
      8,
      undefined,
      `botscope: Warning: ${words}\n`,
    ]);

  expect(await schemaProblems(textOf('junit'))).toEqual([]);
  expect(textOf('junit')).toContain(`<system-out>${words}</system-out>`);
  const paragraph = lexer(textOf('md')).find(({ type }) => type === 'paragraph') as Tokens.Paragraph;
  expect(plainText(paragraph.tokens)).toBe(words);
  expect(textOf('github')).toBe(`::warning title=botscope::${words}\n`);
});

test.each([
  [401, '401 The server refused the token'],
  [403, '403 Your token may not do this'],
  [404, '404 This address is not the API'],
  [500, '500 Server error'],
])('health: a first page that fails with %i is one error in each report of -o, too', async (status, why) => {
  await expectRows(`GET ${LIST} ${status}`);
  const [junit, md, github] = [
    await run('health -o junit'),
    await run('health -o md'),
    await run('health -o github'),
  ];

  const words = `A page could not be read. ${why}.`;
  expect(await schemaProblems(junit.out)).toEqual([]);
  expect(junit.out).toMatch(/errors="1"/);
  expect(junit.out).toContain(`<error message="${words}"`);
  expect(md.out).toContain(`\nNot complete: ${words}\n`);
  const errors = linesOf(github.out).filter(line => line.startsWith('::error'));
  expect(errors).toEqual([`::error title=Not complete::${words}`]);
  for (const { err } of [junit, md, github]) expect(err).toContain(`botscope: ${why}`);
});

test('health: a server that cannot be reached is named in the report', async () => {
  const nowhere = { ...sandbox, url: 'http://127.0.0.1:9' };
  await expectRowsAt(nowhere, ['health -o github', 6, /^.*Can't reach the server \(127\.0\.0\.1:9\)/]);
});

test.each([
  ['health', {}, 8],
  ['health', { deployedAt: '2025-01-01T00:00:00Z' }, 8],
  ['health', { status: 'active' }, 0],
  ['health', { integrations: {} }, 0],
  ['diagnose bot_1', {}, 8],
  ['diagnose bot_1', { recurringEvents: {} }, 0],
])(
  '%s: a bot with only %j exits with %i, because 8 means that no rule had its data',
  async (verb, bot, exit) => {
    sandbox.fault({ path: LIST, status: 200, body: { bots: [{ id: 'bot_1' }] } });
    sandbox.fault({ path: `${LIST}/*`, status: 200, body: { bot: { id: 'bot_1', ...bot } } });
    const nothing = 'Nothing could be judged';
    await expectRows([`bots ${verb}`, exit, undefined, exit === 8 ? nothing : not(nothing)]);
    if (verb !== 'health') return;
    await run(`health ${KNOWN} --update-baseline`);
    expect(existsSync(inState('known.txt'))).toBe(exit === 0);
  },
);

test('health: findings of the baseline that are gone are counted, if the run could find them', async () => {
  await run(WITH_FILES);
  const none = not('no longer found');
  // Without --issues the run cannot know whether the last one is gone.
  const old = ['integration-failed/bot/gone/slack', 'bot-status/bot/gone', 'issue/bot/gone/iss_1'];
  const gone =
    'botscope: 2 findings of the baseline no longer found: --update-baseline removes what is gone.\n';
  await expectRows(
    [`health ${KNOWN}`, 0, undefined, none],
    write('known.txt', `${textOf('known.txt')}${old.join('\n')}\n`),
    [`health -o json ${KNOWN}`, 0, undefined, gone],
    [`health --limit 3 ${KNOWN}`, 0, undefined, none],
    `GET ${LIST}/$botId 403`,
    [`health ${KNOWN}`, 8, undefined, none],
  );
});

test.each([
  'junk line !!',
  'integration-faild/bot/b/slack',
  'integration-failed',
  'integration-failed/bot//slack',
  '  bot-status/',
])('health: a line of a baseline that is no finding is refused by its number: %s', async line => {
  write('known.txt', `\ufeff# botscope baseline\r\n\r\n  bot-status/bot/b  # b: it\r\n${line}\r\n`)();
  await expectRows([`health ${KNOWN}`, 2, undefined, 'known.txt line 4 is not a finding'], { all: 0 });
});

commands('health: an empty workspace is a warning, too', [
  [
    'health --workspace-id $emptyWorkspaceId',
    0,
    undefined,
    'botscope: Warning: Nothing was checked: no bots found.\n',
  ],
]);

test('health: a reader that closes the pipe leaves the baseline as it is, and the reports say why', async () => {
  const closed = { onWrite: () => false };
  await run(WITH_FILES);
  const before = textOf('known.txt');
  await run(`health -o ndjson ${KNOWN} --update-baseline --report junit=$state/junit`, closed);
  expect(textOf('known.txt')).toBe(before);
  expect(textOf('junit')).toContain('<error message="The output was closed."');

  await run(`bots diagnose $bots4 -o ndjson ${REPORTS}`, closed);
  expect(textOf('junit')).toContain('<error message="3 more were not requested." type="incomplete">');
  expect(textOf('md')).toContain('\nNot complete: 3 more were not requested.\n');
});

test('health: a list without an end is an error in the reports, although a bot could not be read either', async () => {
  const [id, unread] = allIds();
  const body = { bots: [{ id }, { id: unread }], meta: { nextToken: 'same' } };
  sandbox.fault({ path: LIST, status: 200, body });
  const first =
    /^::error title=Not complete::The server .* page.*\n::error title=1 bot could not be read::403 /;
  await expectRows(`GET ${LIST}/${unread} 403`, ['health -o github', 8, [first, `: ${unread}`]]);
});

test('health: an annotation names all bots that could not be read for one reason, before the findings', async () => {
  const [first, second, third] = allIds().slice(4);
  const unread = `::error title=2 bots could not be read::403 Your token may not do this: ${first}, ${second}\n`;
  await expectRows(...[first, second].map(id => `GET ${LIST}/${id} 403`), `GET ${LIST}/${third} 404`, [
    'health -o github',
    8,
    [new RegExp(`^${unread}::error title=1 bot could not be read::404 .*: ${third}\n`), /%3A 2\+ bots::/],
    / of 31 bots; 3 bots could not be read\.\n$/,
  ]);
});

test('health: with -o github no words of the server are a command of the runner', async () => {
  const [, unread = ''] = allIds();
  const message = '##[error]x ##[add-mask]y\n::error::z';
  sandbox.fault({ path: `${LIST}/${unread}`, status: 500, body: { message } });
  const one = await run('health -o github');
  sandbox.fault({ path: LIST, status: 500, body: { message } });
  const all = await run('health -o github');

  expect([one.code, all.code]).toEqual([8, 7]);
  for (const line of linesOf(one.out + all.out)) expect(line).toMatch(/^::(error|warning|notice) title=/);
  expect(one.out).toContain(unread);
  expect(one.err).not.toContain(unread);
  expect(all.err).toContain('## [error]x');
  expect(linesOf(one.err + all.err).filter(line => /##\[|^\s*::/.test(line))).toEqual([]);
});

commands('health: a file or rule that cannot be used is a usage error before any request', [
  ['health --report junit=missing/out.xml', 2, '', 'missing/out.xml cannot be written: no such folder.'],
  ['health --report junit=.', 2, '', '. cannot be written: it is a folder: add a file name.'],
  ['health --report junit=out --report md=./out', 2, '', './out is named twice.'],
  ['health --report md=known.txt --baseline known.txt --update-baseline', 2, '', 'known.txt is named twice.'],
  ['health --baseline missing/known.txt --update-baseline', 2, '', 'cannot be written: no such folder.'],
  ["health --baseline ''", 2, '', '--baseline is empty'],
  ['health --baseline .', 2, '', 'The baseline . cannot be read (not a regular file).'],
  ['health --ignore integration-faild', 2, '', 'Did you mean integration-failed?'],
  ['health --ignore issue,toString:x', 2, '', 'unknown rule "toString". One of: integration-failed, '],
  ['health -o junit --columns name', 2, '', '-o junit prints a whole report: leave --columns out.'],
  ['BOTSCOPE_FAIL_ON=warnings health', 2, '', '--fail-on: unknown level "warnings". Did you mean warning?'],
  { all: 0 },
]);

test('health: a baseline from a command is read', { tags: 'program' }, async () => {
  await run(WITH_FILES);
  const known = inState('known.txt');
  const script = `botscope health --baseline <(cat ${known}) && botscope health --baseline /dev/stdin < ${known}`;

  expect(await inShell(sandbox, script)).toMatchObject({ code: 0, out: '' });
});

commands('health: a report goes through a link into its target, and -o md with --columns prints the bots', [
  () => symlinkSync('target.xml', inState('link.xml')),
  write('target.xml', 'before'),
  ['health --report junit=$state/link.xml', 1],
  () => expect(lstatSync(inState('link.xml')).isSymbolicLink()).toBe(true),
  () => expect(textOf('target.xml')).toContain('</testsuites>'),
  [
    'health -o md --columns name,health',
    1,
    '\n| NAME | HEALTH |\n| --- | --- |\n| support-prod | slack registration\\_failed +1 |',
  ],
  [
    'health --columns name,health,findings.*.title',
    1,
    /^support-prod +slack registration_failed \+1 +slack registration_failed, /m,
  ],
]);

commands('health: a baseline that an editor saved with a byte order mark, or that is blank, is read', [
  [WITH_FILES, 0],
  () => write('edited.txt', `\ufeff${textOf('known.txt').replaceAll('\n', '\r\n')}`)(),
  write('blank.txt', '\n'),
  ['health --baseline $state/edited.txt', 0],
  ['health --baseline $state/blank.txt', 1],
]);

test('health: a terminal of 40 columns shows each cause in full, and below it the bots', async () => {
  const { out } = await run('COLUMNS=40 health');
  const wide = await run('health');

  expect(out).toContain('\ninvalid_auth: the bot token was revoked\n  support-prod\n  problem · ');
  const about = /^ {2}(problem|warning) · /gm;
  expect(out.match(about)).toHaveLength(wide.out.match(about)?.length ?? 0);
  for (const line of linesOf(out)) expect(line.length).toBeLessThanOrEqual(40);
});

test('health: a Markdown report parses as a table of plain texts, and a bot without a name has the beginning of its id', async () => {
  const name = '<b>|a|`x`\n# h [x](javascript:1) ***';
  const integrations = { mail: { name: '|<i>', status: 'registration_failed' } };
  sandbox.put('bot', { id: 'evil', integrations, name });
  sandbox.put('bot', { id: 'nameless', integrations, name: '' });
  const { out } = await run('health -o md');

  const tokens = lexer(out).filter(({ type }) => type !== 'space');
  const [, , table] = tokens;
  const rows = (table as Tokens.Table).rows.map(cells => cells.map(({ tokens: parts }) => plainText(parts)));
  expect(tokens.map(({ type }) => type)).toEqual(['heading', 'paragraph', 'table']);
  expect(rows.flat()).not.toContain(undefined);
  const names = `(no name) nameless, ${name.replace('\n', '^J')}`;
  const words = expect.stringMatching(/^\|<i>\S* registration_failed \(/);
  expect(rows).toContainEqual(['problem', words, expect.stringMatching(/^2\+?$/), '', names]);
});

commands('diagnose: a finding that is ignored or in the baseline is marked, and fails nothing', [
  [WITH_FILES, 0],
  [
    `bots diagnose $botId ${KNOWN}`,
    0,
    [
      '  problem  integration slack is registration_failed (known): ',
      /^ {2}warning {2}integration teams is disabled \(known\)$/m,
    ],
  ],
  [
    'bots diagnose $botId --ignore integration-failed',
    1,
    [
      '  problem  integration slack is registration_failed (ignored): ',
      /^ {2}warning {2}integration teams is disabled$/m,
    ],
  ],
]);

test('health: a reset at one bot is that bot in the report, and all others are diagnosed', async () => {
  const broke = `::error title=1 bot could not be read::The connection broke (${sandbox.url.slice(7)}): $bot2`;
  sandbox.fault({ method: 'GET', path: `${LIST}/${allIds()[1]}`, reset: 'before' });
  await expectRows(
    ['health -o github', 8, [broke, ' of 33 bots; 1 bot could not be read.']],
    ['bots diagnose $bots3 -o id', 8, '$botId\n$bot3\n'],
  );
});

test('health: a server that breaks every connection ends the run, and is not asked for all bots', async () => {
  sandbox.fault({ method: 'GET', path: `${LIST}/{id}`, reset: 'before' });
  await expectRows(['health', 6, undefined, 'The connection broke']);
  expect(sandbox.requests.length).toBeLessThan(34);
});
