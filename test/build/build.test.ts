import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { type Metafile, transform } from 'esbuild';
import { beforeAll, expect, it } from 'vitest';
import { bundle, licences, packageEntry, SERVE } from '../../src/build/build.ts';
import { replacements, swap } from '../../src/build/patches/replacements.ts';
import { chunks } from '../../src/build/plugins.ts';
import { execFileSync, spawnSync } from '../helpers/child-process.ts';
import { newFolder } from '../helpers/folder.ts';
import { nodeUnderTest } from '../helpers/program.ts';

const entry = 'test/build/fixture.tsx';
let folder: string;
let built: Awaited<ReturnType<typeof bundle>>;
const files = () => ['main.cjs', SERVE, packageEntry.file, ...chunks.map(({ file }) => file)];
const read = (file: string) => readFileSync(join(folder, file), 'utf8');
const all = () => files().map(read).join('\n');
const launcher = () => join(folder, 'botscope.cjs');

beforeAll(async () => {
  folder = newFolder('build');
  built = await bundle({ entry, folder });
});

it('bundle: needs only Node and its own files', () => {
  const needed = [...all().matchAll(/\brequire\(["'`]([^"'`]+)["'`]\)/g)].map(([, name]) => name ?? '');
  const own = files().map(file => `./${file}`);

  expect(needed).not.toEqual([]);
  expect(needed.filter(name => !isBuiltin(name) && !own.includes(name))).toEqual([]);
  expect(Object.values(built.outputs).flatMap(({ imports }) => imports.map(({ path }) => path))).toSatisfy(
    (paths: readonly string[]) => paths.every(path => isBuiltin(path) || own.includes(path)),
  );
});

it('bundle: contains no URL from which to load parts of itself', () => {
  expect(all()).not.toMatch(/data:application\/octet-stream;base64,[A-Za-z]/);
});

it('bundle: runs, loads slow modules on first use, no HTTP client, and only its own files', {
  tags: 'program',
}, () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  const home = newFolder('home');
  const env = { HOME: home, XDG_CACHE_HOME: join(home, 'cache') };

  const output = execFileSync(nodeUnderTest, [launcher()], { encoding: 'utf8', env });

  expect(output).toContain('crypto not loaded, then an id of 36 letters');
  expect(output).toContain(`version ${version}, http client not loaded, createFetch function`);
  expect(readdirSync(home)).toEqual([]);
});

it('bundle: is reproducible byte by byte', async () => {
  const again = newFolder('again');
  await bundle({ entry, folder: again });

  const names = readdirSync(again);
  expect(names).toContain('main.cjs');
  for (const name of names)
    expect(readFileSync(join(again, name)).equals(readFileSync(join(folder, name)))).toBe(true);
});

it('bundle: has the licence of every bundled package', () => {
  const text = readFileSync(join(folder, 'THIRD-PARTY-LICENCES.txt'), 'utf8');

  for (const name of ['ink', 'react', 'react-reconciler', 'yoga-layout', 'ofetch', 'ansi-styles'])
    expect(text).toMatch(
      new RegExp(`^${name} \\d+\\.\\d+\\.\\d+ \\(MIT\\)\\n\\n[^-]*Copyright \\(c\\)`, 'm'),
    );
  expect(text).not.toContain('vitest');
});

it('bundle: fails to build if the licence of a package is missing', () => {
  const outputs = { 'main.cjs': { inputs: { 'node_modules/bare/a.js': { bytesInOutput: 1 } } } };
  const inside = newFolder('bare');
  mkdirSync(join(inside, 'node_modules/bare'), { recursive: true });
  writeFileSync(join(inside, 'node_modules/bare/package.json'), '{}');

  expect(() => licences({ outputs } as unknown as Metafile, inside)).toThrow(
    'node_modules/bare has no licence file',
  );
});

it.each(replacements)('replacement: for $file throws if its text is gone', ({ edit }) => {
  expect(() => edit('export default 1;')).toThrow(/expected once, found 0 times/);
});

it.each([
  [
    'that no longer fits',
    replacements.map(one => ({ ...one, edit: (text: string) => swap(text, 'not in there', '') })),
    /The replacement for .+ no longer fits/,
  ],
  [
    'whose file was moved',
    [...replacements, { file: 'ink/build/gone.js', edit: (text: string) => text }],
    'The replacement for ink/build/gone.js was not made',
  ],
])('replacement: one %s fails the build and names the file', async (_which, replace, words) => {
  await expect(bundle({ entry, folder: join(folder, 'bad'), replace })).rejects.toThrow(words);
});

it('replacement: occurs in one place only', () => {
  expect(() => swap('a a', 'a', 'b')).toThrow('expected once, found 2 times: a');
  expect(swap('a b', 'b', "$'$&")).toBe("a $'$&");
});

it('launcher: is executable and requires the same Node as package.json', () => {
  const { engines } = JSON.parse(readFileSync('package.json', 'utf8')) as { engines: { node: string } };
  const text = readFileSync(launcher(), 'utf8');

  expect(statSync(launcher()).mode & 0o111).toBe(0o111);
  expect(text.startsWith('#!/usr/bin/env node\n')).toBe(true);
  expect(engines.node).toBe(`>=${/NEEDED = (\d+)/.exec(text)?.[1]}`);
});

it.each(['20.20.2', '0.10.48', '18.0.0'])(
  'launcher: refuses Node %s in one sentence',
  { tags: 'program' },
  version => {
    const fake = join(folder, 'old-node.cjs');
    writeFileSync(fake, `Object.defineProperty(process, 'versions', { value: { node: '${version}' } });`);

    const { status, stdout, stderr } = spawnSync(nodeUnderTest, ['-r', fake, launcher()], {
      encoding: 'utf8',
    });

    expect(stderr).toBe(`botscope needs Node 22 or newer, but this is Node ${version}.\n`);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  },
);

it('launcher: has a syntax that an old Node can parse', async () => {
  const code = readFileSync(launcher(), 'utf8');
  const [modern, old] = await Promise.all([transform(code), transform(code, { target: 'es5' })]);

  expect(old.code).toBe(modern.code);
});
