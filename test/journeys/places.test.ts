// @module-tag program

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readMemory } from '../../src/storage/memory.ts';
import { ends, take } from '../helpers/journey.ts';
import { openRestartable } from '../helpers/restarting.ts';
import { not } from '../helpers/rows.ts';

const contents = (paths: readonly string[]) =>
  Object.fromEntries(paths.map(path => [path, readFileSync(path, 'utf8')]));

test('state off: a run leaves bookmarks, journal and backups, but nothing of what was seen', async () => {
  const { sandbox, run, files, folder } = await openRestartable();
  const remembering = await run();
  await take(remembering, ['', 'support-prod'], ['Enter', '› support-prod']);
  await remembering.terminal.quit();
  const seen = () => contents([...files('copies'), ...files('digests')]);
  const before = seen();
  sandbox.put('bot', { id: sandbox.ids.botId, name: 'renamed' });

  const last = await run('--state', 'off', '--no-grace');
  await take(
    last,
    ['', 'renamed'],
    ['j b k Enter', '› renamed', not('Since you last looked')],
    ['Esc j j Ctrl-D', 'checked just now'],
  );
  const [, name = ''] = /name {2,}(\S+)/.exec(last.terminal.text()) ?? [];
  await take(last, [name, `Enter DELETES ${name}`], ['Confirm', `Deleted bot ${name}`]);
  await last.terminal.quit();

  expect([files('copies').length, files('digests').length]).toEqual([1, 1]);
  expect(seen()).toEqual(before);
  expect(readMemory(folder, [sandbox.url, sandbox.workspaceId])).toMatchObject({
    recents: [{ name: 'support-prod' }],
    bookmarks: [{ name: 'support-staging' }],
  });
  expect(readdirSync(folder)).toEqual(expect.arrayContaining(['journal.ndjson', 'trash']));
});

test('recent records: they are stored even if a signal ends the program, and home opens them by number', async () => {
  const { sandbox, run } = await openRestartable();
  const first = await run(`bot/${sandbox.ids.botId}`);
  await take(first, ['', '› support-prod']);
  first.terminal.kill('SIGTERM');
  await first.terminal.exit;

  await take(await run('ws'), ['', /3 +support-prod +bot/], ['3', '› support-prod']);
});

test('state file: an invalid one of an earlier version is quarantined and reported, and the explorer starts', async () => {
  const { run, files } = await openRestartable();
  await take(await run(), ['', '20+'], ['b', 'Bookmarked'], ['q q q'], ends(0));
  const [file = ''] = files('places');
  writeFileSync(file.replace(/ndjson$/, 'json'), '{"half');

  await take(await run(), ['', 'were unreadable; moved to'], ['', '20+'], ["'", 'support-prod']);

  expect(files('places').some(name => name.endsWith('.broken'))).toBe(true);
});

test('saved views: one has its filter and sort order, also in the next run', async () => {
  const { run } = await openRestartable();
  const save = [':view Space faq Space = Enter', 'Saved: :view faq opens it'] as const;
  await take(
    await run(),
    ['', '20+'],
    ['s N'],
    ['/ faq Enter', 'Bots /faq'],
    save,
    ['Ctrl-C Ctrl-C'],
    ends(0),
  );

  const open = [':view Space faq Enter', 'Bots /faq/', /NAME[↓↑]/, not('support-prod')] as const;
  await take(await run(), ['', 'support-prod'], open);
});
