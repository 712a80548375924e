import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rawServer } from '../helpers/raw-server.ts';
import { command, newState } from '../helpers/run-cli.ts';
import { sandboxPerFile } from '../helpers/sandbox.ts';
import { CANARY, createPlanter } from './plant.ts';

const planter = createPlanter();
const env = { XDG_STATE_HOME: newState() };
const TYPED = 'Zk9Qw4Xb7Lm2Rt6';
const sandbox = sandboxPerFile({ bots: 12, ext: true });

/** The sandbox behind a server that plants canaries into its responses. */
let planted: Awaited<ReturnType<typeof rawServer>>;
let where: Parameters<typeof command>[0];

beforeAll(async () => {
  planted = await rawServer(
    ({ method = 'GET', url = '', headers: { authorization = '', ...headers } }, response) => {
      const own = { authorization, 'x-workspace-id': String(headers['x-workspace-id'] ?? '') };
      const { signal } = new AbortController();
      planter
        .fetch(sandbox.url + url, { method, headers: Object.entries(own), signal, maxBytes: 1e9 })
        .then(async answer => {
          response.writeHead(answer.status, { 'content-type': 'application/json' });
          response.end(await answer.text());
        })
        .catch(() => response.destroy());
    },
  );
  where = { ...sandbox, url: planted.url };
});
afterAll(() => planted.close());

const FORMATS = ['table', 'json', 'ndjson', 'yaml', 'csv', 'text', 'md', 'name'];

function lines(): readonly (readonly string[])[] {
  const { botId, issueId, integrationId } = sandbox.ids;
  const words = [
    ['bots', 'ls'],
    [
      'bots',
      'ls',
      '--filter',
      'dev:false',
      '--columns',
      'name,signingSecret,configuration,integrations,health',
    ],
    ['bots', 'get', botId],
    ['bots', 'diagnose', botId],
    ['health'],
    ['integrations', 'get', integrationId],
    ['workspaces', 'get'],
    ['issues', 'get', botId, issueId],
    ['issues', 'ls', botId, '--ext'],
    ['events', 'ls', botId, issueId, '--ext'],
    ['bots', 'delete', botId, '--dry-run'],
  ];
  const others = [
    ['health', '-o', 'junit', '--issues'],
    ['health', '-o', 'github', '--issues'],
    ['export', '--records', '-', '--ext'],
    ['api', `/v1/admin/bots/${botId}`],
    ['api', `/v1/admin/bots/${botId}`, '-o', 'yaml'],
  ];
  const formatted = words.flatMap(each =>
    FORMATS.filter(format => format !== 'name' || !each.includes('--columns')).map(format => [
      ...each,
      '-o',
      format,
    ]),
  );
  return [...formatted, ...others];
}

test('canary: what a person types comes back masked: in errors, traces and the log of the sandbox', async () => {
  const trace = join(newState(), 'trace.ndjson');
  const typed = [`/v1/admin/bots/none?access_token=${TYPED}`, `/v1/hook?code=${TYPED}`, `token=${TYPED}`];
  for (const path of typed)
    for (const output of ['json', 'table']) {
      const { code, out, err } = await command(sandbox, ['api', path, '-o', output, '--trace', trace]);
      expect(code, path).toBeGreaterThan(1);
      expect(out + err, path).not.toContain(TYPED);
    }
  const requests = await fetch(`${sandbox.url}/__sandbox/requests`, {
    headers: { authorization: `Bearer ${sandbox.token}` },
  });

  const texts = [readFileSync(trace, 'utf8'), await requests.text()];

  for (const text of texts) expect(text).toContain('access_token=••••••••');
  expect(texts.join('')).not.toContain(TYPED);
});

const leaks = (text: string): readonly string[] =>
  [...text.matchAll(CANARY)].map(([found]) => planter.placeOf(found));

test('canary: no command prints a secret or the token in any format', async () => {
  for (const words of lines()) {
    const { code, out, err } = await command(where, words, { env });
    expect([0, 1], `${words.join(' ')}: ${err}`).toContain(code);
    expect(out, words.join(' ')).not.toBe('');
    expect(leaks(out + err), words.join(' ')).toEqual([]);
    expect(out + err).not.toContain(sandbox.token);
  }
});

test('canary: neither the output of a delete nor its backup and journal contain one', async () => {
  const { botId } = sandbox.ids;
  const words = ['bots', 'delete', botId, '--confirm', botId.slice(-8)];

  const { code, out, err } = await command(where, words, { env });
  const snapshots = await command(where, ['trash', 'ls', '-o', 'name'], { env });
  const copy = await command(where, ['trash', 'show', snapshots.out.trim()], { env });
  const kept = readdirSync(env.XDG_STATE_HOME, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => readFileSync(join(entry.parentPath, entry.name), 'utf8'));

  expect(code).toBe(0);
  expect(leaks(out + err + copy.out + kept.join('\n'))).toEqual([]);
  expect(copy.out).toContain('support-prod');
});

test('canary: a backup of an older version is shown with its secrets masked, and a file that is none not at all', async () => {
  const [state, day] = [newState(), '2026-11-21'];
  mkdirSync(join(state, 'botscope/trash', day), { recursive: true });
  const record = { id: 'b1', name: 'old', signingSecret: 'c4n9999', url: 'https://u:c4n9999@h/', n: 1 };
  const texts = { a: JSON.stringify({ kind: 'bot', ids: {}, record }), b: 'password=c4n9999' };
  for (const [name, text] of Object.entries(texts))
    writeFileSync(join(state, 'botscope/trash', day, `${name}.101010.json`), text);
  const show = (name: string) =>
    command(where, ['trash', 'show', `${day}/${name}.101010.json`], { env: { XDG_STATE_HOME: state } });

  const [old, none] = [await show('a'), await show('b')];

  expect(old.out).toContain('"n": 1');
  expect(none.code).toBe(2);
  expect(old.out + old.err + none.out + none.err).not.toContain('c4n9999');
});

test('canary: --show-secrets prints the canaries, so the tests would find a leak', async () => {
  const id = sandbox.ids.integrationId;

  const { out } = await command(where, ['integrations', 'get', id, '-o', 'json', '--show-secrets']);

  expect(leaks(out).length).toBeGreaterThan(5);
});
