import { chmodSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { isNewer } from '../src/newer.ts';
import { run } from './headless/running.ts';
import { makeHome } from './helpers/home.ts';

let home: ReturnType<typeof makeHome> | undefined;
afterEach(() => home?.remove());

const TOKEN = 'bp_pat_c4n4ryc4n4ryc4n4ry';

/** `version --check` with a program in the place of npm, which notes what it is given. */
async function check(script: string | undefined) {
  home = makeHome(script === undefined ? {} : { 'bin/npm': `#!/bin/sh\nenv > "$HOME/env"\n${script}\n` });
  if (script !== undefined) chmodSync(join(home.folder, 'bin/npm'), 0o755);
  // Where there is no npm there is none beside Node either.
  const path = script === undefined ? '/nowhere' : [join(home.folder, 'bin'), '/usr/bin', '/bin'].join(':');
  return run(undefined, ['version', '--check'], { env: { ...home.env, PATH: path, BP_TOKEN: TOKEN } });
}

test('npm is asked for the published version, and given no token', async () => {
  const { code, out, err } = await check('echo "$@" > "$HOME/words"; echo 99.0.1');

  expect([code, err]).toEqual([0, '']);
  expect(out).toMatch(/^botscope \d+\.\d+\.\d+; 99\.0\.1 is published\n$/);
  expect(home?.read('words')).toBe('view botscope version\n');
  expect(home?.read('env')).not.toContain('c4n4ry');
});

test('an older or the same one is said to be none newer', async () => {
  expect((await check('echo 0.0.1')).out).toContain('there is no newer one');
});

test.each([
  ['echo npm error code E404 >&2; exit 1', 'npm ended with 1: npm error code E404'],
  ['echo "$(printf "\\033[2J")"', 'npm said no version: ^[[2J'],
  [undefined, 'npm is not installed'],
])('where nobody can tell that is said, and the exit code is 6: %j', async (script, words) => {
  const { code, out, err } = await check(script);

  expect([code, out]).toEqual([6, '']);
  expect(err).toContain(words);
});

test.each([
  ['0.2.0', '0.1.9', true],
  ['0.10.0', '0.9.9', true],
  ['1.0.0', '1.0.0', false],
  ['0.9.9', '1.0.0', false],
  ['1.0.1', '1.0.0', true],
])('%s after %s: %s', (version, than, wanted) => {
  expect(isNewer(version, than)).toBe(wanted);
});

test('without --check nobody is asked', async () => {
  home = makeHome({ 'bin/npm': '#!/bin/sh\ntouch "$HOME/asked"\n' });
  chmodSync(join(home.folder, 'bin/npm'), 0o755);
  const path = [join(home.folder, 'bin'), dirname(process.execPath), '/usr/bin', '/bin'].join(':');
  for (const words of [['version'], ['--version'], ['bots', 'ls', '--demo', '--limit', '1'], ['doctor']])
    await run(undefined, words, { env: { ...home.env, PATH: path } });

  expect(home.files().filter(([name]) => name.endsWith('/asked'))).toEqual([]);
});
