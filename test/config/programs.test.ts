// @module-tag program

import { chmodSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { spawnSync } from '../helpers/child-process.ts';
import { makeHome, SETTINGS } from '../helpers/home.ts';
import { program } from '../helpers/program.ts';

let home: ReturnType<typeof makeHome> | undefined;
afterEach(() => home?.remove());

/** A program that writes a file beside itself and prints a token. */
const noting = (path: string): string => `#!/bin/sh\necho > "$HOME/${path}.ran"\necho bp_pat_c4n4ryc4n4ry\n`;
const OURS = '.config/botscope/get-token';
const THEIRS = 'clone/get-token';

/** Lists bots in a folder of somebody else with a program of the same name. Returns which program ran. */
function listInClone(command: string, { path = process.env['PATH'] ?? '' } = {}) {
  home = makeHome({
    [SETTINGS]: `profiles: { rel: { url: "http://127.0.0.1:9", workspace: w, token_command: [${command}] } }\n`,
    'clone/.botscope.yaml': 'profile: rel\n',
    [OURS]: noting(OURS),
    [THEIRS]: noting(THEIRS),
  });
  const { folder, env } = home;
  for (const each of [OURS, THEIRS]) chmodSync(join(folder, each), 0o755);
  const { stderr } = spawnSync(program.command, [...program.args, 'bots', 'ls'], {
    encoding: 'utf8',
    cwd: join(folder, 'clone'),
    env: { ...env, PATH: path },
  });
  return { stderr, ran: [OURS, THEIRS].filter(each => existsSync(join(folder, `${each}.ran`))) };
}

test('token command: a relative path starts beside the settings file, not in the current folder', () => {
  expect(listInClone('./get-token').ran).toEqual([OURS]);
});

test('token command: a bare name is never searched in the current folder, whatever PATH holds', () => {
  const { stderr, ran } = listInClone('get-token', { path: `:.:clone::${process.env['PATH']}` });

  expect(ran).toEqual([]);
  expect(stderr).toContain('get-token cannot be run: it is not in PATH');
});

test('token command: a bare name is found in PATH', () => {
  const { stderr } = listInClone('echo, c4n4ry', { path: `:.:${process.env['PATH']}` });

  expect(stderr).toContain("Can't reach the server");
});
