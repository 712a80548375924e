import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { yamlText } from '../../src/formats/documents.ts';
import type { JsonObject } from '../../src/json/json.ts';
import { bot } from '../../src/resources/bot.ts';
import { integration } from '../../src/resources/integration.ts';
import { redact } from '../../src/resources/redact.ts';
import { recordsSchema } from '../../src/sandbox/records-schema.ts';
import type { Sandbox, SandboxOptions } from '../../src/sandbox/types.ts';
import { newFolder } from '../helpers/folder.ts';
import { numRuns } from '../helpers/properties.ts';
import { command } from '../helpers/run-cli.ts';
import { startSandbox } from '../helpers/sandbox.ts';
import { requestPage, requestSandbox, walk } from '../sandbox/request-sandbox.ts';

async function sandboxWith(options: SandboxOptions): Promise<Sandbox> {
  const sandbox = await startSandbox({ ext: true, ...options });
  onTestFinished(sandbox.close);
  return sandbox;
}

const read = async (sandbox: Sandbox, path: string) =>
  (await requestSandbox(sandbox, `/v1/admin/${path}`)).json;
const listOf = async (sandbox: Sandbox, path: string, key: string) =>
  (await requestPage(sandbox, `/v1/admin/${path}?pageSize=1000`, key)).items as readonly JsonObject[];

/** Returns all that a sandbox shows of its main workspace. */
async function contentsOf(sandbox: Sandbox) {
  const lists = [
    await walk(sandbox, 'pageSize=7'),
    await walk(sandbox, 'dev=true'),
    await walk(sandbox, 'sortField=updatedAt'),
  ];
  const ids = lists.slice(0, 2).flatMap(list => list.map(({ id }) => id));
  const bots = await Promise.all(
    ids.map(async id => (await read(sandbox, `bots/${id}`))['bot'] as JsonObject),
  );
  const versions = [...new Set(bots.flatMap(each => Object.keys(each['integrations'] ?? {})))];
  const issues = await Promise.all(ids.map(id => listOf(sandbox, `bots/${id}/issues`, 'issues')));
  const events = await Promise.all(
    issues.flatMap((list, at) =>
      list.map(
        async each => (await read(sandbox, `bots/${ids[at]}/issues/${each['id']}/events`))['issueEvents'],
      ),
    ),
  );
  const integrations = await Promise.all(
    versions.map(async id => (await read(sandbox, `integrations/${id}`))['integration'] ?? 'none'),
  );
  return {
    lists,
    bots,
    issues,
    events,
    integrations,
    workspace: await read(sandbox, `workspaces/${sandbox.workspaceId}/public`),
  };
}

test.each(['yaml', 'json'])(
  'export: a sandbox that serves the exported .%s has the same lists and records, secrets masked',
  async ending => {
    const real = await sandboxWith({ bots: 45 });
    const path = join(newFolder('export'), `incident.${ending}`);
    const { code, err } = await command(real, ['export', '--records', path, '--with-dev', '--ext']);
    const replayed = await sandboxWith({ records: path, odd: false });
    const [before, after] = [await contentsOf(real), await contentsOf(replayed)];

    expect([code, err]).toEqual([
      0,
      expect.stringMatching(/^botscope: 1 workspace, 45 bots, \d+ integrations, \d+ issues, /),
    ]);
    expect(after).toEqual({
      ...before,
      bots: before.bots.map(each => redact(bot.fields, each)),
      integrations: before.integrations.map(each =>
        each === 'none' ? each : redact(integration.fields, each as JsonObject),
      ),
    });
    expect(readFileSync(path, 'utf8')).toContain('••••••••');
    expect(readFileSync(path, 'utf8')).not.toMatch(/xoxb-|sign_[0-9a-f]{32}/);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect([replayed.workspaceId, replayed.ids.botId]).toEqual([real.workspaceId, expect.any(String)]);
    expect(replayed.token).not.toBe(real.token);
  },
  60_000,
);

test('export: only the named bots, to standard output; without --ext no issues, and a remark', async () => {
  const sandbox = await sandboxWith({ bots: 20 });
  const { code, out, err } = await command(sandbox, ['export', sandbox.ids.botId, '--records', '-']);
  const requests = sandbox.requests.map(({ path }) => path);

  expect(code).toBe(0);
  expect(out).toMatch(/^odd: true\ncomplete: true\nworkspace:\n/);
  expect(out).not.toContain('issue:');
  expect(err).toContain('issues are left out: --ext');
  expect(requests.filter(path => /issues|bots\?|bots$/.test(path))).toEqual([]);
});

test('export: a replay without the issues does not say that there are none', async () => {
  const sandbox = await sandboxWith({ bots: 20 });
  sandbox.put('bot', { id: 'calm' });
  const path = join(newFolder('export'), 'calm.yaml');
  const listed = async (...flags: readonly string[]) => {
    await command(sandbox, ['export', 'calm', '--records', path, '--overwrite', ...flags]);
    return command(sandbox, ['--demo', '--records', path, 'issues', 'ls', 'calm', '--ext', '-o', 'json']);
  };
  const [unread, none] = [await listed(), await listed('--ext')];

  expect([unread.code, unread.err]).toEqual([
    7,
    expect.stringContaining('does not serve GET /v1/admin/bots/calm/issues'),
  ]);
  expect([none.code, JSON.parse(none.out)]).toEqual([0, { complete: true, issues: [] }]);
});

test('export: failing bots are found by the filter, and a missing record makes it incomplete', async () => {
  const sandbox = await sandboxWith({ bots: 20 });
  const { botId } = sandbox.ids;
  const failing = await command(sandbox, ['export', '--records', '-', '--filter', 'health:problem']);
  sandbox.fault(`GET /v1/admin/bots/${botId} 500`);
  const partial = await command(sandbox, ['export', '--records', '-', '--limit', '3']);

  expect(failing.out.match(/^ {2}- id: /gm)?.length).toBeGreaterThan(2);
  expect(failing.out).toContain('name: support-prod');
  expect(failing.out).not.toContain('name: order-tracker');
  expect(partial.code).toBe(8);
  expect(partial.out).toMatch(/^odd: true\ncomplete: false\nmissing: /);
  expect(partial.out).not.toContain('name: support-prod');
});

test('export: --limit leaves bots out on purpose, and the file says so', async () => {
  const sandbox = await sandboxWith({ bots: 5 });
  const limited = (limit: string) => command(sandbox, ['export', '--records', '-', '--limit', limit]);
  const [cut, whole] = [await limited('3'), await limited('5')];
  const { out } = await command(sandbox, ['bots', 'ls', '--limit', '3', '-o', 'json']);

  expect([cut.code, whole.code]).toEqual([0, 0]);
  expect(cut.out).toContain(`complete: false\nmissing: ${JSON.stringify(JSON.parse(out)['missing'])}\n`);
  expect(cut.err).toContain('3 bots');
  expect(cut.err).toContain(JSON.parse(out)['missing']);
  expect(whole.out).toContain('complete: true\nworkspace:');
});

test('export: issues of a hostile list are left out if they have no id, and it is incomplete', async () => {
  const sandbox = await sandboxWith({ bots: 3 });
  const path = join(newFolder('export'), 'odd.yaml');
  const title = 'a\u001b[2Jb\r\n---\n- c: "d" #e';
  const issues = [{ id: 'iss_1', title, in: 'x' }, { id: 'iss_1' }, { title: 'none' }, { id: '..' }, 7, null];
  sandbox.fault({ path: '/v1/admin/bots/{id}/issues', body: { issues, meta: {} } });
  sandbox.fault({ path: '/v1/admin/bots/{id}/issues/{issue}/events', status: 500 });
  const { code, err } = await command(sandbox, ['export', sandbox.ids.botId, '--records', path, '--ext']);
  const replayed = await sandboxWith({ records: path });

  expect(code).toBe(8);
  expect(err).toContain('Some issues have no valid id.');
  expect(err).toContain('Some lists of events could not be read.');
  expect(err).not.toContain('\u001b');
  expect(await listOf(replayed, `bots/${sandbox.ids.botId}/issues`, 'issues')).toMatchObject([
    { id: 'iss_1' },
  ]);
});

test('export: a bot that does not exist exits 3, and no file is written', async () => {
  const sandbox = await sandboxWith({ bots: 3 });
  const path = join(newFolder('export'), 'none.yaml');
  const { code, err } = await command(sandbox, ['export', 'none', '--records', path]);

  expect([code, existsSync(path)]).toEqual([3, false]);
  expect(err).toContain('none could not be read: 404 Not found');
});

test('export: an existing file stays as it is without --overwrite, and is found before any request', async () => {
  const sandbox = await sandboxWith({ bots: 3 });
  const folder = newFolder('export');
  const path = join(folder, 'incident.yaml');
  writeFileSync(path, 'yesterday');
  const refused = await command(sandbox, ['export', '--records', path]);
  const nowhere = await command(sandbox, ['export', '--records', join(folder, 'none', 'incident.yaml')]);
  const before = readFileSync(path, 'utf8');
  const requests = sandbox.requests.length;
  const replaced = await command(sandbox, ['export', '--records', path, '--overwrite']);

  expect([refused.code, nowhere.code, requests, before]).toEqual([2, 2, 0, 'yesterday']);
  expect(refused.err).toContain(`${path} exists already: choose another name, or add --overwrite.`);
  expect(nowhere.err).toContain('cannot be written: no such folder.');
  expect([replaced.code, readFileSync(path, 'utf8')]).toEqual([0, expect.stringMatching(/^odd: true\n/)]);
});

test('export: a connection that breaks at one integration, or one list of issues, leaves out nothing else', async () => {
  const sandbox = await sandboxWith({ bots: 12 });
  const path = join(newFolder('export'), 'incident.json');
  const exported = async () => {
    const { code, err } = await command(sandbox, ['export', '--records', path, '--overwrite', '--ext']);
    return { code, err, ...JSON.parse(readFileSync(path, 'utf8')) };
  };
  const whole = await exported();
  const [{ id: integrationId }] = whole.integration;
  const [{ in: parents }] = whole.issue;
  sandbox.fault({ path: `/v1/admin/integrations/${integrationId}`, reset: 'before' });
  sandbox.fault({ path: `/v1/admin/bots/${parents.botId}/issues`, reset: 'before' });

  const partial = await exported();

  const isOther = (each: { in: { botId: string } }): boolean => each.in.botId !== parents.botId;
  expect([whole.code, partial.code, partial.complete]).toEqual([0, 8, false]);
  expect(partial.err).toContain('Some lists of issues could not be read.');
  expect(partial.integration).toEqual(whole.integration.slice(1));
  expect(partial.issue).toEqual(whole.issue.filter(isOther));
  expect(partial.issue.length).toBeGreaterThan(0);
});

test('export: a signal ends it without a file', async () => {
  const sandbox = await sandboxWith({ bots: 30 });
  const path = join(newFolder('export'), 'none.yaml');
  const stopping = new AbortController();
  sandbox.fault({ path: '/v1/admin/integrations/{id}', hang: 'headers' });
  const ended = command(sandbox, ['export', '--records', path, '--ext'], { signal: stopping.signal });
  while (!sandbox.requests.some(request => request.path.includes('integrations')))
    await new Promise(setImmediate);
  stopping.abort();

  expect((await ended).code).toBe(130);
  expect(existsSync(path)).toBe(false);
});

test('own records: whatever JSON a member has, it is served as the file has it', async () => {
  const path = join(newFolder('records'), 'any.yaml');
  await fc.assert(
    fc.asyncProperty(fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue()), async members => {
      const { in: _, ...others } = JSON.parse(JSON.stringify(members));
      const record = { ...others, id: 'any' };
      writeFileSync(path, yamlText({ odd: true, bot: [record] }));
      await using sandbox = await startSandbox({ records: path });

      expect(await read(sandbox, 'bots/any')).toEqual({ bot: record });
    }),
    { numRuns: numRuns(40) },
  );
});

test('export: needs a file; its --records is not that of the demo', async () => {
  const sandbox = await sandboxWith({ bots: 3 });
  const none = await command(sandbox, ['export']);
  const folder = newFolder('export');
  const [one, two] = [join(folder, 'one.yaml'), join(folder, 'two.yaml')];
  writeFileSync(one, 'bot:\n  - { id: mine, name: night-desk }\n');
  const demo = await command(sandbox, ['--demo', '--records', one, 'export', '--records', two]);

  expect([none.code, none.err]).toEqual([2, expect.stringContaining('botscope export --records <file>')]);
  expect(demo.code).toBe(0);
  expect(readFileSync(two, 'utf8')).toContain('name: night-desk');
  expect(sandbox.requests).toEqual([]);
});

const wrong: readonly (readonly [text: string, why: string])[] = [
  ['cat: []', 'line 1: cat is no kind of records: workspace, bot, integration, issue, event, conversation'],
  ['bot: 3', 'line 1: bot must be a list of records'],
  ['bot:\n  - id: a\n  - name: b', 'line 3: bot[1].id must be the id of the record, a text'],
  ['bot:\n  - id: a\n  - id: a', 'line 3: bot[1].id is the id of an earlier record, too'],
  ['bot:\n  - id: a\n    name: x\n    createdAt: never', 'line 4: bot[0].createdAt must be a time such as'],
  [
    'bot:\n  - id: a\n    integrations:\n      i:\n        enabled: yes',
    'line 5: bot[0].integrations.i.enabled must be true',
  ],
  ['issue:\n  - id: a', 'line 2: issue[0].in must have botId, the id of a parent'],
  ['issue:\n  - in: { botId: b }\n    id: a', 'line 2: issue[0].in.botId names no bot of this file'],
  ['bot:\n  - in: { workspaceId: w }\n    id: a', 'line 2: bot[0].in.workspaceId names no workspace'],
  ['bot:\n - id: a\n  - id: b', 'line 3: '],
  ['{"bot": [\n{"id": "a"},\n{"id": 3}]}', 'line 3: bot[1].id must be the id of the record, a text'],
  ['[]', 'line 1: The records must be a map of kinds to lists'],
  ['bot:\n  - id: a\n    status: broken', 'line 3: bot[0].status must be active, deploying or deleting'],
  ['bot:\n  - id: a\n    integrations: { x: 5 }', 'line 3: bot[0].integrations.x must be a map'],
  ['bot:\n  - id: a\n    medias: [null]', 'line 3: bot[0].medias[0] must be a map'],
  ['odd: 1', 'line 1: odd must be true or false'],
  ['bot: []\n---\nbot: []', 'line 2: a second document begins'],
];

test.each(wrong)('own records: %j is refused with its line', async (text, why) => {
  const path = join(newFolder('records'), 'mine.yaml');
  writeFileSync(path, text);

  await expect(sandboxWith({ records: path, odd: false })).rejects.toThrow(`${path}: ${why}`);
});

test('own records: members that a record lacks get defaults, and with odd it stays as it is', async () => {
  const records = {
    workspace: [{ id: 'w1', name: 'One' }, { id: 'w2' }],
    bot: [
      { id: 'old', createdAt: '2025-01-01T00:00:00Z' },
      { id: 'new', name: 'night-desk', createdAt: '2026-01-01T00:00:00Z', dev: false },
      { id: 'other', in: { workspaceId: 'w2' } },
    ],
    issue: [{ id: 'iss_1', in: { botId: 'new' }, title: 'Broken' }],
    conversation: [{ id: 'conv_1', in: { botId: 'new' } }],
  };
  const [valid, odd] = [
    await sandboxWith({ records, odd: false }),
    await sandboxWith({ records, odd: true }),
  ];
  const remove = await requestSandbox(valid, '/v1/chat/conversations/conv_1', {
    method: 'DELETE',
    headers: { authorization: `Bearer ${valid.token}`, 'x-bot-id': 'new' },
  });
  await requestSandbox(valid, '/v1/admin/bots/new', { method: 'DELETE' });
  const left = (await walk(valid)).map(({ id }) => id);
  valid.reset();

  expect([remove.status, left]).toEqual([200, ['old']]);
  expect((await walk(valid)).map(({ id }) => id)).toEqual(['new', 'old']);
  expect(await read(valid, 'bots/new')).toMatchObject({
    bot: { name: 'night-desk', status: 'active', integrations: {} },
  });
  expect(await read(odd, 'bots/old')).toEqual({ bot: { id: 'old', createdAt: '2025-01-01T00:00:00Z' } });
  expect(await listOf(valid, 'bots/new/issues', 'issues')).toMatchObject([
    { id: 'iss_1', title: 'Broken', category: 'other' },
  ]);
  expect(valid.ids).toMatchObject({
    botId: 'new',
    issueId: 'iss_1',
    conversationId: 'conv_1',
    otherWorkspaceId: 'w2',
  });
  expect(valid.token).not.toBe(odd.token);
});

test('own records: --empty has a workspace and nothing in it', async () => {
  const sandbox = await sandboxWith({ empty: true, workspaceId: 'mine' });

  expect(await walk(sandbox)).toEqual([]);
  expect(await read(sandbox, 'workspaces/mine/public')).toMatchObject({ id: 'mine' });
  sandbox.put('bot', { id: 'first' });
  expect((await walk(sandbox)).map(({ id }) => id)).toEqual(['first']);
});

test('own records: the schema has all kinds with the types of their descriptions', () => {
  const { properties } = recordsSchema() as {
    properties: Record<string, { items: { properties: object; required: string[] } }>;
  };

  expect(properties['issue']?.items).toMatchObject({
    required: ['id', 'in'],
    properties: {
      in: { required: ['botId'], additionalProperties: false },
      createdAt: { type: ['string', 'null'], format: 'date-time' },
      eventsCount: { type: ['integer', 'null'] },
    },
  });
  expect(properties['bot']?.items).toMatchObject({
    required: ['id'],
    properties: {
      signingSecret: {},
      integrations: { additionalProperties: { properties: { enabled: { type: ['boolean', 'null'] } } } },
    },
  });
});
