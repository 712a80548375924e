import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import type { Sandbox } from '../../src/sandbox/types.ts';
import { readCsv } from '../formats/read-csv.ts';
import { command } from '../helpers/run-cli.ts';
import { sandboxPerFile } from '../helpers/sandbox.ts';
import { quoted, tableBelow } from './specification.ts';

const sandbox = sandboxPerFile({ bots: 45 });

/** Replaces `$botId` by the id of the sandbox, and `$botId.8` by the last eight characters of it. */
const wordsOf = (text: string): readonly string[] =>
  text
    .replace(/\$(\w+)(?:\.(\d))?/g, (_all, name: keyof Sandbox['ids'], end = '0') => idOf(name).slice(-end))
    .split(' ');
const idOf = (name: keyof Sandbox['ids']): string => sandbox.ids[name];

/**
 * The commands for the rows of the endpoint table, in order, with the fields that section 2 documents for
 * each response.
 */
const COMMANDS: readonly (readonly [words: string, fields?: () => readonly string[], key?: string])[] = [
  ['bots ls', () => SUMMARY, 'bots'],
  ['bots get $botId', () => fieldsOf('### 2.2 Bot'), 'bot'],
  ['bots delete $botId --confirm $botId.8'],
  ['integrations get $integrationId', () => fieldsOf('### 2.1 Integration'), 'integration'],
  ['integrations delete $integrationId --confirm $integrationId.8'],
  ['workspaces get', () => fieldsOf('### 2.3 Workspace')],
  ['issues get $botId $issueId', () => fieldsOf('### 2.4 Issue'), 'issue'],
  ['conversations delete $botId $conversationId --confirm $conversationId.6'],
];

const SUMMARY = ['id', 'createdAt', 'updatedAt', 'name', 'deployedAt'];
const fieldsOf = (heading: string): readonly string[] => tableBelow(heading).map(([name = '']) => name);

const rows = tableBelow('## 4. Endpoints').map(([, method = '', path = ''], at) => {
  const [words = '', fields, key] = COMMANDS[at] ?? [];
  return { method, path: quoted(path)[0] ?? '', words, fields, key };
});
const reads = rows.filter(({ fields }) => fields !== undefined);

type Wire = Readonly<Record<string, unknown>>;

/** Returns the response to the request of a row, read without the client. */
async function wire({ path, key }: (typeof rows)[number]): Promise<Wire> {
  const own = idOf(path.includes('integrations') ? 'integrationId' : 'botId');
  const id = path.includes('workspaces') ? sandbox.workspaceId : own;
  const url = sandbox.url + path.replace('{id}', id).replace('{issueId}', idOf('issueId'));
  const headers = { authorization: `Bearer ${sandbox.token}`, 'x-workspace-id': sandbox.workspaceId };
  const answer = (await (await fetch(url, { headers })).json()) as Wire;
  const inner = key === undefined ? answer : answer[key];
  return (Array.isArray(inner) ? inner[0] : inner) as Wire;
}

/** Returns the output of a command; for a list, up to its first record. */
async function printed({ words, key }: (typeof rows)[number], format: string): Promise<string> {
  const limit = key === 'bots' ? ['--limit', '1'] : [];
  const all = [...wordsOf(words), ...limit, '-o', format, '--show-secrets'];
  const { code, out, err } = await command(sandbox, all);
  expect(code, err).toBe(0);
  return out;
}

const first = (value: unknown): Wire => {
  const list = Array.isArray(value) ? value : (value as Wire)['bots'];
  return (Array.isArray(list) ? list[0] : value) as Wire;
};

/**
 * Returns a pattern of the value in a table: times to the minute, booleans as yes and no, objects by size or
 * names.
 */
function inTable(value: unknown): RegExp {
  const exact = (text: string): RegExp => new RegExp(`^${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`);
  if (value === '' || value === null) return /^-$/;
  if (typeof value === 'boolean') return exact(value ? 'yes' : 'no');
  if (typeof value === 'object')
    return Object.keys(value).length === 0
      ? /^(none|-|0 items)$/
      : new RegExp(`${Object.keys(value).length}|=`);
  const text = String(value);
  const [, day, time] = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)/.exec(text) ?? [];
  return exact(day === undefined ? (text.split('\n')[0] ?? '') : `${day} ${time}Z`);
}

test('spec: the endpoint table has eight rows, each with a command', () => {
  expect(rows).toHaveLength(8);
  for (const { words } of rows) expect(words).not.toBe('');
});

describe.each(reads.map(row => [`${row.method} ${row.path}`, row] as const))('%s', (_name, row) => {
  test('spec: JSON, YAML and CSV have every documented field with the value of the response', async () => {
    const sent = await wire(row);
    const json = first(JSON.parse(await printed(row, 'json')));
    const yaml = first(parse(await printed(row, 'yaml')));
    const [head = [], cells = []] = readCsv(await printed(row, 'csv'));

    for (const name of row.fields?.() ?? []) {
      expect(sent, name).toHaveProperty(name);
      expect(json[name], name).toEqual(sent[name]);
      expect(yaml[name], name).toEqual(sent[name]);
      const cell = cells[head.indexOf(name)]?.replace(/^'/, '');
      const text = sent[name] === null ? '' : sent[name];
      expect(cell, name).toBe(typeof text === 'string' ? text : JSON.stringify(text));
    }
  });
});

describe.each(
  reads.filter(({ key }) => key !== 'bots').map(row => [`${row.method} ${row.path}`, row] as const),
)('%s', (_name, row) => {
  test('spec: the table of a record has every documented field with the value of the response', async () => {
    const sent = await wire(row);
    const lines = (await printed(row, 'table')).split('\n').map(line => /^(\S+) +(.*)$/.exec(line) ?? []);

    for (const name of row.fields?.() ?? []) {
      const [, , said] = lines.find(([, title]) => title === name) ?? [];
      const inside = lines.filter(([, title]) => title?.startsWith(`${name}.`));
      // An object whose members are documented has a row for each of those.
      if (said === undefined) expect(inside.length, name).toBeGreaterThan(0);
      else expect(said.trim(), name).toMatch(inTable(sent[name]));
    }
  });
});

test('spec: the table of the bots has the values of the response', async () => {
  const [row] = reads;
  if (row === undefined) throw new Error('there is a list');
  const sent = await wire(row);
  const [head = '', line = ''] = (await printed(row, 'table')).split('\n');

  expect(head).toMatch(/NAME.*DEPLOYED.*UPDATED.*ID/);
  for (const name of ['id', 'name', 'updatedAt', 'deployedAt']) {
    const wanted = inTable(sent[name]).source.replace(/^\^|\$$/g, '');
    expect(line, name).toMatch(new RegExp(wanted));
  }
});

// Deletes come last: the records are gone afterwards.
test('spec: each command sends the request of its row', async () => {
  const order = [
    ...rows.filter(({ method }) => method === 'GET'),
    ...rows.filter(({ method }) => method !== 'GET').toReversed(),
  ];
  for (const { words, method, path } of order) {
    const before = sandbox.requests.length;
    const { code, err } = await command(sandbox, wordsOf(words));
    const form = new RegExp(`^${path.replace(/\{\w+\}/g, '[^/?]+')}(\\?|$)`);
    const sent = sandbox.requests
      .slice(before)
      .filter(each => each.method === method && form.test(each.path));

    expect([code, err.split('\n')[0]], `${method} ${path}`).toEqual([0, expect.anything()]);
    expect(sent.length, `${method} ${path}`).toBeGreaterThan(0);
    expect(sent.every(({ status }) => status === 200)).toBe(true);
  }
});
