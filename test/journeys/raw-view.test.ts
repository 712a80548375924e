// @module-tag smoke

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import type { ExplorerRun } from '../helpers/explorer.ts';
import { newFolder } from '../helpers/folder.ts';
import { journeys, take, until } from '../helpers/journey.ts';
import { not } from '../helpers/rows.ts';

const { journey, open } = journeys({ isShared: true });

const OPEN_RAW = ['y', ' name: support-prod'] as const;

const expectCopied =
  (check: (text: string) => void) =>
  ({ terminal }: ExplorerRun): void => {
    const last = terminal
      .bytes()
      .split(/\x07|\x1b\\/)
      .at(-2);
    const [sent = ''] = /(?<=\x1b\]52;c;)[^\x07\x1b]*$/.exec(last ?? '') ?? [];
    check(Buffer.from(sent, 'base64').toString());
  };

const row =
  (number: number, pattern: RegExp) =>
  (screen: string): boolean =>
    pattern.test(screen.split('\n')[number] ?? '');

journey('raw view: a record is shown as YAML and as JSON, as sent, with secrets masked', [
  OPEN_RAW,
  ['', row(2, /^ ▸ id: /), 'secrets masked'],
  ['y', '"name": "support-prod"', row(2, /^ {3}\{$/), row(3, /^ ▸ {3}"id": /)],
  ['G', /^ ▸ \}$/m],
]);

journey('raw view: the format is the same for the next record', [
  OPEN_RAW,
  ['y Esc j y', '"name": "support-staging"'],
]);

journey('raw view: Enter folds and unfolds, < folds all, > unfolds all, and / searches folded text', [
  OPEN_RAW,
  // The first line opens nothing and is in nothing that could be folded.
  ['', not('Enter fold')],
  ['Enter', 'Nothing to fold here.'],
  ['<', 'integrations: { 6 keys }'],
  [
    '/ registration_failed Enter',
    /"registration_failed" 1\/\d+ +integrations\.intver_\w+…\w+\.status/,
    /^ ▸ +status: registration_failed$/m,
    not('integrations: { 6 keys }'),
  ],
  ['Enter', /^ ▸ +intver_\w+: \{ \d+ keys \}$/m],
  ['Enter', 'verificationStatus: approved'],
  ['> G', / (\d+)\/\1 /],
]);

journey(
  'raw view: the status has the path of the line, c copies its value, and C its path',
  [
    OPEN_RAW,
    ['/ failedAttempts Enter', 'recurringEvents["nightly-sync"].failedAttempts'],
    ['c'],
    expectCopied(text => expect(text).toMatch(/^\d+$/)),
    ['Enter', /nightly-sync: \{ \d+ keys \}/],
    ['c'],
    expectCopied(text => expect(JSON.parse(text)).toHaveProperty('failedAttempts')),
    ['C', 'copy the path of this line'],
    until('↓', /▸ \d? *copy the path of this line/),
    ['Enter'],
    expectCopied(text => expect(text).toBe('recurringEvents["nightly-sync"]')),
  ],
  { env: { SSH_TTY: '/dev/pts/9' } },
);

test('raw view: the pager gets the whole text, unfolded and in the present format', async () => {
  const folder = newFolder('reading');
  const pager = join(folder, 'pager.sh');
  writeFileSync(pager, `#!/bin/sh\nfor last; do :; done\ncp "$last" ${folder}/text\n`, { mode: 0o700 });
  const run = await open({ env: { PAGER: pager } });
  const isBack = () => run.terminal.bytes().split('\x1b[?1049h').length > 2;

  await take(run, OPEN_RAW, ['<', 'integrations: { 6 keys }'], ['`|`', isBack]);

  const text = readFileSync(join(folder, 'text'), 'utf8');
  expect(text).not.toContain('{ 6 keys }');
  expect(parse(text)).toMatchObject({ name: 'support-prod', integrations: expect.any(Object) });
});

journey('document tabs: those of bots and integrations have the same keys', [
  ['Enter', 'Diagnosis'],
  { GET: 1 },
  ['5', '[5 Schema]', /^ +schema: \{ \d+ keys \}$/m],
  ['> y', /^ +"schema": \{$/m],
  ['Tab', '[6 Raw]', '"name": "support-prod"'],
  ['1', 'Diagnosis'],
  { all: 0 },
  ['Enter', '[2 Integrations 6 · ✗ 1]'],
  ['Enter', /\[1 Overview\] +2 Channels \d+ +3 Events \d+ +4 Actions \d+ +5 Config +6 Raw/],
  ['2', /"channel": \{ \d+ keys \}/],
  ['Esc', '[2 Integrations 6 · ✗ 1]'],
]);

journey(
  'raw view: :wrap wraps long lines and cuts them again',
  [
    OPEN_RAW,
    ['/ iconUrl Enter', 'iconUrl', not('.svg')],
    [':wrap Enter', '.svg'],
    [':wrap Enter', not('.svg')],
  ],
  { columns: 40 },
);
