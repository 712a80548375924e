import type { ServerResponse } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { rawServer } from '../helpers/raw-server.ts';
import { command, newState, run } from '../helpers/run-cli.ts';

const CONVERSATION = 'conv_0001';

/** Sends the response to a request. */
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

/** The response to a DELETE, whether the record was deleted all the same, and the expected result. */
type Row = {
  readonly name: string;
  readonly answer: Respond;
  readonly isCarriedOut?: true;
  /** The response to every GET after the DELETE; by default the true one. */
  readonly look?: Respond;
  /** True if the record never existed. */
  readonly isUnknownId?: true;
  readonly result: string;
  readonly code: number;
  /** The last stage in the journal; undefined if nothing was sent. */
  readonly stage: string | undefined;
};

const BOTS: readonly Row[] = [
  { name: '200', answer: status(200), isCarriedOut: true, result: 'deleted', code: 0, stage: 'deleted' },
  { name: '404, still exists', answer: status(404), result: 'not-deleted', code: 7, stage: 'not-deleted' },
  { name: '404, gone', answer: status(404), isCarriedOut: true, result: 'gone', code: 0, stage: 'gone' },
  {
    name: '404, load failed',
    answer: status(404),
    look: status(403),
    result: 'unknown',
    code: 7,
    stage: 'unknown',
  },
  { name: '101, still exists', answer: switching, result: 'unknown', code: 6, stage: 'unknown' },
  { name: '101, gone', answer: switching, isCarriedOut: true, result: 'deleted', code: 0, stage: 'deleted' },
  {
    name: 'half a response, still exists',
    answer: half,
    result: 'unknown',
    code: 6,
    stage: 'unknown',
  },
  {
    name: 'half a response, gone',
    answer: half,
    isCarriedOut: true,
    result: 'deleted',
    code: 0,
    stage: 'deleted',
  },
  {
    name: 'no response, still exists',
    answer: nothing,
    result: 'unknown',
    code: 6,
    stage: 'unknown',
  },
  {
    name: 'no response, gone',
    answer: nothing,
    isCarriedOut: true,
    result: 'deleted',
    code: 0,
    stage: 'deleted',
  },
  {
    name: 'no response, load failed',
    answer: nothing,
    look: status(403),
    result: 'unknown',
    code: 6,
    stage: 'unknown',
  },
  { name: '500, still exists', answer: status(500), result: 'unknown', code: 7, stage: 'unknown' },
  {
    name: '500, gone',
    answer: status(500),
    isCarriedOut: true,
    result: 'deleted',
    code: 0,
    stage: 'deleted',
  },
  { name: '403', answer: status(403), result: 'not-deleted', code: 5, stage: 'not-deleted' },
  { name: '409', answer: status(409), result: 'not-deleted', code: 7, stage: 'not-deleted' },
  { name: '307', answer: status(307), result: 'not-deleted', code: 7, stage: 'not-deleted' },
  {
    name: '303, gone',
    answer: status(303),
    isCarriedOut: true,
    result: 'deleted',
    code: 0,
    stage: 'deleted',
  },
  { name: '501', answer: status(501), result: 'not-deleted', code: 7, stage: 'not-deleted' },
  { name: '408', answer: status(408), result: 'unknown', code: 7, stage: 'unknown' },
  { name: '999', answer: status(999), result: 'unknown', code: 7, stage: 'unknown' },
  { name: '000', answer: zero, result: 'unknown', code: 7, stage: 'unknown' },
  { name: '000, gone', answer: zero, isCarriedOut: true, result: 'deleted', code: 0, stage: 'deleted' },
  {
    name: '200 with HTML, still exists',
    answer: response => void response.end('<html>'),
    result: 'unknown',
    code: 7,
    stage: 'unknown',
  },
  {
    name: '500, and then another record',
    answer: status(500),
    look: response => void response.end('{"bot":{"id":"bot_0002"}}'),
    result: 'unknown',
    code: 7,
    stage: 'unknown',
  },
  {
    name: 'no such bot',
    answer: status(404),
    isUnknownId: true,
    result: 'missing',
    code: 3,
    stage: undefined,
  },
];
const CONVERSATIONS: readonly Row[] = [
  { name: '200', answer: status(200), result: 'deleted', code: 0, stage: 'deleted' },
  { name: '404', answer: status(404), result: 'missing', code: 3, stage: 'not-deleted' },
  { name: '101', answer: switching, result: 'unknown', code: 6, stage: 'unknown' },
  { name: 'half a response', answer: half, result: 'unknown', code: 6, stage: 'unknown' },
  { name: 'no response', answer: nothing, result: 'unknown', code: 6, stage: 'unknown' },
  { name: '500', answer: status(500), result: 'unknown', code: 7, stage: 'unknown' },
  { name: '403', answer: status(403), result: 'not-deleted', code: 5, stage: 'not-deleted' },
  { name: '501', answer: status(501), result: 'not-deleted', code: 7, stage: 'not-deleted' },
];

/** Starts a server with a record for each row, found by its id. `log` has the DELETEs. */
async function serverOf(rowOf: (id: string) => Row | undefined) {
  const gone = new Set<string>();
  const asked = new Set<string>();
  const log: string[] = [];
  const server = await rawServer(({ method, url = '' }, response) => {
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
  onTestFinished(server.close);
  return { where: { url: server.url, token: 'token', workspaceId: 'w' }, log, gone };
}

type ServerAccess = Awaited<ReturnType<typeof serverOf>>['where'];

/** Returns the last stage of each delete in the journal. */
async function lastStages(where: ServerAccess, env: { readonly XDG_STATE_HOME: string }) {
  const { out } = await command(where, ['journal', '-o', 'ndjson'], { env });
  const entries = out.split('\n').flatMap(line => (line === '' ? [] : [JSON.parse(line)]));
  return Object.fromEntries(entries.map(({ id, stage }) => [id, stage]));
}

const all = [
  ...BOTS.map(row => ({ kind: 'bot', id: 'bot_0001', row, ...row })),
  ...CONVERSATIONS.map(row => ({ kind: 'conversation', id: CONVERSATION, row, ...row })),
];

test.each(all)(
  'delete command: one $kind, response $name: $result, exit code $code, and journal and server agree',
  { tags: 'program' },
  async ({ kind, id, row }) => {
    const { where, log, gone } = await serverOf(asked => (asked === id ? row : undefined));
    const env = { XDG_STATE_HOME: newState() };
    const words = kind === 'bot' ? ['bots', 'delete'] : ['conversations', 'delete', 'bot_0001'];

    const { code, out } = await run(
      where,
      [...words, id, '--confirm', id.slice(kind === 'bot' ? -8 : -6), '-o', 'json'],
      {
        env,
      },
    );

    const { results } = JSON.parse(out);
    expect(results).toMatchObject([{ result: row.result, outcome: row.result, kind, id }]);
    expect(code).toBe(row.code);
    expect(log).toEqual(row.stage === undefined ? [] : [id]);
    expect(await lastStages(where, env)).toEqual(row.stage === undefined ? {} : { [id]: row.stage });
    // A record with the result "gone" is gone, and one with the result "not-deleted" exists.
    if (kind === 'bot' && ['deleted', 'gone'].includes(row.result)) expect(gone).toContain(id);
    if (row.result === 'not-deleted') expect(gone).not.toContain(id);
  },
);

const byName = (name: string): Row => BOTS.find(row => row.name === name) ?? fail(name);

function fail(name: string): never {
  throw new Error(`no row ${name}`);
}

/** Returns all permutations of a list. */
const orders = <T>(things: readonly T[]): readonly (readonly T[])[] =>
  things.length < 2
    ? [things]
    : things.flatMap((thing, at) => orders(things.toSpliced(at, 1)).map(rest => [thing, ...rest]));

test.each(['still exists', 'gone'])(
  'delete command: the deletes of a batch with lost and failed responses, in any order (%s), agree with journal and server',
  async state => {
    const rows = ['404', '101', 'half a response', 'no response'].map(name => byName(`${name}, ${state}`));
    const others = ['200', 'no such bot', '403'].map(byName);
    for (const [at, order] of orders(rows).entries()) {
      const batch = order.toSpliced(at % 5, 0, ...others.slice(0, at % 4));
      const rowOf = (id: string): Row | undefined => batch[Number(id.slice(4)) - 1];
      const ids = batch.map((_row, index) => `bot_${index + 1}`);
      const { where, log } = await serverOf(rowOf);
      const env = { XDG_STATE_HOME: newState() };

      const { code, out } = await command(
        where,
        ['bots', 'delete', ...ids, '--confirm', `${ids.length}`, '-o', 'json'],
        { env },
      );

      const results = JSON.parse(out).results.map((each: { id: string; result: string }) => [
        each.id,
        each.result,
      ]);
      expect(Object.fromEntries(results)).toEqual(Object.fromEntries(ids.map(id => [id, rowOf(id)?.result])));
      expect(results).toHaveLength(ids.length);
      expect(code).toBe(batch.every(row => row.code === 0) ? 0 : 1);
      expect(log).toEqual(ids.filter(id => rowOf(id)?.stage !== undefined));
      expect(await lastStages(where, env)).toEqual(Object.fromEntries(log.map(id => [id, rowOf(id)?.stage])));
    }
  },
);
