import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { listen } from '../api/test-client.ts';
import { command, newState } from '../helpers/run-cli.ts';

const CONVERSATION = 'conv_0001';

type Respond = (response: ServerResponse) => void;

const status =
  (code: number): Respond =>
  response =>
    response.writeHead(code, { 'content-type': 'application/json' }).end('{}');
const switching: Respond = ({ socket }) =>
  socket?.end('HTTP/1.1 101 Switching Protocols\r\nupgrade: other\r\nconnection: upgrade\r\n\r\n');
const half: Respond = ({ socket }) =>
  socket?.end('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 12\r\n\r\n{"ok"');
const zero: Respond = ({ socket }) =>
  socket?.end('HTTP/1.1 000 X\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}');
const nothing: Respond = ({ socket }) => socket?.destroy();

type Row = {
  readonly name: string;
  readonly answer: Respond;
  readonly result: string;
  readonly code: number;
  /** The last stage in the journal. Default: the result; undefined if nothing was sent. */
  readonly stage: string | undefined;
  readonly isCarriedOut?: boolean;
  /** The response to every GET after the DELETE; by default the true one. */
  readonly look?: Respond;
  readonly isUnknownId?: boolean;
};

type RowText = readonly [name: string, answer: Respond, result: string, code: number, more?: Partial<Row>];

const rowsOf = (rows: readonly RowText[]): readonly Row[] =>
  rows.map(([name, answer, result, code, more]) => ({
    ...{ name, answer, result, code, stage: result, isCarriedOut: name.endsWith('gone') },
    ...more,
  }));

const BOTS = rowsOf([
  ['200', status(200), 'deleted', 0, { isCarriedOut: true }],
  ['404, still exists', status(404), 'not-deleted', 7],
  ['404, gone', status(404), 'gone', 0],
  ['404, load failed', status(404), 'unknown', 7, { look: status(403) }],
  ['101, still exists', switching, 'unknown', 6],
  ['101, gone', switching, 'deleted', 0],
  ['half a response, still exists', half, 'unknown', 6],
  ['half a response, gone', half, 'deleted', 0],
  ['no response, still exists', nothing, 'unknown', 6],
  ['no response, gone', nothing, 'deleted', 0],
  ['no response, load failed', nothing, 'unknown', 6, { look: status(403) }],
  ['500, still exists', status(500), 'unknown', 7],
  ['500, gone', status(500), 'deleted', 0],
  ['403', status(403), 'not-deleted', 5],
  ['409', status(409), 'not-deleted', 7],
  ['307', status(307), 'not-deleted', 7],
  ['303, gone', status(303), 'deleted', 0],
  ['501', status(501), 'not-deleted', 7],
  ['408', status(408), 'unknown', 7],
  ['999', status(999), 'unknown', 7],
  ['000', zero, 'unknown', 7],
  ['000, gone', zero, 'deleted', 0],
  ['200 with HTML, still exists', response => void response.end('<html>'), 'unknown', 7],
  [
    '500, and then another record',
    status(500),
    'unknown',
    7,
    { look: response => void response.end('{"bot":{"id":"bot_0002"}}') },
  ],
  ['no such bot', status(404), 'missing', 3, { isUnknownId: true, stage: undefined }],
]);
const CONVERSATIONS = rowsOf([
  ['200', status(200), 'deleted', 0],
  ['404', status(404), 'missing', 3, { stage: 'not-deleted' }],
  ['101', switching, 'unknown', 6],
  ['half a response', half, 'unknown', 6],
  ['no response', nothing, 'unknown', 6],
  ['500', status(500), 'unknown', 7],
  ['403', status(403), 'not-deleted', 5],
  ['501', status(501), 'not-deleted', 7],
]);

/** Starts a server with a record for each row, found by its id. `log` has the DELETEs. */
async function serverOf(rowOf: (id: string) => Row | undefined) {
  const gone = new Set<string>();
  const asked = new Set<string>();
  const log: string[] = [];
  const server = await listen(({ method, url = '' }, response) => {
    const id = url.split('/').at(-1) ?? '';
    const row = rowOf(id);
    if (row === undefined) return status(404)(response);
    if (method === 'DELETE') {
      log.push(id);
      asked.add(id);
      if (row.isCarriedOut) gone.add(id);
      return row.answer(response);
    }
    if (asked.has(id) && row.look !== undefined) return row.look(response);
    if (gone.has(id) || row.isUnknownId) return status(404)(response);
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ bot: { id, name: `name of ${id}` } }));
  });
  return { where: { url: server.url, token: 'token', workspaceId: 'w' }, log, gone };
}

type ServerAccess = Awaited<ReturnType<typeof serverOf>>['where'];

async function lastStages(where: ServerAccess, env: { readonly XDG_STATE_HOME: string }) {
  const { out } = await command(where, ['journal', '-o', 'ndjson'], { env });
  const entries = out.split('\n').flatMap(line => (line === '' ? [] : [JSON.parse(line)]));
  return Object.fromEntries(entries.map(({ id, stage }) => [id, stage]));
}

const all = [
  ...BOTS.map(each => ({ kind: 'bot', id: 'bot_0001', expected: each, ...each })),
  ...CONVERSATIONS.map(each => ({ kind: 'conversation', id: CONVERSATION, expected: each, ...each })),
];

test.each(all)(
  'delete command: one $kind, response $name: $result, exit code $code, and journal and server agree',
  async ({ kind, id, result, code, stage, expected }) => {
    const { where, log, gone } = await serverOf(asked => (asked === id ? expected : undefined));
    const env = { XDG_STATE_HOME: newState() };
    const words = kind === 'bot' ? ['bots', 'delete'] : ['conversations', 'delete', 'bot_0001'];
    const end = id.slice(kind === 'bot' ? -8 : -6);

    const ended = await command(where, [...words, id, '--confirm', end, '-o', 'json'], { env });

    expect(JSON.parse(ended.out).results).toMatchObject([{ result, outcome: result, kind, id }]);
    expect(ended.code).toBe(code);
    expect(log).toEqual(stage === undefined ? [] : [id]);
    expect(await lastStages(where, env)).toEqual(stage === undefined ? {} : { [id]: stage });
    // A record with the result "gone" is gone, and one with the result "not-deleted" exists.
    if (kind === 'bot' && ['deleted', 'gone'].includes(result)) expect(gone).toContain(id);
    if (result === 'not-deleted') expect(gone).not.toContain(id);
  },
);
