// @module-tag program

import { afterEach, expect, onTestFinished, test } from 'vitest';
import { openOn } from '../helpers/journey.ts';
import { envOf, start } from '../helpers/run-cli.ts';
import { sandboxPerFile } from '../helpers/sandbox.ts';

const BOTS = 13_000;
const PAGES = 10;

const sandbox = sandboxPerFile({ bots: BOTS, pageSize: 1000 });
afterEach(() => sandbox.reset());

const LIST = ['bots', 'ls', '-o'];
const PATH = ['api', '/v1/admin/bots', '--paginate', '-o'];

test.each(
  [
    ...['table', 'json', 'yaml', 'md', 'csv', 'ndjson', 'id'].map(format => [...LIST, format]),
    [...LIST, 'csv', '--sort-by', 'name'],
    ...['table', 'json', 'yaml', 'csv', 'ndjson'].map(format => [...PATH, format]),
  ].map((argv, at) => [at % 2 === 0 ? 'SIGINT' : 'SIGTERM', argv] as const),
)('stopped output: %s ends %j at a reader that reads no more', async (signal, argv) => {
  const { child, ended } = start(sandbox, argv);
  onTestFinished(() => void child.kill('SIGKILL'));
  const exit = new Promise(resolve => child.once('exit', resolve));
  child.stdout.once('data', () => {
    child.stdout.pause();
    child.kill(signal);
  });

  expect(await exit).toBe(130);
  child.stdout.resume();
  expect((await ended).err).toMatch(/^(botscope: Stopped|\{"error":\{"kind":"cancelled")/);
});

test.each(['table', 'json', 'yaml'])(
  'stopped output: a signal ends %s on a terminal, although that blocks the program',
  async format => {
    const flags = [...LIST, format, '--quiet'];
    const { terminal } = await openOn(undefined, { flags, env: envOf(sandbox) });
    await terminal.press('ctrl+s');
    await expect.poll(() => sandbox.requests.length, { timeout: 20_000 }).toBe(PAGES);

    terminal.kill('SIGTERM');
    await terminal.press('ctrl+q');

    expect((await terminal.exit).code).toBe(130);
    expect(terminal.bytes().length).toBeLessThan(100_000);
  },
);
