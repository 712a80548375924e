// @module-tag program

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { JsonObject } from '../../src/json/json.ts';
import { listen } from '../api/test-client.ts';
import { atRest, ends, journeyOn, openOn } from '../helpers/journey.ts';

async function openBot(members: JsonObject) {
  let loads = 0;
  const server = await listen(({ url = '' }, response) => {
    const isList = url.split('?')[0]?.endsWith('/bots');
    const bot = { id: 'b_1', ...members, loads, lastly: 'the end' };
    if (url.endsWith('/b_1')) loads++;
    response.setHeader('content-type', 'application/json');
    response.end(
      JSON.stringify(isList ? { bots: [{ id: 'b_1', name: 'the large one' }], meta: {} } : { bot }),
    );
  });
  return openOn(server, { env: { BOTSCOPE_HEALTH: 'auto' }, columns: 100, rows: 30 });
}

const failing = Object.fromEntries(
  Array.from({ length: 10_000 }, (_, at) => {
    const statusReason = `because of ${at}`;
    return [`i${at}`, { id: `intver_${at}`, name: `name${at}`, status: 'registration_failed', statusReason }];
  }),
);

const RECORDS: Readonly<Record<string, JsonObject>> = {
  '10,000 failing integrations': { name: 'large', integrations: failing },
  'a text of 4 MB of one character': { name: 'large', somethingElse: '?'.repeat(4_000_000) },
  'a URL with 4 MB of parameters': { name: 'large', somethingElse: `https://x/${'?a=&b'.repeat(800_000)}` },
  'a name of 4 MB': { name: 'é'.repeat(2_000_000) },
};

for (const [name, members] of Object.entries(RECORDS))
  journeyOn(
    `large records: a bot with ${name} can be opened, scrolled, searched, compared, copied, saved and left`,
    [
      () => openBot(members),
      ['', 'the large one'],
      ['Enter', '1 Overview'],
      ['PgDn G g y', 'y JSON/YAML'],
      ['G :wrap Enter g y :wrap Enter / the Space end Enter', '1/1'],
      [':copy.json Enter'],
      atRest,
      ['q', '[1 Overview]'],
      ['r', '1 changed'],
      ['=', '› changes'],
      ['q', '[1 Overview]'],
      ['Ctrl-S Ctrl-U ~/large.json Enter', 'Saved'],
      ['6', '[6 Raw'],
      ['G Esc', '─ Bots'],
      ['Enter', '1 Overview'],
      ({ terminal }) => terminal.kill('SIGTERM'),
      ends(143),
      ({ terminal }) => {
        expect(terminal.altScreen()).toBe(false);
        const saved = JSON.parse(readFileSync(join(terminal.home, 'large.json'), 'utf8'));
        expect(saved).toMatchObject({ lastly: 'the end' });
      },
    ],
  );
