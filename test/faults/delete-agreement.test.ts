// @module-tag program

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { listen } from '../api/test-client.ts';
import { openOn } from '../helpers/journey.ts';
import { pace } from '../helpers/pace.ts';
import { envOf, newState, start } from '../helpers/run-cli.ts';

const BOT = { id: 'bot_0001', name: 'one', createdAt: '2026-01-01T00:00:00Z' };
const WAITING = { timeout: 20_000 * pace, interval: 20 };

/** Starts a server with one bot. A DELETE gets no response before `carryOut`, also if its client has gone. */
async function lateServer() {
  const log: string[] = [];
  const waiting: ServerResponse[] = [];
  let exists = true;
  const server = await listen(({ method = '', url = '' }, response) => {
    log.push(method);
    response.setHeader('content-type', 'application/json');
    if (method === 'DELETE') return void waiting.push(response);
    const isList = url.endsWith('/bots');
    if (isList) return void response.end(JSON.stringify({ bots: exists ? [BOT] : [] }));
    response.writeHead(exists ? 200 : 404).end(JSON.stringify(exists ? { bot: BOT } : {}));
  });
  return {
    where: { url: server.url, token: 'token', workspaceId: 'w' },
    deletes: () => log.filter(method => method === 'DELETE').length,
    carryOut: (): void => {
      exists = false;
      for (const response of waiting) response.end('{}');
    },
  };
}

/** A disturbance of one delete, and what command, journal, server and screen say about it. */
type Row = {
  readonly name: string;
  readonly signal?: 'SIGKILL';
  readonly result: string | undefined;
  readonly code: number;
  /** Moment at which the server carries the DELETE out. */
  readonly carriedOut: 'after the look' | 'during the look';
  /** Texts on the screen of another explorer that looks for unfinished deletes, in this order. */
  readonly screen: readonly string[];
  /** Stages in the journal at the end. */
  readonly stages: readonly string[];
};

const GONE = 'bot bot_0001 is gone (404). 1 line of the journal cannot be read';
const ROWS: readonly Row[] = [
  {
    name: 'the program is killed, and the server carries the DELETE out later',
    signal: 'SIGKILL',
    ...{ result: undefined, code: 128, carriedOut: 'after the look' },
    screen: ['The server may still carry out the delete of bot bot_0001', GONE],
    stages: ['sending', 'deleted'],
  },
  {
    name: 'the response is late, and the server carries the DELETE out later',
    ...{ result: 'unknown', code: 6, carriedOut: 'after the look' },
    screen: ['The server may still carry out the delete of bot bot_0001', GONE],
    stages: ['sending', 'unknown', 'deleted'],
  },
  {
    name: 'another program looks while the DELETE is under way',
    ...{ result: 'deleted', code: 0, carriedOut: 'during the look' },
    screen: ['Still running: the delete of bot bot_0001'],
    stages: ['sending', 'deleted'],
  },
];

test.each(ROWS)('delete: if $name, result, exit code, journal, screen and server agree', async row => {
  const { where, deletes, carryOut } = await lateServer();
  const state = newState();
  const env = { XDG_STATE_HOME: state };
  const journal = join(state, 'botscope', 'journal.ndjson');
  mkdirSync(join(state, 'botscope'), { mode: 0o700 });
  writeFileSync(journal, '{}\n');
  const isDuring = row.carriedOut === 'during the look';
  // The explorer opens within the timeout that the server may still need, also beside other work.
  const timeout = isDuring ? '60' : '8';
  const words = ['bots', 'delete', BOT.id, '--confirm', BOT.name, '-o', 'json', '--timeout', timeout];

  const { child, ended } = start(where, words, env);
  await vi.waitUntil(() => deletes() > 0, WAITING);
  if (row.signal !== undefined) child.kill(row.signal);
  if (!isDuring) await ended;
  const { terminal: look } = await openOn(undefined, {
    flags: ['--timeout', '9'],
    columns: 110,
    env: { ...envOf(where), ...env },
  });
  await look.waitFor(BOT.name);
  await look.press(':', ...'unfinished', 'Enter');
  for (const [at, text] of row.screen.entries()) {
    await look.waitFor(screen => screen.replace(/\s+/g, ' ').includes(text));
    if (at === 0) carryOut();
  }
  const { code, out } = await ended;
  const stages = readFileSync(journal, 'utf8').matchAll(/"stage":"([\w-]+)"/g);

  expect(out === '' ? undefined : JSON.parse(out).results[0].result).toBe(row.result);
  expect(code).toBe(row.code);
  expect(deletes()).toBe(1);
  expect([...stages].map(([, stage]) => stage)).toEqual(row.stages);
});
