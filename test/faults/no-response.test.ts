// @module-tag program

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import type { Fault, Sandbox } from '../../src/sandbox/types.ts';
import { type ExplorerRun, openExplorer } from '../helpers/explorer.ts';
import { newFolder } from '../helpers/folder.ts';
import { type Respond, rawSocket } from '../helpers/raw-socket.ts';
import { run } from '../helpers/run-cli.ts';
import { startSandbox } from '../helpers/sandbox.ts';

/** A response in which the server switches to another protocol. */
const UPGRADE: Fault = { status: 101, headers: { upgrade: 'websocket', connection: 'Upgrade' } };
const WORDS = 'the server switched to another protocol (HTTP_101)';
const BOT = '/v1/admin/bots/{id}';

let sandbox: Sandbox;
let opened: ExplorerRun | undefined;
afterEach(async () => {
  await opened?.close();
  opened = undefined;
  await sandbox?.close();
});

test.each([[['bots', 'ls']], [['health']], [['bots', 'get', 'some-id']]])(
  'protocol switch: the command %s ends with 6',
  async argv => {
    sandbox = await startSandbox({ bots: 3, faults: [UPGRADE] });

    const { code, out, err } = await run(sandbox, argv);

    expect([code, out]).toEqual([6, '']);
    expect(err).toContain(WORDS);
  },
);

test('protocol switch: bots delete loads each record to find out the outcome', async () => {
  sandbox = await startSandbox({ bots: 3, faults: [{ ...UPGRADE, method: 'DELETE' }] });
  const list = await run(sandbox, ['bots', 'ls', '-o', 'name']);
  const ids = list.out.trim().split('\n');

  const { code, out } = await run(sandbox, ['bots', 'delete', ...ids, '--confirm', '3', '-o', 'ndjson']);

  const results = out
    .trim()
    .split('\n')
    .map(line => JSON.parse(line));
  expect(results.map(({ id, result }) => [id, result])).toEqual(ids.map(id => [id, 'unknown']));
  expect(sandbox.requests.filter(({ method }) => method === 'DELETE')).toHaveLength(3);
  expect(code).toBe(1);
});

test('protocol switch: the explorer reports it, and r recovers', async () => {
  opened = await openExplorer({ fault: UPGRADE, columns: 100, rows: 30 });
  const { terminal, heal } = opened;
  await terminal.waitFor(WORDS);
  heal();

  await terminal.press('r');

  await terminal.waitFor('support-prod');
});

test('protocol switch: a delete in the explorer loads the record to find out the outcome', async () => {
  opened = await openExplorer({
    sandbox: { bots: 3 },
    fault: { ...UPGRADE, method: 'DELETE', path: BOT },
    columns: 110,
    rows: 32,
    flags: ['--no-grace'],
  });
  const { terminal, type, confirm, deletes } = opened;
  await terminal.waitFor('support-prod');
  await terminal.press('ctrl+d');
  await terminal.waitFor('checked just now');
  await type('support-prod');
  await terminal.waitFor('Enter DELETES support-prod');

  await confirm();

  await terminal.waitFor('Outcome unknown: it exists, but may yet be deleted');
  expect(deletes()).toHaveLength(1);
  await terminal.press('Escape');
});

const SILENT: readonly (readonly [string, Respond])[] = [
  ['never responds to CONNECT', () => undefined],
  ['opens a tunnel to nowhere', socket => void socket.write('HTTP/1.1 200 Connection established\r\n\r\n')],
];

test.each(SILENT)('deadline: it also applies behind a proxy that %s', async (_what, say) => {
  const proxy = await rawSocket(say);
  const env = { HTTPS_PROXY: proxy.url };
  const hidden = { ...proxy, url: 'https://api.botscope.invalid' };

  const { code, err } = await run(hidden, ['bots', 'ls', '--timeout', '1'], { env });
  await proxy.close();

  expect(proxy.asked).toEqual(['CONNECT api.botscope.invalid:443 HTTP/1.1']);
  expect(code).toBe(6);
  expect(err).toContain('No complete response within 1 s');
});

test('command: one whose request can never end exits with 70 and reports that its work is not done', async () => {
  const preload = join(newFolder('preload'), 'requests-without-end.cjs');
  writeFileSync(
    preload,
    "require('node:http').request = () => Object.assign(new (require('node:events'))(), { end() {} });",
  );
  sandbox = await startSandbox({ bots: 3 });

  const { code, out, err } = await run(sandbox, ['health'], {
    env: { NODE_OPTIONS: `--require=${preload}` },
  });

  expect([code, out]).toEqual([70, '']);
  expect(err).toBe('botscope: internal error: it stopped before its work was done.\n');
});
