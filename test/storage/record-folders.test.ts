import fs from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import {
  MAX_SNAPSHOT,
  MAX_SNAPSHOTS,
  openBackupFolder,
  openSnapshots,
  type Snapshot,
  snapshotFolderName,
} from '../../src/storage/record-folders.ts';
import { whyNot } from '../../src/text/result.ts';
import { newFolder } from '../helpers/folder.ts';

const AT = new Date('2026-11-21T09:14:07Z');

let folder: string;
beforeEach(() => {
  folder = newFolder('records');
});

test('backups: are written into a folder a day, for their owner only, and read back', () => {
  const trash = openBackupFolder(join(folder, 'trash'));

  expect(trash.save({ name: 'bot-9f3c', text: '{"a":1}' }, AT)).toEqual({
    ok: true,
    value: '2026-11-21/bot-9f3c.091407.json',
  });

  expect(trash.list()).toEqual(['2026-11-21/bot-9f3c.091407.json']);
  expect(trash.read('2026-11-21/bot-9f3c.091407.json')).toBe('{"a":1}');
  expect(fs.statSync(join(folder, 'trash/2026-11-21/bot-9f3c.091407.json')).mode & 0o777).toBe(0o600);
  expect(fs.statSync(join(folder, 'trash/2026-11-21')).mode & 0o777).toBe(0o700);
});

test('backups: an invalid file name becomes a valid one, and two of them stay two files', () => {
  const trash = openBackupFolder(folder);

  for (const name of ['../../etc/x', '..\u0000\n', '/', `${'ü'.repeat(400)}`, `${'ä'.repeat(400)}`])
    expect(trash.save({ name, text: name }, AT).ok).toBe(true);

  expect(trash.list()).toHaveLength(5);
  expect(trash.list().every(path => /^2026-11-21\/[\w.-]+\.json$/.test(path))).toBe(true);
});

test('backups: are listed newest first', () => {
  const trash = openBackupFolder(folder);
  const backUp = (name: string, at: string): unknown => trash.save({ name: name, text: '{}' }, new Date(at));

  backUp('bot-b', '2026-11-21T09:14:07Z');
  backUp('bot-c', '2026-11-21T09:14:09Z');
  backUp('bot-a', '2026-11-21T09:14:08Z');
  backUp('bot-d', '2026-11-20T23:00:00Z');

  expect(trash.list().map(path => path.slice(11, 16))).toEqual(['bot-c', 'bot-a', 'bot-b', 'bot-d']);
});

test('backups: a link in place of a backup is not read', () => {
  const trash = openBackupFolder(join(folder, 'trash'));
  const other = newFolder('other');
  fs.writeFileSync(join(other, 'a.json'), '{"a":1}');
  fs.mkdirSync(join(folder, 'trash/2026-11-21'), { recursive: true });
  fs.symlinkSync(join(other, 'a.json'), join(folder, 'trash/2026-11-21/l.json'));

  expect(() => trash.read('2026-11-21/l.json')).toThrow('not a file');
});

test('backups: links of this user are followed, and the mode of their targets is unchanged', () => {
  const [target, day] = [join(folder, 'target'), join(folder, 'day')];
  for (const each of [target, day]) fs.mkdirSync(each, { mode: 0o755 });
  fs.symlinkSync(target, join(folder, 'trash'));
  fs.symlinkSync(day, join(target, '2026-11-21'));

  expect(openBackupFolder(join(folder, 'trash')).save({ name: 'bot', text: '{}' }, AT).ok).toBe(true);

  for (const each of [target, day]) expect(fs.statSync(each).mode & 0o777).toBe(0o755);
});

test.skipIf(process.getuid?.() !== 0)('backups: a link of another user is refused, with the reason', () => {
  fs.mkdirSync(join(folder, 'target'));
  fs.symlinkSync(join(folder, 'target'), join(folder, 'trash'));
  fs.lchownSync(join(folder, 'trash'), 65_534, 65_534);

  expect(whyNot(openBackupFolder(join(folder, 'trash')).save({ name: 'bot', text: '{}' }, AT))).toContain(
    'its path has a link of another user',
  );
  expect(fs.readdirSync(join(folder, 'target'))).toEqual([]);
});

const copies = (): string =>
  join(folder, 'botscope', snapshotFolderName('https://api.example.org', 'wkspace_1'));
const open = () => openSnapshots(copies(), vi.fn());
const files = (): readonly string[] => fs.readdirSync(copies()).map(name => join(copies(), name));
const copy = (place: string, text = '{"a":12345678901234567890}\n', at = 7): Snapshot => ({
  place,
  text,
  at,
});

function keepIn(opened: ReturnType<typeof open>, ...copies: readonly Snapshot[]): void {
  for (const each of copies) opened.save(each);
  opened.flush();
}
const keep = (...copies: readonly Snapshot[]): void => keepIn(open(), ...copies);

test('snapshots: are read back unchanged in the next run', () => {
  keep(copy('bot/b1'), copy('bot/b2', '{}'));

  expect(open().read('bot/b1')).toEqual(copy('bot/b1'));
  expect(open().read('bot/b3')).toBeUndefined();
});

test('snapshots: the last one of a place wins, and can be read before it is written', () => {
  const opened = open();
  keep(copy('bot/b1', 'old'));

  opened.save(copy('bot/b1', 'new', 9));

  expect(opened.read('bot/b1')).toEqual(copy('bot/b1', 'new', 9));
  expect(open().read('bot/b1')?.text).toBe('old');
  opened.flush();
});

test('snapshots: files and folder are for their owner only, and name no server or place', () => {
  fs.mkdirSync(copies(), { recursive: true, mode: 0o755 });

  keep(copy('bot/../../x'), copy('bot/b1'));

  expect(copies()).not.toContain('example');
  expect(fs.statSync(copies()).mode & 0o777).toBe(0o700);
  for (const name of fs.readdirSync(copies())) expect(name).toMatch(/^[0-9a-f]{32}\.json$/);
  for (const path of files()) expect(fs.statSync(path).mode & 0o777).toBe(0o600);
});

test.each(['', 'no json', '{"version":1}\n{}', '[1]\n', 'cut'])(
  'snapshots: a file with "%s" in it is quarantined',
  text => {
    keep(copy('bot/b1', '{"a":"long enough"}'));
    const [path = ''] = files();
    fs.writeFileSync(path, text === 'cut' ? fs.readFileSync(path, 'utf8').slice(0, -3) : text);

    expect(open().read('bot/b1')).toBeUndefined();

    expect(files()).toEqual([`${path}.broken`]);
  },
);

test('snapshots: a file of a newer version is neither read nor overwritten', () => {
  keep(copy('bot/b1'));
  const [path = ''] = files();
  fs.writeFileSync(path, '{"version":2,"other":true}\n{}');

  keep(copy('bot/b1', 'mine'));

  expect(open().read('bot/b1')).toBeUndefined();
  expect(fs.readFileSync(path, 'utf8')).toBe('{"version":2,"other":true}\n{}');
});

test('snapshots: the oldest files are removed beyond the limit', () => {
  keep(...Array.from({ length: MAX_SNAPSHOTS }, (_, at) => copy(`bot/b${at}`)));
  for (const [at, path] of files().entries()) fs.utimesSync(path, at + 1, at + 1);
  const [oldest = ''] = files();

  keep(copy('bot/new'));

  expect(files()).toHaveLength(MAX_SNAPSHOTS);
  expect(files()).not.toContain(oldest);
  expect(open().read('bot/new')).toEqual(copy('bot/new'));
});

test('snapshots: a folder that cannot be written is reported once, and written as soon as it can be', () => {
  const inTheWay = join(folder, 'botscope');
  fs.writeFileSync(inTheWay, '');
  const onProblem = vi.fn();
  const opened = openSnapshots(copies(), onProblem);

  for (const place of ['bot/b1', 'bot/b2']) keepIn(opened, copy(place));
  fs.rmSync(inTheWay);
  keepIn(opened, copy('bot/b3'));

  expect(onProblem.mock.calls).toEqual([[expect.stringMatching(/^The last version of .+ is not saved/)]]);
  for (const place of ['bot/b1', 'bot/b2', 'bot/b3']) expect(open().read(place)).toEqual(copy(place));
});

test('snapshots: of those that cannot be written, only the latest 16 stay in memory', () => {
  fs.writeFileSync(join(folder, 'botscope'), 'in the way');
  const opened = open();
  const places = Array.from({ length: 40 }, (_, at) => `bot/b${at}`);

  for (const place of places) keepIn(opened, copy(place, 'x'.repeat(MAX_SNAPSHOT)));

  expect(places.filter(place => opened.read(place) !== undefined)).toEqual(places.slice(-16));
});

test('snapshots: a record that is too long is reported once, its older one removed, and the next one saved', () => {
  const onProblem = vi.fn();
  const opened = openSnapshots(copies(), onProblem);
  const huge = copy('bot/huge', 'x'.repeat(MAX_SNAPSHOT + 1));

  for (const each of [copy('bot/huge'), huge, huge]) keepIn(opened, each);
  expect(files()).toEqual([]);
  keepIn(opened, copy('bot/b2'));

  expect(onProblem.mock.calls).toEqual([['bot/huge is too large: its last version is not saved.']]);
  expect(open().read('bot/b2')).toEqual(copy('bot/b2'));
});
