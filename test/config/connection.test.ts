import fc from 'fast-check';
import { expect, test } from 'vitest';
import { EMPTY_SETTINGS } from '../../src/config/config-file.ts';
import { findConnection, settingsOf, tokenHint } from '../../src/config/connection.ts';
import type { Profile } from '../../src/config/profiles.ts';
import type { FlagValues } from '../../src/config/settings.ts';
import { type Values, valuesOf } from '../../src/config/values.ts';
import type { Environment } from '../../src/terminal/capabilities.ts';
import { safe } from '../../src/text/sanitise.ts';
import { forAllAsync } from '../helpers/property.ts';
import { hostileText, INVISIBLE } from '../text/hostile.ts';

const TOKEN = 'bp_pat_abcdefghijklmnopqrstuvwxyz0123456789';
const env = { BP_TOKEN: TOKEN, BP_WORKSPACE_ID: 'wkspace_env', BP_API_URL: 'https://env.example.org' };

const connection = (given: FlagValues, variables: Environment = env) =>
  findConnection({
    values: valuesOf({ given, env: variables }),
    file: EMPTY_SETTINGS,
    tokenContext: { env: variables, childEnv: {}, logins: () => [], folder: '/' },
  });

async function problem(given: FlagValues, variables?: Environment, kind = 'bad-setting'): Promise<string> {
  const found = await connection(given, variables);
  if (!('failure' in found)) throw new Error('expected a failure');
  expect(found.failure.kind).toBe(kind);
  return found.failure.detail ?? '';
}

test.each([
  [{ ACCESSIBLE: '1' }, 'yes', 'ACCESSIBLE'],
  [{ INK_SCREEN_READER: 'true' }, 'yes', 'INK_SCREEN_READER'],
  [{ INK_SCREEN_READER: 'true', BOTSCOPE_SCREEN_READER: 'no' }, 'no', 'BOTSCOPE_SCREEN_READER'],
])(
  'settings: a switch follows the variable of another program, unless its own is set: %j',
  (variables, text, origin) => {
    expect(valuesOf({ given: {}, env: variables }).screenReader).toMatchObject({ text, origin });
  },
);

test.each<[what: string, given: FlagValues, variables: Environment, expected: object]>([
  [
    'come from the environment',
    {},
    env,
    {
      base: { origin: 'https://env.example.org', prefix: '' },
      token: TOKEN,
      workspaceId: 'wkspace_env',
      readOnly: false,
      origins: { baseUrl: 'BP_API_URL', token: 'BP_TOKEN', workspaceId: 'BP_WORKSPACE_ID' },
    },
  ],
  [
    'prefer a flag to the environment',
    { apiUrl: 'https://flag.example.org/api', workspaceId: 'wkspace_flag', readOnly: true },
    env,
    {
      base: { origin: 'https://flag.example.org', prefix: '/api' },
      workspaceId: 'wkspace_flag',
      readOnly: true,
      origins: { baseUrl: '--api-url', token: 'BP_TOKEN', workspaceId: '--workspace-id' },
    },
  ],
  [
    'trim a variable',
    {},
    { BP_TOKEN: ` ${TOKEN}\n`, BP_WORKSPACE_ID: ' wkspace_1 ' },
    { token: TOKEN, workspaceId: 'wkspace_1' },
  ],
  [
    'default to the address of the official service',
    {},
    { ...env, BP_API_URL: undefined },
    { base: { origin: 'https://api.botpress.cloud', prefix: '' }, origins: { baseUrl: 'the default' } },
  ],
  ['have a default timeout', {}, env, { timeoutMs: 15_000, defaultIds: {} }],
  ['take the timeout with its unit', { timeout: '2m' }, env, { timeoutMs: 120_000 }],
  ['take the bot id of a variable', {}, { ...env, BP_BOT_ID: 'b2' }, { defaultIds: { botId: 'b2' } }],
  [
    'prefer the bot id of a flag',
    { botId: 'b1' },
    { ...env, BP_BOT_ID: 'b2' },
    { defaultIds: { botId: 'b1' } },
  ],
  [
    'are none when nothing is set, or only empty variables',
    { readOnly: true },
    { BP_TOKEN: '  ', BP_WORKSPACE_ID: '', BP_API_URL: ' ' },
    { failure: { kind: 'no-connection' }, login: {} },
  ],
  [
    'lack the workspace, with both ways to set it',
    {},
    { BP_TOKEN: TOKEN },
    { failure: { detail: expect.stringMatching(/BP_WORKSPACE_ID.*--workspace-id/) }, login: {} },
  ],
  [
    'lack the token, with the reason why it has no flag',
    { workspaceId: 'w' },
    {},
    { failure: { detail: expect.stringMatching(/No token: set BP_TOKEN.*no flag/) }, login: {} },
  ],
  [
    'lack the token of an address',
    { apiUrl: 'https://x.example.org' },
    {},
    { failure: { kind: 'no-connection', detail: expect.stringContaining('No token') } },
  ],
])('connection settings: %s', async (_what, given, variables, expected) => {
  expect(await connection(given, variables)).toMatchObject(expected);
});

test.each([
  ['timeout', /^--timeout: must be a time up to 10m, as 15, 15s or 2m$/, ['0', '601', '2.5', '', 'x', '-1']],
  ['apiUrl', /^--api-url: .*clear text/, ['http://example.org']],
  ['workspaceId', /is not a valid workspace id/, ['two words', 'a\nb', '', 'ü']],
])('connection settings: before any request, a bad %s is refused: %s', async (name, words, texts) => {
  for (const text of texts) expect(await problem({ [name]: text }), text).toMatch(words);
});

test('connection settings: --insecure-http allows clear text to another machine', async () => {
  const given = { apiUrl: 'http://example.org', insecureHttp: true };
  expect(await connection(given)).toMatchObject({ token: TOKEN });
});

test.each(['two words', 'tab\there', 'größe', 'line\nbreak', '\u200b'])(
  'connection settings: refused for a token like %j, which is not quoted',
  async token => {
    const words = await problem({}, { ...env, BP_TOKEN: token }, 'no-connection');

    expect(words).toContain('BP_TOKEN');
    expect(words).not.toContain(token);
  },
);

test('connection settings: messages are clean and hold no token, whatever is set', () =>
  forAllAsync(100, hostileText, hostileText, fc.boolean(), async (apiUrl, workspaceId, isFlag) => {
    const variables = { ...env, BP_API_URL: apiUrl, BP_WORKSPACE_ID: workspaceId };

    const found = await (isFlag ? connection({ apiUrl, workspaceId }) : connection({}, variables));

    const words = 'failure' in found ? (found.failure.detail ?? '') : '';
    expect(words).not.toMatch(INVISIBLE);
    expect(words).not.toContain(TOKEN);
  }));

test.each([
  [TOKEN, '•••• 43 characters'],
  ['short-token-1234567', '•••• 19 characters'],
  ['x', '•••• 1 character'],
])('token hint: shows the length of a token and none of it: %s', (token, hint) => {
  expect(tokenHint(token)).toBe(hint);
});

const mine: Profile = {
  name: 'mine',
  workspace: 'w',
  token: { kind: 'bp_login', value: 'x' },
  origin: safe`f`,
};
const user = (text: string): Values => ({
  readOnly: { text, origin: safe`settings.yaml line 1`, from: 'user' },
});
const flag: Values = { readOnly: { text: 'yes', origin: safe`--read-only`, from: 'flag' } };

test.each<[what: string, profile: Partial<Profile>, values: Values, ...expected: unknown[]]>([
  ['an imported login', {}, {}, true, false, 'profile mine, until it sets read_only: false'],
  ['its profile sets read_only', { readOnly: false }, {}, false, false],
  ['its profile sets protect', { protect: true }, {}, false, true],
  ['a profile wins over the file around it', { readOnly: false }, user('yes'), false, false],
  ['the file', { protect: true }, user('yes'), true, true, 'settings.yaml line 1'],
  ['a flag wins over both', { readOnly: false }, flag, true, false, undefined],
])('read-only: %s', (_what, more, values, ...expected) => {
  const profile = { ...mine, ...more };
  const login = { kind: 'profile', id: 'profile:mine', name: 'mine', origin: profile.origin } as const;
  const about = { title: safe`profile mine`, source: profile.token, profile };
  const workspace = { text: 'w', origin: safe`t` };

  const settings = settingsOf(values, { ...login, ...about, workspace }, TOKEN);

  const found = 'base' in settings ? [settings.readOnly, settings.protect, settings.readOnlyBy] : [];
  expect(found.slice(0, expected.length)).toEqual(expected);
});
