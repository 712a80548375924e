// @module-tag program

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Fault, Sandbox } from '../../src/sandbox/types.ts';
import { spawnSync } from '../helpers/child-process.ts';
import { confirmIn } from '../helpers/explorer.ts';
import { newFolder } from '../helpers/folder.ts';
import { pace } from '../helpers/pace.ts';
import { startSandbox } from '../helpers/sandbox.ts';
import { openTerminal, type Terminal } from '../helpers/terminal.ts';

let folder: string;
let sandbox: Sandbox;
let terminal: Terminal;
beforeEach(async () => {
  folder = newFolder('state');
  sandbox = await startSandbox();
});
afterEach(async () => {
  await terminal.close();
  await sandbox.close();
});

/** Starts the explorer on the sandbox, with a state folder that survives restarts. */
async function start(flags: readonly string[] = []): Promise<void> {
  terminal = await openTerminal({
    flags: ['--no-grace', ...flags],
    env: {
      BP_API_URL: sandbox.url,
      BP_TOKEN: sandbox.token,
      BP_WORKSPACE_ID: sandbox.workspaceId,
      XDG_STATE_HOME: folder,
      BOTSCOPE_HEALTH: 'manual',
    },
  });
  await terminal.waitFor('more available');
}

const stages = (): readonly string[] =>
  readFileSync(join(folder, 'botscope/journal.ndjson'), 'utf8')
    .split('\n')
    .filter(line => line !== '')
    .map(line => String(JSON.parse(line).stage));

const deletes = () => sandbox.requests.filter(({ method }) => method === 'DELETE');

async function confirmDelete(): Promise<void> {
  await terminal.press('ctrl+d');
  await terminal.waitFor('checked just now');
  await terminal.press(...'support-prod');
  await terminal.waitFor('Enter DELETES support-prod');
  await confirmIn(terminal);
}

/** Starts a delete that meets a fault, and kills the program while it waits for the response. */
async function killInside(fault: Fault): Promise<void> {
  await start(['--timeout', '2']);
  sandbox.fault({ ...fault, method: 'DELETE' });
  await confirmDelete();
  await vi.waitUntil(() => deletes().length === 1, { timeout: 15_000 * pace });
  terminal.kill('SIGKILL');
  await terminal.exit;
  await terminal.close();
  expect(stages()).toEqual(['sending']);
}

test.each([
  { state: 'was carried out', fault: { hang: 'body' }, words: 'is gone (404)', stage: 'deleted' },
  { state: 'was not carried out', fault: { hang: 'headers' }, words: 'still exists', stage: 'not-deleted' },
] as const)(
  'unfinished: a delete that $state when the program was killed is reported at the next start and looked up',
  async ({ fault, words, stage }) => {
    await killInside(fault);

    await start();
    await terminal.waitFor(/never finished|Still running/);
    // For the two seconds of its deadline, the delete of the killed program is not looked up.
    do await terminal.press(':', ...'unfinished', 'Enter');
    while (/Still running/.test(await terminal.waitFor(/is gone|still exists|Still running/)));
    await terminal.waitFor(words);

    expect(stages()).toEqual(['sending', stage]);
    expect(deletes()).toHaveLength(1);
    await terminal.close();
    await start();
    expect(terminal.text()).not.toContain('unfinished');
  },
);

test('journal: a delete leaves a backup without secrets, and both of its stages', async () => {
  await start();
  await confirmDelete();
  await terminal.waitFor('Deleted bot support-prod');

  expect(stages()).toEqual(['sending', 'deleted']);
  const trash = join(folder, 'botscope/trash');
  const [copy = ''] = readdirSync(trash, { recursive: true, encoding: 'utf8' }).filter(name =>
    name.endsWith('.json'),
  );
  const kept = JSON.parse(readFileSync(join(trash, copy), 'utf8'));
  expect(kept).toMatchObject({ kind: 'bot', ids: { botId: sandbox.ids.botId } });
  expect(kept.record.name).toBe('support-prod');
  expect(JSON.stringify(kept.record.integrations)).toContain('"apiKey":"••••••••"');
});

/** Returns the id of a process that has ended. */
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
  writeFileSync(join(folder, 'botscope/journal.ndjson'), text);
  return text;
}

const journal = (): string => readFileSync(join(folder, 'botscope/journal.ndjson'), 'utf8');

async function lookUp(): Promise<void> {
  await terminal.press(':', ...'unfinished', 'Enter');
}

test('unfinished: a delete of another running botscope is under way, and gets no outcome', async () => {
  await start();
  sandbox.fault({ method: 'DELETE', hang: 'headers' });
  await confirmDelete();
  await vi.waitUntil(() => deletes().length === 1, { timeout: 15_000 * pace });
  const first = terminal;
  try {
    await start();
    await terminal.waitFor(/Still running: the delete of bot\s+c200b264/);
    await lookUp();
    await terminal.waitFor(/Still running: the delete of bot\s+c200b264/);
    expect(stages()).toEqual(['sending']);
  } finally {
    first.kill('SIGKILL');
    await first.exit;
    await first.close();
  }
});

test('unfinished: past its deadline, a delete is under way while its process is alive, and else looked up', async () => {
  const { botId, othersBotId } = sandbox.ids;
  const host = hostname();
  writeJournal(
    sent(botId, { pid: process.pid, host, timeoutMs: 1000 }),
    sent(othersBotId, { pid: endedPid(), host, timeoutMs: 1000 }),
  );

  await start();
  await lookUp();
  await terminal.waitFor(/bot 7b86225a\S+ still exists\. Still running: the delete of bot\s+c200b264/);

  expect(stages()).toEqual(['sending', 'sending', 'not-deleted']);
});

test('unfinished: a journal that cannot be read is reported', async () => {
  mkdirSync(join(folder, 'botscope/journal.ndjson'), { recursive: true });

  await start();
  await terminal.waitFor('The journal of deletes cannot be read: EISDIR');
  await terminal.press('j');
  await lookUp();
  await terminal.waitFor('The journal of deletes cannot be read: EISDIR');
});

test('unfinished: entries of a later version are not changed, and unknown stages count as the last', async () => {
  const { botId } = sandbox.ids;
  const text = writeJournal(
    sent('f1', { kind: 'frobnicate', ids: { frobnicateId: 'f1' } }),
    sent(botId),
    sent(botId, { stage: 'ended-in-a-new-way' }),
  );

  await start();
  await lookUp();
  await terminal.waitFor(/From a newer botscope, not checked: the delete of frobnicate f1/);

  expect(journal()).toBe(text);
});

test('unfinished: the look-up shows its progress, Esc stops it, and its results so far are stored', async () => {
  writeJournal(...Array.from({ length: 300 }, (_, at) => sent(`made-up-${at}`)));
  sandbox.fault({ method: 'GET', path: '/v1/admin/bots/{id}', status: 404, delayMs: 30 });

  await start();
  await terminal.press(':', ...'unfinished');
  // `press` would wait until the count is at rest.
  terminal.send('\r');
  await terminal.waitFor(/Checking unfinished deletes: [1-9]\d* of 300\. Esc stops/);
  terminal.send('\x1b');
  await terminal.waitFor(/Stopped: \d+ not checked, :unfinished continues/);

  const found = stages().filter(stage => stage === 'deleted').length;
  expect(found).toBeGreaterThan(0);
  expect(found).toBeLessThan(300);
});

test('unfinished: an entry with an invalid id is closed without a request', async () => {
  writeJournal(sent('..'));

  await start();
  await lookUp();
  await terminal.waitFor(/cannot be checked: its outcome stays unknown/);
  await lookUp();
  await terminal.waitFor('No unfinished deletes');

  expect(sandbox.requests.filter(({ path }) => /\/bots\/./.test(path))).toEqual([]);
  expect(journal()).toContain('"stage":"unknown","checked":true');
});
