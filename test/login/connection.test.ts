import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadConfig } from '../../src/config/load.ts';
import { createLogins } from '../../src/login/connect.ts';
import { stoppable } from '../../src/login/connection.ts';
import { bot } from '../../src/resources/bot.ts';
import { deleteAction } from '../../src/resources/resource.ts';
import { clientOf } from '../api/test-client.ts';
import { newFolder } from '../helpers/folder.ts';
import { startSandbox } from '../helpers/sandbox.ts';

test('stoppable: its reads end at once, a delete runs to its end', async () => {
  await using sandbox = await startSandbox({});
  const { botId } = sandbox.ids;
  const stop = new AbortController();
  const client = stoppable(clientOf(sandbox), stop.signal);
  const operation = deleteAction(bot)?.operation;
  if (bot.read === undefined || operation === undefined) throw new Error('bots must have read and remove');
  sandbox.fault({ method: 'GET', hang: 'headers' });
  sandbox.fault({ method: 'DELETE', delayMs: 50 });
  const read = client.send(bot.read, { botId });
  const removed = client.send(operation, { botId });

  stop.abort();

  expect(await read).toMatchObject({ ok: false, failure: { kind: 'cancelled' } });
  expect(await removed).toMatchObject({ ok: true });
});

test.each([
  ['with an unknown key', 'ulr: https://bp.example.org'],
  ['that lacks only its workspace, and is read-only', 'read_only: true'],
])('login form: the token source of a profile %s is not used, and nothing is sent', async (_what, line) => {
  await using sandbox = await startSandbox({});
  const folder = newFolder('login');
  const marker = join(folder, 'was-run');
  mkdirSync(join(folder, 'botscope'), { mode: 0o700 });
  const yaml = `profiles:\n  prod:\n    ${line}\n    token_command: [touch, ${marker}]\n`;
  writeFileSync(join(folder, 'botscope', 'settings.yaml'), yaml, { mode: 0o600 });
  const env = { XDG_CONFIG_HOME: folder, HOME: folder, PATH: process.env['PATH'] ?? '' };
  const config = await loadConfig({}, { env, childEnv: env, folder: undefined });
  const { workspaceId, url: address } = sandbox;
  const form = { address, workspace: workspaceId, token: '', command: '', profile: 'new', protect: false };

  const outcome = await createLogins(config, '0.0.0').open(
    { kind: 'form', id: 'profile:prod', tokenStorage: 'session', ...form },
    new AbortController().signal,
  );

  expect(outcome).toMatchObject({ ok: false, field: 'token' });
  expect(existsSync(marker)).toBe(false);
  expect(sandbox.requests).toEqual([]);
});

test('login: the connection of a cancelled attempt is not used, even if it is ready meanwhile', async () => {
  const env = { HOME: newFolder('login'), BP_TOKEN: 'token', BP_WORKSPACE_ID: 'w' };
  const logins = createLogins(await loadConfig({}, { env, childEnv: env, folder: undefined }), '0.0.0');
  const open = (signal: AbortSignal) => logins.open({ kind: 'option', id: 'environment' }, signal);

  await open(AbortSignal.abort());
  expect(logins.next()).toBeUndefined();
  await open(new AbortController().signal);
  expect(logins.next()).toMatchObject({ settings: { workspaceId: 'w' } });
});
