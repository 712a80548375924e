import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readSettings, settingsFile, settingsPath } from '../../src/settings/file.ts';

test('keys are read as one key or a list of keys, comments and all', async () => {
  const found = await readSettings('# mine\nkeys:\n  place.reload: R\n  record.raw: [y, "Y"]\n');

  expect(found).toEqual({
    keys: { 'place.reload': ['R'], 'record.raw': ['y', 'Y'] },
    views: {},
    protect: false,
    problems: [],
  });
});

test.each([
  ['keys: [1', 'not read'],
  ['- a\n- b', 'has to be a map'],
  ['keys: 5', 'keys: has to be a map'],
  ['keys:\n  place.reload: 5', 'keys.place.reload: has to be a key'],
  ['kyes: {}', 'did you mean keys?'],
  ['views: 5', 'views: has to be a map'],
  ['views: {a: 5}', 'views.a: has to be a place'],
])('%j is told and left out', async (text, words) => {
  const { problems } = await readSettings(text);

  expect(problems.join('\n')).toContain(words);
});

test.each([
  ['protect: true', true],
  ['protect: false', false],
  ['{}', false],
  ['protect: yes please', true],
  ['protect: 1', true],
])('%s protects: %j', async (text, protect) => {
  expect((await readSettings(text)).protect).toBe(protect);
});

test('no text makes reading the settings throw', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 200 }), async text => {
      await expect(readSettings(text)).resolves.toBeDefined();
    }),
  );
});

test('no file is no problem, and an unreadable one is one', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'botscope-settings-'));

  expect(await settingsFile(join(folder, 'none.yaml'))).toEqual({
    keys: {},
    views: {},
    protect: false,
    problems: [],
  });
  expect((await settingsFile(folder)).problems.join('')).toContain('cannot be read');

  writeFileSync(join(folder, 'good.yaml'), 'keys: {place.reload: R}');
  expect((await settingsFile(join(folder, 'good.yaml'))).keys['place.reload']).toEqual(['R']);
  rmSync(folder, { recursive: true });
});

test('the file is in the XDG configuration folder', () => {
  expect(settingsPath({ XDG_CONFIG_HOME: '/c' })).toBe('/c/botscope/settings.yaml');
  expect(settingsPath({})).toMatch(/\.config\/botscope\/settings\.yaml$/);
});
