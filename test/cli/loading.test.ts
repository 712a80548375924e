import { beforeAll, expect, test } from 'vitest';
import { bundle } from '../../src/build/build.ts';
import { newFolder } from '../helpers/folder.ts';
import { preload } from '../helpers/preload.ts';
import { run } from '../helpers/run-cli.ts';
import { startSandbox } from '../helpers/sandbox.ts';

/** Modules that a command loads besides the start itself, each by its own import(). */
const COMMAND = [
  'src/cli/arguments/arguments.ts',
  'src/sandbox/options.ts',
  'src/cli/command-table.ts',
  'src/app/run-command.ts',
  'src/login/connection.ts',
];

/** Modules that the explorer loads before it draws its first rows. */
const FIRST_ROWS = ['src/app/run-explorer.ts', 'src/explorer/paint/theme.ts', 'src/login/connect.ts'];

const RENDERER = /(node_modules\/|chunk:)(ink|react|yoga)/;

let { inputs, outputs } = {} as Awaited<ReturnType<typeof bundle>>;

beforeAll(async () => {
  ({ inputs, outputs } = await bundle({ folder: newFolder('loading') }));
});

/** Returns the files that are loaded together with `parts`. */
function loadedBy(parts: readonly string[]): readonly string[] {
  const loaded = new Set<string>();
  const load = (file: string): void => {
    if (loaded.has(file)) return;
    loaded.add(file);
    for (const { path, kind } of inputs[file]?.imports ?? []) if (kind !== 'dynamic-import') load(path);
  };
  for (const part of parts) load(part);
  return [...loaded];
}

test('start: the parts of it are in the bundle, and Ink is found where it is loaded', () => {
  for (const part of [...COMMAND, ...FIRST_ROWS]) expect(Object.keys(inputs)).toContain(part);
  expect(loadedBy(['src/tui/ink.tsx']).some(file => RENDERER.test(file))).toBe(true);
});

test('start: a command loads nothing that paints: no Ink, no React, no store', () => {
  const loaded = loadedBy(['src/main.ts', ...COMMAND]);

  expect(loaded.filter(file => RENDERER.test(file))).toEqual([]);
  expect(
    loaded.filter(file =>
      /node_modules\/zustand|src\/(explorer\/(ink|paint|view|actions|commands)|tui)\//.test(file),
    ),
  ).toEqual([]);
});

test('start: the explorer draws its first rows before it loads Ink and React', () => {
  expect(loadedBy(['src/main.ts', ...FIRST_ROWS]).filter(file => RENDERER.test(file))).toEqual([]);
});

const TOO_MUCH = /react-devtools-core|node-fetch-native|undici|react\.development|^test\//;
const MENU = 'src/explorer/ink/app.tsx';

test('bundle: it is small, and holds nothing that is not needed', () => {
  const bytes = Object.values(outputs).reduce((sum, output) => sum + output.bytes, 0);
  const importers = Object.entries(inputs)
    .filter(([, { imports }]) => imports.some(({ original }) => original === 'ink-select-input'))
    .map(([file]) => file);

  // 33 kB are in it twice: the sandbox, an entry of the package, has descriptions of records of its own.
  expect(bytes).toBeLessThan(1_490_000);
  expect(Object.keys(inputs).filter(file => TOO_MUCH.test(file))).toEqual([]);
  // ink-select-input tests every row for each frame: it serves a few lines only.
  expect(importers).toEqual([MENU]);
});

const PROBE = `process.on('exit', () => {
  const loaded = process.moduleLoadList.filter(name => /undici|^NativeModule (zlib|crypto|child_process|https|tls|readline)$/.test(name));
  require('fs').writeSync(2, JSON.stringify(loaded));
});`;

test('command: it loads one HTTP client, and no slow module of Node that it does not use', {
  tags: 'program',
}, async () => {
  await using sandbox = await startSandbox({ bots: 3 });
  const { out, err } = await run(sandbox, ['bots', 'ls', '-o', 'name'], { env: preload(PROBE) });

  expect([out.trim().split('\n').length, err]).toEqual([3, '[]']);
});
