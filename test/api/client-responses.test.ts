import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MAX_PAGE_BYTES, MAX_RECORD_BYTES } from '../../src/api/client.ts';
import { requestUrl } from '../../src/api/url.ts';
import { type JsonObject, parseJson } from '../../src/json/json.ts';
import { documentedOperations } from '../../src/resources/registry.ts';
import { forAllAsync } from '../helpers/property.ts';
import { sandboxPerTest } from '../helpers/sandbox.ts';
import { clientOf, expectFailure, expectValue, listen, operationNamed } from './test-client.ts';

const sandbox = sandboxPerTest();

const list = operationNamed('bot.list');
const readBot = operationNamed('bot.read');
const readWorkspace = operationNamed('workspace.read');
const ids = () => ({ ...sandbox.ids, workspaceId: sandbox.workspaceId });

const another = expect.stringMatching(/^it is another record: its id is "other", not ".+"$/);

test.each([
  ['bot.list', 'it is HTML, not JSON: "Sign in"', { body: '<!doctype html><title>Sign in</title>' }],
  ['bot.list', 'it is HTML, not JSON', { body: '<p>no' }],
  ['bot.list', 'it is not JSON: "OK"', { body: 'OK' }],
  ['bot.list', 'it has no list "bots"', { body: '' }],
  ['bot.list', 'it has no list "bots"', { status: 204 }],
  ['bot.list', 'it has no list "bots"', { body: [] }],
  ['bot.list', 'it has no list "bots"', { body: 'null' }],
  ['bot.list', 'it has no list "bots"', { body: { meta: {} } }],
  ['bot.list', 'it has no list "bots"', { body: { bots: {} } }],
  ['bot.list', 'it has no list "bots"', { body: { bots: null } }],
  ['bot.list', 'it has no list "bots"', { body: '{"__proto__":{"bots":[]}}' }],
  ['bot.list', 'it is incomplete or broken JSON', { truncate: true as const }],
  ['bot.list', 'it is incomplete or broken JSON', { body: '{"bots":[]} x' }],
  [
    'bot.list',
    'it is JSON that nests too deeply',
    { body: `{"bots":${'['.repeat(20_000)}1e400${']'.repeat(20_000)}}` },
  ],
  ['bot.read', 'it has no "bot"', { body: {} }],
  ['bot.read', 'it has no "bot"', { body: { bot: [] } }],
  ['bot.read', 'it has no "bot"', { body: { bot: 'x' } }],
  ['bot.read', another, { body: { bot: { id: 'other', name: 'B' } } }],
  ['bot.read', expect.stringContaining('it is another record'), { body: { bot: { id: '' } } }],
  ['workspace.read', another, { body: { id: 'other' } }],
  ['workspace.read', 'it is not an object', { body: [] }],
  ['workspace.read', 'it is not an object', { status: 204 }],
  ['bot.delete', 'it is not an object', { body: [] }],
  ['conversation.delete', 'it is not JSON: "gone"', { body: 'gone' }],
])('responses: an invalid %s is a failure, never empty: %s', async (id, detail, fault) => {
  sandbox.fault(fault);
  const failure = expectFailure(await clientOf(sandbox).send(operationNamed(id), ids()));

  expect(failure).toMatchObject({ kind: 'unreadable', detail });
});

test.each([{ id: null }, { id: 7 }, {}])(
  'responses: a record with %j in place of its id is read',
  async record => {
    sandbox.fault({ body: { bot: record } });

    expect(expectValue(await clientOf(sandbox).send(readBot, ids()))).toEqual(record);
  },
);

const page = async (body: JsonObject) => {
  sandbox.fault({ body });
  return expectValue(await clientOf(sandbox).send(list, {}));
};

test.each([{}, { meta: {} }, { meta: null }, { meta: { nextToken: null } }, { meta: { nextToken: '' } }])(
  'responses: a page with %j is the last one',
  async rest => {
    expect(await page({ bots: [], ...rest })).toEqual({ items: [], next: undefined, skipped: 0 });
  },
);

test.each(['\u001b[2J\r\nx-more: 1', 'a&b=c#d?e/../%2e%00+ ü', 'x'.repeat(100_000)])(
  'responses: the page token %.20j is unchanged',
  async nextToken => {
    const { searchParams } = requestUrl({ origin: 'https://host', prefix: '' }, '/', { nextToken });

    expect(searchParams.get('nextToken')).toBe(nextToken);
    expect(await page({ bots: [], meta: { nextToken } })).toMatchObject({ next: nextToken });
  },
);

test('responses: items of a page that are not objects are counted as skipped', async () => {
  const bots = [{ id: 'a' }, null, 'b', 7, [], { id: 'c' }];

  expect(await page({ bots, meta: { nextToken: 'n' } })).toEqual({
    items: [{ id: 'a' }, { id: 'c' }],
    next: 'n',
    skipped: 4,
  });
});

test('responses: a list that answers 404 blames the address, again and again, until a request succeeds', async () => {
  const client = clientOf(sandbox);
  const heal = sandbox.fault({ status: 404 });
  const kind = async () => expectFailure(await client.send(list, {})).kind;
  const before = [await kind(), await kind()];
  heal();

  expectValue(await client.send(readBot, ids()));
  sandbox.fault({ status: 404 });

  expect([...before, await kind()]).toEqual(['wrong-address', 'wrong-address', 'not-found']);
});

test.each([
  ['a page of a proxy', '<html>nginx</html>', 'rejected'],
  ['no text', '', 'not-found'],
  ['JSON of another shape', '{}', 'not-found'],
])('responses: a 404 with %s for a record', async (_name, body, kind) => {
  sandbox.fault({ status: 404, body });

  expect(expectFailure(await clientOf(sandbox).send(readBot, ids()))).toMatchObject({ kind });
});

test('responses: a redirect is not followed, the other host gets no request, and a cookie is not sent back', async () => {
  let requests = 0;
  const other = await listen((_request, response) => {
    requests++;
    response.end('{"bots":[]}');
  });
  for (const status of [301, 302, 303, 304, 307, 308]) {
    sandbox.fault({
      ...{ status, redirect: `${other.url}/v1/admin/bots` },
      headers: { 'set-cookie': 'session=1' },
    });
    const failure = expectFailure(await clientOf(sandbox).send(list, {}));
    expect(failure).toMatchObject({ kind: 'redirected', status, to: `${other.url}/v1/admin/bots` });
  }

  expect(requests).toBe(0);
  for (const { headers } of sandbox.requests) expect(headers).not.toHaveProperty('cookie');
});

const serverOf = (body: string, isCompressed: boolean) => {
  const bytes = isCompressed ? gzipSync(body) : body;
  return listen((_request, response) => {
    if (isCompressed) response.setHeader('content-encoding', 'gzip');
    response.on('error', () => undefined);
    response.end(bytes);
  });
};
const padded = (size: number) => `{"bots":[],"pad":"${'x'.repeat(size)}"}`;

const record = `{"bot":{"pad":"${'x'.repeat(MAX_RECORD_BYTES)}"}}`;

test.each<[string, typeof list, string, [isCompressed: boolean, limit?: number]]>([
  ['of a page that is sent plain', list, padded(MAX_PAGE_BYTES), [false, 8]],
  ['of a page that is sent compressed', list, padded(MAX_PAGE_BYTES), [true, 8]],
  ['of a page is not yet reached', list, padded(MAX_PAGE_BYTES - 100), [true]],
  ['of a record is lower', readBot, record, [true, 4]],
])('responses: the size limit %s', async (_name, operation, body, [isCompressed, limit]) => {
  const server = await serverOf(body, isCompressed);
  const outcome = await clientOf(server).send(operation, { botId: 'b' });
  const detail = `it is larger than ${limit} MiB; reading stopped there`;

  expect(outcome).toMatchObject(
    limit === undefined ? { ok: true } : { ok: false, failure: { kind: 'unreadable', detail } },
  );
});

test('responses: numbers beyond 53 bits keep their digits', async () => {
  sandbox.fault({ body: '{"bot":{"big":12345678901234567890,"small":1.5,"long":0.12345678901234567890}}' });
  const value = expectValue(await clientOf(sandbox).send(readBot, ids()));

  expect(JSON.stringify(value)).toBe(
    '{"big":12345678901234567890,"small":1.5,"long":0.12345678901234567890}',
  );
});

test('responses: invalid UTF-8 becomes replacement characters, and a byte order mark is dropped', async () => {
  const server = await listen((_request, response) => {
    response.end(
      Buffer.concat([Buffer.from('\ufeff{"name":"'), Buffer.from([0xff, 0xc3]), Buffer.from('"}')]),
    );
  });
  const value = expectValue(await clientOf(server).send(readWorkspace, { workspaceId: 'w' }));

  expect(value).toEqual({ name: '\ufffd\ufffd' });
});

test('responses: any JSON value is a value or a failure, never an exception', async () => {
  let body = '';
  const server = await listen((_request, response) => response.end(body));
  const { send } = clientOf(server);
  let values = 0;
  await forAllAsync(150, fc.json(), fc.constantFrom(...documentedOperations), async (json, { operation }) => {
    body = json;
    const outcome = await send(operation, ids());
    expect(outcome.ok || outcome.failure.kind === 'unreadable').toBe(true);
    if (outcome.ok && operation.response.shape === 'record') {
      values++;
      const { key } = operation.response;
      const whole = parseJson(json) as JsonObject;
      expect(outcome.value).toEqual(key === undefined ? whole : whole[key]);
    }
  });
  expect(values).toBeGreaterThan(0);
});

test('responses: error bodies of any bytes and status become failures without control characters', async () => {
  let answer = { status: 500, body: new Uint8Array() };
  const server = await listen((_request, response) => {
    response.statusCode = answer.status;
    response.end(answer.body);
  });
  const { send } = clientOf(server);
  await forAllAsync(150, fc.uint8Array(), fc.integer({ min: 400, max: 599 }), async (body, status) => {
    answer = { status, body };
    const failure = expectFailure(await send(operationNamed('bot.delete'), { botId: 'b' }));
    expect(failure.sent?.tries).toBe(1);
    expect(failure.detail ?? '').not.toMatch(/\p{Cc}/u);
  });
});

const token = 'bp_pat_4Canary/To+ken_7';
const escapedToken = [...token].map(each => `\\u00${each.charCodeAt(0).toString(16)}`).join('');
const base64 = (text: string): string => Buffer.from(text).toString('base64');

test.each([
  ['unchanged', token],
  ['in escapes of JSON', escapedToken],
  ['in capital escapes', escapedToken.replaceAll(/u00../g, code => `u${code.slice(1).toUpperCase()}`)],
  ['with an escaped slash', token.replace('/', '\\/')],
  ['in escapes of JSON inside a string', escapedToken.replaceAll('\\', '\\\\')],
  [
    'in escapes of JSON inside a string of JSON inside a string',
    escapedToken.replaceAll('\\', '\\'.repeat(4)),
  ],
  ['with an escaped slash of JSON inside a string', token.replace('/', '\\\\/')],
  ['cut after its first half', token.slice(0, 13)],
  ['cut before its last half', token.slice(-13)],
  ['in base64', base64(token)],
  ['in base64 with an escaped letter', base64(token).replace('Y', '\\u0059')],
  ['in base64 behind a user', base64(`ab:${token}`)],
  ['in base64 behind another user', base64(`a:${token}!`)],
  ['in base64 for addresses', Buffer.from(token).toString('base64url')],
  ['in base64 with escaped slashes', base64(`?${token}`).replaceAll('/', '\\/')],
])('responses: the token is masked in values and names of a record: %s', async (_name, echo) => {
  const body = `{"bot":{"id":"${sandbox.ids.botId}","name":"a ${echo} b","${echo}":1,"x":"\\\\u0061 \\u0022 \\u0061\\u00e9"}}`;
  sandbox.fault({ method: 'GET', body });

  const value = expectValue(await clientOf({ ...sandbox, token }).send(readBot, ids()));

  const text = JSON.stringify(value);
  for (const secret of [token, base64(token).slice(2, -4), base64(`a:${token}`).slice(6, -4)])
    expect(text).not.toContain(secret);
  expect(value).toMatchObject({ name: expect.stringContaining('••••'), x: '\\u0061 " aé' });
});
