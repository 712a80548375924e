// @module-tag program

import { expect, test } from 'vitest';
import { spawnSync } from '../helpers/child-process.ts';
import { ends, journeys } from '../helpers/journey.ts';
import { foreignBytes, payloads } from '../helpers/payloads.ts';
import { preload } from '../helpers/preload.ts';
import { program } from '../helpers/program.ts';
import { run } from '../helpers/run-cli.ts';
import { sandboxPerTest } from '../helpers/sandbox.ts';

const { journey } = journeys();
const sandbox = sandboxPerTest({ bots: 3 });

/** All payloads in one text; those that open something are closed by none that follows. */
const HOSTILE = payloads.filter(text => text.length < 300 && !text.includes('\0')).join('|');

journey('keyboard: a paste without an end does not block the keys after it', [
  ['`\u001b[200~half of a paste`', 'half of a paste'],
  ['j', ' 2/'],
]);

journey('keyboard: five letters in one read move five rows, and ctrl+d among them opens no dialog', [
  ['`jjjjj`', ' 6/'],
  ['`jjjj\u0004`', 'the delete key arrived with other keys'],
]);

journey(
  'internal error: the message is clean',
  [
    ({ terminal }) => terminal.kill('SIGUSR2'),
    ends(70),
    ({ terminal }) => {
      expect(terminal.bytes()).toContain('an internal error');
      expect(terminal.altScreen()).toBe(false);
      expect(foreignBytes(terminal.bytes())).toEqual([]);
    },
  ],
  { env: preload(`process.on('SIGUSR2', () => { throw new Error(${JSON.stringify(HOSTILE)}); });`) },
);

test('usage error: the message is clean', () => {
  const words = [...program.args, `--${HOSTILE}`, HOSTILE];
  const { stderr, stdout, status } = spawnSync(program.command, words, { encoding: 'utf8' });

  expect(status).toBe(2);
  expect(stderr.length).toBeGreaterThan(HOSTILE.length);
  expect(foreignBytes(stderr + stdout)).toEqual([]);
});

test('command: one whose request can never end exits with 70 and reports that its work is not done', async () => {
  const env = preload(
    "require('node:http').request = () => Object.assign(new (require('node:events'))(), { end() {} });",
  );

  const { code, out, err } = await run(sandbox, ['health'], { env });

  expect([code, out]).toEqual([70, '']);
  expect(err).toBe('botscope: internal error: it stopped before its work was done.\n');
});
