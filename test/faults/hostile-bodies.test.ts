// @module-tag program

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bytes, type Respond, rawSocket, stream, whole } from '../helpers/raw-socket.ts';
import { openTerminal, type Terminal } from '../helpers/terminal.ts';

const MIB = 1024 * 1024;
/** Limit for a broken response above the memory at rest; the responses themselves are many times as large. */
const MOST_BYTES = 64 * MIB;

const WORKSPACE = whole('{"id":"wkspace_1","name":"Acme"}');
const GOOD = whole('{"bots":[{"id":"good","name":"good-row"}],"meta":{}}');
const deep = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`;

const BODIES: readonly (readonly [string, () => Respond, string | RegExp])[] = [
  ['of 200 MB', () => stream('{"bots":[],"pad":"', 'x'.repeat(65_536), 200 * MIB), 'it is larger than 8 MiB'],
  ['without an end', () => stream('{"bots":[],"pad":"', ' '.repeat(65_536), 1e15), 'it is larger than 8 MiB'],
  [
    'with a gzip bomb',
    () => whole(gzipSync(Buffer.alloc(256 * MIB), { level: 9 }), ['content-encoding: gzip']),
    'it is larger than 8 MiB',
  ],
  [
    'nested 100,000 deep',
    () => whole(`{"bots":${deep(100_000)},"meta":{}}`),
    /nests too deeply|unreadable|no bots/,
  ],
  [
    'with a record nested 100,000 deep',
    () => whole(`{"bots":[{"id":"d","name":"deep-row","x":${deep(100_000)}}],"meta":{}}`),
    /deep-row|nests too deeply/,
  ],
  [
    'longer than their content-length',
    () => whole('{"bots":[],"meta":{}}', ['content-length: 9']),
    /incomplete or broken JSON/,
  ],
  [
    'with a key twice',
    () => whole('{"bots":[{"id":"a","name":"first-row"}],"meta":{},"bots":[{"id":"b","name":"second-row"}]}'),
    'second-row',
  ],
  [
    'with half a surrogate pair',
    () => whole('{"bots":[{"id":"x","name":"half-\\ud83d-row"}],"meta":{}}'),
    /half-.+-row/,
  ],
  [
    'in invalid chunks',
    () => bytes('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n{"bots":[]}\r\n0\r\n\r\n'),
    'The connection broke',
  ],
  ['with an invalid status', () => bytes('HTTP/1.1 999999 No\r\n\r\n'), 'The connection broke'],
  ['of another protocol than HTTP', () => bytes('SSH-2.0-OpenSSH_9.6\r\n'), 'The connection broke'],
  [
    'with a flood of headers',
    () => bytes(`HTTP/1.1 200 OK\r\n${`x-flood: ${'y'.repeat(1000)}\r\n`.repeat(200)}\r\n{}`),
    'The connection broke',
  ],
];

let server: Awaited<ReturnType<typeof rawSocket>>;
let terminal: Terminal;
let list: Respond = GOOD;

beforeAll(async () => {
  server = await rawSocket((socket, path) => (path.includes('/bots') ? list : WORKSPACE)(socket, path));
  terminal = await openTerminal({
    columns: 160,
    repliesToStatus: false,
    env: { BP_API_URL: server.url, BP_TOKEN: server.token, BP_WORKSPACE_ID: server.workspaceId },
  });
  await terminal.waitFor('good-row');
});
afterAll(async () => {
  await terminal.close();
  await server.close();
});

/**
 * Returns the peak memory of the explorer in bytes since the last call; undefined where the system does not
 * report it.
 */
function peakBytes(): number | undefined {
  try {
    const status = readFileSync(`/proc/${terminal.pid()}/status`, 'utf8');
    writeFileSync(`/proc/${terminal.pid()}/clear_refs`, '5');
    return Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1]) * 1024;
  } catch {
    return undefined;
  }
}

test.each(BODIES)(
  'hostile responses: %s neither block nor end the explorer, nor exhaust the memory',
  async (_name, make, words) => {
    peakBytes();
    const rest = peakBytes();
    list = make();

    await terminal.press('r');
    await terminal.waitFor(words);

    const peak = peakBytes();
    if (existsSync('/proc/self')) expect(Number(peak) - Number(rest)).toBeLessThan(MOST_BYTES);
    list = GOOD;
    await terminal.press('r');
    await terminal.waitFor(screen => screen.includes('good-row') && !/OFFLINE|STALE/.test(screen));
  },
);
