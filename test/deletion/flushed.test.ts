// @module-tag program

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { rawServer } from '../helpers/raw-server.ts';
import { newState, run } from '../helpers/run-cli.ts';
import { startSandbox } from '../helpers/sandbox.ts';

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
    const hook = join(folder, 'notes.cjs');
    writeFileSync(hook, NOTES);
    let before: readonly string[] = [];
    const server = await rawServer((request, response) => {
      response.setHeader('content-type', 'application/json');
      if (request.method === 'DELETE') before = readFileSync(notes, 'utf8').trim().split('\n');
      const bot = { id: 'b1', name: 'one', createdAt: '2026-01-01T00:00:00Z' };
      response.end(JSON.stringify(request.method === 'DELETE' ? {} : { bot }));
    });
    const sandbox = await startSandbox({ bots: 0 });
    const { code } = await run({ ...sandbox, url: server.url }, ['bots', 'delete', 'b1', '--confirm', 'b1'], {
      env: { NODE_OPTIONS: `--require ${hook}`, FLUSHED: notes, XDG_STATE_HOME: state },
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
