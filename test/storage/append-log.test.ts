import fs from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { openAppendLog } from '../../src/storage/append-log.ts';
import { makePipe } from '../helpers/child-process.ts';
import { newFolder } from '../helpers/folder.ts';

let folder: string;
beforeEach(() => {
  folder = newFolder('lines');
});

test('append log: keeps the order of lines, also when two processes append', () => {
  const path = join(folder, 'new', 'journal');
  const [one, two] = [openAppendLog(path), openAppendLog(path)];
  expect(one.read()).toEqual([]);

  for (const line of ['a', 'b']) one.append(line);
  two.append('c');

  expect(one.read()).toEqual(['a', 'b', 'c']);
});

test.each([
  ['also its folder', {}, 0o700],
  ['but not the folder of a trace file', { isPrivate: false }, 0o755],
])('append log: closes its file to other users, also an existing one, %s', (_what, options, mode) => {
  const path = join(folder, 'journal');
  fs.chmodSync(folder, 0o755);
  fs.writeFileSync(path, '');
  fs.chmodSync(path, 0o666);

  openAppendLog(path, options).append('a');

  expect(fs.statSync(path).mode & 0o777).toBe(0o600);
  expect(fs.statSync(folder).mode & 0o777).toBe(mode);
});

test('append log: a truncated last line does not damage the next line', () => {
  const path = join(folder, 'journal');
  openAppendLog(path).append('a');
  fs.appendFileSync(path, '{"half');

  openAppendLog(path).append('b');

  expect(openAppendLog(path).read()).toEqual(['a', '{"half', 'b']);
});

test('append log: returns why a line cannot be written, and does not throw', () => {
  const directory = join(folder, 'directory');
  fs.mkdirSync(directory);
  const link = join(folder, 'link');
  fs.symlinkSync(join(folder, 'elsewhere'), link);
  fs.writeFileSync(join(folder, 'file'), '');

  expect(openAppendLog(directory).append('a')).toContain('cannot be written (EISDIR)');
  expect(openAppendLog(link).append('a')).toContain('cannot be written (ELOOP)');
  expect(openAppendLog(join(folder, 'file', 'journal')).append('a')).toContain('cannot be written');
});

test.each([
  ['a folder', (path: string) => fs.mkdirSync(path), 'EISDIR'],
  ['a pipe', makePipe, 'not a regular file'],
  ['a link to nowhere', (path: string) => fs.symlinkSync(join(folder, 'elsewhere'), path), 'ELOOP'],
  ['a link to a device', (path: string) => fs.symlinkSync('/dev/full', path), 'ELOOP'],
])('append log: %s in its place is an error, not an empty log', (_what, make, words) => {
  const path = join(folder, 'journal');
  make(path);

  expect(() => openAppendLog(path).read()).toThrow(words);
});

test('append log: a line longer than what is read is not passed over: its end is a line', () => {
  const path = join(folder, 'journal');
  fs.writeFileSync(path, `{"stage":"sending","filler":"${'x'.repeat(33 * 1024 * 1024)}"}\n{}\n`);

  const read = openAppendLog(path).read();

  expect(read).toHaveLength(2);
  expect(read[0]?.endsWith('xx"}')).toBe(true);
});

test.each([
  ['another process that rewrites it', 0, ['a', 'b']],
  ['a process that died while rewriting it', 120, ['b']],
])('append log: is rewritten by one process at a time, after %s', (_who, secondsAgo, lines) => {
  const path = join(folder, 'log');
  const log = openAppendLog(path);
  log.append('a', 'b');
  fs.writeFileSync(`${path}.new`, 'half');
  fs.utimesSync(`${path}.new`, Date.now() / 1000 - secondsAgo, Date.now() / 1000 - secondsAgo);

  log.rewrite(all => all.slice(-1));

  expect(log.read()).toEqual(lines);
  expect(fs.readdirSync(folder)).toHaveLength(secondsAgo === 0 ? 2 : 1);
});
