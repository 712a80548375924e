// @module-tag program

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newFolder } from '../helpers/folder.ts';
import { deleting, journeys, take } from '../helpers/journey.ts';
import { not } from '../helpers/rows.ts';

const { journey, open } = journeys({ flags: ['--no-grace'] });

const IN_LIST = /› Backups[\s\S]*support-prod +deleted +bot/;

journey(
  'trash: a regretted delete leads to the backup in one key, and :trash and :journal are lists like others',
  [
    { start: { columns: 100 } },
    ['B', 'Nothing was deleted yet'],
    ...deleting('support-prod'),
    ['', 'B backup'],
    { DELETE: 1 },
    ['B', /backup support-prod[\s\S]*name: support-prod/, 'id: $botId'],
    ['Ctrl-D'],
    ['Esc :trash Enter', IN_LIST],
    ['Ctrl-D', 'botscope never deletes backups'],
    ['/ kind:integration Enter', '0 of 1 match'],
    ['Esc Ctrl-S', /backups-.*json/],
    ['Esc Enter', /record id +\w+/],
    [':journal Enter', /support-prod +deleted +bot +200/, not('sending')],
    ['Ctrl-D', 'botscope never deletes journal entries'],
    { all: 0 },
    [':trash Enter =', /Compare this backup with …[\s\S]*1 support-staging +bot/],
    [
      'Enter',
      'Compare backup support-prod and support-staging',
      /- support-prod .* saved (just now|\d+ ?s ago)/,
    ],
    ['Ctrl-S', 'A comparison cannot be saved; botscope diff prints it.'],
    ['Esc', IN_LIST],
    { GET: 1, all: 1 },
  ],
);

const confirmed = (count: number) =>
  [
    [`delete Space ${count}`, 'Enter DELETES'],
    ['Confirm', '! unknown, check: 500'],
  ] as const;

journey('trash: names the outcome of each delete, and after a retry B leads to the backups of all tries', [
  // A filter of the list from before hides nothing from B.
  [':trash?filter=kind:integration Enter', 'No backups here. :all servers shows all.'],
  [':bots Enter', 'support-prod'],
  'DELETE /v1/admin/bots/$bot2 403 times=1',
  'DELETE /v1/admin/bots/$bot3 500',
  ['Space Space Space Ctrl-D', /delete 3\n/],
  ...confirmed(3),
  ['', '1 deleted, 1 failed, 1 unknown, check. Backup: :trash', /order-tracker .*! unknown, check: 500/],
  ['Ctrl-D', /delete 2\n/],
  ...confirmed(2),
  ['', '1 deleted, 1 unknown, check. Backups: :trash', 'B backups'],
  [
    'B',
    /› Backups[\s\S]*OUTCOME/,
    /order-tracker +unknown +bot +500/,
    /support-staging +deleted +bot +200/,
    /support-prod +deleted +bot +200/,
  ],
  // A later delete is in the list, too, although it was loaded before.
  ['Esc', '─ Bots ─'],
  ['Esc g j'],
  ...deleting('rebooking'),
  [':trash Enter', /rebooking +deleted +bot +200/],
]);

test('trash: shows this server first, then all with the server of a row, and compares no backup of another one', async () => {
  const folder = newFolder('state');
  const day = join(folder, 'botscope/trash/2026-11-21');
  const elsewhere = 'https://api.elsewhere.example wkspace_01HZX8K2QW9Q';
  const run = await open({
    flags: [],
    env: { XDG_STATE_HOME: folder },
    prepare: ({ url, workspaceId }) => {
      mkdirSync(day, { recursive: true });
      const journal = [`${url} ${workspaceId}`, elsewhere].map((profile, at) => {
        const id = `b${at}`;
        const about = { kind: 'bot', ids: { botId: id }, profile, delete: `d${at}` };
        const entry = { ...about, at: `2026-11-21T09:14:0${at}Z` };
        const record = { id, name: `deleted-${at}` };
        writeFileSync(join(day, `bot-b${at}.09140${at}.json`), JSON.stringify({ ...entry, record }));
        return { ...entry, method: 'DELETE', path: '/', stage: 'deleted', status: 200 };
      });
      const lines = journal.map(entry => `${JSON.stringify(entry)}\n`);
      writeFileSync(join(folder, 'botscope/journal.ndjson'), lines.join(''));
    },
  });
  const backup = encodeURIComponent('2026-11-21/bot-b1.091401.json');

  await take(
    run,
    [':journal Enter', '1/1  $url $workspaceId', /deleted-0 +deleted/],
    [':journal?all=true Enter', `1/2  ${elsewhere}`],
    [':trash Enter', '1/1  $url $workspaceId', not('deleted-1')],
    [':trash?all=true Enter', `1/2  ${elsewhere}`],
    ['=', /A backup of another server or workspace: https:\S+\s+wkspace_01HZX8K2QW9Q\./],
    ['j', '2/2  $url $workspaceId'],
    ['=', /Compare this backup with …[\s\S]*1 support-prod +bot/],
    [`Esc : "bot/$botId?backup=${backup}"`],
    ['Enter', /A\s+backup\s+of\s+another\s+server\s+or\s+workspace/, not('removed')],
  );
});

test('trash: unreadable backups and journal lines are shown as such, cleaned, beside the readable ones', async () => {
  const folder = newFolder('state');
  const day = join(folder, 'botscope/trash/2026-11-21');
  const journal = join(folder, 'botscope/journal.ndjson');
  const backup = { kind: 'bot', record: { id: 'x', name: 'evil\u001b]0;t\u0007\u001b[31mname' } };
  const entry = { at: '2026-11-21T09:14:07Z', delete: '1', profile: 'p', kind: 'bot', stage: 'deleted' };
  const line = JSON.stringify({ ...entry, method: 'DELETE', path: '/', ids: { botId: 'gone-1' } });
  mkdirSync(join(day, 'bot-c.091409.json'), { recursive: true });
  writeFileSync(join(day, 'bot-a.091407.json'), JSON.stringify(backup));
  writeFileSync(join(day, 'bot-b.091408.json'), '{"kind":');
  writeFileSync(journal, `${line}\n{"torn`);
  const run = await open({ flags: [], env: { XDG_STATE_HOME: folder }, columns: 100 });

  await take(
    run,
    [':trash Enter', /\(unreadable\)[\s\S]*\(unreadable\)[\s\S]*evil\^\[\]0;t\^G/],
    ['Enter', 'This file is not a backup'],
    [':journal?all=true Enter', /unreadable[\s\S]*gone-1 +deleted/],
  );

  expect(run.terminal.bytes()).not.toContain('\u001b]0;t');
  expect(readFileSync(journal, 'utf8')).toContain('{"torn');
  expect(readdirSync(day)).toHaveLength(3);
});
