import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { commands } from '../src/explorer/commands/registry.ts';
import { keyLabel } from '../src/explorer/state/key-names.ts';
import { topicNames } from '../src/help/topics.ts';
import { generatedTables } from './helpers/generated-tables.ts';
import { layers } from './helpers/layers.ts';
import { allDocuments, readProjectFile } from './helpers/project-documents.ts';

const manifest = JSON.parse(readProjectFile('package.json')) as {
  readonly scripts: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
};

const workflows = ['.github/workflows/ci.yml', '.github/workflows/release.yml'];

test.each(workflows)('%s: is YAML with a job', file => {
  expect(parse(readProjectFile(file))).toMatchObject({
    jobs: expect.any(Object),
    permissions: expect.any(Object),
  });
});

test('README: at most 7,000 bytes', () => {
  expect(Buffer.byteLength(readProjectFile('README.md'))).toBeLessThanOrEqual(7000);
});

test('README: links to every help topic', () => {
  for (const name of topicNames)
    expect(readProjectFile('README.md')).toContain(`[${name}](src/help/${name}.md)`);
});

test('README: each key of its table is a key of the explorer', () => {
  const table = /## Keys\n([\s\S]*?)\n## /.exec(readProjectFile('README.md'))?.[1] ?? '';
  const named = [...table.matchAll(/`([^`]+)`/g)].map(([, key = '']) => key);
  const known = commands.flatMap(({ keys }) => keys.map(key => keyLabel(key)));

  expect(named.length).toBeGreaterThan(12);
  expect(named.filter(key => !known.includes(key))).toEqual([]);
});

test.each(allDocuments)('%s: each link to a file leads to an existing file', paper => {
  const targets = [...readProjectFile(paper).matchAll(/\]\(([^)#:]+)\)/g)].map(([, target = '']) => target);

  expect(
    targets.filter(target => !existsSync(join(import.meta.dirname, '..', dirname(paper), target))),
  ).toEqual([]);
});

/** Returns the files and folders in code style that a paper names, relative to the root. */
function namedPaths(paper: string): readonly string[] {
  const inCode = [...readProjectFile(paper).matchAll(/`([\w.-]+(?:\/[\w.-]+)+\/?)`/g)].map(
    ([, path = '']) => path,
  );
  if (paper === 'src/README.md') return inCode.map(path => (path.startsWith('test/') ? path : `src/${path}`));
  return inCode.filter(path => /^(src|test|\.github)\//.test(path));
}
test.each(allDocuments)('%s: each file and folder that it names exists', paper => {
  const missing = namedPaths(paper).filter(path => !existsSync(join(import.meta.dirname, '..', path)));

  expect(missing).toEqual([]);
});

test.each([...allDocuments, ...workflows])('%s: each npm script that it names exists', paper => {
  const named = [...readProjectFile(paper).matchAll(/npm run ([\w:]+)/g)].map(([, name = '']) => name);

  expect(named.filter(name => manifest.scripts[name] === undefined)).toEqual([]);
});

test.each(Object.entries(generatedTables))('%s: its tables are generated', (file, tables) => {
  for (const table of Object.values(tables)) expect(readProjectFile(file)).toContain(table);
});

test('CONTRIBUTING: every dependency has its row and its reason', () => {
  for (const name of Object.keys({ ...manifest.dependencies, ...manifest.devDependencies }))
    expect(readProjectFile('.github/CONTRIBUTING.md')).toMatch(new RegExp(`^\\| ${name} \\| .{10,}`, 'm'));
});

test('package.json: names as dependencies the packages that the bundle contains', () => {
  const bundled = layers
    .filter(({ name }) => name !== 'build')
    .flatMap(({ packages }) => packages.map(name => name.split('/')[0]));

  expect(Object.keys(manifest.dependencies)).toEqual([...new Set(bundled)].toSorted());
});
