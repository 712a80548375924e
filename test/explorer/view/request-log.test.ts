import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import type { Exchange } from '../../../src/api/client.ts';
import { createRequestLog } from '../../../src/api/request-log.ts';
import { logDialog as logScreen } from '../../../src/explorer/dialogs/log/dialog.ts';
import { logReport } from '../../../src/explorer/dialogs/log/report.ts';
import type { LogDialog } from '../../../src/explorer/state/dialogs.ts';
import { editorOf, emptyEditor } from '../../../src/explorer/state/text-field.ts';
import { joinLine } from '../../../src/explorer/view/line.ts';
import { curlText, logCounts, logLines, shownExchanges } from '../../../src/explorer/view/request-log.ts';
import { startExplorer } from '../../helpers/fake-explorer.ts';

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

const dialog = (exchanges: readonly Exchange[], change: Partial<LogDialog> = {}): LogDialog => ({
  kind: 'log',
  exchanges,
  count: exchanges.length,
  cursor: 0,
  opened: undefined,
  isFailedOnly: false,
  editor: emptyEditor,
  isSearching: false,
  top: 0,
  ...change,
});

const text = (logging: LogDialog, width = 80): string =>
  logLines(logging, width).lines.map(joinLine).join('\n');

test('request log: each request has a row with its method, path, status, time and size', () => {
  expect(text(dialog([exchange()]))).toMatch(/GET +\/v1\/admin\/bots\/9f3c +200 +188 +11\.0k/);
});

test('request log: masks secrets in an opened response', () => {
  const body = { bot: { id: 'b', signingSecret: 'CANARY', name: 'support' } };

  const shown = text(dialog([exchange({ body })], { opened: 0 }));

  expect(shown).toContain('"support"');
  expect(shown).toContain('authorization: Bearer ••••');
  expect(shown).not.toContain('CANARY');
});

test('request log: f shows only failed requests', () => {
  const failed = exchange({
    path: '/v1/admin/bots/1be0',
    status: 500,
    failure: { kind: 'server-error', status: 500 },
  });

  const shown = text(dialog([exchange(), failed], { isFailedOnly: true }));

  expect(shown).toContain('1be0');
  expect(shown).not.toContain('9f3c');
  const asked = dialog([exchange(), failed]);
  expect(logCounts(asked, 80)).toBe('2 sent · 1 failed · median 188 ms');
  expect(logCounts(asked, 40)).toBe('2 sent · 1 failed');
});

test('request log: control characters of a response are not printed', () => {
  const body = { message: 'a\u001b[2Jb\nc' };

  const { lines } = logLines(dialog([exchange({ body, operation: 'none' })], { opened: 0 }), 80);

  expect(lines.map(joinLine).join('')).not.toMatch(/\p{Cc}/u);
});

test('request log: a search finds method, path, status and failure, and says when nothing matches', () => {
  const failed = exchange({ path: '/v1/b', status: 500, failure: { kind: 'server-error', status: 500 } });
  const all = [exchange(), exchange({ method: 'DELETE', path: '/v1/c', status: 204 }), failed];
  const found = (words: string) =>
    shownExchanges(dialog(all, { editor: editorOf(words) })).map(({ path }) => path);

  expect(found('')).toHaveLength(3);
  expect(found('9F3C')).toEqual(['/v1/admin/bots/9f3c']);
  expect(found('delete')).toEqual(['/v1/c']);
  expect(found('get 500')).toEqual(['/v1/b']);
  expect(found('server error')).toEqual(['/v1/b']);
  expect(text(dialog(all, { editor: editorOf('nothing') }))).toContain('No matches.');
});

test('request log: the saved records have no body, and say how many requests are no longer kept', () => {
  const body = { bot: { signingSecret: 'CANARY' } };
  const report = logReport(dialog([exchange({ body }), exchange({ path: '/v1/b' })], { count: 700 }));

  expect(report.description).toBe('2 requests');
  expect(report.missing).toBe('only the last 2 requests are kept');
  expect(report.records[0]).toMatchObject({ at: '2023-11-14T22:13:20.000Z', method: 'GET', status: 200 });
  expect(JSON.stringify(report.records)).not.toContain('CANARY');
  expect(logReport(dialog([exchange()], { editor: editorOf('x') })).description).toBe('0 of 1 request');
});

test('request log: the copied curl command has no token and quotes any id', () => {
  const line = curlText(exchange({ path: "/v1/admin/bots/a'b;$(x)", method: 'DELETE' }));

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

test('request log: a run of re-reads is one row, beside which a delete stands out', () => {
  const reads = Array.from({ length: 15 }, (_, at) =>
    exchange({ path: `/v1/admin/bots/b${at}`, bytes: 100 }),
  );
  const remove = exchange({ operation: 'bot.delete', method: 'DELETE' });
  const failed = exchange({ status: 500, failure: { kind: 'server-error', status: 500 } });
  const log = dialog([...reads, remove, exchange(), exchange(), failed], { cursor: 7 });

  const { lines, cursor } = logLines(log, 80);

  expect(lines).toHaveLength(1 + 5);
  expect(cursor).toBe(1);
  expect(text(log)).toMatch(/15 × GET \/v1\/admin\/bots\/\{id\} +200 +188 +1\.5k/);
  expect(lines[2]?.kind === 'text' && lines[2].spans[1]).toEqual({ text: 'DELETE ', style: 'bad' });
  expect(text(dialog(reads, { unfolded: [0] })).split('\n')).toHaveLength(1 + 15);
});

test('request log: the footer says unfold on a folded row, and response on a single request', () => {
  const { state } = startExplorer();
  const reads = Array.from({ length: 15 }, () => exchange());
  const enter = (log: LogDialog) => logScreen.hints(log, state())[0];

  expect(enter(dialog(reads))).toMatchObject({ key: 'Enter', text: 'unfold' });
  expect(enter(dialog(reads, { unfolded: [0] }))).toMatchObject({ key: 'Enter', text: 'response' });
  expect(enter(dialog(reads, { opened: 0 }))).toMatchObject({ key: 'Enter', text: 'response' });
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
