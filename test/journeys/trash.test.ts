// @module-tag program

import { appendFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { type ExplorerRun, openExplorer } from '../helpers/explorer.ts';
import { newFolder } from '../helpers/folder.ts';

let opened: ExplorerRun;
afterEach(() => opened.close());

/** Deletes the first bot of the list, support-prod. */
async function deleteFirst({ terminal, type, confirm }: ExplorerRun): Promise<void> {
  await terminal.press('ctrl+d');
  await terminal.waitFor('checked just now');
  await type('support-prod');
  await terminal.waitFor('Enter DELETES support-prod');
  await confirm();
  await terminal.waitFor('Deleted bot support-prod');
}

test('trash: a regretted delete leads to the backup in one key, and :trash and :journal are lists like others', async () => {
  const folder = newFolder('state');
  const run = await openExplorer({ flags: ['--no-grace'], env: { XDG_STATE_HOME: folder }, columns: 100 });
  opened = run;
  const { terminal, sandbox, deletes } = run;
  await terminal.waitFor('support-prod');
  await terminal.press('B');
  await terminal.waitFor('Nothing was deleted yet');
  await deleteFirst(run);
  await terminal.waitFor('B backup');
  const requests = sandbox.requests.length;

  await terminal.press('B');
  await terminal.waitFor(/backup support-prod[\s\S]*name: support-prod/);
  expect(terminal.text()).toContain(`id: ${sandbox.ids.botId}`);

  await terminal.press('ctrl+d');
  await terminal.press('Escape', ':', ...'trash', 'Enter');
  await terminal.waitFor(/› Backups[\s\S]*support-prod +deleted +bot/);
  await terminal.press('ctrl+d');
  await terminal.waitFor('botscope never deletes backups');
  await terminal.press('/', ...'kind:integration', 'Enter');
  await terminal.waitFor('0 of 1 match');
  await terminal.press('Escape', 'ctrl+s');
  await terminal.waitFor(/backups-.*json/);
  await terminal.press('Escape', 'Enter');
  await terminal.waitFor(/record id +\w+/);

  await terminal.press(':', ...'journal', 'Enter');
  await terminal.waitFor(/deleted +bot +200[\s\S]*sending +bot/);
  await terminal.press('ctrl+d');
  await terminal.waitFor('botscope never deletes journal entries');
  expect(sandbox.requests.length).toBe(requests);
  expect(deletes()).toHaveLength(1);

  await terminal.press(':', ...'trash', 'Enter', '=');
  await terminal.waitFor(/Compare this backup with …[\s\S]*1 bot +support-staging/);
  await terminal.press('Enter');
  await terminal.waitFor('Compare backup support-prod and support-staging');
  await terminal.waitFor(/- support-prod .* saved (just now|\d+ ?s ago)/);
  await terminal.press('ctrl+s');
  await terminal.waitFor('A comparison cannot be saved; botscope diff prints it.');
  await terminal.press('Escape');
  await terminal.waitFor(/› Backups[\s\S]*support-prod +deleted +bot/);
  expect(sandbox.requests.slice(requests).map(({ method }) => method)).toEqual(['GET']);
});

test('trash: names the outcome of each delete, and after a retry B leads to the backups of all tries', async () => {
  const run = await openExplorer({ flags: ['--no-grace'] });
  opened = run;
  const { terminal, sandbox, type, confirm } = run;
  const [, second = '', third = ''] = sandbox.idsOf('bot', {});
  await terminal.waitFor('support-prod');
  // A filter of the list from before hides nothing from B.
  await terminal.press(':', ...'trash?filter=kind:integration', 'Enter');
  await terminal.waitFor('no backups here');
  await terminal.press(':', ...'bots', 'Enter');
  await terminal.waitFor('support-prod');
  sandbox.fault({ method: 'DELETE', path: `/v1/admin/bots/${second}`, status: 403, times: 1 });
  sandbox.fault({ method: 'DELETE', path: `/v1/admin/bots/${third}`, status: 500 });
  await terminal.press(' ', ' ', ' ', 'ctrl+d');
  await terminal.waitFor(/delete 3\n/);
  await type('delete 3');
  await terminal.waitFor('Enter DELETES');
  await confirm();
  await terminal.waitFor('1 deleted, 1 failed, 1 unknown, check. Backup: :trash');
  expect(terminal.text()).toMatch(/order-tracker .*! unknown, check: 500/);

  await terminal.press('r');
  await terminal.waitFor(/delete 2\n/);
  await type('delete 2');
  await terminal.waitFor('Enter DELETES');
  await confirm();
  await terminal.waitFor('1 deleted, 1 unknown, check. Backups: :trash');
  await terminal.waitFor('B backups');
  await terminal.press('B');

  await terminal.waitFor(/› Backups[\s\S]*OUTCOME/);
  const rows = terminal.text();
  expect(rows).toMatch(/order-tracker +unknown +bot +500/);
  expect(rows).toMatch(/support-staging +deleted +bot +200/);
  expect(rows).toMatch(/support-prod +deleted +bot +200/);

  // A later delete is in the list, too, although it was loaded before.
  await terminal.press('Escape');
  await terminal.waitFor('─ Bots ─');
  await terminal.press('Escape', 'g', 'j', 'ctrl+d');
  await terminal.waitFor('checked just now');
  await type('rebooking');
  await terminal.waitFor('Enter DELETES rebooking');
  await confirm();
  await terminal.waitFor('Deleted bot rebooking');
  await terminal.press(':', ...'trash', 'Enter');
  await terminal.waitFor(/rebooking +deleted +bot +200/);
});

test('trash: names the server of a row at 80 columns, and compares no backup of another one', async () => {
  const folder = newFolder('state');
  const day = join(folder, 'botscope/trash/2026-11-21');
  const elsewhere = 'https://api.elsewhere.example wkspace_01HZX8K2QW9Q';
  opened = await openExplorer({
    env: { XDG_STATE_HOME: folder },
    prepare: ({ url, workspaceId }) => {
      mkdirSync(day, { recursive: true });
      const journal = [`${url} ${workspaceId}`, elsewhere].map((profile, at) => {
        const about = {
          kind: 'bot',
          ids: { botId: `b${at}` },
          profile,
          at: `2026-11-21T09:14:0${at}Z`,
          delete: `d${at}`,
        };
        const record = { id: `b${at}`, name: `deleted-${at}` };
        writeFileSync(join(day, `bot-b${at}.09140${at}.json`), JSON.stringify({ ...about, record }));
        return { ...about, method: 'DELETE', path: '/', stage: 'deleted', status: 200 };
      });
      const lines = journal.map(entry => `${JSON.stringify(entry)}\n`);
      writeFileSync(join(folder, 'botscope/journal.ndjson'), lines.join(''));
    },
  });
  const { terminal, sandbox } = opened;
  const here = `${sandbox.url} ${sandbox.workspaceId}`;
  await terminal.waitFor('support-prod');
  await terminal.press(':', ...'journal', 'Enter');
  await terminal.waitFor(`1/2  ${elsewhere}`);
  await terminal.press(':', ...'trash', 'Enter');
  await terminal.waitFor(`1/2  ${elsewhere}`);
  await terminal.press('=');
  await terminal.waitFor(/A backup of another server or workspace: https:\S+\s+wkspace_01HZX8K2QW9Q\./);
  await terminal.press('j');
  await terminal.waitFor(`2/2  ${here}`);
  await terminal.press('=');
  await terminal.waitFor(/Compare this backup with …[\s\S]*1 bot +support-prod/);
  await terminal.press('Escape');

  const place = `bot/${sandbox.ids.botId}?backup=${encodeURIComponent('2026-11-21/bot-b1.091401.json')}`;
  await terminal.press(':');
  await terminal.paste(place);
  await terminal.press('Enter');
  await terminal.waitFor(screen =>
    screen.replaceAll(/\s+/g, ' ').includes('A backup of another server or workspace'),
  );
  expect(terminal.text()).not.toContain('removed');
});

test('trash: unreadable backups and journal lines are shown as such, cleaned, beside the readable ones', async () => {
  const folder = newFolder('state');
  const day = join(folder, 'botscope/trash/2026-11-21');
  mkdirSync(day, { recursive: true });
  const backup = { kind: 'bot', record: { id: 'x', name: 'evil\u001b]0;t\u0007\u001b[31mname' } };
  writeFileSync(join(day, 'bot-a.091407.json'), JSON.stringify(backup));
  writeFileSync(join(day, 'bot-b.091408.json'), '{"kind":');
  mkdirSync(join(day, 'bot-c.091409.json'));
  const line = {
    at: '2026-11-21T09:14:07Z',
    delete: '1',
    profile: 'p',
    kind: 'bot',
    method: 'DELETE',
    path: '/',
  };
  const journal = join(folder, 'botscope/journal.ndjson');
  appendFileSync(
    journal,
    `${JSON.stringify({ ...line, ids: { botId: 'gone-1' }, stage: 'deleted' })}\n{"torn`,
  );
  opened = await openExplorer({ env: { XDG_STATE_HOME: folder }, columns: 100 });
  const { terminal } = opened;
  await terminal.waitFor('support-prod');

  await terminal.press(':', ...'trash', 'Enter');
  await terminal.waitFor(/\(unreadable\)[\s\S]*\(unreadable\)[\s\S]*evil\^\[\]0;t\^G/);
  await terminal.press('Enter');
  await terminal.waitFor('This file is no backup');
  await terminal.press(':', ...'journal', 'Enter');
  await terminal.waitFor(/unreadable[\s\S]*gone-1 +deleted/);
  expect(terminal.bytes()).not.toContain('\u001b]0;t');

  expect(readFileSync(journal, 'utf8')).toContain('{"torn');
  expect(readdirSync(day)).toHaveLength(3);
});
