import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { flags } from '../src/settings/flags.ts';
import { keyTable } from './helpers/key-table.ts';

const root = join(import.meta.dirname, '..');
const readme = readFileSync(join(root, 'README.md'), 'utf8');
const about = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly dependencies?: unknown;
};

test('the key table of the README is the command table', () => {
  expect(readme).toContain(keyTable());
});

test('every dependency has its row and its reason in the README', () => {
  for (const name of Object.keys(about.devDependencies))
    expect(readme).toMatch(new RegExp(`^\\| ${name} \\| .{10,}`, 'm'));
});

test('the published package has no runtime dependencies', () => {
  expect(about.dependencies).toBeUndefined();
});

test('every flag and its variable is in the README', () => {
  for (const { flag, env } of flags) {
    expect(readme).toContain(`\`${flag.split(' ')[0]}`);
    if (env !== undefined) expect(readme).toContain(env);
  }
});
