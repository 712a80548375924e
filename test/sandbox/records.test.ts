import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isList, isObject, type Json, type JsonObject, member } from '../../src/json/json.ts';
import type { Field, Fields } from '../../src/resources/field.ts';
import { operations, resourceOf } from '../../src/resources/registry.ts';
import { botIdAt, placeOfBot } from '../../src/sandbox/bot-id.ts';
import { createOrigin, createSources } from '../../src/sandbox/records.ts';
import { type Sandbox, startSandbox } from '../../src/sandbox/service.ts';
import { adminHeaders, ask, walk } from './asking.ts';

let sandbox: Sandbox;
const found: Record<string, JsonObject[]> = { bot: [], integration: [], issue: [], workspace: [] };

/** Reads records of every kind: all bots, their issues, the versions they name, all workspaces. */
beforeAll(async () => {
  sandbox = await startSandbox();
  const { otherWorkspaceId, emptyWorkspaceId } = sandbox.examples;
  const read = async (kind: string, path: string, key?: string) => {
    const { status, json } = await ask(sandbox, path);
    const record = key === undefined ? json : json[key];
    if (status === 200 && isObject(record)) found[kind]?.push(record);
  };
  const all = [...(await walk(sandbox)), ...(await walk(sandbox, 'dev=true'))];
  for (const { id } of all) await read('bot', `/v1/admin/bots/${id}`, 'bot');
  const versions = (found['bot'] ?? []).flatMap(bot =>
    Object.keys((bot['integrations'] ?? {}) as JsonObject),
  );
  for (const id of new Set(versions))
    await read('integration', `/v1/admin/integrations/${id}`, 'integration');
  for (const id of [sandbox.workspaceId, otherWorkspaceId, emptyWorkspaceId]) {
    await read('workspace', `/v1/admin/workspaces/${id}/public`);
  }
  // The specification has no list of issues; their ids come from the records themselves.
  const { seed, now } = { seed: 1, now: Date.now() };
  const issues = createSources(createOrigin({ seed, now, bots: 163, workspaceId: undefined }), () => false)[
    'issue'
  ];
  for (const bot of found['bot'] ?? []) {
    const parent = { botId: `${bot['id']}` };
    for (let index = 0; index < (issues?.count(parent) ?? 0); index++) {
      const id = issues?.item(parent, index)['id'];
      await read('issue', `/v1/admin/bots/${parent.botId}/issues/${id}`, 'issue');
    }
  }
}, 60_000);
afterAll(() => sandbox.close());

function hasType(type: string, json: Json): boolean {
  switch (type) {
    case 'timestamp':
      return typeof json === 'string' && new Date(json).toISOString() === json;
    case 'boolean':
      return typeof json === 'boolean';
    case 'integer':
      return Number.isInteger(json);
    case 'object':
    case 'object (map)':
      return isObject(json);
    case 'array':
    case 'array of string':
      return isList(json) && json.every(item => typeof item === 'string');
    case 'array of objects':
      return isList(json) && json.every(isObject);
    default:
      return typeof json === 'string';
  }
}

type Seen = { readonly path: string; readonly field: Field; readonly values: readonly (Json | undefined)[] };

/** Every described field below some records with the values it has, inner ones too. */
function seen(fields: Fields, records: readonly Json[], prefix = ''): readonly Seen[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const values = records.map(record => member(record, name));
    const there = values.filter(value => value !== undefined);
    const each = there.flatMap(value => (isObject(value) || isList(value) ? Object.values(value) : []));
    return [
      { path: prefix + name, field, values },
      ...seen(field.inner ?? {}, there, `${prefix}${name}.`),
      ...seen(field.each ?? {}, each, `${prefix}${name}[].`),
    ];
  });
}

const MAY_BE_NULL = [
  'integrations[].statusReason',
  'integrations[].configurationType',
  'recurringEvents[].lastFailureReason',
];

describe.each(['bot', 'integration', 'issue', 'workspace'])('every field of a kind: %s', kind => {
  test('is there, with its type, on some record', () => {
    const fields = seen(resourceOf(kind).fields, found[kind] ?? []);
    const never = fields.filter(({ values }) => values.every(value => value === undefined));

    expect(fields.length).toBeGreaterThan(8);
    expect(never.map(({ path }) => path)).toEqual([]);
  });

  test('has its type wherever it is there', () => {
    for (const { path, field, values } of seen(resourceOf(kind).fields, found[kind] ?? [])) {
      for (const value of values) {
        if (value === undefined || (value === null && MAY_BE_NULL.includes(path))) continue;
        expect(hasType(field.type, value), `${path}: ${JSON.stringify(value)}`).toBe(true);
      }
    }
  });
});

test.each([
  ['bot', ['name', 'deployedAt', 'createdBy', 'maxExecutionTime', 'description']],
  ['workspace', ['about', 'profilePicture', 'contactEmail', 'website', 'socialAccounts', 'handle']],
  ['integration', ['sandbox', 'maxExecutionTime']],
])('of a %s, each optional field is there on some record and absent on another', (kind, names) => {
  for (const name of names) {
    const values = (found[kind] ?? []).map(record => record[name]);

    expect(
      values.some(value => value === undefined),
      `${name} is always there`,
    ).toBe(true);
    expect(
      values.some(value => value !== undefined),
      `${name} is never there`,
    ).toBe(true);
  }
});

test('of an integration, the optional inner fields are absent on some record', () => {
  const absent = (name: string, inner: string) =>
    (found['integration'] ?? []).some(record => member(record[name], inner) === undefined);

  expect(absent('identifier', 'extractScript')).toBe(true);
  expect(absent('configuration', 'title')).toBe(true);
  expect((found['integration'] ?? []).length).toBeGreaterThan(20);
});

test('the unset workspace has empty texts, as the specification says', () => {
  const unset = found['workspace']?.[1];

  expect(unset).toMatchObject({ about: '', profilePicture: '', contactEmail: '', website: '' });
  expect(unset).toMatchObject({ socialAccounts: [], handle: '' });
});

test.each([
  ['bot', 'status', ['active', 'deploying', 'deleting', 'hibernating']],
  ['bot', 'type', ['studio', 'adk', 'desk']],
  ['issue', 'category', ['user_code', 'limits', 'configuration', 'other']],
  ['integration', 'verificationStatus', ['approved', 'pending', 'rejected', 'unapproved']],
])('%s: every value of %s is seen, and no other', (kind, name, values) => {
  const seen = (found[kind] ?? []).map(record => record[name]).filter(value => value !== undefined);

  expect(new Set(seen)).toEqual(new Set(values));
});

test('the first bot is the failing one that the first screen shows', async () => {
  const [bot] = found['bot'] ?? [];
  const entries = Object.values((bot?.['integrations'] ?? {}) as JsonObject);
  const slack = entries.find(entry => member(entry, 'name') === 'slack');

  expect(bot?.['name']).toBe('support-prod');
  expect(slack).toMatchObject({
    status: 'registration_failed',
    statusReason: 'invalid_auth: the bot token was revoked',
  });
  expect(bot?.['recurringEvents']).toMatchObject({ 'nightly-sync': { failedAttempts: 12 } });
  expect(entries.some(entry => member(entry, 'enabled') === false)).toBe(true);
});

test('a quarter of the bots was never deployed, and all of those are old', () => {
  const never = (found['bot'] ?? []).filter(bot => bot['deployedAt'] === undefined);

  expect(never.length).toBeGreaterThan(163 * 0.15);
  expect(never.length).toBeLessThan(163 * 0.35);
});

test('no bot changed before it was made, or after now', () => {
  for (const bot of found['bot'] ?? []) {
    const [created = 0, updated = 0] = [bot['createdAt'], bot['updatedAt']].map(at => Date.parse(`${at}`));

    expect(updated).toBeGreaterThanOrEqual(created);
    expect(updated).toBeLessThanOrEqual(Date.now());
  }
});

test('the names hold what names can hold: nothing, twice the same, scripts, control characters', async () => {
  const names = (await Promise.all(['', 'dev=true'].map(query => walk(sandbox, query))))
    .flat()
    .map(({ name }) => name);
  const some = (form: RegExp) => names.some(name => typeof name === 'string' && form.test(name));

  expect(names.slice(0, 12).every(name => typeof name === 'string' && /^[a-z-]+$/.test(name))).toBe(true);
  expect(names).toContain('');
  expect(names).toContain(undefined);
  expect(names.filter(name => name === 'faq-bot')).toHaveLength(2);
  expect(some(/^.{150,}$/)).toBe(true);
  expect(some(/\p{Script=Hiragana}|\p{Script=Katakana}/u)).toBe(true);
  expect(some(/\p{Script=Arabic}/u)).toBe(true);
  expect(some(/\p{Script=Hebrew}/u)).toBe(true);
  expect(some(/\p{Extended_Pictographic}/u)).toBe(true);
  expect(some(/\u001b\[2J/)).toBe(true);
  expect(some(/\u001b\]52;/)).toBe(true);
  expect(some(/\u001b\]8;/)).toBe(true);
  expect(some(/\u001b\]0;/)).toBe(true);
  expect(some(/\u202e/)).toBe(true);
  expect(some(/\n/)).toBe(true);
  expect(some(/\u009b/)).toBe(true);
});

test('signing secrets are mostly empty, as the service sends them, but not always', () => {
  const secrets = (found['bot'] ?? []).map(bot => bot['signingSecret']);

  expect(secrets.filter(secret => secret === '').length).toBeGreaterThan(120);
  expect(secrets.some(secret => secret !== '')).toBe(true);
});

test('an integration from the hub is named by bots and not found; the locked one is found', async () => {
  const { hubIntegrationId, lockedIntegrationId } = sandbox.examples;
  const named = (id: string) =>
    (found['bot'] ?? []).filter(bot => member(bot['integrations'], id) !== undefined).length;

  expect(named(hubIntegrationId)).toBeGreaterThan(2);
  expect((await ask(sandbox, `/v1/admin/integrations/${hubIntegrationId}`)).status).toBe(404);
  expect((await ask(sandbox, `/v1/admin/integrations/${lockedIntegrationId}`)).status).toBe(200);
});

test('the ids of bots lead back to their place, and no other text is one', () => {
  fc.assert(
    fc.property(fc.nat(2 ** 32 - 1), fc.nat(200), fc.nat(2 ** 24 - 1), (seed, workspace, index) => {
      const id = botIdAt(seed, { workspace, index });
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
      expect(placeOfBot(seed, id)).toEqual({ workspace, index });
      expect(placeOfBot(seed, id.toUpperCase())).toBe(
        id === id.toUpperCase() ? { workspace, index } : undefined,
      );
    }),
  );
  fc.assert(fc.property(fc.nat(), fc.uuid(), (seed, id) => placeOfBot(seed, id) === undefined));
  fc.assert(fc.property(fc.nat(), fc.string(), (seed, id) => placeOfBot(seed, id) === undefined));
});

test('every kind that has an operation has records', async () => {
  const kinds = new Set(operations.map(({ resource }) => resource.kind));
  const sources = createSources(createOrigin({ seed: 1, now: 0, bots: 3, workspaceId: 'w' }), () => false);

  expect(Object.keys(sources)).toEqual(expect.arrayContaining([...kinds]));
  expect(adminHeaders(sandbox)['x-workspace-id']).toMatch(/^wkspace_[0-9A-HJKMNP-TV-Z]{26}$/);
});
