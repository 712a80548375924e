import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Fault } from '../../src/sandbox/fault.ts';
import { type Sandbox, startSandbox } from '../../src/sandbox/service.ts';
import { confirmIn } from '../helpers/explorer.ts';
import { newFolder } from '../helpers/folder.ts';
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

/** The explorer on the sandbox of the test, its state in a folder that stays. */
async function start(): Promise<void> {
  terminal = await openTerminal({
    env: {
      BP_API_URL: sandbox.baseUrl,
      BP_TOKEN: sandbox.token,
      BP_WORKSPACE_ID: sandbox.workspaceId,
      XDG_STATE_HOME: folder,
    },
  });
  await terminal.waitFor('more on the server');
}

const stages = (): readonly string[] =>
  readFileSync(join(folder, 'botscope/journal.ndjson'), 'utf8')
    .split('\n')
    .filter(line => line !== '')
    .map(line => String(JSON.parse(line).stage));

const deletes = () => sandbox.log.filter(({ method }) => method === 'DELETE');

async function confirmDelete(): Promise<void> {
  await terminal.press('ctrl+d');
  await terminal.waitFor('Read again just now');
  await terminal.press(...'support-prod');
  await terminal.waitFor('Enter DELETES support-prod');
  await confirmIn(terminal);
}

/** Starts a delete that meets a fault, and kills the program while it waits for the answer. */
async function killInside(fault: Fault): Promise<void> {
  await start();
  sandbox.fault({ ...fault, method: 'DELETE' });
  await confirmDelete();
  await vi.waitUntil(() => deletes().length === 1, { timeout: 15_000 });
  terminal.kill('SIGKILL');
  await terminal.exit;
  await terminal.close();
  expect(stages()).toEqual(['sending']);
}

test.each([
  { state: 'was carried out', fault: { hang: 'body' }, words: 'is gone (404)', stage: 'deleted' },
  { state: 'was not carried out', fault: { hang: 'headers' }, words: 'is still there', stage: 'not-deleted' },
] as const)(
  'a delete that $state when the program was killed is named at the next start, and looked up',
  async ({ fault, words, stage }) => {
    await killInside(fault);

    await start();
    await terminal.waitFor(':unfinished looks it up');
    await terminal.press(':', ...'unfinished', 'Enter');
    await terminal.waitFor(words);

    expect(stages()).toEqual(['sending', stage]);
    expect(deletes()).toHaveLength(1);
    await terminal.close();
    await start();
    expect(terminal.text()).not.toContain('unfinished');
  },
);

test('a delete leaves a copy without its secrets, and what was sent and answered', async () => {
  await start();
  await confirmDelete();
  await terminal.waitFor('Deleted bot support-prod');

  expect(stages()).toEqual(['sending', 'deleted']);
  const trash = join(folder, 'botscope/trash');
  const [copy = ''] = readdirSync(trash, { recursive: true, encoding: 'utf8' }).filter(name =>
    name.endsWith('.json'),
  );
  const kept = JSON.parse(readFileSync(join(trash, copy), 'utf8'));
  expect(kept).toMatchObject({ kind: 'bot', ids: { botId: sandbox.examples.botId } });
  expect(kept.record.name).toBe('support-prod');
  expect(JSON.stringify(kept.record.integrations)).toContain('"apiKey":"••••••••"');
});
