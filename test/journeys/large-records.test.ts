// @module-tag program

import { afterEach, expect, test } from 'vitest';
import type { JsonObject } from '../../src/json/json.ts';
import { openTerminal } from '../helpers/terminal.ts';
import { hostileServer } from '../hostile/server.ts';

let closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.reverse()) await close();
  closing = [];
});

async function openOn(bot: JsonObject) {
  const server = await hostileServer();
  server.give({ records: { bot }, lists: { bot: [{ id: 'b_1', name: 'the large one' }] }, meta: {} });
  const env = { BP_API_URL: server.url, BP_TOKEN: 'bp_pat_large', BP_WORKSPACE_ID: 'wkspace_1' };
  const terminal = await openTerminal({ env: { ...env, BOTSCOPE_HEALTH: 'auto' }, columns: 100, rows: 30 });
  closing = [server.close, terminal.close];
  await terminal.waitFor('the large one');
  await terminal.press('Enter');
  await terminal.waitFor('1 Overview');
  return terminal;
}

const failing = Object.fromEntries(
  Array.from({ length: 10_000 }, (_, at) => [
    `i${at}`,
    {
      id: `intver_${at}`,
      name: `name${at}`,
      status: 'registration_failed',
      statusReason: `because of ${at}`,
    },
  ]),
);

const RECORDS: Readonly<Record<string, JsonObject>> = {
  'a bot with 10,000 failing integrations': { id: 'b_1', name: 'large', integrations: failing },
  'a text of 4 MB of one character': { id: 'b_1', name: 'large', somethingElse: '?'.repeat(4_000_000) },
  'a URL of 4 MB': { id: 'b_1', name: 'large', somethingElse: `https://x/${'?'.repeat(4_000_000)}` },
  'a name of 4 MB': { id: 'b_1', name: 'é'.repeat(2_000_000) },
};

test.each(Object.entries(RECORDS))(
  'large records: %s is shown to its end and closed',
  async (_name, record) => {
    const terminal = await openOn(record);

    await terminal.press('PageDown', 'G', 'g');
    await terminal.press('6');
    await terminal.waitFor('[6 Raw');
    await terminal.press(
      'G',
      ...':wrap',
      'Enter',
      'g',
      'y',
      ...':wrap',
      'Enter',
      '/',
      'b',
      '_',
      '1',
      'Enter',
    );
    await terminal.waitFor('b_1');
    await terminal.press('Escape');

    await terminal.waitFor('─ Bots');
  },
);

test.each(Object.entries(RECORDS))(
  'large records: SIGTERM ends the program while it shows %s',
  async (_name, record) => {
    const terminal = await openOn(record);
    await terminal.press('6', 'w', 'G');

    terminal.kill('SIGTERM');

    expect(await terminal.exit).toEqual({ code: 143, signal: 0 });
    expect(terminal.altScreen()).toBe(false);
  },
);
