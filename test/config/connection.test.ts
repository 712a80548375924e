import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { EMPTY_SETTINGS } from '../../src/config/config-file.ts';
import { type ConnectionSettings, settingsOf, tokenHint } from '../../src/config/connection.ts';
import type { Credentials } from '../../src/config/credentials.ts';
import type { Profile } from '../../src/config/profiles.ts';
import { type Values, valuesOf } from '../../src/config/resolve.ts';
import type { FlagValues } from '../../src/config/setting.ts';
import { explorerSettings } from '../../src/login/connection.ts';
import type { Environment } from '../../src/terminal/capabilities.ts';
import { safe } from '../../src/text/sanitise.ts';
import { hostileText, INVISIBLE } from '../text/hostile.ts';

const TOKEN = 'bp_pat_abcdefghijklmnopqrstuvwxyz0123456789';
const env = { BP_TOKEN: TOKEN, BP_WORKSPACE_ID: 'wkspace_env', BP_API_URL: 'https://env.example.org' };

/** Resolves settings from flags and environment alone. */
async function resolveSettings(given: FlagValues, variables: Environment) {
  const found = await explorerSettings({
    values: valuesOf({ given, env: variables }),
    file: EMPTY_SETTINGS,
    tokenContext: { env: variables, childEnv: {}, logins: () => [], folder: '/' },
  });
  return found !== undefined && 'missing' in found ? found.failure : found;
}

async function connectionSettings(
  given: FlagValues,
  variables: Readonly<Record<string, string | undefined>>,
): Promise<ConnectionSettings> {
  const settings = await resolveSettings(given, variables);
  if (settings === undefined || 'kind' in settings)
    throw new Error(`no settings: ${JSON.stringify(settings)}`);
  return settings;
}

async function problem(
  given: FlagValues,
  variables: Readonly<Record<string, string | undefined>>,
  kind: 'bad-setting' | 'no-connection' = 'bad-setting',
): Promise<string> {
  const settings = await resolveSettings(given, variables);
  if (settings === undefined || !('kind' in settings)) throw new Error('expected a failure');
  expect(settings.kind).toBe(kind);
  return settings.detail ?? '';
}

describe('connection settings', () => {
  test.each([
    [{ ACCESSIBLE: '1' }, 'yes', 'ACCESSIBLE'],
    [{ INK_SCREEN_READER: 'true' }, 'yes', 'INK_SCREEN_READER'],
    [{ INK_SCREEN_READER: 'true', BOTSCOPE_SCREEN_READER: 'no' }, 'no', 'BOTSCOPE_SCREEN_READER'],
  ])(
    'connection settings: a switch follows the variable of another program, unless its own is set: %j',
    (variables, text, origin) => {
      expect(valuesOf({ given: {}, env: variables }).screenReader).toMatchObject({ text, origin });
    },
  );

  test('connection settings: come from the environment', async () => {
    expect(await connectionSettings({}, env)).toMatchObject({
      base: { origin: 'https://env.example.org', prefix: '' },
      token: TOKEN,
      workspaceId: 'wkspace_env',
      readOnly: false,
      origins: { baseUrl: 'BP_API_URL', token: 'BP_TOKEN', workspaceId: 'BP_WORKSPACE_ID' },
    });
  });

  test('connection settings: a flag wins over the environment', async () => {
    const given = { apiUrl: 'https://flag.example.org/api', workspaceId: 'wkspace_flag', readOnly: true };

    expect(await connectionSettings(given, env)).toMatchObject({
      base: { origin: 'https://flag.example.org', prefix: '/api' },
      workspaceId: 'wkspace_flag',
      readOnly: true,
      origins: { baseUrl: '--api-url', token: 'BP_TOKEN', workspaceId: '--workspace-id' },
    });
  });

  test('connection settings: an empty variable, or one of spaces only, is not set', async () => {
    expect(
      await resolveSettings({}, { BP_TOKEN: '  ', BP_WORKSPACE_ID: '', BP_API_URL: ' ' }),
    ).toBeUndefined();
  });

  test('connection settings: a variable is trimmed', async () => {
    const variables = { BP_TOKEN: ` ${TOKEN}\n`, BP_WORKSPACE_ID: ' wkspace_1 ' };

    expect(await connectionSettings({}, variables)).toMatchObject({ token: TOKEN, workspaceId: 'wkspace_1' });
  });

  test('connection settings: the address defaults to the official service', async () => {
    expect(await connectionSettings({}, { ...env, BP_API_URL: undefined })).toMatchObject({
      base: { origin: 'https://api.botpress.cloud', prefix: '' },
      origins: { baseUrl: 'the default' },
    });
  });

  test('connection settings: the timeout is given in seconds', async () => {
    expect(await connectionSettings({}, env)).toMatchObject({ timeoutMs: 15_000 });
    expect(await connectionSettings({ timeout: '2' }, env)).toMatchObject({ timeoutMs: 2000 });
    for (const timeout of ['0', '601', '2.5', '', 'x', '-1'])
      expect(await problem({ timeout }, env)).toBe('--timeout: must be a whole number from 1 to 600');
  });

  test('connection settings: the bot id is the default where none is given', async () => {
    expect((await connectionSettings({ botId: 'b1' }, { ...env, BP_BOT_ID: 'b2' })).defaultIds).toEqual({
      botId: 'b1',
    });
    expect((await connectionSettings({}, { ...env, BP_BOT_ID: 'b2' })).defaultIds).toEqual({ botId: 'b2' });
    expect((await connectionSettings({}, env)).defaultIds).toEqual({});
  });
});

describe('connection settings that lack something', () => {
  test('connection settings: undefined when nothing is set', async () => {
    expect(await resolveSettings({}, {})).toBeUndefined();
    expect(await resolveSettings({ readOnly: true }, {})).toBeUndefined();
  });

  test('connection settings: a missing token is reported, with the reason why it has no flag', async () => {
    expect(await problem({ workspaceId: 'w' }, {}, 'no-connection')).toMatch(
      /No token: set BP_TOKEN.*no flag/,
    );
    expect(await problem({ apiUrl: 'https://x.example.org' }, {}, 'no-connection')).toContain('No token');
  });

  test('connection settings: a missing workspace is reported with both ways to set it', async () => {
    expect(await problem({}, { BP_TOKEN: TOKEN }, 'no-connection')).toMatch(
      /BP_WORKSPACE_ID.*--workspace-id/,
    );
  });
});

describe('connection settings are refused before any request', () => {
  const at =
    (apiUrl: string, insecureHttp = false) =>
    () =>
      resolveSettings({ apiUrl, ...(insecureHttp ? { insecureHttp } : {}) }, env);

  test.each([
    'http://example.org',
    'http://10.0.0.1',
    'http://127.0.0.1.example.org',
    'http://localhost.example.org',
  ])('connection settings: refused as clear text to another machine: %s', async url => {
    expect(await at(url)()).toMatchObject({
      kind: 'bad-setting',
      detail: expect.stringContaining('clear text'),
    });
    expect(await at(url, true)()).toMatchObject({ token: TOKEN });
  });

  test.each(['http://localhost:8080', 'http://127.0.0.1:3000', 'http://127.9.9.9', 'http://[::1]:8080'])(
    'connection settings: http:// to this machine is allowed: %s',
    async url => {
      expect(await at(url)()).toMatchObject({ token: TOKEN });
    },
  );

  test.each(['https://me:s3cr3t@example.org', 'https://me@example.org', 'https://:s3cr3t@example.org'])(
    'connection settings: refused for user name and password in the address, which are not quoted: %s',
    async url => {
      const words = await problem({ apiUrl: url }, env);

      expect(words).toContain('--api-url');
      expect(words).toContain('password');
      expect(words).not.toContain('s3cr3t');
      expect(words).not.toContain('me@');
    },
  );

  test.each(['', 'example.org', 'ftp://example.org', 'file:///etc/passwd', 'javascript:0', 'https://'])(
    'connection settings: refused for an address that is no web address: %j',
    async url => {
      expect(await problem({ apiUrl: url }, env)).toContain('--api-url');
    },
  );

  test.each(['https://example.org?x=1', 'https://example.org#top'])(
    'connection settings: refused for an address with more than a path: %s',
    async url => {
      expect(await problem({ apiUrl: url }, env)).toContain('must not hold');
    },
  );

  test.each(['two words', 'tab\there', 'größe', 'line\nbreak', '\u200b'])(
    'connection settings: refused for a token like %j, which is not quoted',
    async token => {
      const words = await problem({}, { ...env, BP_TOKEN: token }, 'no-connection');

      expect(words).toContain('BP_TOKEN');
      expect(words).not.toContain(token);
    },
  );

  test.each(['two words', 'a\nb', '', 'ü'])(
    'connection settings: refused for a workspace id like %j',
    async workspaceId => {
      expect(await problem({ workspaceId }, env)).toContain('is not a valid workspace id');
    },
  );
});

test('connection settings: messages are clean and hold no token, whatever is set', async () => {
  await fc.assert(
    fc.asyncProperty(hostileText, hostileText, fc.boolean(), async (apiUrl, workspaceId, isFlag) => {
      const given = isFlag ? { apiUrl, workspaceId } : {};
      const variables = isFlag ? env : { ...env, BP_API_URL: apiUrl, BP_WORKSPACE_ID: workspaceId };

      const settings = await resolveSettings(given, variables);

      const words = settings !== undefined && 'kind' in settings ? (settings.detail ?? '') : '';
      expect(words).not.toMatch(INVISIBLE);
      expect(words).not.toContain(TOKEN);
    }),
  );
});

describe('token hint', () => {
  test('token hint: shows the length of a token and none of it', async () => {
    expect(tokenHint(TOKEN)).toBe('•••• 43 characters');
  });

  test('token hint: shows only the length of a short token', async () => {
    expect(tokenHint('short-token-1234567')).toBe('•••• 19 characters');
    expect(tokenHint('x')).toBe('•••• 1 character');
  });

  test('token hint: never shows a part of the token', async () => {
    const token = fc.string({ unit: fc.constantFrom(...'bdfgXYZ_'), minLength: 20, maxLength: 60 });

    fc.assert(
      fc.property(token, text => {
        const hint = tokenHint(text);

        for (let at = 0; at + 4 <= text.length; at++) expect(hint).not.toContain(text.slice(at, at + 4));
      }),
    );
  });
});

describe('read-only connection settings name their origin', () => {
  const login: Profile = {
    name: 'mine',
    workspace: 'w',
    token: { kind: 'login', name: 'x' },
    origin: safe`f`,
  };
  const locked = (profile: Profile, values: Values = {}) => {
    const access = { token: { text: TOKEN, origin: safe`t` }, source: login.token, profile };
    const settings = settingsOf(values, {
      workspace: { text: 'w', origin: safe`t` },
      ...access,
    } as Credentials);
    return settings !== undefined && 'readOnly' in settings
      ? [settings.readOnly, settings.protect, settings.readOnlyBy]
      : [];
  };
  const user = (text: string): Values => ({
    readOnly: { text, origin: safe`settings.yaml line 1`, from: 'user' },
  });
  const flag: Values = { readOnly: { text: 'yes', origin: safe`--read-only`, from: 'flag' } };

  test('read-only: an imported login is read-only, until its profile sets read_only or protect', () => {
    expect(locked(login)).toEqual([true, false, 'profile mine, until it sets read_only: false']);
    expect(locked({ ...login, readOnly: false })[0]).toBe(false);
    expect(locked({ ...login, protect: true }).slice(0, 2)).toEqual([false, true]);
  });

  test('read-only: a profile wins over the file around it, a flag over both', () => {
    expect(locked({ ...login, readOnly: false }, user('yes'))[0]).toBe(false);
    expect(locked({ ...login, protect: true }, user('yes'))).toEqual([true, true, 'settings.yaml line 1']);
    expect(locked({ ...login, readOnly: false }, flag)).toEqual([true, false, undefined]);
  });
});
