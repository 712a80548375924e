// @module-tag program

import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { bundle } from '../../../src/build/build.ts';
import { replacements } from '../../../src/build/patches/replacements.ts';
import { runFile } from '../../helpers/child-process.ts';
import { newFolder } from '../../helpers/folder.ts';
import { numRuns, seed } from '../../helpers/properties.ts';

const entry = 'test/build/trees/fixture.tsx';
/** Replacements that a bundle needs to run. The others are for speed and must not change the output. */
const needed = replacements.filter(
  ({ file }) => file === 'ink/build/reconciler.js' || file.startsWith('yoga-layout/'),
);
const all = replacements.filter(({ file }) => !file.startsWith('ofetch'));
const COUNT = numRuns(500);

let folder: string;
beforeAll(async () => {
  folder = newFolder('trees');
  await Promise.all([
    bundle({ entry, folder: join(folder, 'stock'), replace: needed }),
    bundle({ entry, folder: join(folder, 'ours'), replace: all }),
  ]);
});

async function drawn(name: string): Promise<readonly string[]> {
  const { stdout } = await runFile(
    process.execPath,
    [join(folder, name, 'botscope.cjs'), `${seed}`, `${COUNT}`],
    { env: { FORCE_COLOR: '3' }, maxBuffer: 256 * 1024 * 1024, timeout: 170_000 },
  );
  return stdout.split('\n');
}

test('Ink patches: hundreds of random trees look the same with and without them', async () => {
  const [stock = [], ours = []] = await Promise.all([drawn('stock'), drawn('ours')]);

  expect(stock).toHaveLength(COUNT + 1);
  expect(new Set(stock).size).toBeGreaterThan(COUNT / 2);
  const different = stock.findIndex((text, at) => text !== ours[at]);
  expect(different, `tree ${different} of seed ${seed}`).toBe(-1);
}, 180_000);
