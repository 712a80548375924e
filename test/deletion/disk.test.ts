// @module-tag program

import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { preload } from '../helpers/preload.ts';
import { rawServer } from '../helpers/raw-server.ts';
import { inShell, newState, run } from '../helpers/run-cli.ts';
import { sandboxPerTest, startSandbox } from '../helpers/sandbox.ts';

/** Largest file that the program may write. */
const MAX_KB = 64;
const MAX_BYTES = MAX_KB * 1024;

const sandbox = sandboxPerTest({ bots: 4 });
let state: string;
beforeEach(() => {
  state = newState();
});

const journalPath = (): string => join(state, 'botscope', 'journal.ndjson');
const journal = (): string => readFileSync(journalPath(), 'utf8');
const deletes = () => sandbox.requests.filter(({ method }) => method === 'DELETE');

const stages = (): readonly string[] =>
  journal()
    .split('\n')
    .filter(line => line.includes('"stage"'))
    .map(line => String(JSON.parse(line).stage));

function fillJournal(room: number): string {
  const line = `${JSON.stringify({ filler: '' })}\n`;
  const text = `${'{}\n'.repeat(100)}${JSON.stringify({ filler: 'x'.repeat(MAX_BYTES - room - 300 - line.length) })}\n`;
  mkdirSync(join(state, 'botscope'), { mode: 0o700 });
  writeFileSync(journalPath(), text);
  expect(statSync(journalPath()).size).toBe(MAX_BYTES - room);
  return text;
}

/** Deletes a bot where no file can grow beyond a limit: like a full disk, it accepts only part of a write. */
const deleteBot = () =>
  inShell(sandbox, `ulimit -f ${MAX_KB}; botscope bots delete ${sandbox.ids.botId} --confirm support-prod`, {
    XDG_STATE_HOME: state,
  });

test('journal: if only part of the first entry fits on the disk, it is cut off and no DELETE is sent', async () => {
  const before = fillJournal(100);

  const { code, out, err } = await deleteBot();

  expect(deletes()).toEqual([]);
  expect(journal()).toBe(before);
  expect(code).not.toBe(0);
  expect(out + err).toContain('Nothing was sent');
  expect(out + err).toContain('journal.ndjson cannot be written (EFBIG)');
});

test('journal: if only the first entry fits, the DELETE is sent once and the missing second entry is reported', async () => {
  const before = fillJournal(500);

  const { out } = await deleteBot();

  expect(deletes()).toHaveLength(1);
  expect(stages()).toEqual(['sending']);
  expect(journal().startsWith(before) && journal().endsWith('}\n')).toBe(true);
  expect(out).toContain('Deleted bot support-prod');
  expect(out).toContain('journal.ndjson cannot be written (EFBIG)');
});

/** Script that the program loads first. It notes every file and folder that is flushed to disk. */
const NOTES = `
const fs = require('node:fs');
const { fsyncSync } = fs;
const note = file => fs.appendFileSync(process.env.FLUSHED, fs.readlinkSync('/proc/self/fd/' + file) + '\\n');
fs.fsyncSync = file => { fsyncSync(file); note(file); };
require('node:module').syncBuiltinESMExports();
`;

test.skipIf(!existsSync('/proc/self/fd'))(
  'delete: backup, its folders and the first journal entry are flushed to disk before the DELETE is sent',
  async () => {
    const [state, folder] = [newState(), newState()];
    const notes = join(folder, 'flushed');
    let before: readonly string[] = [];
    const server = await rawServer((request, response) => {
      response.setHeader('content-type', 'application/json');
      if (request.method === 'DELETE') before = readFileSync(notes, 'utf8').trim().split('\n');
      const bot = { id: 'b1', name: 'one', createdAt: '2026-01-01T00:00:00Z' };
      response.end(JSON.stringify(request.method === 'DELETE' ? {} : { bot }));
    });
    const sandbox = await startSandbox({ bots: 0 });
    const { code } = await run({ ...sandbox, url: server.url }, ['bots', 'delete', 'b1', '--confirm', 'b1'], {
      env: { ...preload(NOTES), FLUSHED: notes, XDG_STATE_HOME: state },
    });
    await Promise.all([server.close(), sandbox.close()]);

    expect(code).toBe(0);
    expect(
      before.map(path =>
        basename(path)
          .replace(/^\.?bot-b1.*/, 'backup')
          .replace(/^\d{4}-.*/, 'day'),
      ),
    ).toEqual(
      expect.arrayContaining(['backup', 'day', 'trash', 'botscope', basename(state), 'journal.ndjson']),
    );
  },
);
