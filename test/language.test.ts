import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const RIDDLE = /^\s*(?:\/\*\*|\*|\/\/) ?(?:What|Whether|How|Where|Of what|As many|So long|So much) /;
const COMMENT = /^\s*(?:\/\*\*|\*|\/\/)|\s\/\/ /;
const MAX_COLUMNS = 110;

/** Names of types that cannot be guessed from outside their file. */
const VAGUE =
  /^(?:About|Answered|Asked|Asking|Below|Brush|Desk|Door|Dress|Entry|Found|Given|Ground|Held|Here|Ink|Kept|Keeping|Known|Look|Means|Paper|Part|Played|Reading|Room|Said|Seen|Sheet|Shown|Stage|Surface|Taken|Told|Trying|Verdict|Way|Wish|World)s?$/;
/** Words of no exported name: the glossary has another one for each. */
const NEVER =
  /^(?:answers?|ask|asked|copies|desk|door|doors|dress|extensions?|headless|judged|keeping|kept|overlay|paper|played|sheet|surface|told|unread|verdicts?|victims?|voice|way|world)$/;

type Line = { readonly path: string; readonly line: string; readonly at: string };

const root = join(import.meta.dirname, '..');
const paths = globSync('{src,test}/**/*.{ts,tsx}', { cwd: root });
const sources = paths.map(path => ({ path, text: readFileSync(join(root, path), 'utf8') }));
const lines: readonly Line[] = sources.flatMap(({ path, text }) =>
  text.split('\n').map((line, index) => ({ path, line, at: `${path}:${index + 1}` })),
);

const wordsOf = (name: string): readonly string[] =>
  name
    .replace(/[A-Z]/g, '_$&')
    .toLowerCase()
    .split('_')
    .filter(word => word !== '');

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

test('language: types are named for what they hold', () => {
  const vague = lines.filter(({ line }) => VAGUE.test(/^(?:export )?type (\w+)/.exec(line)?.[1] ?? ''));
  expect(vague.map(({ at }) => at)).toEqual([]);
});

test('language: exported names use the words of the glossary', () => {
  const exported = /^export (?:async )?(?:const|let|function\*?|class|type) (\w+)/;
  const wrong = lines.flatMap(({ line, at }) => {
    const name = exported.exec(line)?.[1] ?? '';
    return wordsOf(name).some(word => NEVER.test(word)) ? [`${at} ${name}`] : [];
  });
  expect(wrong).toEqual([]);
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
  expect(VAGUE.test('Means')).toBe(true);
  expect(wordsOf('isPlayedTwice').some(word => NEVER.test(word))).toBe(true);
  expect(
    testNames("test.each([[1], [2]])(\n  'waits %i times', () => 1);\ntest('client: waits', () => 1);"),
  ).toEqual(['waits %i times', 'client: waits']);
});
