// @module-tag program

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { type ExplorerRun, openExplorer } from '../helpers/explorer.ts';
import { pace } from '../helpers/pace.ts';

let opened: ExplorerRun;
afterEach(() => opened.close());

const paper = (file: string): string => readFileSync(join(import.meta.dirname, '../..', file), 'utf8');
const [, table = ''] =
  /<!-- journeys -->([\s\S]*?)<!-- \/journeys -->/.exec(paper('src/help/places.md')) ?? [];
/** Keys of each journey by its starting point; `paste` is a paste of the clipboard. */
const journeys = new Map(
  table
    .split('\n')
    .slice(3)
    .map(row => row.split('|').map(cell => cell.trim()))
    .filter(cells => cells.length > 3)
    .map(([, have = '', keys = '']) => [have, keys.split(' ').map(key => key.replaceAll('`', ''))] as const),
);

async function start() {
  opened = await openExplorer();
  await opened.terminal.waitFor('support-prod');
  return opened;
}

/** Types the keys of a journey exactly as the help topic has them, each after all requests have ended. */
async function typed(have: string, clipboard = ''): Promise<void> {
  const keys = journeys.get(have) ?? [];
  expect(keys.length, `keys in the help topic for: ${have}`).toBeGreaterThan(0);
  expect(keys.length).toBeLessThanOrEqual(clipboard === '' ? 8 : 2);
  for (const key of keys) {
    await (key === 'paste' ? opened.terminal.paste(clipboard) : opened.terminal.press(key));
    await vi.waitUntil(() => opened.sandbox.requests.every(({ status }) => status !== undefined), {
      timeout: 15_000 * pace,
    });
    await opened.terminal.settle();
  }
}

/** Returns the bot ids of all requests for issues. */
const askedBots = (): readonly string[] =>
  opened.sandbox.requests.flatMap(({ path }) => /bots\/([^/]+)\/issues\//.exec(path)?.[1] ?? []);

test('README: each of the five keys to try shows what the README promises', async () => {
  const { terminal } = await start();
  const [, section = ''] = /## Five keys to try\n([\s\S]*?)\n## /.exec(paper('README.md')) ?? [];
  const keys = [...section.matchAll(/^\d\. `([^`]+)`/gm)].map(([, key = '']) => key);
  const shown = [/Diagnosis[\s\S]*invalid_auth/, /\[2 Integrations/, /› Bots +/, /\d problem/, /─ Help ─/];
  expect(keys).toHaveLength(shown.length);

  for (const [at, key] of keys.entries()) {
    await terminal.press(key === 'Esc' ? 'Escape' : key);
    await terminal.waitFor(shown[at] ?? '');
  }
});

test('alert: the keys of the help topic lead from the list of bots to the cause in at most eight keys', async () => {
  const { terminal } = await start();

  await typed('a part of its name');

  await terminal.waitFor('invalid_auth: the bot token was revoked');
  await terminal.waitFor(/botToken •+/);
});

test('alert: a pasted issue id opens the issue in two keys and one request', async () => {
  const { terminal, sandbox } = await start();

  await typed('the id of an issue on the clipboard', sandbox.ids.issueId);

  await terminal.waitFor('Description');
  expect(askedBots()).toEqual([sandbox.ids.botId]);
});

test('alert: a pasted alert opens its issue in two keys and one request', async () => {
  const { terminal, sandbox } = await start();
  const { botId, issueId } = sandbox.ids;
  await terminal.press('j');

  await typed(
    'an alert that names both on the clipboard',
    `ALERT 2026-11-21T09:14:07\nissue ${issueId} opened in bot ${botId}\n`,
  );

  await terminal.waitFor('Description');
  expect(askedBots()).toEqual([botId]);
});

test('alert: an issue id is looked up at the likely bots, one after another, until it is found', async () => {
  const { terminal, sandbox } = await start();
  const { botId, issueId } = sandbox.ids;
  await terminal.press('Enter');
  await terminal.waitFor('Diagnosis');
  await terminal.press('Escape', 'j');

  await terminal.paste(issueId);
  await terminal.waitFor('of bot support-staging or 1 more?');
  await terminal.press('Enter');

  await terminal.waitFor('tried on support-staging: 404');
  await terminal.waitFor('Description');
  expect(askedBots()).toEqual([expect.not.stringMatching(botId), botId]);
  await terminal.press('Escape');
  await terminal.waitFor(/› support-prod .*(now|ago)/);
});

test('alert: an issue that is not found is reported after at most three requests, and another bot can be chosen', async () => {
  const { terminal, sandbox } = await start();
  const { botId, issueId } = sandbox.ids;
  await terminal.press('j', 'H');
  await terminal.waitFor(/(\d+) of \1 bots checked/);
  const unknown = `${issueId.slice(0, -4)}0000`;

  await terminal.paste(unknown);
  await terminal.waitFor('or 2 more?');
  await terminal.press('Enter');
  await terminal.waitFor('Not found there.');
  expect(terminal.text().match(/tried on \S+: 404/g)).toHaveLength(3);
  expect(askedBots()).toHaveLength(3);
  await terminal.press('Enter');
  await terminal.waitFor(`Open issue`);
  await terminal.paste(botId);
  await terminal.press('Enter');

  await terminal.waitFor('404 Not found');
  expect(askedBots()[3]).toBe(botId);
});

test('alert: Esc stops the look-up of an issue and its request', async () => {
  const { terminal, sandbox } = await start();
  sandbox.fault({ path: /\/issues\//, hang: 'headers' });
  await terminal.press('j');

  await terminal.paste(sandbox.ids.issueId);
  await terminal.press('Enter');
  await terminal.waitFor('trying support-staging');
  await terminal.press('Escape');

  await terminal.waitFor(screen => !screen.includes('trying'));
  expect(terminal.text()).toContain('› Bots');
  expect(askedBots()).toHaveLength(1);
});
