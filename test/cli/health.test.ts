import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { execFile } from '../helpers/child-process.ts';
import { newFolder } from '../helpers/folder.ts';
import { programInShell } from '../helpers/program.ts';
import { type CommandResult, command, envOf, newState, run } from '../helpers/run-cli.ts';
import { sandboxPerTest, startSandbox } from '../helpers/sandbox.ts';
import { schemaProblems } from './junit/schema.ts';

const sandbox = sandboxPerTest({ bots: 45, pageSize: 15 });

const lines = (text: string): readonly string[] => text.split('\n').filter(line => line !== '');

type Finding = {
  readonly id: string;
  readonly level: string;
  readonly rule: string;
  readonly state: string;
  readonly title: string;
  readonly text: string;
  readonly target: { readonly kind: string; readonly id: string; readonly name: string };
};
type Diagnosis = { readonly id: string; readonly name: string; readonly findings: readonly Finding[] };

const diagnosesIn = (out: string): readonly Diagnosis[] => JSON.parse(out).diagnoses;
const findingsIn = (out: string): readonly Finding[] =>
  diagnosesIn(out).flatMap(({ findings }) => findings.filter(({ level }) => level !== 'note'));

/** Puts a failed integration on a bot. */
const breakBot = (id: string): void =>
  sandbox.put('bot', {
    id,
    integrations: { mail: { id: 'intver_mail', name: 'mail', enabled: true, status: 'registration_failed' } },
  });

/** Runs a line in a shell, beside the sandbox of this process. */
const inShell = (line: string): Promise<CommandResult> =>
  new Promise(resolve => {
    const env = {
      ...envOf(sandbox),
      PATH: process.env['PATH'],
      HOME: newState(),
      XDG_STATE_HOME: newState(),
    };
    execFile('sh', ['-c', line], { env }, (error, out, err) =>
      resolve({ code: error === null ? 0 : Number(error.code), out, err }),
    );
  });

test('health: each finding has an identity, the same from diagnose, and the older fields stay', async () => {
  const { code, out } = await command(sandbox, ['health', '-o', 'json']);
  const [first] = diagnosesIn(out);
  const one = await command(sandbox, ['bots', 'diagnose', first?.id ?? '', '-o', 'json']);

  const ids = findingsIn(out).map(({ id }) => id);
  expect(code).toBe(1);
  expect(new Set(ids).size).toBe(ids.length);
  expect(first).toMatchObject({ name: 'support-prod', problems: 2, warnings: 1, unchecked: [] });
  expect(first?.findings[0]).toMatchObject({
    id: expect.stringMatching(new RegExp(`^integration-failed/bot/${first?.id}/`)),
    rule: 'integration-failed',
    level: 'problem',
    state: 'new',
    target: { kind: 'bot', id: first?.id, name: 'support-prod', inner: expect.any(String) },
    title: 'slack registration_failed',
    text: 'integration slack is registration_failed',
    detail: expect.any(String),
    since: expect.stringMatching(/^\d{4}-/),
    ref: expect.stringMatching(/^integration\//),
  });
  expect(JSON.parse(one.out).findings).toEqual(first?.findings);
});

test('health: with ids it prints what diagnose prints, and takes no flags that choose from the list', async () => {
  const { botId, othersBotId } = sandbox.ids;
  const outputOf = async (verb: string, words: readonly string[]) => {
    const { code, out, err } = await command(sandbox, ['bots', verb, ...words]);
    return [code, `${out}${err}`.replace(/ timestamp="[^"]*"|err_\w+/g, '')];
  };
  for (const words of [[botId], [botId, othersBotId], [botId, '-o', 'json'], [botId, 'nope', '-o', 'junit']])
    expect(await outputOf('health', words)).toEqual(await outputOf('diagnose', words));

  const refused = await command(sandbox, ['health', botId, '--filter', 'health:ok']);

  expect([refused.code, refused.out]).toEqual([2, '']);
  expect(refused.err).toContain('do not go with ids');
});

test('health: the table groups bots by cause, the worst first, and leaves healthy ones out', {
  tags: 'program',
}, async () => {
  const [table, json] = await Promise.all([run(sandbox, ['health']), run(sandbox, ['health', '-o', 'json'])]);

  const causes = new Map<string, Set<string>>();
  for (const { level, title, target } of findingsIn(json.out)) {
    const bots = causes.get(`${level} ${title}`) ?? new Set();
    causes.set(`${level} ${title}`, bots.add(target.id));
  }
  const rows = lines(table.out)
    .slice(1)
    .map(line => line.split(/ {2,}/));
  expect(rows.map(([level, cause]) => `${level} ${cause}`).toSorted()).toEqual([...causes.keys()].toSorted());
  for (const [level, cause, count] of rows) expect(count).toBe(`${causes.get(`${level} ${cause}`)?.size}`);
  const levels = rows.map(([level]) => level);
  expect(levels).toEqual([...levels].toSorted());
  expect(table.err).toMatch(/^botscope: \d+ problems and \d+ warnings in \d+ of 34 bots\.\n$/);
  expect([table.code, json.code, json.err]).toEqual([1, 1, '']);
});

test('health: a baseline stays green until something new breaks, also after a bot was renamed', async () => {
  const file = join(newFolder('baseline'), 'known.txt');
  const health = (...words: readonly string[]) => command(sandbox, ['health', '--baseline', file, ...words]);

  const missing = await health();
  const made = await health('--update-baseline');
  const text = readFileSync(file, 'utf8');
  sandbox.put('bot', { id: sandbox.ids.botId, name: 'another-name' });
  const renamed = await health('-o', 'json');
  const well = diagnosesIn(renamed.out).find(({ findings }) => findings.length === 0);
  breakBot(well?.id ?? '');
  const broken = await health('-o', 'json');
  const github = await health('-o', 'github');

  expect([missing.code, made.code, renamed.code, broken.code]).toEqual([2, 0, 0, 1]);
  expect(missing.err).toContain('--update-baseline creates it');
  const [head, ...rows] = lines(text);
  expect(head).toMatch(/^# /);
  expect(rows).toEqual(rows.toSorted());
  expect(rows.map(row => row.split(' ')[0])).toEqual(
    findingsIn(renamed.out)
      .map(({ id }) => id)
      .toSorted(),
  );
  expect(diagnosesIn(renamed.out).map(({ name }) => name)).toContain('another-name');
  expect(findingsIn(renamed.out).every(({ state }) => state === 'known')).toBe(true);
  expect(findingsIn(broken.out).filter(({ state }) => state === 'new')).toMatchObject([
    { rule: 'integration-failed', title: 'mail registration_failed', target: { id: well?.id } },
  ]);
  expect(lines(github.out)).toEqual([
    `::error title=mail registration_failed::${well?.name}`,
    expect.stringMatching(/^::notice title=botscope::1 problem and 0 warnings in 1 of 34 bots; \d+ known\.$/),
  ]);
});

test('health: --update-baseline overwrites no other file, and nothing after an incomplete run', async () => {
  const folder = newFolder('baseline');
  const [other, known] = [join(folder, 'notes.txt'), join(folder, 'known.txt')];
  writeFileSync(other, 'my notes\n');
  const before = sandbox.requests.length;

  const refused = await command(sandbox, ['health', '--baseline', other, '--update-baseline']);
  const part = await command(sandbox, ['health', '--baseline', known, '--update-baseline', '--limit', '3']);
  const sent = sandbox.requests.length - before;
  sandbox.fault({ path: `/v1/admin/bots/${sandbox.ids.botId}`, status: 403 });
  const incomplete = await command(sandbox, ['health', '--baseline', known, '--update-baseline']);

  expect([refused.code, part.code, sent, incomplete.code]).toEqual([2, 2, 0, 8]);
  expect(readFileSync(other, 'utf8')).toBe('my notes\n');
  expect(existsSync(known)).toBe(false);
});

test.each([
  ['warning', 'never', 0],
  ['warning', 'problem', 0],
  ['warning', 'warning', 1],
  ['problem', 'never', 0],
  ['problem', 'problem', 1],
  ['problem', 'warning', 1],
])('diagnose: a %s with --fail-on %s exits with %i', async (level, threshold, code) => {
  const failedAttempts = level === 'warning' ? 1 : 12;
  sandbox.put('bot', { id: 'ill', integrations: {}, recurringEvents: { sync: { failedAttempts } } });

  const found = await command(sandbox, ['bots', 'diagnose', 'ill', '--fail-on', threshold, '-o', 'json']);

  expect(JSON.parse(found.out).findings).toContainEqual(expect.objectContaining({ level }));
  expect(found.code).toBe(code);
});

test('health: --ignore and --fail-on decide the exit code, also from the project file', {
  tags: 'program',
}, async () => {
  const codeOf = async (...words: readonly string[]): Promise<number> =>
    (await command(sandbox, ['bots', 'diagnose', sandbox.ids.botId, ...words])).code;
  const ignored = ['--ignore', 'recurring-event', '--ignore', 'integration-failed:support-prod'];

  expect(await codeOf()).toBe(1);
  expect(await codeOf('--fail-on', 'never')).toBe(0);
  expect(await codeOf('--ignore', 'recurring-event')).toBe(1);
  expect(await codeOf(...ignored)).toBe(0);
  expect(await codeOf(...ignored, '--fail-on', 'warning')).toBe(1);
  expect(await codeOf('--ignore', 'recurring-event,integration-failed:another-bot')).toBe(1);

  const folder = newFolder('project');
  writeFileSync(join(folder, '.botscope.yaml'), 'fail_on: warning\nbaseline: known.txt\n');
  const below = join(folder, 'below');
  mkdirSync(below);
  const inProject = (words: string): Promise<CommandResult> =>
    inShell(`cd '${below}' && ${programInShell} ${words}`);

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
      ['', '--update-baseline'].map(word => inShell(`cd '${project}' && ${programInShell} health ${word}`)),
    );

    expect(ends.map(({ code }) => code)).toEqual([2, 2]);
    for (const { err } of ends) expect(err).toContain('A project file may name a baseline below');
    expect([readdirSync(outside), readFileSync(join(outside, 'empty.txt'), 'utf8')]).toEqual([before, '']);
  },
);

test('health: a server that fails for 6 of 163 bots: every report names the six, with exit code 8', {
  tags: 'program',
}, async () => {
  await using many = await startSandbox({ bots: 225 });
  const folder = newFolder('reports');
  const [xml, md] = [join(folder, 'out.xml'), join(folder, 'out.md')];
  const listed = await command(many, ['bots', 'ls', '-o', 'id']);
  const unread = lines(listed.out).filter((_id, at) => at % 30 === 3);
  for (const id of unread) many.fault({ method: 'GET', path: `/v1/admin/bots/${id}`, status: 403 });

  const { code, out, err } = await run(many, [
    ...['health', '-o', 'github', '--report', `junit=${xml}`, '--report', `md=${md}`],
  ]);

  expect([lines(listed.out).length, unread.length, code]).toEqual([163, 6, 8]);
  expect(err).toMatch(/in \d+ of 157 bots; 6 bots could not be read\./);
  const [junit, markdown] = [xml, md].map(path => readFileSync(path, 'utf8'));
  for (const id of unread) for (const text of [out, junit, markdown]) expect(text).toContain(id);
  expect(junit).toContain(' tests="163" ');
  expect(junit).toContain(' errors="6" ');
  expect(markdown).toContain('Not complete: 6 could not be read');
});

test('health: JUnit keeps to the schemas that CI systems read, whatever the server sends', async () => {
  const evil = `]]>&<"'\u0000\u001b[31m\ud800\ufffe</failure>::error::x`;
  sandbox.put('bot', {
    id: sandbox.ids.botId,
    name: evil,
    integrations: { [evil]: { name: evil, status: 'registration_failed', statusReason: evil } },
  });
  const gone = lines((await command(sandbox, ['bots', 'ls', '-o', 'id'])).out)[5];
  sandbox.fault({ method: 'GET', path: `/v1/admin/bots/${gone}`, status: 403 });

  const { out } = await command(sandbox, ['health', '-o', 'junit']);
  const github = await command(sandbox, ['health', '-o', 'github']);
  const one = await command(sandbox, ['bots', 'diagnose', sandbox.ids.botId, '-o', 'junit']);

  for (const text of [out, one.out]) expect(await schemaProblems(text)).toEqual([]);
  expect(await schemaProblems(out.replace(' tests=', ' number='))).not.toEqual([]);
  const count = (part: string): string => `${out.split(part).length - 1}`;
  const suite = /<testsuite .*?>/.exec(out)?.[0];
  expect(suite).toContain(` tests="${count('<testcase ')}"`);
  expect(suite).toContain(` failures="${count('<failure ')}"`);
  expect(suite).toContain(' errors="1"');
  expect([count('<testcase '), count('<error ')]).toEqual(['34', '1']);
  for (const line of lines(github.out)) expect(line).toMatch(/^::(error|warning|notice) title=[^:,]+::/);
});

test.each([
  [['--report', 'junit'], 'junit=out.xml'],
  [['--report', 'junit=-'], 'a format and a file'],
  [['--report', 'xml=out.xml'], 'md, junit, github'],
  [['--fail-on', 'note'], 'problem, warning, never'],
  [['--update-baseline'], '--update-baseline needs --baseline <file>'],
])('health: %j is a usage error before any request', async (words, said) => {
  const { code, err } = await command(sandbox, ['health', ...words]);

  expect(code).toBe(2);
  expect(err).toContain(said);
  expect(sandbox.requests).toHaveLength(0);
});
