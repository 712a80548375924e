import { appendFileSync, chmodSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { openLineFile } from '../../src/storage/append-log.ts';
import { newFolder } from '../helpers/folder.ts';

let folder: string;
beforeEach(() => {
  folder = newFolder('lines');
});

test('lines are added and read in their order, also by two who have the same file', () => {
  const path = join(folder, 'new', 'journal');
  const [one, two] = [openLineFile(path), openLineFile(path)];
  expect(one.read()).toEqual([]);

  for (const line of ['a', 'b']) one.append(line);
  two.append('c');

  expect(one.read()).toEqual(['a', 'b', 'c']);
});

test('the file and its folder are for their owner alone, also when they were not before', () => {
  const inside = join(folder, 'state');
  const path = join(inside, 'journal');
  mkdirSync(inside, { mode: 0o777 });
  writeFileSync(path, '');
  chmodSync(path, 0o666);

  openLineFile(path).append('a');

  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(statSync(inside).mode & 0o777).toBe(0o700);
});

test('a line that was cut off in the middle does not spoil the next one', () => {
  const path = join(folder, 'journal');
  openLineFile(path).append('a');
  appendFileSync(path, '{"half');

  openLineFile(path).append('b');

  expect(openLineFile(path).read()).toEqual(['a', '{"half', 'b']);
});

test('what cannot be written is said, and nothing is thrown', () => {
  const directory = join(folder, 'directory');
  mkdirSync(directory);
  const link = join(folder, 'link');
  symlinkSync(join(folder, 'elsewhere'), link);
  writeFileSync(join(folder, 'file'), '');

  expect(openLineFile(directory).append('a')).toContain('cannot be written (EISDIR)');
  expect(openLineFile(link).append('a')).toContain('cannot be written (ELOOP)');
  expect(openLineFile(join(folder, 'file', 'journal')).append('a')).toContain('cannot be written');
});

test('the folder of a file that is not ours is left as it is', () => {
  chmodSync(folder, 0o755);

  openLineFile(join(folder, 'trace'), false).append('a');

  expect(statSync(folder).mode & 0o777).toBe(0o755);
  expect(statSync(join(folder, 'trace')).mode & 0o777).toBe(0o600);
});
