import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { withoutLibatomic } from '../../src/build/without-libatomic.ts';
import { newFolder } from '../helpers/folder.ts';

const isHere = process.platform === 'linux' && process.arch === 'x64';

// Makes functions, and as many are taken away meanwhile, on two threads: that is what the changed call is for.
const WORK = `
  const { Worker, isMainThread } = require('node:worker_threads');
  if (isMainThread) new Worker(__filename);
  let sum = 0;
  for (let each = 0; each < 50_000; each++) sum += new Function('return ' + each)();
  console.log(sum);
`;

test.runIf(isHere)('Node works without libatomic', { timeout: 60_000 }, () => {
  const folder = newFolder('libatomic');
  const [changed, work] = [join(folder, 'node'), join(folder, 'work.cjs')];
  const node = readFileSync(process.execPath);
  withoutLibatomic(node);
  writeFileSync(changed, node, { mode: 0o755 });
  writeFileSync(work, WORK);
  const run = (args: readonly string[], env: Readonly<Record<string, string>> = {}): string =>
    execFileSync(changed, args, { encoding: 'utf8', env });

  const needed = run([], { LD_TRACE_LOADED_OBJECTS: '1' });

  expect(needed).toContain('libstdc++.so.6');
  expect(needed).not.toContain('libatomic');
  expect(run([work])).toBe('1249975000\n1249975000\n');
  const again = Buffer.from(node);
  withoutLibatomic(again);
  expect(again.equals(node)).toBe(true);
});

test('what is no such program is refused', () => {
  expect(() => withoutLibatomic(Buffer.alloc(64))).toThrow('the program has no part for the loader');
});
