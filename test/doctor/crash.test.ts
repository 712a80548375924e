import { readdirSync, readFileSync, statSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { crashText, errorLines, saveReport } from '../../src/doctor/crash.ts';
import { startExplorer } from '../helpers/fake-explorer.ts';
import { newFolder } from '../helpers/folder.ts';
import { forAll } from '../helpers/property.ts';

const context = {
  program: 'function open() { throw new Error("there is always a view"); }',
  home: '/home/ann',
};

const stacked = (error: Error, ...frames: readonly string[]): Error => {
  error.stack = [`${error.name}: ${error.message}`, ...frames].join('\n');
  return error;
};

test.each([
  ['our own words', new Error('there is always a view'), 'Error: there is always a view'],
  ['words from elsewhere', new Error('bot Käthe Müller is broken'), 'Error: (hidden: it may quote a record)'],
  [
    'the engine, without the key that was read',
    new TypeError("Cannot read properties of undefined (reading 'ann@example.org')"),
    'TypeError: Cannot read properties of undefined',
  ],
  ['a value that is called', new TypeError('alice is not a function'), 'TypeError: ... is not a function'],
  [
    'a text that is no JSON',
    new SyntaxError('Unexpected token \'s\', "secret..." is not valid JSON'),
    'SyntaxError: Unexpected token',
  ],
  ['a code', Object.assign(new Error('open /home/ann/x'), { code: 'EACCES' }), 'Error [EACCES]: (hidden'],
  ['a name of its own', Object.assign(new Error(''), { name: 'ann@example.org' }), 'Error: (no message)'],
  ['what is no error', 'bp_pat_secret', 'thrown: string, not an error'],
])('crash report: of %s only what is no secret', (_what, error, expected) => {
  const [line] = errorLines(error, context);
  expect(line?.startsWith(expected), line).toBe(true);
});

test('crash report: stack frames without the home folder, names that may come from a record, and the message', () => {
  const error = stacked(
    new Error('no bot\n    at /Käthe:1:1'),
    '    at open (/home/ann/lib/main.cjs:3:120)',
    '    at Object.alice (/opt/main.cjs:1:2)',
    '    at node:internal/main:2:3',
    '    at async Promise.all (index 0)',
    'ann@example.org wrote this line',
  );

  expect(errorLines(error, context).slice(1)).toEqual([
    '  at open ~/lib/main.cjs:3:120',
    '  at - /opt/main.cjs:1:2',
    '  at - node:internal/main:2:3',
  ]);
});

test('crash report: at most three causes', () => {
  const error = new Error('there is always a view');
  error.cause = error;

  expect(errorLines(error, context).filter(line => line === 'caused by')).toHaveLength(3);
});

test('crash report: never holds the text of a foreign error message', () =>
  forAll(100, fc.string({ minLength: 1 }), fc.string(), (message, stack) => {
    const secret = `s3cr3t-${message}-s3cr3t`;
    const error = stacked(new Error(secret), stack, secret);
    error.cause = secret;
    expect(errorLines(error, context).join('\n')).not.toContain('s3cr3t');
  }));

test('crash report: has terminal facts and only valid command ids', () => {
  const { explorer } = startExplorer();
  for (const id of ['record.open', 'move.down', 'ann@example.org']) explorer.noteCommand(id);

  const text = crashText({
    ...context,
    error: new Error('there is always a view'),
    at: new Date(0),
    version: '1.2.3',
    env: { TERM: 'xterm-256color', LANG: 'C.UTF-8', BP_TOKEN: 'bp_pat_secret', HOME: '/home/ann' },
    size: { columns: 80, rows: 24 },
    explorer,
  });

  expect(text).toContain('botscope      1.2.3');
  expect(text).toMatch(/^size +80 x 24$/m);
  expect(text).toMatch(/^shown +list of bot$/m);
  expect(text).toContain('last commands\n  record.open\n  move.down\n\n');
  expect(text).not.toMatch(/ann|secret/);
});

test('crash reports: the newest five stay, each readable by its owner only', () => {
  const folder = newFolder('crashes');
  const paths = [1, 2, 3, 4, 5, 6, 7].map(day =>
    saveReport(folder, new Date(Date.UTC(2026, 0, day)), `${day}`),
  );

  expect(readdirSync(folder)).toHaveLength(5);
  expect(paths.slice(2).map(path => readFileSync(path, 'utf8'))).toEqual(['3', '4', '5', '6', '7']);
  for (const path of paths.slice(2)) expect(statSync(path).mode & 0o777).toBe(0o600);
});
