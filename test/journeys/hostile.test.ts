// @module-tag program

import { afterEach, expect, test } from 'vitest';
import type { Json, JsonObject } from '../../src/json/json.ts';
import { foreignBytes, payloads } from '../helpers/payloads.ts';
import { rawServer } from '../helpers/raw-server.ts';
import { openTerminal, type Terminal, type TerminalOptions } from '../helpers/terminal.ts';

let closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.reverse()) await close();
  closing = [];
});

const payload = (at: number): string => payloads[at % payloads.length] ?? '';
const strings = [
  'name',
  'title',
  'code',
  'status',
  'description',
  'createdAt',
  'updatedAt',
  'version',
  'about',
  'handle',
];

/** Creates a record in which every string is a payload, also map keys and undocumented fields. */
function record(seed: number): JsonObject {
  const fields = strings.map((name, at) => [name, payload(seed + at)]);
  const map = Object.fromEntries(
    payloads
      .slice(0, 22)
      .map((text, at) => [text, { id: text, name: payload(at), status: text, statusReason: text }]),
  );
  return {
    ...Object.fromEntries(fields),
    id: `id-${seed}${payload(seed)}`,
    integrations: map,
    events: map,
    tags: Object.fromEntries(payloads.slice(0, 22).map(text => [text, text])),
    groupedData: Object.fromEntries(payloads.slice(0, 22).map(text => [text, { raw: text }])),
    socialAccounts: [...payloads.slice(0, 22)],
    [payload(seed)]: payload(seed + 1),
    medias: [null, 5, { url: payload(seed) }],
  };
}

function body(path: string): Json {
  if (path.endsWith('/bots'))
    return { bots: [...payloads.keys()].map(record), meta: { nextToken: payload(3) } };
  // A record with another id than the one asked for is refused.
  const id = decodeURIComponent(path.replace('/public', '').split('/').at(-1) ?? '');
  if (path.includes('/issues/')) return { issue: { ...record(2), id } };
  if (path.includes('/integrations/')) return { integration: { ...record(1), id } };
  return path.includes('/public') ? { ...record(0), id } : { bot: { ...record(4), id } };
}

async function openOn(
  answer: Parameters<typeof rawServer>[0],
  { env: more = {}, ...size }: Pick<TerminalOptions, 'env' | 'columns' | 'rows'> = { columns: 100, rows: 30 },
): Promise<Terminal> {
  const server = await rawServer(answer);
  const where = { BP_API_URL: server.url, BP_TOKEN: 'bp_pat_hostile', BP_WORKSPACE_ID: 'wkspace_1' };
  const env = { ...where, BOTSCOPE_HEALTH: 'auto', ...more };
  const terminal = await openTerminal({ env, ...size });
  closing = [server.close, terminal.close];
  return terminal;
}

test.each([
  ['', {}],
  [', nor with a screen reader', { INK_SCREEN_READER: 'true' }],
])('hostile server: no string of a record controls the terminal%s', async (_name, env) => {
  const answer: Parameters<typeof rawServer>[0] = (request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(body(new URL(request.url ?? '', 'http://x').pathname)));
  };
  const terminal = await openOn(answer, { columns: 100, rows: 30, env });
  await terminal.waitFor('25+');

  await terminal.press('PageDown', 'g', 'y');
  await terminal.waitFor('as YAML');
  await terminal.press('PageDown', 'PageDown', 'Escape', 'Enter');
  await terminal.waitFor(/no problems found in the definition/i);
  await terminal.press('PageDown', 'PageDown', 'G', 'g', 'Enter', 'Escape');
  await terminal.press(':', ...'issue.open', 'Enter', 'x', 'Enter');
  await terminal.waitFor('2 Events');
  await terminal.press('PageDown', 'G', 'Escape', 'Escape', 'Escape');
  await terminal.waitFor('Workspace');
  await terminal.press('G', ':', ...'bots', 'Enter');
  await terminal.waitFor('25+');
  await terminal.press('ctrl+d');
  await terminal.waitFor('Delete this bot');
  await terminal.press('Escape');
  await terminal.quit();

  expect(foreignBytes(terminal.bytes())).toEqual([]);
  expect(terminal.title()).toBe('');
});

test('hostile server: no error message controls the terminal', async () => {
  let at = 0;
  const terminal = await openOn((_request, response) => {
    const text = payload(at++).replace(/x{100}/g, '');
    response.statusCode = 400;
    response.end(JSON.stringify({ id: text, code: 1, type: text, message: text, error: { message: text } }));
  });
  await terminal.waitFor('The server refused the request');

  for (const _payload of payloads) await terminal.press('r');
  await terminal.quit();

  expect(foreignBytes(terminal.bytes())).toEqual([]);
});

test('hostile server: values of wrong types still give a readable screen', async () => {
  const wrong: readonly Json[] = [null, 0, -1.5, true, '', [], {}, [null], { a: null }, 12345678901];
  let at = 0;
  const terminal = await openOn((request, response) => {
    const path = new URL(request.url ?? '', 'http://x').pathname;
    const value = wrong[at++ % wrong.length] ?? null;
    const names = [
      'name',
      'createdAt',
      'status',
      'integrations',
      'events',
      'tags',
      'configuration',
      'dev',
      'medias',
      'recurringEvents',
      'subscriptions',
    ];
    const bot = { ...Object.fromEntries(names.map(name => [name, value])), id: 'b_1' };
    const answer = path.endsWith('/bots') ? { bots: [bot, null, 5, { id: 7 }], meta: value } : { bot };
    response.end(JSON.stringify(path.includes('/public') ? bot : answer));
  });
  await terminal.waitFor('unreadable');

  await terminal.press('Enter');
  await terminal.waitFor('Integrations');
  for (const _value of wrong) await terminal.press('r', 'G', 'g', 't');

  expect(terminal.text()).toMatch(/id +b_1/);
});
