import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { commandsOn, linesOf } from '../helpers/command-rows.ts';
import { newFolder } from '../helpers/folder.ts';
import { type CommandResult, inShell } from '../helpers/run-cli.ts';
import { sandboxPerTest, startSandbox } from '../helpers/sandbox.ts';
import { schemaProblems } from './junit/schema.ts';

const sandbox = sandboxPerTest({ bots: 45, pageSize: 15, ext: true });
const { commands, run, expectRows, expectRowsAt, state } = commandsOn(sandbox);

type Finding = {
  readonly id: string;
  readonly level: string;
  readonly rule: string;
  readonly state: string;
  readonly title: string;
  readonly target: { readonly id: string };
};
type Diagnosis = { readonly id: string; readonly name: string; readonly findings: readonly Finding[] };

type Cause = {
  readonly id: string;
  readonly cause: string;
  readonly level: string;
  readonly bots: readonly { readonly id: string; readonly name: string }[];
  readonly findings: number;
};
const causesIn = ({ out }: CommandResult): readonly Cause[] => JSON.parse(out).causes;

const diagnosesIn = ({ out }: CommandResult): readonly Diagnosis[] => JSON.parse(out).diagnoses;
const findingsIn = (result: CommandResult): readonly Finding[] =>
  diagnosesIn(result).flatMap(({ findings }) => findings.filter(({ level }) => level !== 'note'));
const issuesIn = (result: CommandResult) => findingsIn(result).filter(({ rule }) => rule === 'issue');
const inState = (name: string): string => join(state(), name);
const textOf = (name: string): string => readFileSync(inState(name), 'utf8');
const rename = () => sandbox.put('bot', { id: sandbox.ids.botId, name: 'another-name' });

const BASELINE = 'health --baseline $state/known.txt';

const breakBot = (id: string): void =>
  sandbox.put('bot', {
    id,
    integrations: { mail: { id: 'intver_mail', name: 'mail', enabled: true, status: 'registration_failed' } },
  });

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

test('health: each finding has an identity, the same from diagnose, and the older fields stay', async () => {
  const all = await run('health -o json');
  const [first] = diagnosesIn(all);
  const ids = findingsIn(all).map(({ id }) => id);
  const { botId } = sandbox.ids;

  expect([all.code, new Set(ids).size]).toEqual([1, ids.length]);
  expect(first).toMatchObject({ id: botId, name: 'support-prod', problems: 2, warnings: 1, unchecked: [] });
  expect(first?.findings[0]).toMatchObject({
    id: expect.stringMatching(new RegExp(`^integration-failed/bot/${botId}/`)),
    rule: 'integration-failed',
    level: 'problem',
    state: 'new',
    target: { kind: 'bot', id: botId, name: 'support-prod', inner: expect.any(String) },
    title: 'slack registration_failed',
    text: 'integration slack is registration_failed',
    detail: expect.any(String),
    since: expect.stringMatching(/^\d{4}-/),
    ref: expect.stringMatching(/^integration\//),
  });
  await expectRows(['bots diagnose $botId -o json', 1, { findings: first?.findings }]);
});

test('health: with ids it prints what diagnose prints, and takes no flags that choose from the list', async () => {
  const outputOf = async (line: string) => {
    const { code, out, err } = await run(`BOTSCOPE_STATE=off ${line}`);
    return [code, `${out}${err}`.replace(/ timestamp="[^"]*"|err_\w+/g, '')];
  };
  for (const words of ['$botId', '$botId $othersBotId', '$botId -o json', '$botId nope -o junit'])
    expect(await outputOf(`bots health ${words}`)).toEqual(await outputOf(`bots diagnose ${words}`));
  await expectRows(['health $botId --filter health:ok', 2, '', 'do not go with ids']);
});

test('health: the table and the JSON group bots by cause, the worst first, and leave healthy ones out', async () => {
  const [table, whole] = [await run('health'), await run('health -o json')];
  const { out } = table;
  const causes = causesIn(whole);
  const rows = linesOf(out).filter(line => !line.startsWith(' '));

  expect(rows[0]).toMatch(/^CAUSE +BOTS +SINCE +WHICH$/);
  expect(rows.length - 1).toBe(causes.length);
  for (const [at, { cause, bots }] of causes.entries()) {
    expect(out).toContain(cause);
    const names = bots.map(({ id, name }) => (name === '(no name)' ? `${name} ${id.slice(0, 8)}` : name));
    expect(rows[at + 1]).toMatch(new RegExp(` ${bots.length}\\+? `));
    expect(rows[at + 1]?.endsWith(`  ${names.join(', ')}`)).toBe(true);
  }
  expect(causes.map(({ level }) => level)).toEqual(causes.map(({ level }) => level).toSorted());
  const ofBots = new Set(causes.flatMap(({ bots }) => bots.map(({ id }) => id)));
  expect(ofBots).toEqual(new Set(findingsIn(whole).map(({ target }) => target.id)));
  expect(causes.reduce((sum, { findings }) => sum + findings, 0)).toBe(findingsIn(whole).length);
  const dead = causes.find(({ cause }) => cause.includes('10.4.0.12:443'));
  expect(dead).toMatchObject({ id: expect.stringMatching(/^[0-9a-f]{8}$/), level: 'problem' });
  expect(table.err).toMatch(/^botscope: \d+ problems and \d+ warnings in \d+ of 34 bots\.\n$/);
  expect([table.code, whole.code, whole.err]).toEqual([1, 1, '']);
});

test('health: a baseline stays green until something new breaks, also after a bot was renamed', async () => {
  await expectRows(
    [BASELINE, 2, undefined, '--update-baseline creates it'],
    [`${BASELINE} --update-baseline`, 0],
  );
  const [head, ...rows] = linesOf(textOf('known.txt'));
  rename();
  const renamed = await run(`${BASELINE} -o json`);
  const well = diagnosesIn(renamed).find(({ findings }) => findings.length === 0);
  breakBot(well?.id ?? '');
  const broken = await run(`${BASELINE} -o json`);

  expect([renamed.code, broken.code]).toEqual([0, 1]);
  expect(head).toMatch(/^# /);
  expect(rows).toEqual(rows.toSorted());
  const ids = findingsIn(renamed).map(({ id }) => id);
  expect(rows.map(row => row.split(' ')[0])).toEqual(ids.toSorted());
  expect(diagnosesIn(renamed).map(({ name }) => name)).toContain('another-name');
  expect(findingsIn(renamed).every(each => each.state === 'known')).toBe(true);
  expect(findingsIn(broken).filter(each => each.state === 'new')).toMatchObject([
    { rule: 'integration-failed', title: 'mail registration_failed', target: { id: well?.id } },
  ]);
  const notice = /\n::notice title=botscope::1 problem and 0 warnings in 1 of 34 bots; \d+ known\.\n$/;
  await expectRows([
    `${BASELINE} -o github`,
    1,
    [new RegExp(`^::error title=mail registration_failed%3A 1\\+ bots::${well?.name}%0A[^\n]*\n::`), notice],
  ]);
});

commands('health: --update-baseline overwrites no other file, and nothing after an incomplete run', [
  () => writeFileSync(inState('notes.txt'), 'my notes\n'),
  ['health --baseline $state/notes.txt --update-baseline', 2],
  { all: 0 },
  'GET /v1/admin/bots/$botId 403',
  [`${BASELINE} --update-baseline`, 8],
  () => expect([textOf('notes.txt'), existsSync(inState('known.txt'))]).toEqual(['my notes\n', false]),
]);

const put = (failedAttempts: number) => () =>
  sandbox.put('bot', { id: 'ill', integrations: {}, recurringEvents: { sync: { failedAttempts } } });
const DIAGNOSE = 'bots diagnose ill -o json --fail-on';
commands('diagnose: findings below --fail-on do not change the exit code', [
  put(1),
  [
    `${DIAGNOSE} never`,
    0,
    { findings: expect.arrayContaining([expect.objectContaining({ level: 'warning' })]) },
  ],
  [`${DIAGNOSE} problem`, 0],
  [`${DIAGNOSE} warning`, 1],
  put(12),
  [
    `${DIAGNOSE} never`,
    0,
    { findings: expect.arrayContaining([expect.objectContaining({ level: 'problem' })]) },
  ],
  [`${DIAGNOSE} problem`, 1],
  [`${DIAGNOSE} warning`, 1],
]);

const IGNORED = 'diagnose $botId --ignore recurring-event --ignore integration-failed:support-prod';
commands('health: --ignore and --fail-on decide the exit code', [
  ['diagnose $botId', 1],
  ['diagnose $botId --fail-on never', 0],
  ['diagnose $botId --ignore recurring-event', 1],
  [IGNORED, 0],
  [`${IGNORED} --fail-on warning`, 1],
  [`${IGNORED},integration-disabled:teams --fail-on warning`, 0],
  ['diagnose $botId --ignore recurring-event,integration-failed:slack', 0],
  ['diagnose $botId --ignore recurring-event,integration-failed:another-bot', 1],
]);

test('health: the project file may set the threshold and name a baseline', { tags: 'program' }, async () => {
  const folder = newFolder('project');
  writeFileSync(join(folder, '.botscope.yaml'), 'fail_on: warning\nbaseline: known.txt\n');
  mkdirSync(join(folder, 'below'));
  const inProject = (words: string) => inShell(sandbox, `cd '${folder}/below'; botscope ${words}`);

  const made = await inProject('health --update-baseline');
  const green = await inProject('health --quiet');
  const red = await inProject('health --baseline /dev/null --ignore integration-failed --fail-on problem');

  expect([made.code, green.code, green.err, red.code]).toEqual([0, 0, '', 1]);
  expect(existsSync(join(folder, 'known.txt'))).toBe(true);
});

test.each([
  '../outside.txt',
  'link.txt',
  'dangling.txt',
  'folder/outside.txt',
  'new/../../outside.txt',
  '/tmp/outside.txt',
])(
  'health: the baseline %s of a project file is outside its folder, so it is neither read nor written',
  { tags: 'program' },
  async path => {
    const outside = newFolder('outside');
    const project = join(outside, 'project');
    mkdirSync(project);
    writeFileSync(join(outside, 'empty.txt'), '');
    symlinkSync('../empty.txt', join(project, 'link.txt'));
    symlinkSync('../new.txt', join(project, 'dangling.txt'));
    symlinkSync('..', join(project, 'folder'));
    writeFileSync(join(project, '.botscope.yaml'), `baseline: ${path}\n`);
    const before = readdirSync(outside);

    const ends = await Promise.all(
      ['', '--update-baseline'].map(word => inShell(sandbox, `cd '${project}'; botscope health ${word}`)),
    );

    expect(ends.map(({ code }) => code)).toEqual([2, 2]);
    for (const { err } of ends) expect(err).toContain('A project file may name a baseline below');
    expect([readdirSync(outside), readFileSync(join(outside, 'empty.txt'), 'utf8')]).toEqual([before, '']);
  },
);

test('health: every report names the bots that could not be read, with exit code 8', async () => {
  const unread = linesOf((await run('bots ls -o id')).out).filter((_id, at) => at % 6 === 3);
  await expectRows(...unread.map(id => `GET /v1/admin/bots/${id} 403`), [
    'health -o github --report junit=$state/junit --report md=$state/md',
    8,
    unread,
    /in \d+ of 28 bots; 6 bots could not be read\./,
  ]);

  for (const id of unread)
    expect([textOf('junit'), textOf('md')]).toEqual(Array(2).fill(expect.stringContaining(id)));
  expect(textOf('junit')).toMatch(/ tests="34" .* errors="6" /);
  expect(textOf('md')).toContain('Not complete: 6 could not be read');
});

test('health: JUnit keeps to the schemas that CI systems read, whatever the server sends', async () => {
  const evil = `]]>&<"'\u0000\u001b[31m\ud800\ufffe</failure>::error::x`;
  sandbox.put('bot', {
    id: sandbox.ids.botId,
    name: evil,
    integrations: { [evil]: { name: evil, status: 'registration_failed', statusReason: evil } },
  });
  await expectRows(`GET /v1/admin/bots/${sandbox.idsOf('bot', {})[5]} 403`);
  const { out } = await run('health -o junit');
  const one = await run('bots diagnose $botId -o junit');

  for (const text of [out, one.out]) expect(await schemaProblems(text)).toEqual([]);
  expect(await schemaProblems(out.replace(' tests=', ' number='))).not.toEqual([]);
  const count = (part: string): number => out.split(part).length - 1;
  const causes = causesIn(await run('health -o json')).filter(({ level }) => level === 'problem');
  const suite = new RegExp(` tests="34" failures="${count('<failure ') - causes.length}" errors="1"`);
  expect(/<testsuite .*?>/.exec(out)?.[0]).toMatch(suite);
  for (const { cause, id } of causes.filter(each => !each.cause.includes(evil.slice(0, 3))))
    expect(out).toContain(`<testcase name="${cause.replaceAll("'", '&apos;')} (${id})" classname="causes of`);
  expect([count('<testcase '), count('<error ')]).toEqual([34 + causes.length, 1]);
  for (const line of linesOf((await run('health -o github')).out))
    expect(line).toMatch(/^::(error|warning|notice) title=[^:,]+::/);
});

commands('health: a usage error sends nothing', [
  ['health --report junit', 2, '', 'junit=out.xml'],
  ['health --report junit=-', 2, '', 'a format and a file'],
  ['health --report xml=out.xml', 2, '', 'md, junit, github'],
  ['health --fail-on note', 2, '', 'problem, warning, never'],
  ['health --update-baseline', 2, '', '--update-baseline needs --baseline <file>'],
  ['--strict health --issues', 2, '', '--strict refuses --issues'],
  ['health --since 1d', 2, '', 'add --issues'],
  ['health --issues --since soon', 2, '', 'an age like 90d'],
  ...['--filter prod', '--limit 3', '--dev', '--issues --since 1d'].map(
    flags => [`health ${flags} --baseline /dev/null --update-baseline`, 2, '', 'the whole list'] as const,
  ),
  { all: 0 },
]);

test('health: --issues makes each open issue a finding, the same from diagnose, and --since only recent ones', async () => {
  const { botId } = sandbox.ids;
  putIssue('iss_new');
  const all = await run('health --issues -o json');
  const recent = await run('health --issues --since 1h -o json');
  const ids = issuesIn(all).map(({ id }) => id);
  const mine = issuesIn(recent).find(({ title }) => title === 'Orders fail');

  expect([all.code, recent.code, all.err]).toEqual([1, 1, '']);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.length).toBeGreaterThan(issuesIn(recent).length);
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
  await expectRows(
    [
      'bots diagnose $botId --issues --since 1h -o json',
      1,
      { problems: 2, unchecked: [], findings: expect.arrayContaining([mine]) },
    ],
    ['health --issues --since 1h', 1, /^The order had no number\..* support-prod$/m],
  );
  // Each bot's list is loaded once in each of the three runs over all bots.
  expect(sandbox.requests.filter(({ path }) => path.endsWith('/issues'))).toHaveLength(3 * 34 + 1);
});

const ISSUES = `${BASELINE} --issues --fail-on warning -o json`;
commands('health: a baseline with issues stays green until another issue opens', [
  () => putIssue('iss_old'),
  [`${ISSUES} --update-baseline`, 0],
  () => putIssue('iss_old', 90),
  rename,
  [ISSUES, 0],
  () => putIssue('iss_other'),
  [ISSUES, 1],
  async () => {
    const { botId } = sandbox.ids;
    const fresh = issuesIn(await run(ISSUES)).filter(each => each.state === 'new');
    expect(fresh).toMatchObject([{ id: `issue/bot/${botId}/iss_other` }]);
    expect(textOf('known.txt')).toContain(`issue/bot/${botId}/iss_old  # support-prod: Orders fail\n`);
  },
]);

commands('health: issues that cannot be read make the result incomplete, and the bot stays diagnosed', [
  'GET /v1/admin/bots/$botId/issues 403',
  [
    'health --issues -o json --report junit=$state/junit',
    8,
    {
      complete: false,
      missing: 'Issues: 1 could not be read: 403 Your token may not do this (1).',
      diagnoses: [
        { id: '$botId', problems: 2, unchecked: ['issues'] },
        ...Array.from({ length: 33 }, () => ({})),
      ],
    },
    '{"id":"$botId","error":{"kind":"forbidden"',
  ],
  () => expect(textOf('junit').split(' classname="bots" ')).toHaveLength(34 + 1),
  ['bots diagnose $botId --issues --fail-on never', 8],
  [
    'health --issues --baseline /dev/null',
    8,
    undefined,
    ['issues of $botId could not be read: ', '; issues of 1 bot could not be read.'],
  ],
]);

test('health: a server without the list of issues ends --issues with exit code 7', async () => {
  await using plain = await startSandbox({ bots: 45 });
  const { botId, othersBotId } = plain.ids;
  await expectRowsAt(plain, ['health --issues', 7, '', 'This is not supported by this server']);
  for (const verb of ['health', `bots diagnose ${botId} ${othersBotId}`]) {
    await expectRowsAt(plain, [`${verb} --issues --report junit=$state/junit`, 7]);
    expect(textOf('junit')).toContain('<error message="Issues could not be read. This is not supp');
  }
});
