import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { yamlText } from '../../src/formats/documents.ts';
import type { JsonObject } from '../../src/json/json.ts';
import { bot } from '../../src/resources/bot.ts';
import { integration } from '../../src/resources/integration.ts';
import { redact } from '../../src/resources/redact.ts';
import type { Sandbox, SandboxOptions } from '../../src/sandbox/types.ts';
import { commandsOn } from '../helpers/command-rows.ts';
import { newFolder } from '../helpers/folder.ts';
import { numRuns } from '../helpers/properties.ts';
import { forAllAsync } from '../helpers/property.ts';
import { not } from '../helpers/rows.ts';
import { command } from '../helpers/run-cli.ts';
import { sandboxPerTest, startSandbox } from '../helpers/sandbox.ts';
import { requestPage, requestSandbox, walk } from '../sandbox/request-sandbox.ts';

const sandbox = sandboxPerTest({ bots: 20, ext: true });
let folder = '';
beforeEach(() => {
  folder = newFolder('export');
});
const { commands, run, expectRows } = commandsOn(sandbox, () => ({ folder }));
const textOf = (name: string): string => readFileSync(join(folder, name), 'utf8');

async function sandboxWith(options: SandboxOptions): Promise<Sandbox> {
  const own = await startSandbox({ ext: true, ...options });
  onTestFinished(own.close);
  return own;
}

const read = async (sandbox: Sandbox, path: string) =>
  (await requestSandbox(sandbox, `/v1/admin/${path}`)).json;
const listOf = async (sandbox: Sandbox, path: string, key: string) =>
  (await requestPage(sandbox, `/v1/admin/${path}?pageSize=1000`, key)).items as readonly JsonObject[];

async function contentsOf(sandbox: Sandbox) {
  const queries = ['pageSize=7', 'dev=true', 'sortField=updatedAt'];
  const lists = await Promise.all(queries.map(query => walk(sandbox, query)));
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
    const path = join(folder, `incident.${ending}`);
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

commands('export: only the named bots, to standard output; without --ext no issues, and a remark', [
  [
    'export $botId --records -',
    0,
    [/^odd: true\ncomplete: true\nworkspace:\n/, not('issue:')],
    'issues are left out: --ext',
  ],
  () => expect(sandbox.requests.filter(({ path }) => /issues|bots\?|bots$/.test(path))).toEqual([]),
]);

const REPLAY = '--demo --records $folder/calm.yaml issues ls calm --ext -o json';
commands('export: a replay without the issues does not say that there are none', [
  () => sandbox.put('bot', { id: 'calm' }),
  ['export calm --records $folder/calm.yaml', 0],
  [REPLAY, 7, undefined, 'does not serve GET /v1/admin/bots/calm/issues'],
  ['export calm --records $folder/calm.yaml --overwrite --ext', 0],
  [REPLAY, 0, { complete: true, issues: [] }],
]);

const BOTH = '--filter, --limit, --dev, --with-dev and --update-baseline do not go with ids: leave them out.';
commands('export: a flag that chooses from the list does not go with ids, and nothing is sent', [
  ...['--filter health:ok', '--limit 1', '--dev', '--with-dev'].map(
    flag => [`export $botId --records - ${flag}`, 2, '', BOTH] as const,
  ),
  { all: 0 },
]);

const AT_LEAST_THREE = /(?:^ {2}- id: .*?){3}/ms;
commands('export: failing bots are found by the filter, and a missing record makes it incomplete', [
  [
    'export --records - --filter health:problem',
    0,
    [AT_LEAST_THREE, 'name: support-prod', not('name: order-tracker')],
  ],
  'GET /v1/admin/bots/$botId 500',
  ['export --records - --limit 3', 8, [/^odd: true\ncomplete: false\nmissing: /, not('name: support-prod')]],
]);

test('export: --limit leaves bots out on purpose, and the file says so', async () => {
  const { missing } = JSON.parse((await run('bots ls --limit 3 -o json')).out);

  await expectRows(
    [
      'export --records - --limit 3',
      0,
      `complete: false\nmissing: ${JSON.stringify(missing)}`,
      ['3 bots', missing],
    ],
    ['export --records - --limit 20', 0, 'complete: true\nworkspace:'],
  );
});

test('export: issues of a hostile list are left out if they have no id, and it is incomplete', async () => {
  const title = 'a\u001b[2Jb\r\n---\n- c: "d" #e';
  const issues = [{ id: 'iss_1', title, in: 'x' }, { id: 'iss_1' }, { title: 'none' }, { id: '..' }, 7, null];
  sandbox.fault({ path: '/v1/admin/bots/{id}/issues', body: { issues, meta: {} } });
  sandbox.fault('* /v1/admin/bots/{id}/issues/{issue}/events 500');
  const said = ['Some issues have no valid id.', 'Some lists of events could not be read.', not('\u001b')];
  await expectRows(['export $botId --records $folder/odd.yaml --ext', 8, undefined, said]);
  const replayed = await sandboxWith({ records: join(folder, 'odd.yaml') });

  const left = await listOf(replayed, `bots/${sandbox.ids.botId}/issues`, 'issues');
  expect(left).toMatchObject([{ id: 'iss_1' }]);
});

commands('export: a bot that does not exist exits 3, and no file is written', [
  ['export none --records $folder/none.yaml', 3, undefined, 'none could not be read: 404 Not found'],
  () => expect(readdirSync(folder)).toEqual([]),
]);

const TAKEN = '$folder/incident.yaml exists already: choose another name, or add --overwrite.';
commands('export: an existing file stays as it is without --overwrite, and is found before any request', [
  () => writeFileSync(join(folder, 'incident.yaml'), 'yesterday'),
  ['export --records $folder/incident.yaml', 2, undefined, TAKEN],
  ['export --records $folder/none/incident.yaml', 2, undefined, 'cannot be written: no such folder.'],
  { all: 0 },
  () => expect(textOf('incident.yaml')).toBe('yesterday'),
  ['export --records $folder/incident.yaml --overwrite', 0],
  () => expect(textOf('incident.yaml')).toMatch(/^odd: true\n/),
]);

test('export: a connection that breaks at one integration, or one list of issues, leaves out nothing else', async () => {
  const exported = async () => {
    const { code, err } = await run('export --records $folder/incident.json --overwrite --ext');
    return { code, err, ...JSON.parse(textOf('incident.json')) };
  };
  const whole = await exported();
  const [{ in: parents }] = whole.issue;
  sandbox.fault(`* /v1/admin/integrations/${whole.integration[0].id} reset`);
  sandbox.fault(`* /v1/admin/bots/${parents.botId}/issues reset`);

  const partial = await exported();

  const isOther = (each: { in: { botId: string } }): boolean => each.in.botId !== parents.botId;
  expect([whole.code, partial.code, partial.complete]).toEqual([0, 8, false]);
  expect(partial.err).toContain('Some lists of issues could not be read.');
  expect(partial.integration).toEqual(whole.integration.slice(1));
  expect(partial.issue).toEqual(whole.issue.filter(isOther));
  expect(partial.issue.length).toBeGreaterThan(0);
});

test('export: a signal ends it without a file', async () => {
  const stopping = new AbortController();
  sandbox.fault({ path: '/v1/admin/integrations/{id}', hang: 'headers' });
  const ended = run('export --records $folder/none.yaml --ext', { signal: stopping.signal });
  while (!sandbox.requests.some(request => request.path.includes('integrations')))
    await new Promise(setImmediate);
  stopping.abort();

  expect([(await ended).code, readdirSync(folder)]).toEqual([130, []]);
});

commands('export: needs a file; its --records is not that of the demo', [
  () => writeFileSync(join(folder, 'one.yaml'), 'bot:\n  - { id: mine, name: night-desk }\n'),
  ['export', 2, undefined, 'botscope export --records <file>'],
  ['--demo --records $folder/one.yaml export --records $folder/two.yaml', 0],
  () => expect(textOf('two.yaml')).toContain('name: night-desk'),
  { all: 0 },
]);

test('own records: whatever JSON a member has, it is served as the file has it', async () => {
  const path = join(folder, 'any.yaml');
  await forAllAsync(
    numRuns(40),
    fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue()),
    async members => {
      const { in: _, ...others } = JSON.parse(JSON.stringify(members));
      const record = { ...others, id: 'any' };
      writeFileSync(path, yamlText({ odd: true, bot: [record] }));
      await using own = await startSandbox({ records: path });

      expect(await read(own, 'bots/any')).toEqual({ bot: record });
    },
  );
});

test.each([
  [
    'cat: []',
    'line 1: cat is not a kind of records: workspace, bot, integration, issue, event, conversation',
  ],
  ['bot: []\nbots: []', 'line 2: bots and bot: use one of them'],
  ['bot: 3', 'line 1: bot must be a list of records'],
  ['bot:\n  - id: a\n  - id: 3', 'line 3: bot[1].id must be the id of the record, a text'],
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
  ['bot:\n  - id: a-{n}\n    count: 0', 'line 3: bot[0].count must be a whole number from 1 to 100000'],
  ['bot: [{ id: a, name: a, count: 3 }]', 'line 1: bot[0].id must contain {n} beside count'],
  ['bot: [{ id: a, updatedAt: 2x ago }]', 'line 1: bot[0].updatedAt must be a time such as'],
  ['before: 1', 'line 1: before must be a map of bots by name'],
  ['before:\n  a: 1', 'line 2: before.a must be a map of members'],
  ['before:\n  b*: {}', 'line 2: before.b* names no bot of this file'],
  ['noise:\n  b:\n    status: 1', 'line 3: noise.b.status must be active, deploying or deleting'],
  ['culprit:\n  - bots:\n      b: {}', 'line 3: culprit[0].bots.b names no bot of this file'],
  ['culprit: { words: a }', 'line 1: culprit.bots must be a map of bots by name'],
  ['bot: []\n---\nbot: []', 'line 2: a second document begins'],
  [
    'bot:\n  - in: { workspaceId: w }\n    id: a\n  - status: x\nissue:\n  - eventsCount: no\n  - 5',
    'line 2: bot[0].in.workspaceId names no workspace of this file; line 4: bot[1].status must be active, ' +
      'deploying or deleting; line 6: issue[0].eventsCount must be a whole number; line 7: issue[1] must be a',
  ],
  [
    `bot: [${'3, '.repeat(7)}]`,
    `${[0, 1, 2, 3, 4].map(at => `line 1: bot[${at}] must be a record; `).join('')}and 2 more`,
  ],
])('own records: %j is refused with its line', async (text, why) => {
  const path = join(folder, 'mine.yaml');
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

test('own records: aliases, merged maps, ages in words, numbers in keys, members that are gone', async () => {
  const aliases = Array.from({ length: 150 }, (_, at) => `  ward-${at + 1}: *busy`);
  const lines = [
    'bot: [{ id: "ward-{n}", count: 200, name: "ward-{n}", integrations: { a: { name: x } } }]',
    'noise:',
    '  ward-200: &busy { status: deploying, updatedAt: 90 minutes ago, integrations: { "b-{n}": { name: y } } }',
    ...aliases,
    'culprit: { bots: { ward-2: { <<: *busy, status: deleting } } }',
    'before: { ward-2: { updatedAt: 2 h ago, integrations: { a: null } } }',
  ];
  const path = join(folder, 'ward.yaml');
  writeFileSync(path, lines.join('\n'));
  const now = Date.UTC(2026, 0, 5);
  await using own = await startSandbox({ records: path, odd: false, now });
  const updatedAt = '2026-01-04T22:30:00.000Z';
  const integrations = { a: { name: 'x' }, 'b-1': { name: 'y' } };

  expect(await read(own, 'bots/ward-150')).toMatchObject({ bot: { status: 'deploying', updatedAt } });
  expect(await read(own, 'bots/ward-2')).toMatchObject({
    bot: { status: 'deleting', updatedAt, integrations },
  });
  const [{ record = {} } = {}] = own.hourBefore();
  expect(record).toMatchObject({ updatedAt: '2026-01-04T22:00:00.000Z', integrations: { 'b-1': {} } });
  expect(record['integrations']).not.toHaveProperty('a');
});

test('own records: with odd the changes of bots may have any members, too', async () => {
  const records = { odd: true, bot: [{ id: 'a', name: 'a' }], noise: { a: { status: 'quarantined' } } };
  await using own = await startSandbox({ records });

  expect(await read(own, 'bots/a')).toMatchObject({ bot: { status: 'quarantined' } });
});

test('own records: a template stands for many, changed by name, and an hour ago', async () => {
  const records = {
    bot: [{ id: 'desk-{n}', count: 12, name: 'desk-{n}', createdAt: '{n}h ago', tags: { a: 'x', b: 'y' } }],
    noise: { 'desk-1*': { status: 'deploying', updatedAt: '{n}m ago' } },
    culprit: [{ words: 'gone', bots: { 'desk-11': { status: 'deleting' } } }, { bots: {} }],
    before: { 'desk-11': { status: 'active', tags: { b: null } }, 'desk-2': {} },
  };
  const now = Date.UTC(2026, 0, 5);
  await using own = await startSandbox({ records, odd: false, now });

  expect((await walk(own)).map(({ id }) => id)).toEqual(
    Array.from({ length: 12 }, (_, at) => `desk-${at + 1}`),
  );
  expect(await read(own, 'bots/desk-10')).toMatchObject({
    bot: {
      status: 'deploying',
      updatedAt: '2026-01-04T23:58:00.000Z',
      createdAt: '2026-01-04T14:00:00.000Z',
    },
  });
  expect(await read(own, 'bots/desk-11')).toMatchObject({ bot: { status: 'deleting', tags: { b: 'y' } } });
  expect(own.hourBefore()).toMatchObject([
    {
      ref: { ids: { botId: 'desk-2' } },
      at: now - 3_600_000,
      record: { status: 'active', tags: { b: 'y' } },
    },
    { ref: { ids: { botId: 'desk-11' } }, record: { status: 'active', tags: { a: 'x' } } },
  ]);
});

test('own records: --empty has a workspace and nothing in it', async () => {
  const own = await sandboxWith({ empty: true, workspaceId: 'mine' });

  expect(await walk(own)).toEqual([]);
  expect(await read(own, 'workspaces/mine/public')).toMatchObject({ id: 'mine' });
  own.put('bot', { id: 'first' });
  expect((await walk(own)).map(({ id }) => id)).toEqual(['first']);
});
