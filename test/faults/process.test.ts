// @module-tag program

import { expect, test } from 'vitest';
import { ends, journeys } from '../helpers/journey.ts';
import { foreignBytes, payloads } from '../helpers/payloads.ts';
import { preload } from '../helpers/preload.ts';
import { run } from '../helpers/run-cli.ts';
import { sandboxPerTest } from '../helpers/sandbox.ts';

const { journey } = journeys();
const sandbox = sandboxPerTest({ bots: 3 });

/** All payloads in one text; those that open something are closed by none that follows. */
const HOSTILE = payloads.filter(text => text.length < 300 && !text.includes('\0')).join('|');

journey('internal error: the message is clean', [
  {
    start: { env: preload(`process.on('SIGUSR2', () => { throw new Error(${JSON.stringify(HOSTILE)}); });`) },
  },
  ({ terminal }) => terminal.kill('SIGUSR2'),
  ends(70),
  ({ terminal }) => {
    expect(terminal.bytes()).toContain('an internal error');
    expect(terminal.altScreen()).toBe(false);
    expect(foreignBytes(terminal.bytes())).toEqual([]);
  },
]);

test('command: one whose request can never end exits with 70 and reports that its work is not done', async () => {
  const env = preload(
    "require('node:http').request = () => Object.assign(new (require('node:events'))(), { end() {} });",
  );

  const { code, out, err } = await run(sandbox, ['health'], { env });

  expect([code, out]).toEqual([70, '']);
  expect(err).toBe('botscope: internal error: it stopped before its work was done.\n');
});
