import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isObject, type Json, type JsonObject, parseJson } from '../../src/json/json.ts';
import { bot } from '../../src/resources/bot.ts';
import { MASK } from '../../src/resources/field.ts';
import { integration } from '../../src/resources/integration.ts';
import { redact } from '../../src/resources/redact.ts';
import { property } from '../helpers/property.ts';

const CANARY = 'c4n4ry';

const SECRET_KEYS = [
  'signingSecret secret client_secret secretKey webhookSecret password dbPasswd token botToken',
  'accessToken access_token refresh_token x-auth-token apiKey x-api-key accessKey',
  'secret_access_key private_key credentials authorization Authorization pw pwd dbPwd pin userPIN',
  'pins passcode passcodes auth proxy-auth cookie Set-Cookie cookies session USER_SESSION',
  'sessions jwt userJWT tokenValue token_values tokens refreshTokens signingKey signing_keys',
  'encryptionKey hmac hmacKey otp otps dsn sentryDsn databaseUrl DATABASE_URL dbUri webhookUrl',
  'webhook_urls',
].flatMap(line => line.split(' '));

const PLAIN_KEYS = [
  'id name nextTokenAt maxTokens keyCode tokenizer promptTokens author authorId authType',
  'oauthProvider pinned pinCount spin sessionCount cookiePolicy hmacAlgorithm jwtIssuer robot',
  'webhookId url status __proto__ constructor öffnung',
  '',
].flatMap(line => line.split(' '));

const treeOf = (leaf: fc.Arbitrary<Json>): fc.Arbitrary<Json> =>
  fc.letrec<{ tree: Json }>(tie => ({
    tree: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      leaf,
      fc.array(tie('tree'), { maxLength: 3 }),
      fc
        .array(fc.tuple(fc.constantFrom(...PLAIN_KEYS), tie('tree')), { maxLength: 4 })
        .map(entries => Object.fromEntries(entries)),
    ),
  })).tree;

// A text before an `@`, behind the name of a secret with one of these signs, or behind it in a list may be a
// password.
const plainText = fc
  .string()
  .map(text => text.replace(/[@:=]/g, ''))
  .filter(text => SECRET_KEYS.every(key => !text.toLowerCase().includes(key.toLowerCase())));
const plainTree = treeOf(fc.oneof(plainText, fc.double({ noNaN: true }), fc.boolean(), fc.constant(null)));
const canaryTree = treeOf(fc.constant(CANARY));

/** A record with one more member, at most four levels deep. */
const planted = (member: fc.Arbitrary<readonly [string, Json]>): fc.Arbitrary<JsonObject> =>
  fc
    .tuple(
      member,
      fc.array(fc.tuple(fc.constantFrom(...PLAIN_KEYS), fc.boolean(), plainTree), { maxLength: 4 }),
    )
    .map(([[key, value], way]) =>
      way.reduce<JsonObject>(
        (inner, [name, inList, beside]) => ({ beside, [`${name}:`]: inList ? [beside, inner] : inner }),
        { [key]: value },
      ),
    );

const keysIn = (json: Json): readonly string[] =>
  isObject(json) ? Object.entries(json).flatMap(([key, value]) => [key, ...keysIn(value)]) : [];

const plainRecord = fc
  .array(fc.tuple(fc.constantFrom(...PLAIN_KEYS), plainTree), { maxLength: 5 })
  .map(entries => Object.fromEntries(entries));

property('redact: a record without secrets is unchanged, with its keys in order', [plainRecord], json => {
  const before = JSON.stringify(json);

  expect(JSON.stringify(redact({}, json))).toBe(before);
  expect(JSON.stringify(json)).toBe(before);
});

property(
  'redact: values under secret-looking names are masked at any depth',
  [planted(fc.tuple(fc.constantFrom(...SECRET_KEYS), canaryTree))],
  record => {
    const shown = redact({}, record);

    expect(JSON.stringify(shown)).not.toContain(CANARY);
    expect(keysIn(shown)).toEqual(keysIn(record));
  },
);

const place = fc.constantFrom<(value: Json) => JsonObject>(
  value => ({ signingSecret: value }),
  value => ({ configuration: { data: value } }),
  value => ({ configuration: [{ data: value }] }),
  value => ({ integrations: { slack: { name: 'slack', configuration: value } } }),
  value => ({ integrations: [{ configuration: value }] }),
  value => ({ integrations: { slack: { webhookUrl: value } } }),
  value => ({ integrations: { slack: { webhookId: value } } }),
  value => ({ integrations: { slack: [{ webhookUrl: value }] } }),
  value => ({ integrations: [[{ configuration: value }]] }),
  value => ({ plugins: { hitl: { configuration: value } } }),
  value => ({ states: { session: { schema: { apiKey: value } } } }),
  value => ({ medias: [{ url: 'x', token: value }] }),
);

property(
  'redact: secret fields of a bot are masked, whatever the shape of their values',
  [place, canaryTree],
  (put, value) => {
    expect(JSON.stringify(redact(bot.fields, put(value)))).not.toContain(CANARY);
  },
);

test('redact: the configuration keeps its names and loses its values', () => {
  const record = (secret: string, number: Json) => ({
    name: 'support-prod',
    configuration: {
      data: { apiKey: secret, retries: number, on: true, none: null, empty: '' },
      schema: { type: 'object' },
    },
    integrations: {
      slack: { name: 'slack', configuration: { channel: secret }, webhookUrl: secret, webhookId: secret },
    },
    signingSecret: secret,
  });

  expect(redact(bot.fields, record('s', 3))).toEqual(record(MASK, MASK));
});

test('redact: the signing secret of an integration is masked, the names of its secrets are not', () => {
  const shown = redact(integration.fields, { signingSecret: 's', secrets: ['SLACK_TOKEN'] });

  expect(shown).toEqual({ signingSecret: MASK, secrets: ['SLACK_TOKEN'] });
});

test.each([
  ['numbers beyond 53 bits', '{"size":12345678901234567890,"token":12345678901234567890}'],
  ['inherited names', '{"toString":"a","__proto__":{"token":"c4n4ry"},"hasOwnProperty":1}'],
])('redact: %s are kept, and masked where they are secret', (_what, text) => {
  const shown = JSON.stringify(redact({}, parseJson(text) as JsonObject));

  expect(shown).toBe(text.replace(/"token":[^}]+/, `"token":"${MASK}"`));
});

test.each([
  ['lists', '['.repeat(100_000), ']'.repeat(100_000)],
  ['objects', '{"a":'.repeat(100_000), `1${'}'.repeat(100_000)}`],
])('redact: 100,000 nested %s do not throw', (_what, open, close) => {
  const deep = `${open}${close}`;
  const record = JSON.parse(`{"a":${deep},"token":${deep},"key":${deep}}`) as JsonObject;

  expect(JSON.stringify(redact({}, record)).length).toBeLessThan(5000);
});

test('redact: a map called secrets is masked, a list of their names is not', () => {
  const masked = redact({}, { secrets: { A: 'v' }, names: { secrets: ['A'] }, passphrase: 'p' });

  expect(masked).toEqual({ secrets: { A: MASK }, names: { secrets: ['A'] }, passphrase: MASK });
});

test('redact: in a JSON schema, the type of a secret is kept and everything else is masked', () => {
  const schema = (token: Json): JsonObject => ({ schema: { type: 'object', properties: { token } } });
  const masked = (token: Json): Json => redact({}, schema(token))['schema'] ?? null;
  const within = (token: Json): Json => ({ type: 'object', properties: { token } });

  expect(masked({ type: 'string', default: CANARY, minLength: 3 })).toEqual(
    within({ type: 'string', default: MASK, minLength: MASK }),
  );
  expect(masked({ type: ['string', 'null'] })).toEqual(within({ type: ['string', 'null'] }));
  expect(masked({ type: CANARY })).toEqual(within({ type: MASK }));
  expect(masked({ type: ['string', CANARY] })).toEqual(within({ type: [MASK, MASK] }));
  expect(redact({}, { secrets: { type: 'string' } })).toEqual({ secrets: { type: MASK } });
});

test('redact: a number under a plural name is a count and is not masked', () => {
  const counts = { sessions: 3, activeSessions: 12, pins: 2, tokens: 512, promptTokens: 4 };

  expect(redact({}, counts)).toEqual(counts);
  expect(redact({}, { pin: 1234, sessions: ['a'] })).toEqual({ pin: MASK, sessions: [MASK] });
});

test('redact: a state called session is shown, and the secrets in it are masked', () => {
  const session = { type: 'user', schema: { type: 'object' }, session: 's', apiKey: 'k' };
  const shown = { ...session, session: MASK, apiKey: MASK };

  expect(redact(bot.fields, { states: { session } })).toEqual({ states: { session: shown } });
  expect(redact({}, { undescribed: { session } })).toEqual({
    undescribed: { session: { type: MASK, schema: { type: MASK }, session: MASK, apiKey: MASK } },
  });
});

test.each([
  ['https://u:PW@h/x?token=T', `https://${MASK}@h/x?token=${MASK}`],
  ['https://u:P@W@h/', `https://${MASK}@h/`],
  ['https://h/?to=https://g/?token=T&a=1', `https://h/?to=https://g/?token=${MASK}&a=1`],
  ['https://h/?sig=a?b#c', `https://h/?sig=${MASK}#c`],
  ['https://h/?auth=a&author=b&code=c', `https://h/?auth=${MASK}&author=b&code=${MASK}`],
  ['https://h/?token=', 'https://h/?token='],
  ['https://h/??token=T', `https://h/??token=${MASK}`],
  ['https://h/?a=b#sig=c', `https://h/?a=b#sig=${MASK}`],
  ['a? b=c https://h', 'a? b=c https://h'],
])('redact: the secrets in the URL %s are masked', (text, shown) => {
  expect(redact({}, { text })).toEqual({ text: shown });
  expect(redact({}, { text: `see ${text} there` })).toEqual({ text: `see ${shown} there` });
});
