import { mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import { type Copy, copyFolderName, MAX_COPIES, MAX_COPY, openCopies } from '../../src/storage/snapshots.ts';
import { newFolder } from '../helpers/folder.ts';

let base: string;
beforeEach(() => {
  base = newFolder('copies');
});

const folder = (): string => join(base, 'botscope', copyFolderName('https://api.example.org', 'wkspace_1'));
const open = () => openCopies(folder(), vi.fn());
const files = (): readonly string[] => readdirSync(folder()).map(name => join(folder(), name));
const copy = (place: string, text = '{"a":12345678901234567890}\n', at = 7): Copy => ({ place, text, at });

function keep(...copies: readonly Copy[]): void {
  const opened = open();
  for (const each of copies) opened.save(each);
  opened.flush();
}

test('a copy is there again in the next run, letter by letter', () => {
  keep(copy('bot/b1'), copy('bot/b2', '{}'));

  expect(open().read('bot/b1')).toEqual(copy('bot/b1'));
  expect(open().read('bot/b3')).toBeUndefined();
});

test('the last copy of a place is the one that stays, and what waits to be written can be read', () => {
  const opened = open();
  keep(copy('bot/b1', 'old'));

  opened.save(copy('bot/b1', 'new', 9));

  expect(opened.read('bot/b1')).toEqual(copy('bot/b1', 'new', 9));
  expect(open().read('bot/b1')?.text).toBe('old');
  opened.flush();
});

test('files and folder are for their owner only', () => {
  mkdirSync(folder(), { recursive: true, mode: 0o755 });

  keep(copy('bot/b1'));

  expect(statSync(folder()).mode & 0o777).toBe(0o700);
  for (const path of files()) expect(statSync(path).mode & 0o777).toBe(0o600);
});

test('no name of a server or of a place is a file name', () => {
  keep(copy('bot/../../x'), copy('bot/b1'));

  expect(folder()).not.toContain('example');
  for (const name of readdirSync(folder())) expect(name).toMatch(/^[0-9a-f]{32}\.json$/);
});

test.each(['', 'no json', '{"version":1}\n{}', '[1]\n', 'cut'])(
  'a file with "%s" in it is set aside',
  text => {
    keep(copy('bot/b1', '{"a":"long enough"}'));
    const [path = ''] = files();
    writeFileSync(path, text === 'cut' ? readFileSync(path, 'utf8').slice(0, -3) : text);

    expect(open().read('bot/b1')).toBeUndefined();

    expect(files()).toEqual([`${path}.broken`]);
  },
);

test('a file of a later botscope is neither read nor written over', () => {
  keep(copy('bot/b1'));
  const [path = ''] = files();
  writeFileSync(path, '{"version":2,"other":true}\n{}');

  keep(copy('bot/b1', 'mine'));

  expect(open().read('bot/b1')).toBeUndefined();
  expect(readFileSync(path, 'utf8')).toBe('{"version":2,"other":true}\n{}');
});

test('what is too long is not kept, and neither is what it was before', () => {
  keep(copy('bot/b1'));

  keep(copy('bot/b1', 'x'.repeat(MAX_COPY + 1)));

  expect(files()).toEqual([]);
});

test('of too many the ones written longest ago go', () => {
  keep(...Array.from({ length: MAX_COPIES }, (_, at) => copy(`bot/b${at}`)));
  for (const [at, path] of files().entries()) utimesSync(path, at + 1, at + 1);
  const [oldest = ''] = files();

  keep(copy('bot/new'));

  expect(files()).toHaveLength(MAX_COPIES);
  expect(files()).not.toContain(oldest);
  expect(open().read('bot/new')).toEqual(copy('bot/new'));
});

test('a folder that cannot be written is said once and done without', () => {
  writeFileSync(join(base, 'botscope'), 'in the way');
  const said = vi.fn();
  const opened = openCopies(folder(), said);

  for (const place of ['bot/b1', 'bot/b2']) {
    opened.save(copy(place));
    opened.flush();
  }

  expect(said).toHaveBeenCalledTimes(1);
  expect(said).toHaveBeenCalledWith(expect.stringMatching(/^What was seen of .+ is not kept/));
});

test('the first record of a new folder that is too long is named once, and the next one is kept', () => {
  const said = vi.fn();
  const opened = openCopies(folder(), said);

  for (let times = 0; times < 2; times++) {
    opened.save(copy('bot/huge', 'x'.repeat(MAX_COPY + 1)));
    opened.flush();
  }
  opened.save(copy('bot/b2'));
  opened.flush();

  expect(said.mock.calls).toEqual([['bot/huge is too long to be remembered.']]);
  expect(open().read('bot/b2')).toEqual(copy('bot/b2'));
});
