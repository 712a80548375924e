// @module-tag program

import { expect, onTestFinished, test } from 'vitest';
import { makeHome, SETTINGS } from '../helpers/home.ts';
import { command, envOf, newState, run } from '../helpers/run-cli.ts';
import { sandboxPerTest } from '../helpers/sandbox.ts';
import { openTerminal, type Terminal } from '../helpers/terminal.ts';

const sandbox = sandboxPerTest({});

const deletes = () => sandbox.requests.filter(({ method }) => method === 'DELETE');

async function open(flags: readonly string[], shell = false): Promise<Terminal> {
  const terminal = await openTerminal({ flags, env: envOf(sandbox), shell });
  onTestFinished(() => terminal.close());
  return terminal;
}

const QUESTION = 'Type support-prod to delete it: ';

test('delete at a terminal: without --confirm it asks for the name, and the typed name deletes', async () => {
  const screen = await open(['bots', 'delete', sandbox.ids.botId]);
  await screen.waitFor(QUESTION.trim());
  expect(screen.text()).toContain('6 integrations installed');

  await screen.press(...'support-prox', 'Backspace', 'd', 'Enter');

  expect(await screen.exit).toMatchObject({ code: 0 });
  expect(screen.text()).toContain(`${QUESTION}support-prod`);
  expect(screen.text()).toContain('deleted');
  expect(deletes()).toHaveLength(1);
});

test('delete at a terminal: neither a paste nor an Enter in one read with other keys confirms', async () => {
  const screen = await open(['bots', 'delete', sandbox.ids.botId]);
  await screen.waitFor(QUESTION.trim());

  await screen.paste('support-prod\r');
  await screen.waitFor('Type it: pasted text does not count.');
  screen.send('support-prod\r');
  await screen.waitFor('Press Enter alone');
  expect(deletes()).toEqual([]);
  await screen.press('ctrl+u', ...'no', 'Enter');

  expect(await screen.exit).toMatchObject({ code: 2 });
  expect(screen.text()).toContain('That does not confirm it. To delete it, run: botscope bots delete');
  expect(deletes()).toEqual([]);
});

test('delete at a terminal: Ctrl-C at the question exits 130, and the terminal is as before', async () => {
  const terminal = await open(['bots', 'delete', sandbox.ids.botId], true);
  await terminal.waitFor(QUESTION.trim());
  await terminal.press('ctrl+c');

  expect(await terminal.exit).toMatchObject({ code: 130 });
  const { before, after } = terminal.settings();
  expect(after).toBe(before);
  expect(terminal.modes().bracketedPasteMode).toBe(false);
  expect(deletes()).toEqual([]);
});

test('delete at a terminal: several are confirmed by more than their number', async () => {
  const { out } = await command(sandbox, ['bots', 'ls', '-o', 'id', '--limit', '2']);
  const ids = out.trim().split('\n');
  let screen = await open(['bots', 'delete', ...ids]);
  await screen.waitFor('Type delete 2 to confirm:');
  await screen.press('2', 'Enter');
  expect(await screen.exit).toMatchObject({ code: 2 });
  expect(deletes()).toEqual([]);
  await screen.close();

  screen = await open(['bots', 'delete', ...ids]);
  await screen.waitFor('Type delete 2 to confirm:');
  await screen.press(...'delete 2', 'Enter');

  expect(await screen.exit).toMatchObject({ code: 0 });
  expect(deletes()).toHaveLength(2);
});

test('delete in a pipe: never asks, whatever is piped', async () => {
  const { botId } = sandbox.ids;

  const { code, err } = await run(sandbox, ['bots', 'delete', botId], { stdin: 'support-prod\n' });

  expect(code).toBe(2);
  expect(err).toContain(`To delete it, run: botscope bots delete ${botId} --confirm support-prod`);
  expect(err).not.toContain(QUESTION);
  expect(deletes()).toEqual([]);
});

test('--unlock: a protected profile is changed only if the flag names it', async () => {
  const { botId } = sandbox.ids;
  const file = [
    'profiles:',
    `  prod: { url: "${sandbox.url}", workspace: ${sandbox.workspaceId}, token_env: BP_TOKEN, protect: true }`,
    '',
  ].join('\n');
  const home = makeHome({ [SETTINGS]: file });
  const env = { ...home.env, XDG_STATE_HOME: newState(), BP_TOKEN: sandbox.token };
  const words = ['bots', 'delete', botId, '--confirm', 'support-prod', '--profile', 'prod'];

  const locked = await run(undefined, words, { env });
  const other = await run(undefined, [...words, '--unlock', 'staging'], { env });
  const readOnly = await run(undefined, [...words, '--unlock', 'prod', '--read-only'], { env });
  const unconfirmed = await run(undefined, ['bots', 'delete', botId, '--unlock', 'prod'], {
    env: { ...env, BOTSCOPE_PROFILE: 'prod' },
  });
  expect([locked, other, readOnly, unconfirmed].map(({ code }) => code)).toEqual([5, 2, 5, 2]);
  expect(locked.err).toContain('in a command --unlock <profile> does');
  expect(unconfirmed.err).toContain(
    `botscope --profile prod bots delete ${botId} --unlock prod --confirm support-prod`,
  );
  expect(other.err).toContain('--unlock names "staging", but this is "prod". Nothing was sent.');
  expect(deletes()).toEqual([]);
  const done = await run(undefined, [...words, '--unlock', 'prod'], { env });
  home.remove();

  expect([done.code, deletes().length]).toEqual([0, 1]);
});
