// @module-tag program

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { rawServer } from '../helpers/raw-server.ts';
import { openTerminal } from '../helpers/terminal.ts';

let closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.reverse()) await close();
  closing = [];
});

/** Opens a bot with a text that is one letter longer at each load. */
async function openOn(text: string) {
  let reads = 0;
  const server = await rawServer((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://x');
    const bot = { id: 'bot_long1', name: 'long-text', reason: text + '!'.repeat(reads), lastly: 'the end' };
    if (pathname.endsWith('/bot_long1')) reads++;
    response.setHeader('content-type', 'application/json');
    response.end(
      JSON.stringify(pathname.endsWith('/bots') ? { bots: [{ ...bot, reason: '' }], meta: {} } : { bot }),
    );
  });
  const env = { BP_API_URL: server.url, BP_TOKEN: 'bp_pat_long_texts', BP_WORKSPACE_ID: 'w' };
  const terminal = await openTerminal({ env: { ...env, BOTSCOPE_HEALTH: 'auto' }, columns: 100, rows: 30 });
  closing = [server.close, terminal.close];
  await terminal.waitFor('long-text');
  await terminal.press('Enter');
  await terminal.waitFor('no problems found');
  return terminal;
}

test.each([
  ['4 MB of question marks', '?'.repeat(4_000_000)],
  ['a URL with 300,000 question marks', `https://x/${'?'.repeat(300_000)}`],
  ['4 MB of parameters', `https://x/${'?a=&b'.repeat(800_000)}`],
])(
  'long texts: a record with %s can be opened, scrolled, searched, compared, copied, saved and closed',
  async (_name, text) => {
    const terminal = await openOn(text);

    await terminal.press('PageDown', 'g', 'y');
    await terminal.waitFor('secrets masked');
    await terminal.press(...':wrap', 'Enter', ...':wrap', 'Enter', '/', ...'the end', 'Enter');
    await terminal.waitFor('1/1');
    await terminal.press(...':copy.json', 'Enter');
    await terminal.settle();
    await terminal.press('q');
    await terminal.waitFor('[1 Overview]');
    await terminal.press('r');
    await terminal.waitFor('1 changed');
    await terminal.press('=');
    await terminal.waitFor('› changes');
    await terminal.press('q');
    await terminal.waitFor('[1 Overview]');
    await terminal.press('ctrl+s', 'ctrl+u', ...'~/long.json', 'Enter');
    await terminal.waitFor('Saved');
    terminal.kill('SIGTERM');

    expect(await terminal.exit).toMatchObject({ code: 143 });
    expect(JSON.parse(readFileSync(join(terminal.home, 'long.json'), 'utf8'))).toMatchObject({
      lastly: 'the end',
    });
  },
);
