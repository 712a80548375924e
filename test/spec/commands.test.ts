import { expect, test } from 'vitest';
import type { Sandbox } from '../../src/sandbox/types.ts';
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
const [list, ...records] = rows.filter(({ fields }) => fields !== undefined);

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

async function printed(words: string, format = 'table'): Promise<string> {
  const { code, out, err } = await command(sandbox, [...wordsOf(words), '-o', format, '--show-secrets']);
  expect(code, err).toBe(0);
  return out;
}

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

// Other formats are proved in `cli/get.test.ts` and `cli/list.test.ts`.
test.each(records.map(row => [`${row.method} ${row.path}`, row] as const))(
  'spec: the table of %s has every documented field with the value of the response',
  async (_name, row) => {
    const sent = await wire(row);
    const lines = (await printed(row.words)).split('\n').map(line => /^(\S+) +(.*)$/.exec(line) ?? []);

    for (const name of row.fields?.() ?? []) {
      expect(sent, name).toHaveProperty(name);
      const [, , said] = lines.find(([, title]) => title === name) ?? [];
      const inside = lines.filter(([, title]) => title?.startsWith(`${name}.`));
      // An object whose members are documented has a row for each of those.
      if (said === undefined) expect(inside.length, name).toBeGreaterThan(0);
      else expect(said.trim(), name).toMatch(inTable(sent[name]));
    }
  },
);

test('spec: the list of the bots has the values of the response, as JSON and as a table', async () => {
  if (list === undefined) throw new Error('there is a list');
  const sent = await wire(list);
  const json = JSON.parse(await printed('bots ls --limit 1', 'json'));
  const [head = '', line = ''] = (await printed('bots ls --limit 1')).split('\n');

  expect(Object.keys(sent)).toEqual(expect.arrayContaining(SUMMARY));
  expect(json.bots).toEqual([sent]);
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
