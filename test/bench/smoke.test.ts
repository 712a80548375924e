// @module-tag program

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundle } from '../../src/build/build.ts';
import { runFile } from '../helpers/child-process.ts';
import { newFolder } from '../helpers/folder.ts';
import { idle } from './groups.ts';
import { BOTSCOPE, connection, type Kit, openKit, PROGRAM } from './kit.ts';
import { held, pressAll } from './lists.ts';
import { withoutProc } from './processes.ts';

// Measures that a noisy machine cannot change: bytes, keys and screens, never times.

let kit: Kit;
beforeAll(async () => {
  kit = await openKit();
});
afterAll(() => kit.close());

test('explorer: a key costs hardly more bytes than the change on the screen', async () => {
  const figures = await pressAll(BOTSCOPE, kit, 1000);

  for (const where of ['window', 'scroll', 'page'])
    expect({ where, ratio: figures[`${where} x encoder`] }).toSatisfy(({ ratio }) => ratio <= 1.1);
  expect([figures['window dead'], figures['scroll dead'], figures['page dead']]).toEqual([0, 0, 0]);
}, 60_000);

test('explorer: a held key is never lost, and shows no half of a screen', async () => {
  const figures = await held.run(BOTSCOPE, kit);

  expect(figures['60 Hz lost']).toBe(0);
  expect(figures['60 Hz states a key']).toBeLessThanOrEqual(1.05);
}, 60_000);

test.skipIf(withoutProc())(
  'explorer: at rest nothing is written, while a page is awaited next to nothing',
  async () => {
    const figures = await idle.run(BOTSCOPE, kit);

    expect(figures['rest bytes/s']).toBe(0);
    expect(figures['loading bytes/s']).toBeLessThanOrEqual(100);
  },
  60_000,
);

const TOO_MUCH = /react-devtools-core|node-fetch-native|undici|react\.development|^test\//;
const MENU = 'src/explorer/ink/app.tsx';

test('bundle: it is small, and holds nothing that is not needed', async () => {
  const { inputs, outputs } = await bundle({ folder: newFolder('smoke') });
  const bytes = Object.values(outputs).reduce((sum, output) => sum + output.bytes, 0);
  const importers = Object.entries(inputs)
    .filter(([, { imports }]) => imports.some(({ original }) => original === 'ink-select-input'))
    .map(([file]) => file);

  // Some is in it twice: the sandbox, an entry of the package, has descriptions of records of its own, and
  // `serve` reads its flags without the rest of the program: 27 kB each.
  expect(bytes).toBeLessThan(1_520_000);
  expect(Object.keys(inputs).filter(file => TOO_MUCH.test(file))).toEqual([]);
  // ink-select-input tests every row for each frame: it serves a few lines only.
  expect(importers).toEqual([MENU]);
}, 60_000);

const PROBE = `process.on('exit', () => {
  const loaded = process.moduleLoadList.filter(name => /undici/.test(name));
  require('fs').writeSync(2, JSON.stringify(loaded));
});`;

test('command: it loads no HTTP client but the one that sends its requests', async () => {
  const probe = join(newFolder('smoke'), 'probe.cjs');
  writeFileSync(probe, PROBE);
  const env = { HOME: newFolder('smoke'), ...connection(await kit.server({ bots: 20, page: 20 })) };

  const { stdout, stderr } = await runFile(
    process.execPath,
    ['-r', probe, PROGRAM, 'bots', 'ls', '-o', 'name'],
    { env },
  );

  expect(stdout.trim().split('\n')).toHaveLength(20);
  expect(JSON.parse(stderr)).toEqual([]);
}, 60_000);
