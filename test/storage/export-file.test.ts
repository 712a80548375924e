import fs from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import { exportFile } from '../../src/storage/named-file.ts';
import { makePipe } from '../helpers/child-process.ts';
import { newFolder } from '../helpers/folder.ts';

let folder = '';
beforeEach(() => {
  folder = newFolder('save');
});

const at = (name: string): string => join(folder, name);
const text = (name: string): string => fs.readFileSync(at(name), 'utf8');
const mode = (name: string): number => fs.statSync(at(name)).mode & 0o777;
const save = (name: string, chunks: Iterable<string> = ['new']) => exportFile({ path: at(name), chunks });

async function overwrite(name: string, chunks: Iterable<string> = ['new']) {
  const first = await save(name);
  if (first.kind !== 'exists') throw new Error(`it was ${first.kind}`);
  return exportFile({ path: at(name), chunks, replaces: first.existing });
}

test('export file: all chunks are written, for this user only, and no temporary file stays', async () => {
  const saved = await save('a.json', ['one ', 'twö\n']);

  expect(saved).toEqual({ kind: 'saved', path: at('a.json'), bytes: 9 });
  expect(text('a.json')).toBe('one twö\n');
  expect(mode('a.json')).toBe(0o600);
  expect(fs.readdirSync(folder)).toEqual(['a.json']);
});

test('export file: ~ is the home folder', async () => {
  vi.stubEnv('HOME', folder);

  expect(await exportFile({ path: '~/a', chunks: ['x'] })).toMatchObject({ path: at('a') });
});

test('export file: an existing file is overwritten, and then private, only as it was when the person agreed', async () => {
  fs.writeFileSync(at('a'), 'old', { mode: 0o644 });
  const first = await save('a');
  fs.writeFileSync(at('a'), 'changed');
  const replaces = first.kind === 'exists' ? first.existing : undefined;
  const second = await exportFile({ path: at('a'), chunks: ['new'], replaces });

  expect(first).toEqual({ kind: 'exists', existing: { bytes: 3, at: expect.any(Number) } });
  expect([second.kind, text('a')]).toEqual(['exists', 'changed']);
  expect(await overwrite('a')).toMatchObject({ kind: 'saved' });
  expect([text('a'), mode('a')]).toEqual(['new', 0o600]);
});

test('export file: a link stays a link, and its target is written', async () => {
  fs.mkdirSync(at('there'));
  fs.writeFileSync(at('there/a'), 'old');
  fs.symlinkSync(at('there/a'), at('link'));

  expect(await overwrite('link')).toMatchObject({ kind: 'saved', path: at('there/a') });
  expect(text('there/a')).toBe('new');
  expect(fs.readdirSync(at('there'))).toEqual(['a']);
});

test('export file: another hard link of an overwritten file keeps the old text', async () => {
  fs.writeFileSync(at('a'), 'old');
  fs.linkSync(at('a'), at('b'));

  await overwrite('a');

  expect(text('b')).toBe('old');
});

test.each<[string, (path: string) => unknown, string]>([
  ['a folder', path => fs.mkdirSync(path), 'it is a folder: add a file name'],
  ['a pipe', makePipe, 'it is not a regular file'],
  ['a device', path => fs.symlinkSync('/dev/null', path), 'it is not a regular file'],
  ['a broken link', path => fs.symlinkSync('/nowhere/x', path), 'it is a broken link'],
  ['a link to itself', path => fs.symlinkSync(path, path), 'its links form a loop'],
])('export file: %s is refused', async (_what, make, words) => {
  make(at('a'));

  expect(await save('a')).toEqual({ kind: 'problem', words });
});

test.each([
  ['none/a', 'no such folder'],
  ['file/a', 'part of the path is not a folder'],
  ['x'.repeat(300), 'the name is too long'],
  ['a\0b', 'the system refuses it (ERR_INVALID_ARG_VALUE)'],
])('export file: the reason why %j cannot be written is reported', async (name, words) => {
  fs.writeFileSync(at('file'), '');

  expect(await save(name)).toEqual({ kind: 'problem', words });
});

test.skipIf(process.getuid?.() === 0)('export file: a read-only folder is reported', async () => {
  fs.chmodSync(folder, 0o500);

  expect(await save('a')).toEqual({ kind: 'problem', words: 'no permission to write there' });
});

test('export file: a full disk is reported, and leaves an existing file unchanged and no part of a new one', async () => {
  function* full() {
    yield 'half';
    throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
  }
  const problem = { kind: 'problem', words: 'no space left on the disk' };

  expect(await save('a', full())).toEqual(problem);
  expect(fs.readdirSync(folder)).toEqual([]);
  fs.writeFileSync(at('a'), 'old');
  expect(await overwrite('a', full())).toEqual(problem);
  expect([text('a'), fs.readdirSync(folder)]).toEqual(['old', ['a']]);
});
