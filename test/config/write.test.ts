import { chmodSync, lstatSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { readSettingsFile } from '../../src/config/config-file.ts';
import { saveProfile, saveToken } from '../../src/config/settings-text.ts';
import { newFolder } from '../helpers/folder.ts';

let folder: string;
beforeEach(() => {
  folder = newFolder('views');
});

test('saveProfile: creates a missing file, readable by its owner only', async () => {
  const path = join(folder, 'botscope', 'settings.yaml');

  await saveProfile(path, 'a', { workspace: 'w', bp_login: 'default', protect: true });

  expect((await readSettingsFile(path)).profiles.map(({ name }) => name)).toEqual(['a']);
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test('saveProfile: keeps comments and other settings', async () => {
  const path = join(folder, 'settings.yaml');
  writeFileSync(path, '# mine\nkeys:\n  place.reload: R # often\n');

  await saveProfile(path, 'a', { workspace: 'w', bp_login: 'default', protect: true });

  expect(readFileSync(path, 'utf8')).toContain('# mine');
  expect(readFileSync(path, 'utf8')).toContain('# often');
  expect((await readSettingsFile(path)).keys['place.reload']).toEqual(['R']);
});

test('saveProfile: leaves a broken file unchanged', async () => {
  const path = join(folder, 'settings.yaml');
  writeFileSync(path, 'keys: [');

  await expect(
    saveProfile(path, 'a', { workspace: 'w', bp_login: 'default', protect: true }),
  ).rejects.toThrow('broken');

  expect(readFileSync(path, 'utf8')).toBe('keys: [');
});

test('saveProfile: keeps a link, and the mode of its target', async () => {
  const real = join(folder, 'dotfiles.yaml');
  const path = join(folder, 'settings.yaml');
  writeFileSync(real, 'views:\n  old: bots\n', { mode: 0o644 });
  symlinkSync(real, path);

  await saveProfile(path, 'a', { workspace: 'w', bp_login: 'default', protect: true });

  expect(lstatSync(path).isSymbolicLink()).toBe(true);
  expect(readFileSync(real, 'utf8')).toContain('workspace: w');
  expect(statSync(real).mode & 0o777).toBe(0o644);
});

test('saveProfile: adds to existing profiles, and sets the default only if there is none', async () => {
  const path = join(folder, 'settings.yaml');
  writeFileSync(path, '# mine\nskin: dark\n');

  await saveProfile(path, 'a', { workspace: 'w', bp_login: 'default', protect: true });
  await saveProfile(path, 'b', { workspace: 'w2', token_command: ['pass', 'bp'], protect: false });

  const { profiles, values, problems } = await readSettingsFile(path);
  expect(problems).toEqual([]);
  expect(values.profile?.text).toBe('a');
  expect(profiles).toMatchObject([
    { name: 'a', workspace: 'w', token: { kind: 'bp_login', value: 'default' }, protect: true },
    { name: 'b', token: { kind: 'token_command', value: ['pass', 'bp'] }, protect: false },
  ]);
  expect(readFileSync(path, 'utf8')).toContain('# mine');
});

test('saveToken: writes a file that only its owner can read, also in place of one that others could', () => {
  const path = join(folder, 'botscope', 'settings.yaml');
  saveToken(path, 'a', 'first');
  chmodSync(join(folder, 'botscope/tokens/a'), 0o644);

  expect(saveToken(path, 'a', 'second')).toBe('tokens/a');

  const file = join(folder, 'botscope/tokens/a');
  expect(readFileSync(file, 'utf8')).toBe('second\n');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(statSync(join(folder, 'botscope/tokens')).mode & 0o777).toBe(0o700);
});
