// @module-tag program

import { expect, test } from 'vitest';
import { listen } from '../api/test-client.ts';
import { openOn, take } from '../helpers/journey.ts';
import { run } from '../helpers/run-cli.ts';

const ROWS = 1000;

async function endlessList() {
  let pages = 0;
  const server = await listen((request, response) => {
    const at = pages;
    if (request.url?.startsWith('/v1/admin/bots')) pages++;
    const bots = Array.from({ length: ROWS }, (_, row) => ({ id: `bot-${at}-${row}`, name: `bot ${at}` }));
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ bots, meta: { nextToken: `after-${at}` } }));
  });
  return { ...server, pages: () => pages };
}

test('endless list: loading all stops at a ceiling, and M raises it', async () => {
  const server = await endlessList();
  await take(
    await openOn(server, { columns: 100 }),
    ['', /\d+\+ loaded/],
    ['M', 'M again loads up to 100000'],
    ['M', '100000 loaded. M again loads up to 200000'],
    () => expect(server.pages()).toBe(100),
    ['`M`', () => server.pages() > 100],
    ['Esc'],
  );
});

const LIST = ['bots', 'ls', '-o'];
const PATH = ['api', '/v1/admin/bots', '--paginate', '-o'];

test.each([
  [LIST, 'table'],
  [LIST, 'json'],
  [LIST, 'yaml'],
  [PATH, 'table'],
  [PATH, 'json'],
])(
  'endless list: printed by %j %s, it stops at a ceiling and is reported as incomplete',
  async (words, output) => {
    const server = await endlessList();
    // All records and their text at once would not fit.
    const env = { NODE_OPTIONS: '--max-old-space-size=500' };

    const { code, out, err } = await run(server, [...words, output], { env });

    expect(code).toBe(8);
    expect(err).toContain('Stopped at 200000 records, because ');
    if (output !== 'table') expect(out.slice(0, 200)).toMatch(/complete"?: false/);
    expect(server.pages()).toBeLessThanOrEqual(201);
  },
);
