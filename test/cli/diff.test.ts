import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { parse } from 'yaml';
import type { Sandbox } from '../../src/sandbox/types.ts';
import { stateFolder } from '../../src/storage/paths.ts';
import { openSnapshots, snapshotFolderName } from '../../src/storage/snapshots.ts';
import { clean } from '../../src/text/sanitise.ts';
import { cells } from '../../src/text/width.ts';
import { command, newState } from '../helpers/run-cli.ts';
import { startSandbox } from '../helpers/sandbox.ts';

let sandbox: Sandbox;
let env: { readonly XDG_STATE_HOME: string };
let [first, second] = ['', ''];
beforeEach(async () => {
  sandbox = await startSandbox({});
  env = { XDG_STATE_HOME: newState() };
  const { out } = await command(sandbox, ['bots', 'ls', '-o', 'id', '--limit', '2']);
  [first = '', second = ''] = out.split('\n');
});
afterEach(() => sandbox.close());

const diff = (...words: readonly string[]) => command(sandbox, ['diff', ...words], { env });
const record = async (id: string) =>
  JSON.parse((await command(sandbox, ['bots', 'get', id, '-o', 'json'])).out);

type PrintedChange = { readonly change: string; readonly path: string };

test('diff: two records in words and as JSON, without ids and times; exits 1 if they differ', async () => {
  const { code, out, err } = await diff(`bot/${first}`, `bot/${second}`);
  const json = await diff(`bot/${first}`, `bot/${second}`, '-o', 'json', '--quiet');
  const yaml = await diff(`bot/${first}`, `bot/${second}`, '-o', 'yaml');
  const same = await diff(`bot/${first}`, `bot/${first}`);

  expect([code, json.code, yaml.code]).toEqual([1, 1, 1]);
  expect(out).toMatch(/^CHANGE +FIELD +BEFORE +AFTER\nchanged +name +support-prod +support-staging\n/);
  expect(out).toMatch(/^removed +integrations\.slack +\{\d+ fields\} +-$/m);
  expect(err).toContain(
    `botscope: - support-prod (bot/${first})\nbotscope: + support-staging (bot/${second})\n`,
  );
  expect(err).toContain('ignored, because they always differ: id, createdAt, updatedAt');
  const { complete, changes } = JSON.parse(json.out);
  expect([complete, json.err]).toEqual([true, '']);
  expect(changes[0]).toEqual({
    change: 'changed',
    path: 'name',
    before: 'support-prod',
    after: 'support-staging',
  });
  expect(changes.map(({ path }: PrintedChange) => path)).not.toContain('updatedAt');
  expect(parse(yaml.out)).toEqual({ complete: true, changes });
  expect([same.code, same.out]).toEqual([0, '']);
  expect(same.err).toContain('botscope: no differences\n');
});

test.each([40, 60])('diff: %i columns show each value in full, below its field', async width => {
  const long = 'a sentence that is longer than any line of a narrow terminal';
  sandbox.put('bot', { id: second, name: 'other', states: { notes: { type: 'bot', schema: {}, long } } });
  sandbox.put('bot', { id: first, name: long });
  const { out, err } = await command(sandbox, ['diff', `bot/${first}`, `bot/${second}`], { env, width });
  const lines = out.split('\n');

  expect(lines.filter(line => cells(clean(line)) > width)).toEqual([]);
  expect(lines[0]).toBe('changed name');
  expect(out.replaceAll(/\n {4}/g, ' ')).toContain(`changed name\n  - ${long}\n  + other\n`);
  expect(out).toContain('added states.notes\n  + {3 fields}\n');
  expect(err).toContain(' changed ');
});

test('diff: secrets are masked; another value of a secret is no difference', async () => {
  const secret = 'a-new-signing-secret';
  sandbox.put('bot', { id: first, signingSecret: secret, configuration: { data: { key: secret } } });

  for (const format of ['table', 'json', 'csv', 'md', 'ndjson']) {
    const { out, err } = await diff(`bot/${first}`, `bot/${second}`, '-o', format);
    expect(out + err).not.toContain(secret);
  }
  const before = (await diff(`bot/${first}`, `bot/${second}`, '-o', 'json')).out;
  sandbox.put('bot', { id: first, signingSecret: `${secret}-2` });
  expect((await diff(`bot/${first}`, `bot/${second}`, '-o', 'json')).out).toBe(before);
});

test('diff --since last: compares with what the explorer showed last, also times', async () => {
  const none = await diff(`bot/${first}`, '--since', 'last');
  const folder = join(stateFolder(env), snapshotFolderName(sandbox.url, sandbox.workspaceId));
  const snapshots = openSnapshots(folder, () => undefined);
  const at = Date.UTC(2026, 10, 20, 8, 30);
  snapshots.save({ place: `bot/${first}`, at, text: JSON.stringify(await record(first)) });
  snapshots.flush();
  const unchanged = await diff(`bot/${first}`, '--since', 'last');
  sandbox.put('bot', { id: first, name: 'renamed', updatedAt: '2026-11-22T09:00:00.000Z' });

  const { code, out, err } = await diff(`bot/${first}`, '--since', 'last', '-o', 'json');

  expect([none.code, none.err]).toEqual([3, expect.stringContaining('No last version')]);
  expect(unchanged.code).toBe(0);
  expect(code).toBe(1);
  expect(err).toContain(`support-prod (bot/${first}, as of 2026-11-20 08:30Z)`);
  expect(JSON.parse(out).changes).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ path: 'name', before: 'support-prod', after: 'renamed' }),
      expect.objectContaining({ path: 'updatedAt' }),
    ]),
  );
});

test('diff --since <backup>: compares with a backup of trash ls, and reads no other file', async () => {
  const before = await record(first);
  await command(sandbox, ['bots', 'delete', first, '--confirm', 'support-prod'], { env });
  const [file = ''] = (await command(sandbox, ['trash', 'ls', '-o', 'id'], { env })).out.split('\n');
  sandbox.put('bot', { ...before, status: 'deploying' });

  const changed = await diff(`bot/${first}`, '--since', file, '-o', 'ndjson');
  const other = await diff(`bot/${first}`, '--since', '../../etc/passwd');
  const otherKind = await diff(`integration/${sandbox.ids.integrationId}`, '--since', file);

  expect(changed.code).toBe(1);
  expect(changed.out).toContain('"path":"status","before":"active","after":"deploying"');
  expect([other.code, otherKind.code]).toEqual([2, 2]);
  expect(otherKind.err).toContain('is the backup of another kind of record');
});

test('diff --since <backup>: names the record of the backup, and refuses that of another server or workspace', async () => {
  await command(sandbox, ['bots', 'delete', first, '--confirm', 'support-prod'], { env });
  const [file = ''] = (await command(sandbox, ['trash', 'ls', '-o', 'id'], { env })).out.split('\n');
  const elsewhere = await startSandbox({});

  const other = await diff(`bot/${second}`, '--since', file);
  const words = ['diff', `bot/${second}`, '--since', file];
  const refused = await command(elsewhere, words, { env });
  const workspace = await diff(...words.slice(1), '--workspace-id', sandbox.ids.otherWorkspaceId);
  await elsewhere.close();

  expect(other.code).toBe(1);
  expect(other.err).toMatch(new RegExp(`^botscope: - support-prod \\(bot/${first}, as of .*\\)$`, 'm'));
  expect(other.err).toContain(`botscope: + support-staging (bot/${second})\n`);
  expect([refused.code, refused.out, workspace.code]).toEqual([2, '', 2]);
  expect(refused.err).toContain(`is a backup of another server or workspace: ${sandbox.url} `);
});

test('diff: a record that cannot be read has the exit code of its failure', async () => {
  const missing = await diff(`bot/${first}`, 'bot/nope');
  sandbox.fault({ path: `/v1/admin/bots/${first}`, status: 403 });
  const forbidden = await diff(`bot/${first}`, `bot/${second}`);

  expect([missing.code, forbidden.code]).toEqual([3, 5]);
});

test.each([
  [[], 'Compare which two versions?'],
  [['bot/a'], 'Compare which two versions?'],
  [['bot/a', 'bot/b', '--since', 'last'], 'Compare which two versions?'],
  [['bot/a', 'bots'], '"bots" is not the place of one record. For example'],
  [['bot/a', 'integration/b'], 'Only records of one kind'],
])('diff: %j is a usage error, and nothing is sent', async (words, sentence) => {
  const sent = sandbox.requests.length;

  const { code, err } = await diff(...words);

  expect([code, sandbox.requests.length]).toEqual([2, sent]);
  expect(err).toContain(sentence);
});
