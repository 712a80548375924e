// @module-tag program

import { expect, test } from 'vitest';
import { makeHome, SETTINGS } from '../helpers/home.ts';
import { ends, journeyOn, openOn, take } from '../helpers/journey.ts';
import { envOf, newState, run } from '../helpers/run-cli.ts';
import { sandboxPerTest } from '../helpers/sandbox.ts';

const sandbox = sandboxPerTest({});

const deletes = () => sandbox.requests.filter(({ method }) => method === 'DELETE');

const open = async (shell = false, ids: readonly string[] = [sandbox.ids.botId]) => ({
  ...(await openOn(undefined, { flags: ['bots', 'delete', ...ids], env: envOf(sandbox), shell })),
  sandbox,
});

const QUESTION = 'Type support-prod to delete it: ';
const ASKED = ['', QUESTION.trim(), '6 integrations installed'] as const;

journeyOn('delete at a terminal: without --confirm it asks for the name, and the typed name deletes', [
  () => open(),
  ASKED,
  ['support-prox Backspace d Enter', `${QUESTION}support-prod`, 'deleted'],
  ends(0),
  { DELETE: 1 },
]);

journeyOn('delete at a terminal: neither a paste nor an Enter in one read with other keys confirms', [
  () => open(),
  ASKED,
  ['"support-prod\r"', 'Type it: pasted text does not count.'],
  ['`support-prod\r`', 'Press Enter alone'],
  { DELETE: 0 },
  ['Ctrl-U no Enter', 'That does not confirm it. To delete it, run: botscope bots delete'],
  ends(2),
  { DELETE: 0 },
]);

journeyOn('delete at a terminal: Ctrl-C at the question exits 130, and the terminal is as before', [
  () => open(true),
  ASKED,
  ['Ctrl-C'],
  ends(130),
  ({ terminal }) => {
    const { before, after } = terminal.settings();
    expect(after).toBe(before);
    expect(terminal.modes().bracketedPasteMode).toBe(false);
  },
  { DELETE: 0 },
]);

test('delete at a terminal: several are confirmed by more than their number', async () => {
  const ids = sandbox.idsOf('bot', {}).slice(0, 2);
  const asked = ['', 'Type delete 2 to confirm:'] as const;

  await take(await open(false, ids), asked, ['2 Enter'], ends(2), { DELETE: 0 });
  await take(await open(false, ids), asked, ['delete Space 2 Enter'], ends(0), { DELETE: 2 });
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

  expect([done.code, deletes().length]).toEqual([0, 1]);
});
