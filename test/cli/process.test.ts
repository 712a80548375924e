// @module-tag program

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Sandbox } from '../../src/sandbox/types.ts';
import { adjustableClock } from '../helpers/preload.ts';
import { inShell, newState, run, start } from '../helpers/run-cli.ts';
import { startSandbox } from '../helpers/sandbox.ts';

const lists = ({ requests: log }: Sandbox) => log.filter(({ path }) => path.startsWith('/v1/admin/bots'));

test('program: exits 0 without a message if its output pipe is closed early', async () => {
  await using sandbox = await startSandbox({ bots: 20_000 });

  const { code, out, err } = await inShell(sandbox, 'botscope bots ls -o ndjson | head -1');

  expect(JSON.parse(out)).toMatchObject({ name: 'support-prod' });
  expect([code, err]).toEqual([0, '']);
  expect(lists(sandbox).length).toBeLessThan(1000);
});

test
  .skipIf(!existsSync('/dev/full'))
  .each([['bots ls -o csv'], ['bots get "$BP_BOT_ID" -o json'], ['config explain'], ['--help']])(
  'program: reports a full disk and exits with 1: %s',
  async words => {
    await using sandbox = await startSandbox({ bots: 50 });

    const ended = await inShell(sandbox, `botscope ${words} >/dev/full`, { BP_BOT_ID: sandbox.ids.botId });

    expect(ended).toMatchObject({
      code: 1,
      err: 'botscope: Output is incomplete: no space left (ENOSPC).\n',
    });
  },
);

test('program: loses no output with a slow reader', async () => {
  await using sandbox = await startSandbox({ bots: 2000, pageSize: 1000 });
  const { child, ended } = start(sandbox, ['bots', 'ls', '-o', 'json']);
  const gone = new Promise(resolve => child.once('exit', resolve));
  child.stdout.pause();
  // Either it does not wait for its reader, or it would for ever.
  await Promise.race([gone, setTimeout(1500)]);

  child.stdout.resume();
  const { code, out } = await ended;

  expect(code).toBe(0);
  expect(JSON.parse(out)).toMatchObject({ complete: true });
});

test('program: streams a list of 20,000 instead of holding it in memory', async () => {
  await using sandbox = await startSandbox({ bots: 26_461, pageSize: 100 });

  // A table of them, which is held to be aligned, does not fit in here.
  const env = { NODE_OPTIONS: '--max-old-space-size=18' };
  for (const format of ['name', 'ndjson']) {
    const { code, out } = await run(sandbox, ['bots', 'ls', '-o', format], { env });
    expect(code).toBe(0);
    expect(out.trimEnd().split('\n')).toHaveLength(20_000);
  }
});

test.each([['version'], ['--version']])('program: %s prints only the version', async word => {
  const { code, out } = await run(undefined, [word]);

  expect(code).toBe(0);
  expect(out).toMatch(/^\d+\.\d+\.\d+\n$/);
  const { out: json } = await run(undefined, ['version', '-o', 'json']);
  expect(JSON.parse(json)).toEqual({
    version: out.trim(),
    node: process.versions.node,
    platform: process.platform,
  });
});

test('program: a clock set back by an hour does not stretch the wait after a 429', async () => {
  await using sandbox = await startSandbox({
    bots: 3,
    faults: [{ times: 1, status: 429, headers: { 'retry-after': '1' } }],
  });
  const clock = adjustableClock();
  const trace = join(newState(), 'requests.ndjson');
  const { ended } = start(sandbox, ['bots', 'ls', '-o', 'name', '--trace', trace], clock.env);
  while (!existsSync(trace)) await setTimeout(10);
  clock.setBack();

  const { code, out } = await ended;

  expect([code, out.trim().split('\n').length]).toEqual([0, 3]);
});
