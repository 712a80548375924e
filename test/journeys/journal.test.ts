// @module-tag program

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import { linesOf } from '../helpers/command-rows.ts';
import { newFolder } from '../helpers/folder.ts';
import { openOn, take } from '../helpers/journey.ts';
import { pace } from '../helpers/pace.ts';
import { not } from '../helpers/rows.ts';
import { envOf } from '../helpers/run-cli.ts';
import { sandboxPerTest } from '../helpers/sandbox.ts';
import type { Terminal } from '../helpers/terminal.ts';

const sandbox = sandboxPerTest();
let folder: string;
let terminal: Terminal;
beforeEach(() => {
  folder = newFolder('state');
});

async function start(flags: readonly string[], ...steps: Parameters<typeof take>[1][]): Promise<void> {
  const env = { ...envOf(sandbox), XDG_STATE_HOME: folder };
  ({ terminal } = await openOn(undefined, { flags: ['--no-grace', ...flags], env }));
  await take({ terminal, sandbox }, ['', '20+ loaded'], ...steps);
}

const stages = (): readonly string[] =>
  linesOf(readFileSync(join(folder, 'botscope/journal.ndjson'), 'utf8')).map(line =>
    String(JSON.parse(line).stage),
  );
const deletes = () => sandbox.requests.filter(({ method }) => method === 'DELETE');

const DELETE_FIRST = [
  ['Ctrl-D', 'checked just now'],
  ['support-prod', 'Enter DELETES support-prod'],
  ['Confirm'],
] as const;
const untilSent = () => vi.waitUntil(() => deletes().length === 1, { timeout: 15_000 * pace });

async function killInside(fault: string): Promise<void> {
  await start(['--timeout', '2'], `DELETE /v1/* ${fault}`, ...DELETE_FIRST, untilSent);
  terminal.kill('SIGKILL');
  await terminal.exit;
  expect(stages()).toEqual(['sending']);
}

test.each([
  ['was carried out', 'stall', 'is gone (404)', 'deleted'],
  ['was not carried out', 'hang', 'still exists', 'not-deleted'],
])(
  'unfinished: a delete that %s when the program was killed is reported at the next start and looked up',
  async (_state, fault, ...[words, stage]) => {
    await killInside(fault);

    await start([], ['', /never finished|Still running/]);
    // For the two seconds of its deadline, the delete of the killed program is not looked up.
    do await terminal.press(...':unfinished', 'Enter');
    while (/Still running/.test(await terminal.waitFor(/is gone|still exists|Still running/)));
    await terminal.waitFor(words);

    expect(stages()).toEqual(['sending', stage]);
    expect(deletes()).toHaveLength(1);
    await start([], ['', not('unfinished')]);
  },
);
