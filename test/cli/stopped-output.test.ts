// @module-tag program

import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Sandbox } from '../../src/sandbox/types.ts';
import { envOf, start } from '../helpers/run-cli.ts';
import { startSandbox } from '../helpers/sandbox.ts';
import { openTerminal, type Terminal } from '../helpers/terminal.ts';

const BOTS = 13_000;
const PAGES = 10;

let sandbox: Sandbox;
let child: ReturnType<typeof start>['child'] | undefined;
let terminal: Terminal | undefined;
beforeAll(async () => {
  sandbox = await startSandbox({ bots: BOTS, pageSize: 1000 });
});
afterEach(async () => {
  child?.kill('SIGKILL');
  await terminal?.close();
  sandbox.reset();
});
afterAll(() => sandbox.close());

const LIST = ['bots', 'ls', '-o'];
const PATH = ['api', '/v1/admin/bots', '--paginate', '-o'];

test.each(
  [
    ...['table', 'json', 'yaml', 'md', 'csv', 'ndjson', 'id'].map(format => [...LIST, format]),
    [...LIST, 'csv', '--sort-by', 'name'],
    ...['table', 'json', 'yaml', 'csv', 'ndjson'].map(format => [...PATH, format]),
  ].map((argv, at) => [at % 2 === 0 ? 'SIGINT' : 'SIGTERM', argv] as const),
)('stopped output: %s ends %j at a reader that reads no more', async (signal, argv) => {
  const started = start(sandbox, argv);
  child = started.child;
  const exit = new Promise(resolve => started.child.once('exit', resolve));
  started.child.stdout.once('data', () => {
    started.child.stdout.pause();
    started.child.kill(signal);
  });

  expect(await exit).toBe(130);
  started.child.stdout.resume();
  expect((await started.ended).err).toMatch(/^(botscope: Stopped|\{"error":\{"kind":"cancelled")/);
});

test.each(['table', 'json', 'yaml'])(
  'stopped output: a signal ends %s on a terminal, although that blocks the program',
  async format => {
    terminal = await openTerminal({ flags: [...LIST, format, '--quiet'], env: envOf(sandbox) });
    await terminal.press('ctrl+s');
    await expect.poll(() => sandbox.requests.length, { timeout: 20_000 }).toBe(PAGES);

    terminal.kill('SIGTERM');
    await terminal.press('ctrl+q');

    expect((await terminal.exit).code).toBe(130);
    expect(terminal.bytes().length).toBeLessThan(100_000);
  },
);
