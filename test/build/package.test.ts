// @module-tag program

import { cpSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { packageEntry, SERVE } from '../../src/build/build.ts';
import { chunks } from '../../src/build/plugins.ts';
import { restoreManifest, stripManifest } from '../../src/build/release.ts';
import { execFileSync, spawnSync } from '../helpers/child-process.ts';
import { newFolder } from '../helpers/folder.ts';
import { nodeUnderTest } from '../helpers/program.ts';
import { openTerminal, type Terminal } from '../helpers/terminal.ts';

let terminal: Terminal | undefined;
afterEach(() => terminal?.close());

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
      'botscope.cjs',
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
  // The help topics and the sandbox as an entry of its own are in it. The goal is 0.55 MB to download.
  expect(first.size).toBeLessThan(555_000);
  expect(first.unpackedSize).toBeLessThan(1_610_000);
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
  terminal = await openTerminal({ command: program, args: ['--demo'], env, cwd: folder });

  await terminal.waitFor('support-prod');
  expect(stdout).toBe(`${version}\n`);
  expect(readFileSync(join(folder, 'node_modules/botscope/package.json'), 'utf8')).not.toMatch(
    /dependencies|scripts/i,
  );
  expect(Object.keys(installed.packages)).toEqual(['', 'node_modules/botscope']);
});
