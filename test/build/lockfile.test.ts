import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

type LockfileEntry = { readonly integrity?: string; readonly resolved?: string };
type Lockfile = { readonly packages: Readonly<Record<string, LockfileEntry>> };

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lockfile;
/** All packages but the first, which is this project. */
const entries = Object.entries(packages).filter(([path]) => path !== '');

test('lockfile: every package has a hash, also those for other platforms', () => {
  const bare = entries.filter(([, { integrity }]) => !/^sha512-[\w+/]{86}==$/.test(integrity ?? ''));

  expect(entries).not.toEqual([]);
  expect(bare.map(([path]) => path)).toEqual([]);
});

test('lockfile: names no registry', () => {
  expect(entries.flatMap(([, { resolved }]) => resolved ?? [])).toEqual([]);
});
