import { beforeAll, expect, test } from 'vitest';
import { bundle } from '../../src/build/build.ts';
import { newFolder } from '../helpers/folder.ts';

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

let inputs: Awaited<ReturnType<typeof bundle>>['inputs'];

beforeAll(async () => {
  ({ inputs } = await bundle({ folder: newFolder('loading') }));
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
