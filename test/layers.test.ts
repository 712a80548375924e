import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import {
  circles,
  forbiddenImports,
  foreignWriters,
  importGraph,
  layerOf,
  layers,
  readSources,
} from './helpers/layers.ts';

const files = readSources(join(import.meta.dirname, '../src'));
const MOST_LINES = 300;
const MOST_FILES = 30;

const countBy = (names: readonly string[]): ReadonlyMap<string, number> =>
  names.reduce((counts, name) => counts.set(name, (counts.get(name) ?? 0) + 1), new Map<string, number>());
const folderOf = (path: string): string => (dirname(path) === '.' ? path : dirname(path));

test('layers: each layer may import only layers below it in the table', () => {
  const names = layers.map(({ name }) => name);
  for (const [place, { name, from }] of layers.entries())
    for (const below of from) expect(names.indexOf(below), `${name} from ${below}`).toBeGreaterThan(place);
});

test('layers: every folder and loose file of src is a layer of the table, and no other', () => {
  expect(new Set(files.map(({ path }) => layerOf(path)))).toEqual(new Set(layers.map(({ name }) => name)));
});

test('layers: no file imports what the table does not allow', () => {
  expect(forbiddenImports(files)).toEqual([]);
});

test('layers: planted violations are found', () => {
  const planted = (path: string, imported: object) =>
    forbiddenImports([{ path, lines: 1, files: [], packages: [], ...imported }]);
  expect(planted('text/width.ts', { files: ['login/connection.ts'] })).toEqual([
    'text/width.ts imports login/connection.ts',
  ]);
  expect(planted('terminal/output/sgr.ts', { files: ['storage/files.ts'] })).toHaveLength(1);
  expect(planted('api/client.ts', { packages: ['chalk'] })).toEqual(['api/client.ts imports chalk']);
  expect(planted('explorer/facts/line.ts', { files: ['explorer/actions/navigate.ts'] })).toHaveLength(1);
});

test('layers: only actions write to the store', () => {
  expect(foreignWriters(files)).toEqual([]);
  const planted = { path: 'explorer/commands/list.ts', lines: 1, files: [], packages: [], isWriter: true };
  expect(foreignWriters([planted])).toEqual(['explorer/commands/list.ts']);
});

test('layers: a file that writes to the store is found', () => {
  const writers = files.filter(({ isWriter }) => isWriter).map(({ path }) => path);
  // One writes by `setState`, the other one by `update`.
  expect(writers).toEqual(
    expect.arrayContaining(['explorer/actions/screen.ts', 'explorer/actions/time-limits.ts']),
  );
});

test('layers: imports do not form circles, neither of files nor of folders', () => {
  expect(circles(importGraph(files))).toEqual([]);
  expect(circles(importGraph(files, folderOf))).toEqual([]);
});

test('layers: a circle is found', () => {
  const graph = new Map([
    ['a', new Set(['b'])],
    ['b', new Set(['c'])],
    ['c', new Set(['b'])],
  ]);
  expect(circles(graph)).toEqual([['b', 'c']]);
});

test('layers: no folder and no file is too large', () => {
  const crowded = [...countBy(files.map(({ path }) => dirname(path)))].filter(
    ([, count]) => count > MOST_FILES,
  );
  expect(crowded).toEqual([]);
  expect(files.filter(({ lines }) => lines > MOST_LINES).map(({ path }) => path)).toEqual([]);
});

test('layers: a file name is unique within its layer, except in dialogs and fixtures', () => {
  const named = files.filter(({ path }) => !/\/(dialogs|fixtures)\//.test(path));
  const twice = [...countBy(named.map(({ path }) => `${layerOf(path)}: ${basename(path)}`))].filter(
    ([, count]) => count > 1,
  );
  expect(twice).toEqual([]);
});

const root = join(import.meta.dirname, '..');
/** The texts of all files of code below a folder. */
const codeOf = (folder: string): readonly string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter(name => /\.([cm]?js|tsx?)$/.test(name))
    .map(name => readFileSync(join(root, folder, name), 'utf8'));
const linesOf = (texts: readonly string[]): number =>
  texts.reduce((sum, text) => sum + text.split('\n').length - 1, 0);

test('layers: the code stays within the budget of src/README.md', () => {
  const [src, explorer] = [codeOf('src'), codeOf('src/explorer')];
  const now = {
    'lines of src/explorer': linesOf(explorer),
    'lines of the rest of src': linesOf(src) - linesOf(explorer),
    'lines of test': linesOf(codeOf('test')),
    'files of src': src.length,
    'kilobytes of src': Math.ceil(Buffer.byteLength(src.join('')) / 1000),
  };
  const map = readFileSync(join(root, 'src/README.md'), 'utf8');
  const over = Object.entries(now).flatMap(([name, count]) => {
    const most = new RegExp(`^\\| ${name} \\| (\\d+) \\|$`, 'm').exec(map)?.[1];
    return count <= Number(most)
      ? []
      : `${count} ${name}, budget ${most}: make it less, or raise src/README.md`;
  });
  expect(over).toEqual([]);
});
