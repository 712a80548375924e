import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv, type Schema } from 'ajv';
import fc from 'fast-check';
import { createGenerator } from 'ts-json-schema-generator';
import { expect, test } from 'vitest';
import { pathTemplate } from '../../src/api/operation.ts';
import { defined, type Json, type JsonObject, member } from '../../src/json/json.ts';
import { documentedOperations, undocumentedOperations } from '../../src/resources/registry.ts';
import { isFor } from '../../src/sandbox/fault-words.ts';
import { startSandbox } from '../../src/sandbox/server.ts';
import type { Sandbox } from '../../src/sandbox/types.ts';
import { newFolder } from '../helpers/folder.ts';
import { forAllAsync } from '../helpers/property.ts';
import { requestSandbox } from './request-sandbox.ts';

/** Methods of the official client, by the requests that they send. */
const CLIENT_METHODS: Readonly<Record<string, string>> = {
  'GET /v1/admin/bots': 'listBots',
  'GET /v1/admin/bots/{botId}': 'getBot',
  'DELETE /v1/admin/bots/{botId}': 'deleteBot',
  'GET /v1/admin/integrations/{integrationId}': 'getIntegration',
  'DELETE /v1/admin/integrations/{integrationId}': 'deleteIntegration',
  'GET /v1/admin/workspaces/{workspaceId}/public': 'getPublicWorkspace',
  'GET /v1/admin/bots/{botId}/issues/{issueId}': 'getBotIssue',
  'DELETE /v1/chat/conversations/{conversationId}': 'deleteConversation',
  'GET /v1/admin/bots/{botId}/issues': 'listBotIssues',
  'GET /v1/admin/bots/{botId}/issues/{issueId}/events': 'listBotIssueEvents',
  'GET /v1/admin/hub/integrations/{hubIntegrationId}': 'getPublicIntegrationById',
};
const OPERATIONS = Object.keys(CLIENT_METHODS);

/** Statuses of the published error types, and those of none. */
const STATUSES = [400, 401, 402, 403, 404, 405, 409, 410, 413, 415, 429, 500, 504];
const OTHER_STATUSES = [418, 502, 503, 599];

type Exception = Readonly<{ reason: string; isFor: (type: string, status: number) => boolean; type: string }>;

/** Responses that do not have their published type, for a reason: they have another one. */
const EXCEPTIONS: readonly Exception[] = [
  {
    reason: 'The service describes the response as the deleted conversation; its type has no members.',
    isFor: type => type === 'deleteConversation',
    type: 'DeletedConversation',
  },
  {
    reason: 'The sandbox sends 501 where the API may have an operation: a 404 would say that it has none.',
    isFor: (_, status) => status === 501,
    type: 'AnyError',
  },
  {
    reason: 'A fault may have a status that the service does not send itself, such as one of a gateway.',
    isFor: (_, status) => OTHER_STATUSES.includes(status),
    type: 'AnyError',
  },
];

/** Checks JSON by types in the declarations of the official client. */
function publishedTypes() {
  const client = join(import.meta.dirname, '../../node_modules/@botpress/client/dist/index.d.ts');
  const text = readFileSync(client, 'utf8');
  const [, errors = ''] = /type ApiError = (.+);/.exec(text) ?? [];
  const methods = text.matchAll(/ readonly (\w+): \(.*\) => Promise<([\w$]+)>;/g);
  /** Of the client for all areas, which comes last. */
  const responses = new Map(methods.map(([, name, response]) => [name, response]));
  const types = {
    ...Object.fromEntries(Object.values(CLIENT_METHODS).map(method => [method, responses.get(method)])),
    ApiErrors: errors.replace(/\w+/g, `Required<Pick<$&, 'id' | 'code' | 'type' | 'message'>>`),
    AnyError: '{ id: string; code: number; type: ErrorType; message: string }',
    DeletedConversation: 'Conversation',
  };
  const lines = Object.entries(types).map(([name, type]) => `export type Schema_${name} = ${type};`);
  const folder = newFolder('types');
  const [path, tsconfig] = [join(folder, 'index.d.ts'), join(folder, 'tsconfig.json')];
  writeFileSync(path, [text, ...lines].join('\n'));
  // Without the types of Node and other packages, which would take most of the time.
  writeFileSync(tsconfig, '{"compilerOptions":{"strict":true,"lib":["es5"],"types":[],"noResolve":true}}');
  const options = { expose: 'none', topRef: false, jsDoc: 'none', skipTypeCheck: true } as const;
  const generator = createGenerator({ path, tsconfig, ...options });
  const ajv = new Ajv();
  const compile = (name: string) => ajv.compile(generator.createSchema(`Schema_${name}`) as Schema);
  return Object.fromEntries(Object.keys(types).map(name => [name, compile(name)] as const));
}

const checks = publishedTypes();

/** Undefined if the JSON has the type. */
function mistake(type: string, json: Json): string | undefined {
  const check = checks[type];
  if (check?.(json) === true) return undefined;
  return `not ${type}: ${JSON.stringify(check?.errors?.at(-1))} in ${JSON.stringify(json)}`.slice(0, 1000);
}

const mostly = <T, U>(usual: T, other: fc.Arbitrary<U>, weight = 9) =>
  fc.oneof({ weight, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: other });

/** About half of them are valid. */
function anyRequest(sandbox: Sandbox) {
  const { workspaceId, token, limitedToken, expiredToken } = sandbox;
  const ids = { ...sandbox.ids, workspaceId };
  const listed = ['bot', 'integration'].flatMap(kind => sandbox.idsOf(kind, { workspaceId }));
  const wrong = ['none', 'x'.repeat(300), '..', '', '%ff', '%00', '__proto__', 'a%2Fb'];
  const id = fc.constantFrom(...Object.values(ids), ...listed, ...wrong);
  const pathIds = fc.record(
    Object.fromEntries(Object.entries(ids).map(([name, usual]) => [name, mostly(usual, id, 2)])),
  );
  const terms = ['pageSize=7', 'pageSize=0', 'nextToken=x', 'dev=true', 'dev=x', 'sortField=updatedAt'];
  const bearers = [`Bearer ${limitedToken}`, `Bearer ${expiredToken}`, 'Bearer', 'Bearer x', undefined];
  const faults = [...STATUSES, ...OTHER_STATUSES].map(String);
  const parts = fc.record({
    operation: fc.constantFrom(...OPERATIONS),
    otherMethod: mostly(undefined, fc.constantFrom('GET', 'DELETE', 'POST', 'PUT', 'PATCH', 'OPTIONS')),
    pathIds,
    pathEnd: mostly('', fc.constantFrom('/', '/x', '/issues')),
    query: fc.array(fc.constantFrom(...terms, 'tags.a=b', 'x', '=%ff'), { maxLength: 2 }),
    headers: fc.record({
      authorization: mostly(`Bearer ${token}`, fc.constantFrom(...bearers)),
      'x-workspace-id': mostly(workspaceId, fc.constantFrom(ids.otherWorkspaceId, 'none', undefined)),
      'x-bot-id': mostly(ids.botId, fc.option(id, { nil: undefined })),
      'x-sandbox-fault': mostly(undefined, fc.constantFrom(...faults, 'boom', '404 times=2')),
    }),
    body: mostly('{}', fc.constantFrom('', 'no JSON')),
  });
  return parts.map(({ operation, otherMethod, query, headers, body, ...rest }) => {
    const [usual = '', template = ''] = operation.split(' ');
    const path = template.replace(/\{(\w+)\}/g, (_, name: string) => rest.pathIds[name] ?? '') + rest.pathEnd;
    return { method: otherMethod ?? usual, path, query: query.join('&'), headers: defined(headers), body };
  });
}

test('published types: 26 errors with their statuses, no other members, and all operations that are served', () => {
  const failure = { id: 'err_1', code: 404, type: 'ResourceNotFound', message: 'No bot has this id' };
  const served = [...documentedOperations, ...undocumentedOperations].map(
    ({ operation }) => `${operation.method} ${pathTemplate(operation)}`,
  );

  expect(checks['ApiErrors']?.schema).toMatchObject({ anyOf: { length: 26 } });
  expect(OPERATIONS).toEqual(expect.arrayContaining(served));
  expect(mistake('ApiErrors', failure)).toBe(undefined);
  expect(mistake('ApiErrors', { ...failure, code: 403 })).toMatch('anyOf');
  expect(mistake('ApiErrors', { ...failure, status: 404 })).toMatch('anyOf');
  expect(mistake('listBots', { bots: [], meta: { token: '' } })).toMatch('additionalProperties');
  expect(mistake('listBots', { bots: [{ id: 'bot' }], meta: {} })).toMatch('createdAt');
});

test.each(STATUSES)('sandbox: a simulated %i has the type of an error with this status', async status => {
  await using sandbox = await startSandbox({ faults: [{ status }] });
  const { json } = await requestSandbox(sandbox, '/v1/admin/bots');

  expect(mistake('ApiErrors', json)).toBe(undefined);
  expect(json['code']).toBe(status);
});

test('sandbox: every default record of 200 bots, and each new one, has its published type', async () => {
  await using sandbox = await startSandbox({ bots: 200, pageSize: 1000, ext: true });
  const { workspaceId, ids } = sandbox;
  const read = async (path: string, type: string): Promise<JsonObject> => {
    const { json } = await requestSandbox(sandbox, `/v1/admin/${path}`);
    expect(mistake(type, json)).toBe(undefined);
    return json;
  };
  sandbox.put('bot', { id: 'new' });
  sandbox.put('issue', { id: 'new' }, { botId: 'new' });
  sandbox.put('integration', { id: 'new' });
  const lists = [await read('bots', 'listBots'), await read('bots?dev=true', 'listBots')];
  const bots = lists.flatMap(({ bots: items }) => items as readonly JsonObject[]);
  const versions = new Set(['new']);

  expect(bots).toHaveLength(201);
  for (const { id } of bots) {
    await read(`bots/${id}/issues`, 'listBotIssues');
    const { bot } = await read(`bots/${id}`, 'getBot');
    for (const version of Object.keys(member(bot, 'integrations') ?? {})) versions.add(version);
  }
  versions.delete(ids.hubIntegrationId);
  expect(versions.size).toBeGreaterThan(30);
  for (const id of versions) await read(`integrations/${id}`, 'getIntegration');
  for (const id of [workspaceId, ids.otherWorkspaceId, ids.emptyWorkspaceId])
    await read(`workspaces/${id}/public`, 'getPublicWorkspace');
});

test('sandbox: entries of an own bot, also one that is put, need no member, and get those of their type', async () => {
  const names = ['integrations', 'plugins', 'recurringEvents', 'states', 'events', 'actions'];
  const entries = Object.fromEntries(names.map(map => [map, { mine: {} }]));
  await using sandbox = await startSandbox({ records: { bots: [{ id: 'own', ...entries }] } });
  sandbox.put('bot', { id: 'put', ...entries, integrations: { mine: { status: 'registration_failed' } } });
  const [own, put] = await Promise.all(
    ['own', 'put'].map(async id => (await requestSandbox(sandbox, `/v1/admin/bots/${id}`)).json),
  );

  expect([mistake('getBot', own ?? null), mistake('getBot', put ?? null)]).toEqual([undefined, undefined]);
  expect(own?.['bot']).toMatchObject({ integrations: { mine: { name: 'mine', status: 'registered' } } });
  expect(put?.['bot']).toMatchObject({ integrations: { mine: { status: 'registration_failed' } } });
});

test('sandbox: responses to 1,000 random requests have their published types or a listed exception', async () => {
  await using sandbox = await startSandbox({ ext: true });
  const seen: string[] = [];

  await forAllAsync(1000, anyRequest(sandbox), async ({ path, query, ...asking }) => {
    sandbox.reset();
    const { status, text } = await requestSandbox(sandbox, `${path}?${query}`, asking);
    const json: JsonObject = JSON.parse(text);
    const operation = OPERATIONS.find(each => isFor(each, `${asking.method} ${path}`)) ?? '';
    const type = (status < 400 ? CLIENT_METHODS[operation] : 'ApiErrors') ?? 'of any operation';
    const isPublished = mistake(type, json) === undefined;
    const exception = isPublished ? undefined : EXCEPTIONS.find(each => each.isFor(type, status));

    expect(mistake(exception?.type ?? type, json)).toBe(undefined);
    expect(json['code'] ?? 200).toBe(status);
    const kind = status < 400 ? 'success' : 'error';
    seen.push(type, kind, `${kind} ${isPublished}`, exception?.reason ?? '');
  });

  const count = (kind: string) => seen.filter(each => each === kind).length;
  const [good = '', bad = ''] = ['success', 'error'].map(
    kind => `${count(`${kind} true`)} of ${count(kind)}`,
  );
  process.stdout.write(
    `Published types: ${good} successes, ${bad} errors; the rest are listed exceptions.\n`,
  );
  const needed = [...Object.values(CLIENT_METHODS), ...EXCEPTIONS.map(({ reason }) => reason)];
  expect(needed.filter(each => !seen.includes(each))).toEqual([]);
});
