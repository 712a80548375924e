import { expect, test } from 'vitest';
import { bundle } from '../../src/build/build.ts';
import { newFolder } from '../helpers/folder.ts';

/** Modules that a command loads besides the start itself, each by its own import(). */
const PARTS = [
  'src/cli/arguments/arguments.ts',
  'src/sandbox/serve-options.ts',
  'src/cli/command-table.ts',
  'src/app/run-command.ts',
  'src/login/connection.ts',
];

test('a command loads nothing that paints: no Ink, no React, no store', async () => {
  const folder = newFolder('loading');
  const { inputs } = await bundle({ folder });
  const loaded = new Set<string>();
  const load = (file: string): void => {
    if (loaded.has(file)) return;
    loaded.add(file);
    for (const { path, kind } of inputs[file]?.imports ?? []) if (kind !== 'dynamic-import') load(path);
  };

  for (const part of ['src/main.ts', ...PARTS]) load(part);

  for (const part of PARTS) expect(Object.keys(inputs)).toContain(part);
  expect(
    [...loaded].filter(file =>
      /(node_modules\/|chunk:)(ink|react|zustand|yoga)|src\/(explorer\/(ink|paint|view|actions|commands)|tui)\//.test(
        file,
      ),
    ),
  ).toEqual([]);
  load('src/tui/ink.tsx');
  expect([...loaded].some(file => /(node_modules\/|chunk:)ink/.test(file))).toBe(true);
});
