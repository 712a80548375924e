import { chmodSync, chownSync, mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readSettingsFile } from '../../src/config/config-file.ts';
import { makePipe, spawnSync } from '../helpers/child-process.ts';
import { newFolder } from '../helpers/folder.ts';
import { programAtHome, SETTINGS } from '../helpers/home.ts';

const PROJECT = 'work/.botscope.yaml';
const MIB = 1024 * 1024;
const OTHER_USER = 65_534;
const isRoot = process.getuid?.() === 0;

/** Things that are no settings file, each with a function that creates it and the reported reason. */
const KINDS: readonly (readonly [name: string, put: (path: string) => void, words: string])[] = [
  ['a pipe', path => makePipe(path), 'cannot be read (not a regular file)'],
  [
    'a link to an endless device',
    path => symlinkSync('/dev/zero', path),
    'cannot be read (not a regular file)',
  ],
  ['a folder', path => mkdirSync(path), 'cannot be read (not a regular file)'],
  [
    'a file of more than 1 MiB',
    path => writeFileSync(path, `# ${'x'.repeat(MIB)}`),
    'cannot be read (larger than 1 MiB)',
  ],
  [
    'a map of 100,000 keys',
    path => writeFileSync(path, Array.from({ length: 100_000 }, (_, at) => `k${at}:`).join('\n')),
    'line 1: it is far longer than any settings file',
  ],
  [
    'a map of aliases of aliases',
    path => {
      const map = (value: string) => Array.from({ length: 900 }, (_, at) => `k${at}: ${value}`).join(', ');
      writeFileSync(path, `a: &a {${map('1')}}\nb: &b {${map('*a')}}\nc: &c {${map('*b')}}\n`);
    },
    'Excessive alias count',
  ],
];

describe.each([
  ['settings', SETTINGS],
  ['project', PROJECT],
])('%s file replaced by', (_which, name) => {
  test.each(KINDS)(
    'settings file: %s is reported at once, and the program runs in safe mode',
    { tags: 'program' },
    (_kind, put, words) => {
      const { path, run } = programAtHome();
      put(path(name));

      const { status, stdout } = run('config', 'explain');

      expect(status).toBe(0);
      expect(stdout).toContain(words);
      expect(stdout).toMatch(/^read_only +yes +safe mode$/m);
    },
  );
});

test('bp login: a pipe in place of its file is no login, and nothing waits for it', {
  tags: 'program',
}, () => {
  const { path, run } = programAtHome();
  mkdirSync(path('.botpress'));
  makePipe(path('.botpress/profiles.json'));

  const { status, stdout } = run('profiles');

  expect([status, stdout]).toEqual([0, expect.stringContaining('No profiles or logins')]);
});

test('settings file: the first twenty problems are shown, then the number of the others', async () => {
  const path = join(newFolder('mistakes'), 'settings.yaml');
  writeFileSync(path, Array.from({ length: 500 }, (_, at) => `k${at}: 1`).join('\n'));

  const { problems } = await readSettingsFile(path);

  expect(problems).toHaveLength(21);
  expect(problems.at(-1)).toBe('settings.yaml: 480 more like these');
});

const PROFILE = 'skin: dark\nprofile: p\nprofiles: { p: { workspace: w, token_command: [touch, RAN] } }\n';

test('unsafe settings file: is refused in safe mode, runs nothing, and the doctor fails', {
  tags: 'program',
}, () => {
  const { path, run, files } = programAtHome({ [SETTINGS]: PROFILE });
  chmodSync(path(SETTINGS), 0o666);

  const explained = run('config', 'explain').stdout;
  const listed = run('bots', 'ls');
  const doctor = run('doctor');

  expect(explained).toMatch(
    /! \S+settings\.yaml is not used: any user of this machine can write to it \(mode 0666\)\. Check it, then: chmod o-w\. Safe mode: /,
  );
  expect(explained).toMatch(/^skin +terminal +the default$/m);
  expect(explained).toMatch(/^read_only +yes +safe mode$/m);
  expect(listed.stderr).toContain('(mode 0666)');
  expect(files().map(([each]) => each)).not.toContain(path('work/RAN'));
  expect(doctor.stdout).toMatch(/warn +your file .*is not used/);
  expect(doctor.stdout).toMatch(/FAIL +problem .*0666/);
});

test.each([
  ['its folder', 'config', 0o777],
  ['the folder of its target', 'dotfiles', 0o707],
])('unsafe settings file: is refused if any user may write to %s', async (_which, name, mode) => {
  const folder = newFolder('loose');
  for (const each of ['config', 'dotfiles']) mkdirSync(join(folder, each));
  writeFileSync(join(folder, 'dotfiles/mine.yaml'), PROFILE);
  symlinkSync('../dotfiles/mine.yaml', join(folder, 'config/settings.yaml'));
  const path = join(folder, 'config/settings.yaml');
  const safe = await readSettingsFile(path);
  chmodSync(join(folder, name), 0o1777);
  const sticky = await readSettingsFile(path);
  chmodSync(join(folder, name), mode);

  const { problems, profiles, isBroken } = await readSettingsFile(path);

  expect([safe.values.skin?.text, sticky.isBroken, isBroken, profiles]).toEqual(['dark', false, true, []]);
  expect(problems.join()).toContain(`${name} is not used: any user of this machine can write to it`);
});

test.each([0o600, 0o644, 0o664])(
  'settings file: mode %o is accepted, because the group is trusted',
  async mode => {
    const path = join(newFolder('group'), 'settings.yaml');
    writeFileSync(path, 'skin: dark\n');
    chmodSync(path, mode);

    expect(await readSettingsFile(path)).toMatchObject({
      problems: [],
      values: { skin: { text: 'dark' } },
    });
  },
);

test.skipIf(!isRoot)(
  'unsafe settings file: is refused when another user owns it, also behind our own link',
  { tags: 'program' },
  () => {
    const { path, run } = programAtHome({ [SETTINGS]: PROFILE });
    renameSync(path(SETTINGS), path('theirs'));
    chownSync(path('theirs'), OTHER_USER, OTHER_USER);
    symlinkSync(path('theirs'), path(SETTINGS));

    const { stdout } = run('config', 'explain');

    expect(stdout).toContain(`is not used: it belongs to another user (uid ${OTHER_USER})`);
    expect(stdout).toMatch(/^read_only +yes +safe mode$/m);
  },
);

test.skipIf(!isRoot).each<[what: string, put: (path: string) => void]>([
  ['that selects a profile', path => writeFileSync(path, 'workspace_id: theirs\nprofile: prod\n')],
  ['that is a pipe, so other users cannot cause safe mode', makePipe],
])('project file: one of another user is ignored with one line: %s', { tags: 'program' }, (_what, put) => {
  const { path, run } = programAtHome();
  put(path(PROJECT));
  spawnSync('chown', ['-h', String(OTHER_USER), path(PROJECT)]);

  const { stdout } = run('config', 'explain');

  expect(stdout.match(/^! .*/gm)).toEqual([
    expect.stringMatching(/\.botscope\.yaml is ignored: it belongs to another user \(uid 65534\)$/),
  ]);
  expect(stdout).toMatch(/^workspace_id +none /m);
  expect(stdout).toMatch(/^read_only +no /m);
  expect(stdout).toContain('project file  none');
});
