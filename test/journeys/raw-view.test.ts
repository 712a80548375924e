// @module-tag program

import { expect } from 'vitest';
import type { ExplorerRun } from '../helpers/explorer.ts';
import { journeys, until } from '../helpers/journey.ts';
import { not } from '../helpers/rows.ts';

const { journey, smoke } = journeys({ isShared: true });

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

smoke('raw view: a record is shown as YAML and as JSON, as sent, with secrets masked', [
  OPEN_RAW,
  ['', row(2, /^ ▸ id: /), 'secrets masked'],
  ['y', '"name": "support-prod"', row(2, /^ {3}\{$/), row(3, /^ ▸ {3}"id": /)],
  ['G', /^ ▸ \}$/m],
]);

journey('raw view: the format is the same for the next record', [
  OPEN_RAW,
  ['y Esc j y', '"name": "support-staging"'],
]);

journey('raw view: the status has the path of the line, c copies its value, and C its path', [
  { start: { env: { SSH_TTY: '/dev/pts/9' } } },
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
]);

journey('document tabs: those of bots and integrations have the same keys', [
  ['Enter', 'Diagnosis'],
  { GET: 1 },
  ['5', '[5 Schema]', /^ +schema: \{ \d+ keys \}$/m],
  ['> y', /^ +"schema": \{$/m],
  ['Tab', '[6 Raw]', '"name": "support-prod"'],
  ['Shift-Tab', '[5 Schema]'],
  // A digit opens its tab, also if the cursor is on a line that leads elsewhere.
  ['3', '[3 Issues]', 'open by id'],
  ['2 3 4 1', '[1 Overview]', 'Diagnosis'],
  { all: 0 },
  ['Enter', '[2 Integrations 6 · ✗ 1]'],
  ['Enter', /\[1 Overview\] +2 Channels \d+ +3 Events \d+ +4 Actions \d+ +5 Config +6 Raw/],
  ['2', /"channel": \{ \d+ keys \}/],
  ['Esc', '[2 Integrations 6 · ✗ 1]'],
]);

journey('search: in raw text n and N move and wrap around; elsewhere ↑ brings the last one back', [
  ['y', ' name: support-prod'],
  ['/ failed Enter', /"failed" 1\/\d+/],
  ['n', /"failed" 2\/\d+/],
  ['N N', 'Search wrapped'],
  ({ terminal }) => expect(terminal.styled()).toContain('underline'),
  ['/ invalid Enter', /▸ +statusReason: "invalid_auth/],
  ['/ failed Enter', /"failed" \d+\/\d+/],
  ['Esc j y', ' name: support-staging'],
  ['n', 'No search yet'],
  ['/ ↑ Enter', /"failed" \d+\/\d+|No match for "failed"/],
]);

journey('search: a pattern without a match is reported', [
  ['Enter', 'Diagnosis'],
  ['/ zzz Enter', 'No match for "zzz".'],
]);

const ON_WEBHOOK = [
  ['Enter', '[1 Overview]'],
  ['y', 'secrets masked'],
  ['/ webhookUrl Enter', /▸ +webhookUrl: "•+"/],
] as const;

smoke('reveal: x shows the secret of a line and masks it again', [
  ...ON_WEBHOOK,
  ['x', /Masked again in \d+ s/, 'https://hooks.'],
  ['x', not('https://hooks.')],
]);

journey('reveal: --no-reveal keeps it masked', [
  { start: { flags: ['--no-reveal'] } },
  ...ON_WEBHOOK,
  ['x', 'Secrets stay masked (--no-reveal'],
  ({ terminal }) => expect(terminal.bytes()).not.toContain('https://hooks.'),
]);
