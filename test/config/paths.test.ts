import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectPath, settingsPath } from '../../src/config/load.ts';
import { newFolder } from '../helpers/folder.ts';

test('project file: the nearest one upwards, not above the home folder', () => {
  const home = newFolder('project');
  mkdirSync(join(home, 'work', 'deep'), { recursive: true });
  writeFileSync(join(home, 'work', '.botscope.yaml'), 'skin: dark');

  expect(projectPath(join(home, 'work', 'deep'), home)).toBe(join(home, 'work', '.botscope.yaml'));
  expect(projectPath(home, home)).toBeUndefined();
});

test('settings file: in the XDG configuration folder; a relative one is ignored', () => {
  expect(settingsPath({ XDG_CONFIG_HOME: '/c' })).toBe('/c/botscope/settings.yaml');
  expect(settingsPath({ XDG_CONFIG_HOME: 'c' })).toMatch(/^\/.*\.config\/botscope\/settings\.yaml$/);
  expect(settingsPath({})).toMatch(/\.config\/botscope\/settings\.yaml$/);
});
