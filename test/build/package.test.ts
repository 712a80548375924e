// @module-tag program

import { cpSync, existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { packageEntry, SERVE } from '../../src/build/build.ts';
import { chunks } from '../../src/build/plugins.ts';
import { restoreManifest, stripManifest } from '../../src/build/release.ts';
import { execFileSync, spawnSync } from '../helpers/child-process.ts';
import { newFolder } from '../helpers/folder.ts';
import { openOn } from '../helpers/journey.ts';
import { nodeUnderTest } from '../helpers/program.ts';

type Packed = {
  readonly filename: string;
  readonly size: number;
  readonly unpackedSize: number;
  readonly integrity: string;
  readonly files: readonly { readonly path: string }[];
};

/** Packs a copy of the build: the scripts of `npm pack` would build again while other tests run. */
function pack(into: string): Packed {
  const cwd = newFolder('project');
  for (const name of ['dist', 'README.md', 'LICENSE', 'package.json'])
    cpSync(name, join(cwd, name), { recursive: true });
  stripManifest(cwd);
  const options = ['pack', '--json', '--ignore-scripts', '--pack-destination', into];
  const said: unknown = JSON.parse(execFileSync('npm', options, { cwd, encoding: 'utf8' }));
  restoreManifest(cwd);
  expect(readFileSync(join(cwd, 'package.json'))).toEqual(readFileSync('package.json'));
  return Object.values(said as Record<string, Packed>)[0] as Packed;
}

test('package: contains the program and its licences only, and is reproducible', () => {
  const [first, second] = [pack(newFolder('pack')), pack(newFolder('pack'))];

  expect(first.files.map(({ path }) => path).toSorted()).toEqual([
    'LICENSE',
    'README.md',
    'dist/THIRD-PARTY-LICENCES.txt',
    ...[
      ...['_botscope', 'botscope.1', 'botscope.bash', 'botscope.cjs', 'botscope.fish'],
      'main.cjs',
      SERVE,
      packageEntry.file,
      packageEntry.typesFile,
      ...chunks.map(({ file }) => file),
    ]
      .map(file => `dist/${file}`)
      .toSorted(),
    'package.json',
  ]);
  expect(second.integrity).toBe(first.integrity);
  // The help topics and the sandbox as an entry of its own are in it. The goal is 0.60 MB to download.
  expect(first.size).toBeLessThan(600_000);
  expect(first.unpackedSize).toBeLessThan(1_630_000);
});

test('package: installs without a network as one package that runs', async () => {
  const folder = newFolder('installed');
  const { filename } = pack(folder);
  const options = ['install', '--offline', '--no-audit', '--no-fund', '--prefix', folder];
  execFileSync('npm', [...options, join(folder, filename)], { cwd: folder });
  const program = join(folder, 'node_modules/.bin/botscope');
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  // As from a shell: the first line of the launcher finds Node.
  const env = { HOME: folder, PATH: `${dirname(nodeUnderTest)}:/usr/bin:/bin` };

  const { stdout } = spawnSync(program, ['version'], { encoding: 'utf8', env });
  const installed = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, unknown>;
  };
  const { terminal } = await openOn(undefined, { command: program, args: ['--demo'], env, cwd: folder });

  await terminal.waitFor('support-prod');
  expect(stdout).toBe(`${version}\n`);
  expect(readFileSync(join(folder, 'node_modules/botscope/package.json'), 'utf8')).not.toMatch(
    /dependencies|scripts|knip/i,
  );
  expect(Object.keys(installed.packages)).toEqual(['', 'node_modules/botscope']);
});

test('package: a release is refused until the owner of the repository is filled in', () => {
  const refused = spawnSync(process.execPath, ['src/build/release.ts', 'package'], { encoding: 'utf8' });

  expect(refused).toMatchObject({ status: 1, stderr: expect.stringContaining('in place of OWNER') });
});

test('container: its image pins the Node of the project, is not run by root, and copies what exists', () => {
  const lines = readFileSync('.github/Dockerfile', 'utf8').split('\n');
  const wordsOf = (name: string) =>
    lines.filter(line => line.startsWith(`${name} `)).map(line => line.split(' ').slice(1));
  const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    devDependencies: Record<string, string>;
  };

  expect(wordsOf('FROM')).toEqual([[`node:${devDependencies['node']}-bookworm-slim`]]);
  expect(wordsOf('USER')).toEqual([['node']]);
  expect(wordsOf('COPY').flatMap(words => words.slice(0, -1))).toSatisfy((names: readonly string[]) =>
    names.every(name => existsSync(name)),
  );
  expect(wordsOf('HEALTHCHECK')).toHaveLength(1);
});

test.for(globSync('.github/{workflows/*,actions/*/action}.yml'))(
  'workflows: %s runs only actions that are pinned by their commit, in jobs with a time limit',
  file => {
    const text = readFileSync(file, 'utf8');
    const used = [...text.matchAll(/uses: (\S+)/g)].map(([, name]) => name);
    const jobs = [...text.matchAll(/runs-on: .*\n(.*)/g)].map(([, next]) => next?.trim());

    expect(used.length).toBeGreaterThan(0);
    for (const name of used) expect(name).toMatch(/@[0-9a-f]{40}$/);
    for (const next of jobs) expect(next).toMatch(/^timeout-minutes: \d+$/);
  },
);
