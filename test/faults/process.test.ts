// @module-tag program

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { spawnSync } from '../helpers/child-process.ts';
import { newFolder } from '../helpers/folder.ts';
import { ends, journeys } from '../helpers/journey.ts';
import { foreignBytes, payloads } from '../helpers/payloads.ts';
import { program } from '../helpers/program.ts';

const { journey } = journeys();

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

const THROWING = join(newFolder('fault'), 'fault.cjs');
writeFileSync(THROWING, `process.on('SIGUSR2', () => { throw new Error(${JSON.stringify(HOSTILE)}); });`);

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
  { env: { NODE_OPTIONS: `--require ${THROWING}` } },
);

test('usage error: the message is clean', () => {
  const words = [...program.args, `--${HOSTILE}`, HOSTILE];
  const { stderr, stdout, status } = spawnSync(program.command, words, { encoding: 'utf8' });

  expect(status).toBe(2);
  expect(stderr.length).toBeGreaterThan(HOSTILE.length);
  expect(foreignBytes(stderr + stdout)).toEqual([]);
});
