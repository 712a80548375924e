import { expect, test } from 'vitest';
import { allRows } from '../../../src/cli/arguments/arguments.ts';
import type { FlagRow } from '../../../src/cli/arguments/parse.ts';
import { exitCodes } from '../../../src/cli/shared/errors.ts';
import { allSettings } from '../../../src/config/settings.ts';
import { topicNames } from '../../../src/help/topics.ts';
import { commandLine, parsed } from '../../helpers/run-cli.ts';
import { INVISIBLE } from '../../text/hostile.ts';

const ROWS = allRows(commandLine);

const SERVE: readonly FlagRow[] = [
  {
    flag: '--bots <count>',
    help: 'how many bots there are',
    problem: text => (/^\d+$/.test(text) ? undefined : 'a number is needed'),
  },
  { flag: '--fault <rule>', help: 'what goes wrong', isRepeated: true, problem: () => undefined },
  {
    flag: '--cors [origin]',
    help: 'which pages',
    problem: text => (text === 'no' ? 'no origin' : undefined),
  },
];

function read(...argv: readonly string[]) {
  const { request, out, err: errors } = parsed(argv, { ...commandLine, version: '1.2.3', serve: SERVE });
  return { request, out, errors };
}

const readLine = (line: string) => read(...line.split(' ').filter(word => word !== ''));

test.each<[line: string, request: object]>([
  ['', { mode: 'explore', given: {} }],
  ['--read-only', { mode: 'explore', given: { readOnly: true } }],
  [
    '--api-url https://x.example.org --workspace-id=w1 --read-only --demo',
    {
      mode: 'explore',
      given: { apiUrl: 'https://x.example.org', workspaceId: 'w1', readOnly: true, demo: true },
    },
  ],
  ['bot/b1 --read-only', { mode: 'explore', given: { readOnly: true }, place: 'bot/b1' }],
  ['serve --bots 1000 --fault a --fault b', { mode: 'serve', values: { bots: ['1000'], fault: ['a', 'b'] } }],
  ['serve', { mode: 'serve', values: {} }],
  ['serve --cors --bots 2', { mode: 'serve', values: { cors: true, bots: ['2'] } }],
  ['serve --cors http://a', { mode: 'serve', values: { cors: ['http://a'] } }],
  ['serve --bots 2 --cors=http://a', { mode: 'serve', values: { cors: ['http://a'], bots: ['2'] } }],
  ['explain', { mode: 'config', asJson: false, given: {} }],
  [
    'health --limit 3',
    { mode: 'command', typed: { path: ['bots', 'health'], words: [], values: { limit: '3' } }, given: {} },
  ],
  [
    'diag b0 b1',
    { mode: 'command', typed: { path: ['bots', 'diagnose'], words: ['b0', 'b1'], values: {} }, given: {} },
  ],
])('arguments: "%s" is what it means, without output', (line, request) => {
  expect(readLine(line)).toEqual({ request, out: '', errors: '' });
});

test('arguments: no flag takes a token, because other users could read it', () => {
  expect(allSettings.map(({ flag }) => flag).join(' ')).not.toMatch(/token|secret|password/i);
  expect(readLine('--token x').request).toEqual({ mode: 'printed', code: 2 });
});

test.each([
  ['--nope', '--nope'],
  ['--api-url', '--api-url'],
  ['bot/b1 bots', 'unexpected argument "bots"'],
  ['serve --bots many', 'a number is needed'],
  ['serve --cors no', 'no origin'],
  ['serve --nope', '--nope'],
  ['serve now', 'See botscope serve --help'],
  ['journal x', 'unexpected argument "x"'],
  [
    '--read-onli',
    "botscope: unknown option '--read-onli'. Did you mean --read-only?\n  See botscope --help.\n",
  ],
  ['bots ls --colum', 'Did you mean --columns?'],
  ['bots ls --json', "'--json <names>' argument missing. One of: id, "],
  ['bots delete x --yes', "unknown option '--yes'. Here: --confirm <name>"],
  ['bots ls -L 5', 'Here: --limit <number>'],
  ['bots ls --quiet=x', "unknown option '--quiet=x'"],
  ['bots ls -xo json', "unknown option '-xo'"],
  ['completion', 'bash, zsh, fish'],
  ['completion tcsh', 'unknown value "tcsh"'],
  ['config', 'botscope config --help'],
  ['demo', 'Unknown command: demo. Did you mean: botscope --demo'],
  ['status -o table', 'Did you mean: botscope whoami -o table'],
  ['config explian', 'Did you mean: botscope config explain'],
  ['help nope', 'Unknown command or topic: nope.'],
  ['help setings', 'Did you mean settings?'],
  ['version --check', "unknown option '--check'"],
])('arguments: "%s" exits 2 with a sentence that names the mistake, or the choices', (line, words) => {
  const { request, out, errors } = readLine(line);

  expect([request, out]).toEqual([{ mode: 'printed', code: 2 }, '']);
  expect(errors).toContain(words);
  expect(errors).toContain('--help');
  expect(errors).not.toContain('    at ');
});

test.each(['--\x1b[2Jx', 'serve --bots \x1b]0;x\x07', 'serve a\u202eb', '--api-url x --a\x9b'])(
  'arguments: the message of a usage error is clean: %j',
  line => {
    const { request, errors } = readLine(line);

    expect(request).toEqual({ mode: 'printed', code: 2 });
    expect(errors.replaceAll('\n', '')).not.toMatch(INVISIBLE);
  },
);

test.each([
  ...['--help', '-h', 'help', 'help --help', 'serve --help', 'help serve'],
  ...ROWS.flatMap(({ name, below }) => [`${name} --help`, ...below.map(verb => `help ${name} ${verb.name}`)]),
])('help: "%s" has lines of at most 80 columns, exit code 0', line => {
  const { request, out, errors } = readLine(line);

  expect([request, errors]).toEqual([{ mode: 'printed', code: 0 }, '']);
  for (const each of out.split('\n')) expect(each.length, each).toBeLessThanOrEqual(80);
});

test('help: a noun shows an example of each of its commands', () => {
  for (const { name, below } of ROWS.filter(row => row.below.length > 0)) {
    const { out } = read(name, '--help');
    for (const verb of below) expect(out).toMatch(new RegExp(`^  botscope ${name} ${verb.name}`, 'm'));
  }
});

test('help: each command shows an example and its flags', () => {
  const leaves = ROWS.flatMap(row =>
    row.below.length === 0
      ? [{ path: [row.name], row }]
      : row.below.map(each => ({ path: [row.name, each.name], row: each })),
  );
  for (const { path, row } of leaves) {
    const { out } = read(...path, '--help');
    expect(out).toMatch(new RegExp(`^  (source <\\()?botscope ${path.join(' ')}`, 'm'));
    for (const { flag } of row.flags) expect(out).toContain(flag);
  }
  const { out } = read('serve', '--help');
  for (const words of ['  botscope serve --bots', ...SERVE.flatMap(({ flag, help }) => [flag, help])])
    expect(out).toContain(words);
});

test.each([['-o=json'], ['-o', 'json'], ['-ojson'], ['--output=json']])(
  'arguments: %j asks for JSON',
  (...flag) => {
    expect(read('bots', 'ls', ...flag).request).toMatchObject({ typed: { values: { output: 'json' } } });
    expect(read('doctor', ...flag).request).toMatchObject({ mode: 'doctor', asJson: true });
    expect(JSON.parse(read('bots', 'ls', '--nope', ...flag).errors)).toEqual({
      error: { kind: 'bad-argument', message: "unknown option '--nope'", exitCode: 2 },
    });
  },
);

test('help: names every flag, the variables, the token, the topics and the exit codes', () => {
  const { out } = read('--help');

  expect(out.indexOf('\nCommands:')).toBeLessThan(out.indexOf('\nOptions:'));
  expect(read('bots', 'ls', '--help').out).not.toContain('--skin');
  for (const row of allSettings) {
    expect(out).toContain(row.flagName);
    expect(out).toContain(row.variable);
  }
  expect(out).toContain('BP_TOKEN');
  expect(out).toContain('serve');
  for (const topic of topicNames) expect(out).toMatch(new RegExp(`^  ${topic} +\\w`, 'm'));
  for (const [code, meaning] of exitCodes) expect(out).toContain(`${code}  ${meaning}`);
});

test.each([
  ['-- bots get x', ['x'], {}, {}],
  ['bots get -- --quiet', ['--quiet'], {}, {}],
  ['bots get -5', ['-5'], {}, {}],
  ['--timeout 5 bots --demo get --no-reveal x', ['x'], {}, { timeout: '5', demo: true, noReveal: true }],
  ['bots get -oyaml --no-headers --columns=b', [], { output: 'yaml', noHeaders: true, columns: 'b' }, {}],
  ['bots get --columns --demo', [], { columns: '--demo' }, {}],
])('arguments: "%s" has its words and flags, wherever they stand', (line, ...[words, values, given]) => {
  const typed = { path: ['bots', 'get'], words, values };
  expect(readLine(line).request).toEqual({ mode: 'command', typed, given });
});

test.each(['--version', '-V'])('version: %s prints it and exits 0', flag => {
  expect(read(flag)).toEqual({ request: { mode: 'printed', code: 0 }, out: '1.2.3\n', errors: '' });
});
