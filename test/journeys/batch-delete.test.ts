// @module-tag program

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { type ExplorerRun, openExplorer } from '../helpers/explorer.ts';
import { pace } from '../helpers/pace.ts';

let opened: ExplorerRun;
afterEach(() => opened.close());

/** Opens the list of bots, marks the first ones and opens the delete dialog. */
async function openDialog(marks = 3, options: Parameters<typeof openExplorer>[0] = {}): Promise<ExplorerRun> {
  opened = await openExplorer(options);
  const { terminal } = opened;
  await terminal.waitFor('support-prod');
  await terminal.press(...Array.from({ length: marks }, () => ' '));
  await terminal.waitFor(`${marks} marked`);
  await terminal.press('ctrl+d');
  await terminal.waitFor(new RegExp(`Type this to confirm.*\n +delete ${marks}\n`));
  return opened;
}

/** Types the confirmation and presses Enter; the five seconds begin. */
async function confirmed({ terminal, type, confirm }: ExplorerRun, words: string): Promise<void> {
  await type(words);
  await terminal.waitFor(/Enter DELETES \d+ after 5 s/);
  await confirm();
  await terminal.waitFor(/Deleting .*in [1-5] s ▓/);
}

const journal = ({ terminal }: ExplorerRun) =>
  readFileSync(join(terminal.home, '.local/state/botscope/journal.ndjson'), 'utf8')
    .trim()
    .split('\n')
    .map(line => JSON.parse(line));

test('batch delete: three marked bots are deleted in order, after "delete 3" and five seconds', async () => {
  const all = await openDialog();
  const { terminal, sandbox, deletes } = all;
  expect(terminal.text()).toContain('all 3 re-checked just now');
  const [first = '', second = '', third = ''] = sandbox.idsOf('bot', {});

  await confirmed(all, 'delete 3');
  await terminal.waitFor('3 deleted');

  expect(deletes().map(({ path }) => path)).toEqual([first, second, third].map(id => `/v1/admin/bots/${id}`));
  expect(journal(all).map(({ stage, status }) => [stage, status])).toEqual(
    [first, second, third].flatMap(() => [
      ['sending', undefined],
      ['deleted', 200],
    ]),
  );
  await terminal.waitFor('Enter close  B backups');
  await terminal.press('B');
  await terminal.waitFor(/› Backups[\s\S]*order-tracker[\s\S]*support-prod/);
  await terminal.press('Escape');
  await terminal.waitFor('more available');
  expect(terminal.text()).not.toContain('marked');
});

test('batch delete: a bot that is refused stays marked, the others are deleted, and r retries it alone', async () => {
  const all = await openDialog();
  const { terminal, sandbox, deletes } = all;
  const [, second = ''] = sandbox.idsOf('bot', {});
  sandbox.fault({ method: 'DELETE', path: `/v1/admin/bots/${second}`, status: 403 });

  await confirmed(all, 'delete 3');
  await terminal.waitFor(/Done .*2 deleted, 1 failed/);
  expect(terminal.text()).toContain('403');
  expect(terminal.text()).toContain('r retry failed  B backups  f failed only  Ctrl-S save report');
  expect(terminal.text()).toContain('403 Your token may not do this');
  await terminal.press('f');
  await terminal.waitFor('f all');
  expect(terminal.text()).toContain('support-staging');
  expect(terminal.text()).not.toMatch(/support-prod|order-tracker/);
  await terminal.press('f');
  await terminal.waitFor('support-prod');
  await terminal.press('r');
  await terminal.waitFor("Type the bot's name");

  expect(deletes()).toHaveLength(3);
});

test('batch delete: a narrow screen has all warnings', async () => {
  const { terminal } = await openDialog(5, { columns: 40, rows: 12 });

  expect(terminal.text().replaceAll(/\s+/g, ' ')).toContain(
    '! 5 deployed, 2 always-alive, 5 with integrations',
  );
  expect(terminal.text()).toContain('support-');
  expect(terminal.text()).toMatch(/Type this to confirm:\n +delete 5\n/);

  await confirmed(opened, 'delete 5');
  await terminal.waitFor(/support-…?\S* +✓ deleted$/m);
});

test('batch delete: long lists show the number of hidden targets, and Tab shows the facts of each', async () => {
  const { terminal } = await openDialog(15);

  expect(terminal.text()).toMatch(/… \d+ below: PgUp PgDn/);

  await terminal.press('Tab');
  await terminal.waitFor(/support-prod: deployed .*always alive is on/s);
  await terminal.press('End');
  await terminal.waitFor(/… \d+ above: PgUp PgDn/);
});

test('batch delete: conversations pasted together are deleted with the id of their bot, which the dialog names', async () => {
  opened = await openExplorer({ flags: ['--no-grace'] });
  const { terminal, sandbox, deletes, type, confirm } = opened;
  const { botId } = sandbox.ids;
  const ids = sandbox.idsOf('conversation', { botId }).slice(0, 3);
  await terminal.waitFor('support-prod');
  await terminal.press('a');
  await terminal.waitFor('Actions');
  while (!/▸ delete conversation of this bot by id/.test(terminal.text())) await terminal.press('Down');
  await terminal.press('Enter');
  await terminal.waitFor('_<conversationId>');
  await terminal.paste(ids.join('\n'));
  await terminal.waitFor('Permanently delete 3 conversations');
  expect(terminal.text()).toContain(`Of bot support-prod, ${botId}`);

  await type('delete 3');
  await terminal.waitFor(/Enter DELETES 3 /);
  await confirm();
  await terminal.waitFor('3 deleted');

  expect(deletes().map(({ path }) => path)).toEqual(ids.map(id => `/v1/chat/conversations/${id}`));
  expect(new Set(deletes().map(({ headers }) => headers['x-bot-id']))).toEqual(new Set([botId]));
});

test('batch delete: with --no-grace Enter sends the requests immediately, as the dialog announces', async () => {
  const all = await openDialog(2, { flags: ['--no-grace'] });
  const { terminal, sandbox, deletes, type, confirm } = all;
  expect(terminal.text()).toContain('Enter deletes immediately');
  // A slow delete: it is under way without a countdown.
  sandbox.fault({ method: 'DELETE', delayMs: 300 });

  await type('delete 2');
  await terminal.waitFor(/Enter DELETES 2 /);
  await confirm();
  await terminal.waitFor('1 deleted, 1 to go');
  await terminal.waitFor('2 deleted');

  await terminal.waitFor('─ Done');
  expect(terminal.text()).not.toContain('retry failed');
  expect(deletes()).toHaveLength(2);
  await terminal.press('Escape');
  await terminal.waitFor('more available');
});

test('batch delete: a bar in the title counts the bots that are re-checked, then the deleted ones', async () => {
  opened = await openExplorer({ flags: ['--no-grace'], sandbox: { latency: 200 } });
  const { terminal, type, confirm } = opened;
  await terminal.waitFor('20+ loaded');
  await terminal.press(...Array.from({ length: 18 }, () => ' '));
  await terminal.waitFor('18 marked');

  terminal.send('\x04');
  await terminal.waitFor(/─ Checking 18 bots ─+ [━╌]{8} \d+ of 18 .*─\n/);
  await terminal.waitFor('delete 18');
  await type('delete 18');
  await terminal.waitFor(/Enter DELETES 18 /);
  await confirm();
  await terminal.waitFor(
    /─ Deleting bots ─+ ━+╌+ \d+ of 18 · [\d.]+\/s · \d s left ─\n +\d+ deleted, .*to go\n/,
  );

  await terminal.waitFor(/─ Done ─+ 16 deleted, 2 failed ─/);
  expect(terminal.text()).not.toContain('━');
});

test('batch delete: Esc within the five seconds sends nothing', async () => {
  const all = await openDialog();
  await confirmed(all, 'delete 3');

  await all.terminal.waitFor(/Deleting 3 bots in [345] s ▓+░* {2}Esc cancels/);
  await all.terminal.press('Escape');
  await all.terminal.waitFor('Cancelled. Nothing was sent');

  expect(all.deletes()).toEqual([]);
});

test.each([
  ['the confirmation and Enter in one paste', '\x1b[200~delete 3\r\x1b[201~'],
  ['the confirmation and Enter in one write', 'delete 3\r'],
  ['ten queued Enters', '\r'.repeat(10)],
  ['y, Delete and Backspace', 'y\x1b[3~\x7f'],
])('batch delete: %s delete nothing', async (_name, bytes) => {
  const { terminal, deletes } = await openDialog();

  terminal.send(bytes);
  await terminal.settle();
  await terminal.press('Escape');
  await terminal.waitFor('3 marked');

  expect(deletes()).toEqual([]);
});

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

// Below the shell of the harness the explorer gets no SIGHUP, only the end of its terminal.
test.each([
  ['with SIGHUP', { shell: false, fault: { delayMs: 400 }, stages: ['sending', 'deleted'] }],
  ['without SIGHUP', { shell: true, fault: { delayMs: 400 }, stages: ['sending', 'deleted'] }],
  ['without a response', { shell: true, fault: { hang: 'headers' }, stages: ['sending'] }],
] as const)(
  'batch delete: if the terminal is lost (%s), no further request is sent, and the journal is complete',
  async (_name, { shell, fault, stages }) => {
    const all = await openDialog(3, { shell, flags: ['--timeout', '600'] });
    const { terminal, sandbox, deletes } = all;
    const pid = terminal.pid();
    sandbox.fault({ method: 'DELETE', ...fault });
    await confirmed(all, 'delete 3');
    await vi.waitUntil(() => deletes().length === 1, { timeout: 20_000 * pace });

    terminal.hangUp();
    await vi.waitUntil(() => !isAlive(pid), { timeout: 20_000 * pace });

    expect(deletes()).toHaveLength(1);
    expect(journal(all).map(({ stage }) => stage)).toEqual(stages);
  },
);
