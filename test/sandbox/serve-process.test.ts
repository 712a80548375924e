// @module-tag program

import { once } from 'node:events';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { makePipe, runFile, spawn } from '../helpers/child-process.ts';
import { newFolder } from '../helpers/folder.ts';
import { program } from '../helpers/program.ts';
import { run, start } from '../helpers/run-cli.ts';

const TIMEOUT = { timeout: 15_000 };

type Ready = {
  readonly baseUrl: string;
  readonly token: string;
  readonly workspaceId: string;
  readonly botId: string;
};

async function serving(...flags: readonly string[]) {
  const { child, ended, out } = start(undefined, ['serve', ...flags]);
  onTestFinished(() => void child.kill('SIGKILL'));
  await vi.waitUntil(() => out().includes('\n'), TIMEOUT);
  const ready = JSON.parse(out()) as Ready;
  const headers = { authorization: `Bearer ${ready.token}`, 'x-workspace-id': ready.workspaceId };
  const get = (path: string) => fetch(ready.baseUrl + path, { headers });
  return { child, ended, ready, get };
}

test('serve as a process: prints one line of JSON, a file exists while it listens, and a log has each response', async () => {
  const folder = newFolder('serve');
  const [file, log] = [join(folder, 'ready.json'), join(folder, 'log.ndjson')];
  const { child, ended, ready, get } = await serving('--ready-file', file, '--log', log, '--bots', '3');
  const written = [JSON.parse(readFileSync(file, 'utf8')), statSync(file).mode & 0o777];
  await (await get(`/v1/admin/bots/${ready.botId}`)).text();
  await (await get('/v1/admin/bots/none')).text();
  await (await get('/__sandbox/health')).text();
  child.kill('SIGTERM');
  const { code, out, err } = await ended;
  const lines = readFileSync(log, 'utf8').trim().split('\n');

  expect([code, written, err]).toEqual([0, [ready, 0o600], '']);
  expect(out).toMatch(/^\{"baseUrl":"http:\/\/127\.0\.0\.1:\d+",.*\}\n$/);
  expect(Object.keys(ready)).toEqual([
    ...['baseUrl', 'token', 'workspaceId', 'botId', 'issueId', 'integrationId', 'conversationId'],
    ...['otherWorkspaceId', 'emptyWorkspaceId', 'othersBotId', 'hubIntegrationId', 'lockedIntegrationId'],
    ...['limitedToken', 'expiredToken'],
  ]);
  expect(existsSync(file)).toBe(false);
  expect(lines.map(line => JSON.parse(line))).toMatchObject([
    { method: 'GET', path: `/v1/admin/bots/${ready.botId}`, status: 200, ms: expect.any(Number) },
    { path: '/v1/admin/bots/none', status: 404 },
    { path: '/__sandbox/health', status: 200 },
  ]);
  expect(lines.join()).not.toContain(ready.token);
});

test('serve as a process: removes only its own ready file', async () => {
  const file = join(newFolder('serve'), 'ready.json');
  const written = () => JSON.parse(readFileSync(file, 'utf8'));
  const first = await serving('--ready-file', file);
  const { port } = new URL(first.ready.baseUrl);
  const taken = await run(undefined, ['serve', '--port', port, '--ready-file', file]);
  const afterFailure = written();
  const second = await serving('--ready-file', file);
  first.child.kill('SIGTERM');
  await first.ended;
  const afterEnd = written();
  second.child.kill('SIGTERM');
  await second.ended;

  expect([taken.code, afterFailure, afterEnd]).toEqual([2, first.ready, second.ready]);
  expect(taken.err).toBe(`botscope: Port ${port} of 127.0.0.1 is in use: choose another with --port.\n`);
  expect(existsSync(file)).toBe(false);
});

test('serve as a process: a ready file that is a link or a pipe gets the line and stays what it is', async () => {
  const folder = newFolder('serve');
  const [target, link, pipe] = [join(folder, 'target'), join(folder, 'link'), join(folder, 'pipe')];
  makePipe(pipe);
  writeFileSync(target, 'old', { mode: 0o644 });
  symlinkSync(target, link);
  const reader = runFile('cat', [pipe]);
  const both = [await serving('--ready-file', link), await serving('--ready-file', pipe)];
  for (const { child } of both) child.kill('SIGTERM');
  await Promise.all(both.map(({ ended }) => ended));
  const kinds = [lstatSync(link).isSymbolicLink(), lstatSync(pipe).isFIFO()];

  const written: unknown = JSON.parse(readFileSync(target, 'utf8'));
  expect([written, statSync(target).mode & 0o777]).toEqual([both[0]?.ready, 0o600]);
  expect([JSON.parse((await reader).stdout), kinds]).toEqual([both[1]?.ready, [true, true]]);
});

test('serve as a process: ends with the process that started it, however that ended', async () => {
  const file = join(newFolder('serve'), 'ready.json');
  const script = `require('child_process').spawn(...${JSON.stringify([program.command, [...program.args, 'serve', '--ready-file', file]])})`;
  const parent = spawn(process.execPath, ['-e', script], { stdio: 'ignore' });
  await vi.waitUntil(() => existsSync(file), TIMEOUT);
  parent.kill('SIGKILL');

  await vi.waitUntil(() => !existsSync(file), TIMEOUT);
});

test('serve as a process: ends with the process that --parent names, not with its standard input', async () => {
  const other = spawn(process.execPath, ['-e', 'setInterval(() => 0, 1000)'], { stdio: 'ignore' });
  onTestFinished(() => void other.kill('SIGKILL'));
  const { child, ended, get } = await serving('--parent', `${other.pid}`);
  child.stdin.end();
  const status = (await get('/v1/admin/bots')).status;
  other.kill('SIGKILL');
  await once(other, 'exit');

  expect([status, (await ended).code]).toEqual([200, 0]);
});

test('serve as a process: a file or address that cannot be used is named, with the line, and the exit code is 2', async () => {
  const folder = newFolder('serve');
  const path = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const faults = path('faults.yaml', '- GET /v1/* 503\n- GET /a\n');
  const records = path('records.yaml', 'bots:\n  - id: 3\n');
  const nowhere = join(folder, 'none', 'file');
  const taken = join(folder, 'taken');
  mkdirSync(taken);
  const unread = join(folder, 'unread');
  makePipe(unread);
  const ends = [
    await run(undefined, ['serve', '--faults', faults]),
    await run(undefined, ['serve', '--records', records]),
    await run(undefined, ['serve', '--records', nowhere]),
    await run(undefined, ['serve', '--ready-file', nowhere]),
    await run(undefined, ['serve', '--log', nowhere]),
    await run(undefined, ['serve', '--ready-file', taken]),
    await run(undefined, ['serve', '--ready-file', unread]),
    await run(undefined, ['serve', '--parent', '4194304']),
    await run(undefined, ['serve', '--host', '192.0.2.1']),
  ];

  expect(ends.map(({ code, out }) => [code, out])).toEqual(ends.map(() => [2, '']));
  expect(ends.map(({ err }) => err)).toEqual([
    `botscope: ${faults}: line 2: [1] METHOD PATH EFFECTS are needed, as in GET /v1/admin/bots 503\n`,
    `botscope: ${records}: line 2: bots[0].id must be the id of the record, a text\n`,
    `botscope: ${nowhere}: the file cannot be read (ENOENT)\n`,
    `botscope: ${nowhere} cannot be written: no such folder.\n`,
    `botscope: ${nowhere} cannot be written: no such folder.\n`,
    `botscope: ${taken} cannot be written: it is a folder: add a file name.\n`,
    `botscope: ${unread} cannot be written: nothing reads from it, or it is a socket.\n`,
    'botscope: There is no process 4194304.\n',
    'botscope: This machine has no address 192.0.2.1.\n',
  ]);
  // No part of a ready file, which holds tokens, is left beside it.
  expect(readdirSync(folder).sort()).toEqual(['faults.yaml', 'records.yaml', 'taken', 'unread']);
});
