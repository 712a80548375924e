import { expect, test } from 'vitest';
import type { Sandbox } from '../../src/sandbox/types.ts';
import { command } from '../helpers/run-cli.ts';
import { sandboxPerFile } from '../helpers/sandbox.ts';
import { quoted, tableBelow } from './specification.ts';

const sandbox = sandboxPerFile({ bots: 45 });

/** Replaces `$botId` by the id of the sandbox, and `$botId.8` by the last eight characters of it. */
const wordsOf = (text: string): readonly string[] =>
  text
    .replace(/\$(\w+)(?:\.(\d))?/g, (_all, name: keyof Sandbox['ids'], end = '0') =>
      sandbox.ids[name].slice(-end),
    )
    .split(' ');

/** The commands for the rows of the endpoint table, in order. */
const COMMANDS: readonly string[] = [
  'bots ls',
  'bots get $botId',
  'bots delete $botId --confirm $botId.8',
  'integrations get $integrationId',
  'integrations delete $integrationId --confirm $integrationId.8',
  'workspaces get',
  'issues get $botId $issueId',
  'conversations delete $botId $conversationId --confirm $conversationId.6',
];

const rows = tableBelow('## 4. Endpoints').map(([, method = '', path = ''], at) => ({
  method,
  path: quoted(path)[0] ?? '',
  words: COMMANDS[at] ?? '',
}));

test('spec: the endpoint table has eight rows, each with a command', () => {
  expect(rows).toHaveLength(8);
  for (const { words } of rows) expect(words).not.toBe('');
});

// `cli/get.test.ts` and `cli/list.test.ts` prove that they print the documented fields.
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
