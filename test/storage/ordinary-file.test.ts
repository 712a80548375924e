// @module-tag program

import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { makePipe } from '../helpers/child-process.ts';
import { newFolder } from '../helpers/folder.ts';
import { run } from '../helpers/run-cli.ts';

const NOWHERE = { url: 'http://127.0.0.1:9', token: 'token', workspaceId: 'w' };

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

describe.each(DOORS)('%s %s', (...words) => {
  test.each(FILES)('ordinary file: %s is refused at once, with its name', async (_name, put) => {
    const folder = newFolder('ordinary');
    put(join(folder, 'file'), folder);

    const { code, err } = await run(NOWHERE, [...words, join(folder, 'file')]);

    expect([code, err]).toEqual([2, expect.stringContaining('/file')]);
    expect(err).toContain('(not a regular file)');
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
])('records: a file that %s is refused with its name', async (_name, words, contents) => {
  const path = join(newFolder('records'), 'records.json');
  writeFileSync(path, contents);

  const { code, err } = await run(NOWHERE, ['serve', '--records', path]);

  expect([code, err]).toEqual([2, expect.stringMatching(`^botscope: ${path}: .*${words}\n$`)]);
});
