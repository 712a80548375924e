import { expect, test } from 'vitest';
import type { Exchange } from '../../../../src/api/client.ts';
import { memoryStorage } from '../../../../src/deletion/journal.ts';
import { withLocalRecords } from '../../../../src/explorer/actions/load/local-records.ts';
import { viewTitle } from '../../../../src/explorer/frame/titles.ts';
import { press } from '../../../../src/explorer/keyboard/keyboard.ts';
import { contentOf } from '../../../../src/explorer/screens/content.ts';
import { requestsPlace } from '../../../../src/explorer/state/place.ts';
import { createRequestLog } from '../../../../src/explorer/state/request-log.ts';
import { backup, journalEntry, request } from '../../../../src/resources/local-kinds.ts';
import { execFileSync } from '../../../helpers/child-process.ts';
import { startExplorer } from '../../../helpers/fake-explorer.ts';
import { settle } from '../../../helpers/fake-service.ts';

const exchange = (change: Partial<Exchange> = {}): Exchange => ({
  operation: 'bot.read',
  method: 'GET',
  path: '/v1/admin/bots/9f3c',
  baseUrl: 'https://api.example.org',
  scope: { header: 'x-workspace-id', value: 'ws' },
  at: 1_700_000_000_000,
  ms: 188,
  tries: 1,
  status: 200,
  bytes: 11_000,
  ...change,
});

/** Returns the rows and single records of a log with these requests. */
function logOf(exchanges: readonly Exchange[]) {
  const requestLog = createRequestLog();
  for (const each of exchanges) requestLog.add(each);
  const { send } = withLocalRecords(undefined, { deleteStorage: memoryStorage(), now: Date.now }, requestLog);
  const { list, read } = request;
  if (list === undefined || read === undefined) throw new Error('requests can be listed and read');
  return {
    rows: async () => {
      const outcome = await send(list, {});
      return outcome.ok ? outcome.value.items : [];
    },
    one: (requestId: string) => send(read, { requestId }),
  };
}

test('request log: lists requests newest first, automatic and failed ones marked, without responses', async () => {
  const failure = { kind: 'server-error', status: 500 } as const;
  const rows = await logOf([
    exchange({ body: { bot: {} } }),
    exchange({ isAutomatic: true, status: 500, failure }),
  ]).rows();

  expect(rows).toMatchObject([
    { id: '2', by: 'auto', failure: 'server-error', header: 'x-workspace-id', scope: 'ws' },
    { id: '1', path: '/v1/admin/bots/9f3c', status: 200, ms: 188, bytes: 11_000 },
  ]);
  expect(rows[1]).not.toHaveProperty('response');
});

test('request log: one request has its response, secrets masked, until it is dropped', async () => {
  const log = logOf(
    Array.from({ length: 501 }, () =>
      exchange({ body: { bot: { signingSecret: 'CANARY', name: 'support' } } }),
    ),
  );

  const last = await log.one('501');
  expect(JSON.stringify(last)).toContain('"support"');
  expect(JSON.stringify(last)).not.toContain('CANARY');
  for (const id of ['1', '0', '502', 'x']) expect(await log.one(id)).toMatchObject({ ok: false });
});

test.each([
  [
    [exchange(), exchange({ ms: 10, failure: { kind: 'timed-out', timeoutMs: 9 } })],
    ['2 sent, 1 failed', 'median 188 ms'],
  ],
  [[exchange({ failure: { kind: 'dry-run' } })], ['0 sent, 1 simulated']],
  [
    [exchange(), exchange({ failure: { kind: 'dry-run' } })],
    ['1 sent, 1 simulated', 'median 188 ms'],
  ],
  [[exchange()], ['1 sent', 'median 188 ms']],
])('request log: its title counts %#', async (exchanges, title) => {
  expect(request.summary?.(await logOf(exchanges).rows())).toEqual(title);
});

test('request log: z shows only the failed requests, simulated ones are none, and z again all', async () => {
  const requestLog = createRequestLog();
  requestLog.add(exchange());
  requestLog.add(exchange({ status: 500, failure: { kind: 'server-error', status: 500 } }));
  const { status: _status, ...unanswered } = exchange({ failure: { kind: 'timed-out', timeoutMs: 9 } });
  requestLog.add(unanswered);
  requestLog.add(exchange({ failure: { kind: 'dry-run' } }));
  const { explorer, state } = startExplorer({ requestLog });
  explorer.open(requestsPlace);
  await settle();
  const shown = () => [contentOf(state()).ids, viewTitle(state()).right];
  const title = '3 sent, 2 failed, 1 simulated · median 188 ms';

  expect(shown()).toEqual([['4', '3', '2', '1'], title]);
  press(explorer, { name: 'z', text: 'z' }, { alone: true });
  expect(shown()).toEqual([['3', '2'], '2 of 4 match']);
  press(explorer, { name: 'z', text: 'z' }, { alone: true });
  expect(shown()).toEqual([['4', '3', '2', '1'], title]);
});

test('request log: the copied curl command has no token and quotes any id', { tags: 'program' }, async () => {
  const rows = await logOf([exchange({ path: "/v1/admin/bots/a'b;$(x)", method: 'DELETE' })]).rows();
  const line = request.copy?.(rows[0] ?? {}).text;

  const words = execFileSync('sh', ['-c', `curl() { printf '%s\\n' "$@"; }; ${line}`], { encoding: 'utf8' });

  expect(words.split('\n')).toEqual([
    '-sS',
    '-X',
    'DELETE',
    '-H',
    'authorization: Bearer ',
    '-H',
    'x-workspace-id: ws',
    "https://api.example.org/v1/admin/bots/a'b;$(x)",
    '',
  ]);
});

test('request log: drops the oldest requests, and their responses before that', () => {
  const log = createRequestLog();
  for (let at = 0; at < 700; at++) log.add(exchange({ path: `/${at}`, body: {}, bytes: 1_000_000 }));

  const kept = log.exchanges();

  expect(log.count()).toBe(700);
  expect(kept).toHaveLength(500);
  expect(kept.at(-1)?.body).toBeDefined();
  expect(kept.filter(({ body }) => body !== undefined).length).toBeLessThan(10);
});

const COUNT = 100;
const other = { at: '', profile: 'other', kind: 'bot', ids: {}, method: '', path: '', stage: 'deleted' };
const others = Array.from({ length: 500 }, (_, at) => ({ ...other, delete: `d${at}` }));

test.each([
  ['the journal', journalEntry.list],
  ['the list of backups', backup.list],
])(
  'local records: %s is read once for all its pages, and again when it is opened again',
  async (_which, list) => {
    const memory = memoryStorage();
    let reads = 0;
    const counted =
      <T>(values: readonly T[]) =>
      () => {
        reads++;
        return values;
      };
    const deleteStorage = {
      ...memory,
      journal: { ...memory.journal, lines: counted([...Array(COUNT), ...others]) },
      backups: { ...memory.backups, list: counted(Array.from({ length: COUNT }, (_, at) => `${at}.json`)) },
    };
    const client = withLocalRecords(undefined, { deleteStorage, now: () => 0 }, createRequestLog());
    if (list === undefined) throw new Error('it must have a list');

    for (const opening of [1, 2]) {
      const ids: unknown[] = [];
      for (let page: string | undefined; ; ) {
        const outcome = await client.send(list, {}, page === undefined ? {} : { page });
        if (!outcome.ok) throw new Error(outcome.failure.kind);
        expect(outcome.value.items).not.toEqual([]);
        ids.push(...outcome.value.items.map(({ id }) => id));
        page = outcome.value.next;
        if (page === undefined) break;
      }
      expect([new Set(ids).size, reads]).toEqual([COUNT, opening]);
    }
  },
);
