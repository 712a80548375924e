// @module-tag program

import { copyFileSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { execFileSync, spawnSync } from '../helpers/child-process.ts';
import { newFolder } from '../helpers/folder.ts';
import { nodeUnderTest } from '../helpers/program.ts';

const root = join(import.meta.dirname, '../..');
const SUITE = 'user-suite.ts';

/** Returns a folder with our packed package, the packages that its user has, and the suite. */
function userFolder(): string {
  const folder = newFolder('user');
  const modules = join(folder, 'node_modules');
  mkdirSync(join(modules, 'botscope'), { recursive: true });
  mkdirSync(join(modules, '@botpress'));
  for (const name of ['@botpress/client', 'vitest', '@types'])
    symlinkSync(join(root, 'node_modules', name), join(modules, name));
  execFileSync('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder], { cwd: root });
  const tarball = readdirSync(folder).find(name => name.endsWith('.tgz')) ?? '';
  execFileSync('tar', ['-xzf', tarball, '-C', join(modules, 'botscope'), '--strip-components=1'], {
    cwd: folder,
  });
  copyFileSync(join(import.meta.dirname, SUITE), join(folder, 'suite.test.ts'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  const options = {
    ...{ module: 'nodenext', target: 'es2022', lib: ['esnext'], types: ['node'] },
    ...{ strict: true, noEmit: true, exactOptionalPropertyTypes: true },
  };
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: { ...options, skipLibCheck: true }, files: ['suite.test.ts'] }),
  );
  return folder;
}

test('package as a user has it: tests with the official client pass and have types', () => {
  const folder = userFolder();
  const run = (file: string, ...args: readonly string[]) =>
    spawnSync(nodeUnderTest, [join(root, 'node_modules', file), ...args], {
      cwd: folder,
      env: { PATH: process.env['PATH'], HOME: folder, NO_COLOR: '1' },
      encoding: 'utf8',
    });
  const types = run('typescript/bin/tsc', '-p', folder);
  const { stdout, stderr } = run('vitest/vitest.mjs', 'run');
  const output = `${stdout}${stderr}`;

  expect(types.stdout).toBe('');
  expect(output).not.toContain('failed');
  expect(output).toMatch(/Tests .*[7-9] passed/);
}, 60_000);
