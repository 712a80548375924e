import { describe, expect, test } from 'vitest';
import { allRows, readArguments, type ServeFlag } from '../../../src/cli/arguments/arguments.ts';
import { commandRows } from '../../../src/cli/command-table.ts';
import { exitCodes } from '../../../src/cli/errors.ts';
import { allSettings, flagName, settingVariable } from '../../../src/config/options.ts';
import { resources } from '../../../src/resources/registry.ts';
import { INVISIBLE } from '../../text/hostile.ts';

const ROWS = allRows({ commands: commandRows(resources) });

const SERVE: readonly ServeFlag[] = [
  {
    name: 'bots',
    value: 'count',
    help: 'how many bots there are',
    parse: text => (/^\d+$/.test(text) ? { ok: true } : { ok: false, problem: 'a number is needed' }),
  },
  { name: 'fault', value: 'rule', help: 'what goes wrong', repeated: true, parse: () => ({ ok: true }) },
];

function read(...argv: readonly string[]) {
  const out: string[] = [];
  const errors: string[] = [];
  const request = readArguments(argv, {
    version: '1.2.3',
    serve: SERVE,
    commands: commandRows(resources),
    exitCodes,
    write: text => out.push(text),
    writeError: text => errors.push(text),
  });
  return { request, out: out.join(''), errors: errors.join('') };
}

describe('without a command', () => {
  test('one explores, and says nothing', () => {
    expect(read()).toEqual({ request: { mode: 'explore', given: {} }, out: '', errors: '' });
  });

  test('flags are given on', () => {
    const { request } = read(
      '--api-url',
      'https://x.example.org',
      '--workspace-id=w1',
      '--read-only',
      '--demo',
    );

    expect(request).toMatchObject({
      mode: 'explore',
      given: { apiUrl: 'https://x.example.org', workspaceId: 'w1', readOnly: true, demo: true },
    });
  });

  test('a place to start at is given on', () => {
    expect(read('bot/b1', '--read-only').request).toEqual({
      mode: 'explore',
      given: { readOnly: true },
      place: 'bot/b1',
    });
    expect(read('bot/b1', 'bots').request).toEqual({ mode: 'printed', code: 2 });
  });

  test('a flag that is not given is not there', () => {
    const { request } = read('--read-only');

    expect(request).toMatchObject({ mode: 'explore' });
    expect(request.mode === 'explore' && Object.keys(request.given)).toEqual(['readOnly']);
  });
});

test('no flag takes a token: others could read it', () => {
  expect(allSettings.map(({ flag }) => flag).join(' ')).not.toMatch(/token|secret|password/i);
  expect(read('--token', 'x').request).toEqual({ mode: 'printed', code: 2 });
});

describe('a mistake', () => {
  test.each([
    ['an unknown flag', ['--nope'], '--nope'],
    ['a flag without its value', ['--api-url'], '--api-url'],
    ['a value that is wrong', ['serve', '--bots', 'many'], 'a number is needed'],
    ['an unknown flag of serve', ['serve', '--nope'], '--nope'],
    ['a word too many after serve', ['serve', 'now'], 'serve'],
  ])('like %s ends with code 2 and a sentence that names it', (_what, argv, words) => {
    const { request, out, errors } = read(...argv);

    expect(request).toEqual({ mode: 'printed', code: 2 });
    expect(out).toBe('');
    expect(errors).toContain(words);
    expect(errors).toContain('--help');
    expect(errors).not.toContain('    at ');
  });

  test.each([
    ['--\x1b[2Jx'],
    ['serve', '--bots', '\x1b]0;x\x07'],
    ['serve', 'a\u202eb'],
    ['--api-url', 'x', '--a\x9b'],
  ])('is said back clean: %j', (...argv) => {
    const { request, errors } = read(...argv);

    expect(request).toEqual({ mode: 'printed', code: 2 });
    expect(errors.replaceAll('\n', '')).not.toMatch(INVISIBLE);
  });

  test('in a flag that is nearly right says what was meant', () => {
    expect(read('--read-onli').errors).toContain('--read-only');
  });
});

describe.each([
  ['--help', ['--help']],
  ['-h', ['-h']],
  ['help', ['help']],
  ['help --help', ['help', '--help']],
  ['serve --help', ['serve', '--help']],
  ['help serve', ['help', 'serve']],
  ...ROWS.flatMap(({ name, below }): [string, string[]][] => [
    [`${name} --help`, [name, '--help']],
    ...below.map((verb): [string, string[]] => [`help ${name} ${verb.name}`, ['help', name, verb.name]]),
  ]),
])('%s', (_what, argv) => {
  test('prints lines of at most 80 cells and ends with code 0', () => {
    const { request, out, errors } = read(...argv);

    expect(request).toEqual({ mode: 'printed', code: 0 });
    expect(errors).toBe('');
    for (const line of out.split('\n')) expect(line.length, line).toBeLessThanOrEqual(80);
  });
});

test('the help of a noun has an example of each of its commands', () => {
  for (const { name, below } of ROWS.filter(row => row.below.length > 0)) {
    const { out } = read(name, '--help');
    for (const verb of below) expect(out).toMatch(new RegExp(`^  botscope ${name} ${verb.name}`, 'm'));
  }
});

test('the help of each command has an example and names its flags', () => {
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
  expect(read('serve', '--help').out).toContain('  botscope serve --bots');
});

test('the exit codes of the help are those of the commands', () => {
  for (const [code, meaning] of exitCodes) expect(read('--help').out).toContain(`${code}  ${meaning}`);
});

test('a mistake is an object where JSON was asked for', () => {
  const { errors, request } = read('bots', 'ls', '--nope', '-o', 'json');

  expect(request).toEqual({ mode: 'printed', code: 2 });
  expect(JSON.parse(errors)).toEqual({
    error: { kind: 'bad-argument', message: expect.stringContaining('--nope'), exitCode: 2 },
  });
});

test.each([['-o=json'], ['-o', 'json'], ['-ojson'], ['--output=json']])('%j asks for JSON', (...flag) => {
  expect(read('bots', 'ls', ...flag).request).toMatchObject({ typed: { values: { output: 'json' } } });
  expect(read('doctor', ...flag).request).toMatchObject({ mode: 'doctor', asJson: true });
  expect(JSON.parse(read('bots', 'ls', '--nope', ...flag).errors)).toMatchObject({ error: { exitCode: 2 } });
});

test('bots help prints what bots --help prints', () => {
  expect(read('bots', 'help')).toEqual(read('bots', '--help'));
  expect(read('bots', 'help', 'get')).toEqual(read('bots', 'get', '--help'));
});

test('the help names every flag, the variables, the token and the exit codes', () => {
  const { out } = read('--help');

  for (const row of allSettings) {
    expect(out).toContain(flagName(row));
    expect(out).toContain(settingVariable(row));
  }
  expect(out).toContain('BP_TOKEN');
  expect(out).toContain('Exit codes');
  expect(out).toContain('serve');
});

test.each(['--version', '-V'])('%s prints the version and ends with code 0', flag => {
  expect(read(flag)).toEqual({ request: { mode: 'printed', code: 0 }, out: '1.2.3\n', errors: '' });
});

describe('serve', () => {
  test('takes the flags that the sandbox describes', () => {
    const { request } = read('serve', '--bots', '1000', '--fault', 'a', '--fault', 'b');

    expect(request).toEqual({ mode: 'serve', values: { bots: '1000', fault: ['a', 'b'] } });
  });

  test('needs none of them', () => {
    expect(read('serve').request).toMatchObject({ mode: 'serve' });
  });

  test('lists them in its help', () => {
    const { out } = read('serve', '--help');

    for (const { name, help } of SERVE) {
      expect(out).toContain(`--${name}`);
      expect(out).toContain(help);
    }
  });
});

test.each([
  [['completion'], 'bash, zsh, fish'],
  [['completion', 'tcsh'], '"tcsh" is none of them'],
  [['config'], 'botscope config --help'],
  [['config', 'explian'], 'there are explain. Did you mean explain?'],
  [
    ['bots', 'describe', 'b1'],
    'Unknown command: bots describe. bots has: ls, get, delete, diagnose, health.',
  ],
  [['bots', 'delte', 'b1', 'b2'], 'Did you mean delete?'],
  [['help', 'nope'], 'Unknown command or topic: nope.'],
  [['bosts', 'get', 'x'], 'Did you mean bots?'],
])('%j is answered with what there is', (argv, words) => {
  const { request, errors } = read(...argv);

  expect(request).toEqual({ mode: 'printed', code: 2 });
  expect(errors).toContain(words);
});

test.each([
  [
    ['health', '--limit', '3'],
    ['bots', 'health'],
  ],
  [
    ['diag', 'b', 'b1'],
    ['bots', 'diagnose'],
  ],
  [['explain'], ['config', 'explain']],
])('%j is read as the command that it means', (argv, path) => {
  const { request } = read(...argv);

  expect(request).toMatchObject(
    path[0] === 'config' ? { mode: 'config' } : { mode: 'command', typed: { path } },
  );
});
