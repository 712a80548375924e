// @module-tag program

import { expect } from 'vitest';
import type { Json, JsonObject } from '../../src/json/json.ts';
import { listen } from '../api/test-client.ts';
import { journeyOn, openOn } from '../helpers/journey.ts';
import { foreignBytes, payloads } from '../helpers/payloads.ts';
import type { Terminal } from '../helpers/terminal.ts';

const payload = (at: number): string => payloads[at % payloads.length] ?? '';
const STRINGS = [
  ...['name', 'title', 'code', 'status', 'description'],
  ...['createdAt', 'updatedAt', 'version', 'about', 'handle'],
];

/** Creates a record in which every string is a payload, also map keys and undocumented fields. */
function record(seed: number): JsonObject {
  const fields = STRINGS.map((name, at) => [name, payload(seed + at)]);
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

async function open(
  body: (path: string) => Json,
  { status = 200, env = {} }: { status?: number; env?: Readonly<Record<string, string>> } = {},
) {
  const server = await listen((request, response) => {
    response.statusCode = status;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(body(new URL(request.url ?? '', 'http://x').pathname)));
  });
  return openOn(server, { columns: 100, rows: 30, env: { BOTSCOPE_HEALTH: 'auto', ...env } });
}

type Run = { readonly terminal: Terminal };
const quit = ({ terminal }: Run) => terminal.quit();
const expectOwnBytes = ({ terminal }: Run): void => {
  expect(foreignBytes(terminal.bytes())).toEqual([]);
  expect(terminal.title()).toBe('');
};

for (const [how, env] of [
  ['', {}],
  [', nor with a screen reader', { INK_SCREEN_READER: 'true' }],
] as const)
  journeyOn(`hostile server: no string of a record controls the terminal${how}`, [
    () => open(body, { env }),
    ['', '25+'],
    ['PgDn g y', 'as YAML'],
    ['PgDn PgDn Esc Enter', /Diagnosis: no problems found/],
    ['PgDn PgDn G g Enter Esc :issue.open Enter x Enter', '2 Events'],
    ['PgDn G Esc Esc Esc', 'Workspace'],
    ['G :bots Enter', '25+'],
    ['Ctrl-D', 'Delete this bot'],
    ['Esc'],
    quit,
    expectOwnBytes,
  ]);

journeyOn('hostile server: no error message controls the terminal', [
  () => {
    let at = 0;
    return open(
      () => {
        const text = payload(at++).replace(/x{100}/g, '');
        return { id: text, code: 1, type: text, message: text, error: { message: text } };
      },
      { status: 400 },
    );
  },
  ['', 'The server refused the request'],
  [payloads.map(() => 'r').join(' ')],
  quit,
  expectOwnBytes,
]);
