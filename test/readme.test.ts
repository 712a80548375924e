import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { codeTable, commandTable, nounTable } from './helpers/command-table.ts';
import { keyTable } from './helpers/key-table.ts';
import { settingsTable } from './helpers/settings-table.ts';

const root = join(import.meta.dirname, '..');
const readme = readFileSync(join(root, 'README.md'), 'utf8');
const about = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly dependencies?: unknown;
};

test('the key table of the README is the command table', () => {
  expect(readme).toContain(keyTable());
});

test('the commands, their words and their exit codes in the README are those of the program', () => {
  for (const table of [commandTable(), nounTable(), codeTable()]) expect(readme).toContain(table);
});

test('every dependency has its row and its reason in the README', () => {
  for (const name of Object.keys(about.devDependencies))
    expect(readme).toMatch(new RegExp(`^\\| ${name} \\| .{10,}`, 'm'));
});

test('the published package has no runtime dependencies', () => {
  expect(about.dependencies).toBeUndefined();
});

test('the table of settings of the README is the one table of settings', () => {
  expect(readme).toContain(settingsTable());
});
