// @module-tag program

import { readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { ends, journeyOn, journeys, openOn, take } from '../helpers/journey.ts';
import { openRestartable } from '../helpers/restarting.ts';
import { not } from '../helpers/rows.ts';

const { journey } = journeys();

/** Opens a sandbox on which the explorer can be started several times, on its first bot. */
async function restartable() {
  const { sandbox, files, run } = await openRestartable();
  const { botId: id } = sandbox.ids;
  return {
    files,
    edit: (members: object): void => sandbox.put('bot', { ...members, id }),
    look: async () => take(await run(`bot/${id}`), ['', 'Diagnosis', not('looked')], ['q q q q'], ends(0)),
    run: () => run(`bot/${id}`),
  };
}

test('snapshot: a bot seen before shows its changes since, and = lists all of them', async () => {
  const { edit, look, run } = await restartable();
  await look();
  edit({ alwaysAlive: undefined, name: 'support-two', status: 'deleting', tags: { a: 'b' } });

  await take(
    await run(),
    ['', 'support-two', /Since you last looked, .* changed · 1 added · .* removed/],
    ['G', /~ name +support-prod → support-two/, /- alwaysAlive +yes/],
    ['r', /~ status +active → deleting/],
    ['=', '› changes', /\+ a +b/],
    ['Esc', '[1 Overview]'],
  );
});

test('snapshot: its file is for the owner only and has no secret', async () => {
  const { edit, look, files } = await restartable();
  edit({ signingSecret: 'hunter2', other: { apiKey: 'hunter2' } });
  await look();

  const texts = files('copies').map(path => readFileSync(path, 'utf8'));
  expect(texts.some(text => text.includes('support-prod'))).toBe(true);
  expect(texts.join()).not.toMatch(/hunter2|hooks\.borealis|apiKey":"key_/);
  for (const path of files('copies')) {
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(dirname(path)).mode & 0o777).toBe(0o700);
  }
});

const DIFFER = 'fields that always differ';

journey('comparison: two marked bots are compared with names, counts, search and values', [
  [
    'Space Space =',
    /Compare support-prod and support-staging ─+ \d+ changed · \d+ added · \d+ removed/,
    /- support-prod .*\n.*\+ support-staging /,
    `4 ${DIFFER}: id, createdAt, updatedAt, deployedAt`,
  ],
  ({ sandbox }) => expect(sandbox.requests.filter(({ path }) => /\/bots\/[^?]/.test(path))).toHaveLength(2),
  ['/ alwaysAlive Enter', /▸ ~ alwaysAlive +yes → no/],
  ['y', 'name: support-staging'],
  ['Esc Esc', '2 marked'],
]);

journey(
  'comparison: a removed integration is one folded line, which Enter unfolds and folds',
  [
    ['Space Space =', '─ integrations ─'],
    [
      '/ slack@3.1.0 Enter',
      /▸ - slack@3\.1\.0 \(\d+ fields\)/,
      /- borealis\/flight-status@2\.1\.0 \(\d+ fields\)/,
      'Enter unfold',
      not('"version"'),
    ],
    ['Enter', /▸ - slack@3\.1\.0 .*\n +- \{\n[\s\S]*"version": "3\.1\.0"/],
    ['Enter', /▸ - slack@3\.1\.0/, not('"version"')],
  ],
  { rows: 40 },
);

journeyOn(
  'demo: shows changes since the last look and writes no files',
  [
    ['', 'support-prod'],
    ['Enter', 'Diagnosis'],
    [
      'T G',
      'Since you last looked, 1d ago',
      /~ integrations\.slack\.status +registered → registration_failed/,
    ],
    ({ terminal }) => expect(() => statSync(`${terminal.home}/.local`)).toThrow('ENOENT'),
  ],
  () => openOn(undefined, { flags: ['--demo'] }),
);
