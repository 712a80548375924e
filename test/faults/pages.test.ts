// @module-tag program

import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Json } from '../../src/json/json.ts';
import { atRest, take } from '../helpers/journey.ts';
import { rawServer } from '../helpers/raw-server.ts';
import { envOf } from '../helpers/run-cli.ts';
import { openTerminal, type Terminal } from '../helpers/terminal.ts';

type BotPage = { readonly bots: readonly Json[]; readonly meta: Json };
/** Returns the response to a page token; '' is the first page. */
type Pages = (token: string) => BotPage;

/** Creates `count` bots, numbered from `from`. */
const bots = (from: number, count: number): readonly Json[] =>
  Array.from({ length: count }, (_, at) => ({ id: `id-${from + at}`, name: `bot-${from + at}` }));
const page = (items: readonly Json[], nextToken?: Json): BotPage => ({
  bots: items,
  meta: nextToken === undefined ? {} : { nextToken },
});

/** Size of the start list; it alternates, so that a reload is visible. */
let first = 3;
const start: Pages = () => page(bots(0, first));

let pages: Pages = start;
let tokens: string[] = [];
/** Paths of the requested bot records. */
let paths: string[] = [];
let server: Awaited<ReturnType<typeof rawServer>>;
let terminal: Terminal;

beforeAll(async () => {
  server = await rawServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://x');
    response.setHeader('content-type', 'application/json');
    if (pathname !== '/v1/admin/bots') {
      if (pathname.startsWith('/v1/admin/bots/')) paths.push(pathname.slice('/v1/admin/bots/'.length));
      response.end('{"bot":{"name":"one-of-them"},"id":"w","name":"Acme"}');
      return;
    }
    const token = searchParams.get('nextToken') ?? '';
    tokens.push(token);
    response.end(JSON.stringify(pages(token)));
  });
  terminal = await openTerminal({ columns: 110, env: envOf(server) });
  await terminal.waitFor('3 · all loaded');
});
afterAll(async () => {
  await terminal.close();
  await server.close();
});

/** Reloads the list from the given pages, then loads all of them. */
async function readAll(service: Pages, begin: string | RegExp, end: string | RegExp): Promise<string> {
  pages = start;
  first = 7 - first;
  await take({ terminal }, ['r', `${first} · all loaded`]);
  pages = service;
  tokens = [];
  await take({ terminal }, ['r', begin], ['M', end], ['G']);
  return terminal.text();
}

test('pages: a repeated page token ends the list, and the explorer reports it', async () => {
  await readAll(token => page(bots(token === '' ? 0 : 30, 30), 'same'), /30\+|60/, '60');

  await terminal.waitFor('The server repeated a page token. Loading stopped.');
  expect(tokens).toEqual(['', 'same']);
});

test('pages: a cycle of page tokens ends the list', async () => {
  const next: Readonly<Record<string, string>> = { '': 'a', a: 'b', b: 'c', c: 'a' };
  await readAll(token => page(bots(30 * Object.keys(next).indexOf(token), 30), next[token]), /\d0/, '120');

  await terminal.waitFor('repeated a page token');
  expect(tokens).toEqual(['', 'a', 'b', 'c']);
});

test('pages: a repeated page ends the list, also with new tokens', async () => {
  let count = 0;
  await readAll(() => page(bots(0, 30), `token-${++count}`), /30/, '30');

  await terminal.waitFor('repeated a page. Loading stopped.');
  expect(tokens).toHaveLength(2);
});

test('pages: an endless list is loaded only as far as the screen or M requires', async () => {
  let last = 0;
  pages = () => page(bots(30 * last, 30), `token-${++last}`);
  tokens = [];
  await take({ terminal }, ['g r', '60+'], atRest);
  expect(tokens).toHaveLength(2);

  await take({ terminal }, ['M', '2010+'], atRest);
  expect(tokens.length).toBeLessThanOrEqual(68);
});

test('pages: an empty first page does not end the list', async () => {
  await readAll(
    token => (token === '' ? page([], 'on') : page(bots(0, 4))),
    /bots|page/,
    /4 · all loaded|repeated a page/,
  );
});

test('pages: overlapping pages add no row twice', async () => {
  const text = await readAll(
    token => (token === '' ? page(bots(0, 30), 'two') : page(bots(25, 30))),
    /30\+|55/,
    '55 · all loaded',
  );

  for (const name of ['bot-54', 'bot-53']) expect(text.split(`${name} `)).toHaveLength(2);
});

test.each([
  ...['', null].map(token => [token, '4 · all loaded', ''] as const),
  ...[5, true, {}, []].map(token => [token, '4+ loaded', 'a page token that is not a text'] as const),
])('pages: the token %j ends the list', async (token, count, reason) => {
  await readAll(() => page(bots(0, 4), token), count, count);

  await terminal.waitFor(reason);
  expect(tokens).toEqual(['']);
});

test.each([
  ['control characters', '\u001b[2J\u0007\r\nx-more: 1'],
  ['characters special in URLs', 'a&b=c#d?e/../%2e%00+ ü'],
  ['100 kB', 'x'.repeat(100_000)],
])('pages: a token of %s is sent unchanged, or is a failure', async (_name, token) => {
  await readAll(
    given => (given === '' ? page(bots(0, 30), token) : page(bots(30, 5))),
    /30\+|35|431/,
    /35 · all loaded|431/,
  );

  expect(terminal.text().includes('431') || tokens[1] === token).toBe(true);
  expect(terminal.bytes()).not.toContain('\u001b[2J\u0007');
});

/** Opens the only record of a list, which has this id. Returns the ids that were requested. */
async function openOnly(id: string, words: string): Promise<readonly string[]> {
  await readAll(() => page([{ id, name: 'strange' }]), '1 · all loaded', '1 · all loaded');
  paths = [];
  await take({ terminal }, ['Enter', words], ['Esc', 'strange']);
  return paths;
}

test.each([
  ['a dot', '.'],
  ['two dots', '..'],
  ['half a surrogate pair', '\ud83d'],
  ['600 characters', 'x'.repeat(600)],
])('pages: a record whose id is %s is not requested, and this is reported', async (_name, id) => {
  expect(await openOnly(id, 'Not a valid id; nothing was sent')).toEqual([]);
});

test.each(['a/b?c=d#e', 'a%2e%2e', 'a\\b', '\u0000\r\nx-more: 1', 'ü 日本 👩‍👩‍👧', '@host', '//host'])(
  'pages: a record whose id is %j is requested with the id encoded as one path segment',
  async id => {
    const requested = await openOnly(id, 'one-of-them');
    expect(requested.map(decodeURIComponent)).toEqual([id]);
    expect(requested[0]).not.toMatch(/[/\\?#]/);
  },
);
