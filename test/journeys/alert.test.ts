// @module-tag program

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import type { ExplorerRun } from '../helpers/explorer.ts';
import { journeys } from '../helpers/journey.ts';
import { pace } from '../helpers/pace.ts';

const { journey, open } = journeys();

const paper = (file: string): string => readFileSync(join(import.meta.dirname, '../..', file), 'utf8');
const [, table = ''] =
  /<!-- journeys -->([\s\S]*?)<!-- \/journeys -->/.exec(paper('src/help/places.md')) ?? [];
/** Keys of each journey by its starting point; `paste` is a paste of the clipboard. */
const keysByStart = new Map(
  table
    .split('\n')
    .slice(3)
    .map(row => row.split('|').map(cell => cell.trim()))
    .filter(cells => cells.length > 3)
    .map(([, have = '', keys = '']) => [have, keys.split(' ').map(key => key.replaceAll('`', ''))] as const),
);

async function typed({ terminal, sandbox }: ExplorerRun, have: string, clipboard = ''): Promise<void> {
  const keys = keysByStart.get(have) ?? [];
  expect(keys.length, `keys in the help topic for: ${have}`).toBeGreaterThan(0);
  expect(keys.length).toBeLessThanOrEqual(clipboard === '' ? 8 : 2);
  for (const key of keys) {
    await (key === 'paste' ? terminal.paste(clipboard) : terminal.press(key));
    await vi.waitUntil(() => sandbox.requests.every(({ status }) => status !== undefined), {
      timeout: 15_000 * pace,
    });
    await terminal.settle();
  }
}

const askedBots = ({ sandbox }: ExplorerRun): readonly string[] =>
  sandbox.requests.flatMap(({ path }) => /bots\/([^/]+)\/issues\//.exec(path)?.[1] ?? []);

test('README: each of the five keys to try shows what the README promises', async () => {
  const { terminal } = await open();
  const [, section = ''] = /## Five keys to try\n([\s\S]*?)\n## /.exec(paper('README.md')) ?? [];
  const keys = [...section.matchAll(/^\d\. `([^`]+)`/gm)].map(([, key = '']) => key);
  const shown = [
    /Diagnosis[\s\S]*invalid_auth/,
    /\[2 Integrations/,
    /› Bots +/,
    /need attention/,
    /─ Help ─/,
  ];
  expect(keys).toHaveLength(shown.length);

  for (const [at, key] of keys.entries()) {
    await terminal.press(key === 'Esc' ? 'Escape' : key);
    await terminal.waitFor(shown[at] ?? '');
  }
});

journey('alert: the keys of the help topic lead from the list of bots to the cause in at most eight keys', [
  run => typed(run, 'a part of its name'),
  ['', 'invalid_auth: the bot token was revoked', /botToken •+/],
]);

journey('alert: a pasted issue id opens the issue in two keys and one request', [
  run => typed(run, 'the id of an issue on the clipboard', run.sandbox.ids.issueId),
  ['', 'Description'],
  run => expect(askedBots(run)).toEqual([run.sandbox.ids.botId]),
]);

journey('alert: a pasted alert opens its issue in two keys and one request', [
  ['j'],
  run => {
    const { botId, issueId } = run.sandbox.ids;
    const alert = `ALERT 2026-11-21T09:14:07\nissue ${issueId} opened in bot ${botId}\n`;
    return typed(run, 'an alert that names both on the clipboard', alert);
  },
  ['', 'Description'],
  run => expect(askedBots(run)).toEqual([run.sandbox.ids.botId]),
]);
