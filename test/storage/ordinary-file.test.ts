// @module-tag program

import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { makePipe, spawnSync } from '../helpers/child-process.ts';
import { newFolder } from '../helpers/folder.ts';
import { program } from '../helpers/program.ts';
import { envOf } from '../helpers/run-cli.ts';

/** Longer than any run on a busy machine: a program that waits for a pipe never ends. */
const HUNG_MS = 20_000;
const NOWHERE = envOf({ url: 'http://127.0.0.1:9', token: 'token', workspaceId: 'w' });

/** Options that name a file, which is read before any request. */
const DOORS: readonly (readonly [string, string])[] = [
  ['serve', '--records'],
  ['serve', '--faults'],
  ['--demo', '--records'],
  ['health', '--baseline'],
];

const FILES: readonly (readonly [name: string, put: (path: string, folder: string) => unknown])[] = [
  ['a pipe', makePipe],
  [
    'a link to a pipe',
    (path, folder) => {
      makePipe(join(folder, 'pipe'));
      symlinkSync('pipe', path);
    },
  ],
  ['an endless device', path => symlinkSync('/dev/zero', path)],
];

/** Runs the program on a file, and kills it if it hangs. */
const runOn = (words: readonly string[], path: string) =>
  spawnSync(program.command, [...program.args, ...words, path], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'] ?? '', HOME: newFolder('home'), ...NOWHERE },
    timeout: HUNG_MS,
    killSignal: 'SIGKILL',
  });

describe.each(DOORS)('%s %s', (...words) => {
  test.each(FILES)('ordinary file: %s is refused at once, with its name', (_name, put) => {
    const folder = newFolder('ordinary');
    put(join(folder, 'file'), folder);

    const { status, stderr } = runOn(words, join(folder, 'file'));

    expect([status, stderr]).toEqual([2, expect.stringContaining('/file')]);
    expect(stderr).toContain('(not a regular file)');
  });
});

const TOO_DEEP = 'nests too deeply';

test.each([
  ['nests too deeply', TOO_DEEP, '['.repeat(200_000) + ']'.repeat(200_000)],
  ['nests too deeply and is cut off', TOO_DEEP, '['.repeat(200_000)],
  [
    'nests too deeply in a record',
    TOO_DEEP,
    `{"bot":[{"id":"b","x":${'['.repeat(9000)}${']'.repeat(9000)}}]}`,
  ],
  ['is not UTF-8', 'is not UTF-8', Buffer.from([0x62, 0x6f, 0x74, 0x3a, 0x20, 0xff])],
])('records: a file that %s is refused with its name', (_name, words, contents) => {
  const path = join(newFolder('records'), 'records.json');
  writeFileSync(path, contents);

  const { status, stderr } = runOn(['serve', '--records'], path);

  expect([status, stderr]).toEqual([2, expect.stringMatching(`^botscope: ${path}: .*${words}\n$`)]);
});
