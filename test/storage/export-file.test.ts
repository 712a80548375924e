import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { saveFile } from '../../src/storage/export-file.ts';
import { newFolder } from '../helpers/folder.ts';

let folder = '';
beforeEach(() => {
  folder = newFolder('save');
});
afterEach(() => {
  vi.unstubAllEnvs();
});

const at = (name: string): string => join(folder, name);
const text = (name: string): string => readFileSync(at(name), 'utf8');
const mode = (name: string): number => statSync(at(name)).mode & 0o777;
const save = (name: string, chunks: Iterable<string> = ['new']) => saveFile({ path: at(name), chunks });

/** Writes over a file after having been told that it is there. */
async function overwrite(name: string) {
  const first = await save(name);
  if (first.is !== 'exists') throw new Error(`it was ${first.is}`);
  return saveFile({ path: at(name), chunks: ['new'], replaces: first.existing });
}

test('a file is written in all its pieces, for this user only, and nothing else is left', async () => {
  const saved = await save('a.json', ['one ', 'twö\n']);

  expect(saved).toEqual({ is: 'saved', path: at('a.json'), bytes: 9 });
  expect(text('a.json')).toBe('one twö\n');
  expect(mode('a.json')).toBe(0o600);
  expect(readdirSync(folder)).toEqual(['a.json']);
});

test('~ is the home folder', async () => {
  vi.stubEnv('HOME', folder);

  expect(await saveFile({ path: '~/a', chunks: ['x'] })).toMatchObject({ path: at('a') });
});

test('a file that exists is not touched, and what there is to know of it is told', async () => {
  writeFileSync(at('a'), 'old');

  expect(await save('a')).toEqual({ is: 'exists', existing: { bytes: 3, at: expect.any(Number) } });
  expect(text('a')).toBe('old');
});

test('it is written over when that was said of this very file, and is then for this user only', async () => {
  writeFileSync(at('a'), 'old', { mode: 0o644 });

  expect(await overwrite('a')).toMatchObject({ is: 'saved' });
  expect(text('a')).toBe('new');
  expect(mode('a')).toBe(0o600);
});

test('a file that has changed since it was asked about is asked about again', async () => {
  writeFileSync(at('a'), 'changed');

  const saved = await saveFile({ path: at('a'), chunks: ['new'], replaces: { bytes: 3, at: 0 } });

  expect(saved.is).toBe('exists');
  expect(text('a')).toBe('changed');
});

test('a link stays a link: what it leads to is written', async () => {
  mkdirSync(at('there'));
  writeFileSync(at('there/a'), 'old');
  symlinkSync(at('there/a'), at('link'));

  expect(await overwrite('link')).toMatchObject({ is: 'saved', path: at('there/a') });
  expect(text('there/a')).toBe('new');
  expect(readdirSync(at('there'))).toEqual(['a']);
});

test('another name of an overwritten file keeps what it held', async () => {
  writeFileSync(at('a'), 'old');
  linkSync(at('a'), at('b'));

  await overwrite('a');

  expect(text('b')).toBe('old');
});

test.each<[string, (path: string) => unknown, string]>([
  ['a folder', path => mkdirSync(path), 'that is a folder: add a name'],
  ['a pipe', path => execFileSync('/bin/sh', ['-c', 'mkfifo "$0"', path]), 'that is no ordinary file'],
  ['a device', path => symlinkSync('/dev/null', path), 'that is no ordinary file'],
  ['a link that leads nowhere', path => symlinkSync('/nowhere/x', path), 'it is a link that leads nowhere'],
  ['a link to itself', path => symlinkSync(path, path), 'its links go round in a circle'],
])('%s is refused', async (_what, make, words) => {
  make(at('a'));

  expect(await save('a')).toEqual({ is: 'problem', words });
});

test.each([
  ['none/a', 'there is no such folder'],
  ['file/a', 'a part of the way there is no folder'],
  ['x'.repeat(300), 'the name is too long'],
  ['a\0b', 'it cannot be written (ERR_INVALID_ARG_VALUE)'],
])('%j cannot be written, and why is said', async (name, words) => {
  writeFileSync(at('file'), '');

  expect(await save(name)).toEqual({ is: 'problem', words });
});

test.skipIf(process.getuid?.() === 0)('a folder that may not be written to is told', async () => {
  chmodSync(folder, 0o500);

  expect(await save('a')).toEqual({ is: 'problem', words: 'you may not write there' });
});

test('a full disk is told', async () => {
  const full = Object.assign(new Error('no space'), { code: 'ENOSPC' });
  function* chunks() {
    yield 'half';
    throw full;
  }

  expect(await save('a', chunks())).toEqual({ is: 'problem', words: 'the disk is full' });
  expect(readdirSync(folder)).toEqual([]);
});

test('what breaks off leaves the file that was there as it was', async () => {
  writeFileSync(at('a'), 'old');
  const found = await save('a');
  function* chunks() {
    yield 'half';
    throw new Error('broken');
  }

  const replaces = found.is === 'exists' ? found.existing : undefined;

  expect(await saveFile({ path: at('a'), chunks: chunks(), replaces })).toMatchObject({ is: 'problem' });
  expect(text('a')).toBe('old');
  expect(readdirSync(folder)).toEqual(['a']);
});
