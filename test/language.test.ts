import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const RIDDLE = /^\s*(?:\/\*\*|\*|\/\/) ?(?:What|Whether|How|Where|Of what|As many|So long|So much) /;
const COMMENT = /^\s*(?:\/\*\*|\*|\/\/)|\s\/\/ /;
const MAX_COLUMNS = 110;

type Line = { readonly path: string; readonly line: string; readonly at: string };

const root = join(import.meta.dirname, '..');
const paths = globSync('{src,test}/**/*.{ts,tsx}', { cwd: root });
const sources = paths.map(path => ({ path, text: readFileSync(join(root, path), 'utf8') }));
const lines: readonly Line[] = sources.flatMap(({ path, text }) =>
  text.split('\n').map((line, index) => ({ path, line, at: `${path}:${index + 1}` })),
);

/** Returns the names of the tests in a source text; those of `describe` are not among them. */
const testNames = (text: string): readonly string[] =>
  [...text.matchAll(/^ *(?:test|it)(?:\(|\.[\s\S]*?\)\()\s*(['"`])(.*?)\1,/gm)].map(
    ([, , name = '']) => name,
  );

test('language: all files of src and test are checked', () => {
  expect(paths).toEqual(
    expect.arrayContaining(['src/main.ts', 'src/explorer/ink/app.tsx', 'test/language.test.ts']),
  );
});

test('language: no comment opens with a riddle', () => {
  expect(lines.filter(({ line }) => RIDDLE.test(line)).map(({ at }) => at)).toEqual([]);
});

test('language: comments fit into 110 columns', () => {
  const wide = lines.filter(({ line }) => line.length > MAX_COLUMNS && COMMENT.test(line));
  expect(wide.map(({ at }) => at)).toEqual([]);
});

test('language: a test begins its name with its subject', () => {
  const unnamed = sources
    .filter(({ path }) => path.startsWith('test/'))
    .flatMap(({ path, text }) => testNames(text).map(name => ({ path, name })))
    .filter(({ name }) => !/^[^:]+: ./.test(name));
  expect(unnamed).toEqual([]);
});

test('language: planted violations are found', () => {
  expect(RIDDLE.test('  /** Whether it is so. */')).toBe(true);
  expect(COMMENT.test('const a = 1; // one')).toBe(true);
  expect(
    testNames("test.each([[1], [2]])(\n  'waits %i times', () => 1);\ntest('client: waits', () => 1);"),
  ).toEqual(['waits %i times', 'client: waits']);
});
