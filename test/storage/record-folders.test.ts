import { lchownSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { openBackupFolder } from '../../src/storage/record-folders.ts';
import { whyNot } from '../../src/text/result.ts';
import { newFolder } from '../helpers/folder.ts';

const AT = new Date('2026-11-21T09:14:07Z');

let folder: string;
beforeEach(() => {
  folder = newFolder('trash');
});

test('backups: are written into a folder a day, for their owner only, and read back', () => {
  const trash = openBackupFolder(join(folder, 'trash'));

  expect(trash.save('bot-9f3c', AT, '{"a":1}')).toEqual({
    ok: true,
    value: '2026-11-21/bot-9f3c.091407.json',
  });

  expect(trash.list()).toEqual(['2026-11-21', '2026-11-21/bot-9f3c.091407.json'].slice(1));
  expect(trash.read('2026-11-21/bot-9f3c.091407.json')).toBe('{"a":1}');
  expect(statSync(join(folder, 'trash/2026-11-21/bot-9f3c.091407.json')).mode & 0o777).toBe(0o600);
  expect(statSync(join(folder, 'trash/2026-11-21')).mode & 0o777).toBe(0o700);
});

test('backups: an invalid file name becomes a valid one, and two of them stay two files', () => {
  const trash = openBackupFolder(folder);

  for (const name of ['../../etc/x', '..\u0000\n', '/', `${'ü'.repeat(400)}`, `${'ä'.repeat(400)}`])
    expect(trash.save(name, AT, name).ok).toBe(true);

  expect(trash.list()).toHaveLength(5);
  expect(trash.list().every(path => /^2026-11-21\/[\w.-]+\.json$/.test(path))).toBe(true);
});

test('backups: a failed write is reported', () => {
  writeFileSync(join(folder, 'file'), '');

  expect(whyNot(openBackupFolder(join(folder, 'file')).save('bot', AT, ''))).toContain(
    'The backup cannot be written',
  );
  expect(openBackupFolder(join(folder, 'nowhere')).list()).toEqual([]);
});

test('backups: are listed newest first', () => {
  const trash = openBackupFolder(folder);
  const backUp = (name: string, at: string): unknown => trash.save(name, new Date(at), '{}');

  backUp('bot-b', '2026-11-21T09:14:07Z');
  backUp('bot-c', '2026-11-21T09:14:09Z');
  backUp('bot-a', '2026-11-21T09:14:08Z');
  backUp('bot-d', '2026-11-20T23:00:00Z');

  expect(trash.list().map(path => path.slice(11, 16))).toEqual(['bot-c', 'bot-a', 'bot-b', 'bot-d']);
});

test('backups: a link in place of a backup is not read', () => {
  const trash = openBackupFolder(join(folder, 'trash'));
  const other = newFolder('other');
  writeFileSync(join(other, 'a.json'), '{"a":1}');
  mkdirSync(join(folder, 'trash/2026-11-21'), { recursive: true });
  symlinkSync(join(other, 'a.json'), join(folder, 'trash/2026-11-21/l.json'));

  expect(() => trash.read('2026-11-21/l.json')).toThrow('not a file');
});

test('backups: links of this user are followed, and the mode of their targets is unchanged', () => {
  const [target, day] = [join(folder, 'target'), join(folder, 'day')];
  for (const each of [target, day]) mkdirSync(each, { mode: 0o755 });
  symlinkSync(target, join(folder, 'trash'));
  symlinkSync(day, join(target, '2026-11-21'));

  expect(openBackupFolder(join(folder, 'trash')).save('bot', AT, '{}').ok).toBe(true);

  for (const each of [target, day]) expect(statSync(each).mode & 0o777).toBe(0o755);
});

test.skipIf(process.getuid?.() !== 0)('backups: a link of another user is refused, with the reason', () => {
  mkdirSync(join(folder, 'target'));
  symlinkSync(join(folder, 'target'), join(folder, 'trash'));
  lchownSync(join(folder, 'trash'), 65_534, 65_534);

  expect(whyNot(openBackupFolder(join(folder, 'trash')).save('bot', AT, '{}'))).toContain(
    'its path has a link of another user',
  );
  expect(readdirSync(join(folder, 'target'))).toEqual([]);
});
