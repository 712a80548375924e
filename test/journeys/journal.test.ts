// @module-tag program

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import { spawnSync } from '../helpers/child-process.ts';
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

const journalFile = () => join(folder, 'botscope/journal.ndjson');
const journal = (): string => readFileSync(journalFile(), 'utf8');
const stages = (): readonly string[] => linesOf(journal()).map(line => String(JSON.parse(line).stage));
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

const endedPid = (): number => spawnSync(process.execPath, ['--version']).pid;

/** Returns the first journal entry of a delete in this sandbox, one hour old. */
const sent = (botId: string, more: Readonly<Record<string, unknown>> = {}): Record<string, unknown> => ({
  at: new Date(Date.now() - 3_600_000).toISOString(),
  delete: `of-${botId}`,
  profile: `${sandbox.url} ${sandbox.workspaceId}`,
  kind: 'bot',
  ids: { botId },
  method: 'DELETE',
  path: `/v1/admin/bots/${botId}`,
  stage: 'sending',
  ...more,
});

function writeJournal(...entries: readonly Record<string, unknown>[]): string {
  const text = entries.map(entry => `${JSON.stringify(entry)}\n`).join('');
  mkdirSync(join(folder, 'botscope'), { mode: 0o700 });
  writeFileSync(journalFile(), text);
  return text;
}

test('unfinished: past its deadline, a delete is under way while its process is alive, and else looked up', async () => {
  const { botId, othersBotId } = sandbox.ids;
  const host = hostname();
  writeJournal(
    sent(botId, { pid: process.pid, host, timeoutMs: 1000 }),
    sent(othersBotId, { pid: endedPid(), host, timeoutMs: 1000 }),
  );

  const found = /bot 7b86225a\S+ still exists\. Still running: the delete of bot\s+c200b264/;
  await start([], [':unfinished Enter', found]);

  expect(stages()).toEqual(['sending', 'sending', 'not-deleted']);
});

test('unfinished: entries of a later version are not changed, and unknown stages count as the last', async () => {
  const { botId } = sandbox.ids;
  const text = writeJournal(
    sent('f1', { kind: 'frobnicate', ids: { frobnicateId: 'f1' } }),
    sent(botId),
    sent(botId, { stage: 'ended-in-a-new-way' }),
  );

  const words = /A newer botscope sent the delete of frobnicate f1: not checked/;
  await start([], [':unfinished Enter', words]);

  expect(journal()).toBe(text);
});

test('unfinished: the look-up shows its progress, Esc stops it, and its results so far are stored', async () => {
  writeJournal(...Array.from({ length: 300 }, (_, at) => sent(`made-up-${at}`)));

  await start(
    [],
    'GET /v1/admin/bots/{id} 404 delay=30',
    [':unfinished'],
    // A key on its own would wait until the count is at rest.
    ['`\r`', /Checking unfinished deletes: [1-9]\d* of 300\. Esc stops/],
    ['`\x1b`', /Stopped: \d+ not checked, :unfinished continues/],
  );

  const found = stages().filter(stage => stage === 'deleted').length;
  expect(found).toBeGreaterThan(0);
  expect(found).toBeLessThan(300);
});

test('unfinished: an entry with an invalid id is closed without a request', async () => {
  writeJournal(sent('..'));

  await start(
    [],
    [':unfinished Enter', /cannot be checked: its outcome stays unknown/],
    [':unfinished Enter', 'No unfinished deletes'],
  );

  expect(sandbox.requests.filter(({ path }) => /\/bots\/./.test(path))).toEqual([]);
  expect(journal()).toContain('"stage":"unknown","checked":true');
});
