// @module-tag program

import { afterEach, beforeEach, expect, test } from 'vitest';
import { endlessList } from '../helpers/endless-list.ts';
import { run } from '../helpers/run-cli.ts';
import { openTerminal, type Terminal } from '../helpers/terminal.ts';

let server: Awaited<ReturnType<typeof endlessList>>;
let terminal: Terminal | undefined;
beforeEach(async () => {
  server = await endlessList();
});
afterEach(async () => {
  await terminal?.close();
  terminal = undefined;
  await server.close();
});

test('endless list: loading all stops at a ceiling, and M raises it', async () => {
  terminal = await openTerminal({
    columns: 100,
    env: {
      BP_API_URL: server.url,
      BP_TOKEN: server.token,
      BP_WORKSPACE_ID: server.workspaceId,
      BOTSCOPE_HEALTH: 'manual',
    },
  });
  await terminal.waitFor('more available');
  await terminal.press('M');
  await terminal.waitFor('M again loads up to 100000');
  await terminal.press('M');

  await terminal.waitFor('100000 loaded. M again loads up to 200000');
  const asked = server.pages();
  await terminal.press('M');
  await terminal.waitFor(() => server.pages() > asked);
  await terminal.press('Escape');

  expect(asked).toBe(100);
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
    // All records and the text of them at once would not fit.
    const env = { NODE_OPTIONS: '--max-old-space-size=500' };
    const { code, out, err } = await run(server, [...words, output], { env });

    expect(code).toBe(8);
    expect(err).toContain('Stopped at 200000 records, because ');
    if (output !== 'table') expect(out.slice(0, 200)).toMatch(/complete"?: false/);
    expect(server.pages()).toBeLessThanOrEqual(201);
  },
);

test('endless list: --limit raises the ceiling', async () => {
  const { code, out } = await run(server, ['bots', 'ls', '-o', 'table', '--limit', '201000']);

  expect(code).toBe(0);
  expect(out.trim().split('\n').length).toBe(201_001);
});
