import { appendFileSync, copyFileSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkPinnedNode } from '../../src/build/pinned-node.ts';
import { spawnSync } from '../helpers/child-process.ts';
import { newFolder } from '../helpers/folder.ts';

type Package = { readonly version: string; readonly devDependencies: Readonly<Record<string, string>> };
const { version, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as Package;

/** False on other versions and platforms, which run these tests, too. */
const isPinned =
  process.versions.node === devDependencies['node'] && `${process.platform}-${process.arch}` === 'linux-x64';

test.runIf(isPinned)('pinned Node: runs all scripts, byte for byte', () => {
  expect(() => checkPinnedNode()).not.toThrow();
});

test.runIf(isPinned)(
  'pinned Node: with one more byte is refused for the bundle and for the executable',
  { tags: 'program' },
  () => {
    const node = join(newFolder('other-node'), 'node');
    copyFileSync(process.execPath, node);
    appendFileSync(node, ' ');
    const file = `release/botscope-${version}-linux-x64`;
    const writtenAt = () => statSync(file, { throwIfNoEntry: false })?.mtimeMs;
    const before = writtenAt();

    for (const words of [['src/build/build.ts'], ['src/build/release.ts', 'executable']]) {
      const { status, stderr } = spawnSync(node, words, { encoding: 'utf8' });

      expect(stderr).toContain(`${node} is not the pinned Node v${devDependencies['node']} linux-x64`);
      expect(status).toBe(1);
    }
    expect(writtenAt()).toBe(before);
  },
);

test('pinned Node: a version or platform without a pin is refused, with what to do', () => {
  expect(() => checkPinnedNode(process.execPath, 'v24.21.0 plan9-mips')).toThrow(
    /No SHA-256 is pinned for Node v24\.21\.0 plan9-mips\. .*add the SHA-256 of its bin\/node to src\/build\/pinned-node\.ts/,
  );
});
