// @module-tag program

import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { linesOf } from '../helpers/command-rows.ts';
import { newFolder } from '../helpers/folder.ts';
import { journeys } from '../helpers/journey.ts';

const { journey } = journeys();

const folder = newFolder('trace');
const TRACE = join(folder, 'requests.ndjson');

journey(
  'trace: --trace writes each request as a line, without token and bodies',
  [
    ['Enter', 'Diagnosis'],
    ({ sandbox: { ids, token } }) => {
      const text = readFileSync(TRACE, 'utf8');
      const lines = linesOf(text).map(line => JSON.parse(line));

      expect(lines).toContainEqual(
        expect.objectContaining({ method: 'GET', path: `/v1/admin/bots/${ids.botId}`, status: 200 }),
      );
      expect(text).not.toContain(token);
      expect(text).not.toContain('support-prod');
      expect(statSync(TRACE).mode & 0o777).toBe(0o600);
    },
  ],
  { flags: ['--trace', TRACE] },
);

journey('request log: L lists requests; one shows what was sent, and its response with secrets masked', [
  ['Enter', 'Diagnosis'],
  ['L', /\d sent · median \d+ ms/, /\/v1\/\S+ +GET +200/],
  ['Enter', 'x-workspace-id'],
  ['c', 'curl -sS'],
  ['2', '▸ bot:'],
  ['Esc Esc', 'Diagnosis'],
]);
