import { chmodSync, lstatSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { readSettingsFile } from '../../src/config/config-file.ts';
import { projectPath, settingsPath } from '../../src/config/load.ts';
import { saveProfile, saveToken } from '../../src/config/profiles.ts';
import { newFolder } from '../helpers/folder.ts';

const PROFILE = { workspace: 'w', bp_login: 'default', protect: true };

let folder: string;
let path: string;
beforeEach(() => {
  folder = newFolder('views');
  path = join(folder, 'settings.yaml');
});

const text = (): string => readFileSync(path, 'utf8');
const modeOf = (file: string): number => statSync(file).mode & 0o777;

test('saveProfile: creates a missing file, readable by its owner only', async () => {
  path = join(folder, 'botscope', 'settings.yaml');

  await saveProfile(path, 'a', PROFILE);

  expect((await readSettingsFile(path)).profiles.map(({ name }) => name)).toEqual(['a']);
  expect(modeOf(path)).toBe(0o600);
});

test('saveProfile: keeps comments and other settings, and sets the default only if there is none', async () => {
  writeFileSync(path, '# mine\nkeys:\n  place.reload: R # often\n');

  await saveProfile(path, 'a', PROFILE);
  await saveProfile(path, 'b', { workspace: 'w2', token_command: ['pass', 'bp'], protect: false });

  expect(text()).toMatch(/# mine[\s\S]*# often/);
  expect(await readSettingsFile(path)).toMatchObject({
    problems: [],
    keys: { 'place.reload': ['R'] },
    values: { profile: { text: 'a' } },
    profiles: [
      { name: 'a', workspace: 'w', token: { kind: 'bp_login', value: 'default' }, protect: true },
      { name: 'b', token: { kind: 'token_command', value: ['pass', 'bp'] }, protect: false },
    ],
  });
});

test('saveProfile: leaves a broken file, and one that others can write to, unchanged', async () => {
  writeFileSync(path, 'keys: [');
  await expect(saveProfile(path, 'a', PROFILE)).rejects.toThrow('broken');
  expect(text()).toBe('keys: [');

  writeFileSync(path, 'skin: dark\n');
  chmodSync(path, 0o606);
  await expect(saveProfile(path, 'a', PROFILE)).rejects.toThrow('can write to it (mode 0606)');
  expect(text()).toBe('skin: dark\n');
});

test('saveProfile: keeps a link, and the mode of its target', async () => {
  const real = join(folder, 'dotfiles.yaml');
  writeFileSync(real, 'views:\n  old: bots\n', { mode: 0o644 });
  symlinkSync(real, path);

  await saveProfile(path, 'a', PROFILE);

  expect(lstatSync(path).isSymbolicLink()).toBe(true);
  expect(readFileSync(real, 'utf8')).toContain('workspace: w');
  expect(modeOf(real)).toBe(0o644);
});

test('saveToken: writes a file that only its owner can read, also in place of one that others could', () => {
  const file = join(folder, 'tokens/a');
  saveToken(path, 'a', 'first');
  chmodSync(file, 0o644);

  expect(saveToken(path, 'a', 'second')).toBe('tokens/a');

  expect(readFileSync(file, 'utf8')).toBe('second\n');
  expect([modeOf(file), modeOf(join(folder, 'tokens'))]).toEqual([0o600, 0o700]);
});

test('project file: the nearest one upwards, not above the home folder', () => {
  mkdirSync(join(folder, 'work', 'deep'), { recursive: true });
  writeFileSync(join(folder, 'work', '.botscope.yaml'), 'skin: dark');

  expect(projectPath(join(folder, 'work', 'deep'), folder)).toBe(join(folder, 'work', '.botscope.yaml'));
  expect(projectPath(folder, folder)).toBeUndefined();
});

test('settings file: in the XDG configuration folder; a relative one is ignored', () => {
  expect(settingsPath({ XDG_CONFIG_HOME: '/c' })).toBe('/c/botscope/settings.yaml');
  expect(settingsPath({ XDG_CONFIG_HOME: 'c' })).toMatch(/^\/.*\.config\/botscope\/settings\.yaml$/);
  expect(settingsPath({})).toMatch(/\.config\/botscope\/settings\.yaml$/);
});
