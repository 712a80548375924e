// @module-tag program

import { statSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ends, journeyOn, journeys, openOn, take } from '../helpers/journey.ts';
import { openRestartable } from '../helpers/restarting.ts';
import { not } from '../helpers/rows.ts';

const { journey } = journeys();

test('snapshot: a bot seen before shows its changes since, and = lists all of them', async () => {
  const { sandbox, run } = await openRestartable();
  const { botId: id } = sandbox.ids;
  await take(await run(`bot/${id}`), ['', 'Diagnosis', not('looked')], ['q q q q'], ends(0));
  sandbox.put('bot', {
    id,
    alwaysAlive: undefined,
    name: 'support-two',
    status: 'deleting',
    tags: { a: 'b' },
  });

  await take(
    await run(`bot/${id}`),
    ['', 'support-two', /Since you last looked, .* changed · 1 added · .* removed/],
    ['', /~ name +support-prod → support-two/, /- alwaysAlive +yes/],
    ['r', /~ status +active → deleting/],
    ['=', '› changes', /\+ a +b/],
    ['Esc', '[1 Overview]'],
  );
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

journey('comparison: a removed integration is one folded line, which Enter unfolds and folds', [
  { start: { rows: 40 } },
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
]);

journeyOn('demo: shows changes since the last look and writes no files', [
  () => openOn(undefined, { flags: ['--demo'] }),
  ['', 'support-prod'],
  ['Enter', 'Diagnosis'],
  ['T', 'Since you last looked, 1d ago', /~ integrations\.slack\.status +registered → registration_failed/],
  ({ terminal }) => expect(() => statSync(`${terminal.home}/.local`)).toThrow('ENOENT'),
]);
