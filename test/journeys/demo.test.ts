// @module-tag program

import { deleting, journeyOn, openOn } from '../helpers/journey.ts';
import { not } from '../helpers/rows.ts';
import type { TerminalOptions } from '../helpers/terminal.ts';

const demo =
  ({ flags = [], ...options }: TerminalOptions = {}) =>
  () =>
    openOn(undefined, { ...options, flags: ['--demo', ...flags] });

journeyOn(
  'demo: one line says what to try, until the first key',
  [
    ['', 'Sample data: Enter opens a bot, ? lists the keys, Ctrl-P connects.'],
    ['j', not('Sample data')],
  ],
  demo(),
);

journeyOn(
  'demo: a screen reader announces what to try',
  [['', 'support-prod', /Sample data: Enter opens a bot/]],
  demo({ columns: 200, rows: 100, flags: ['--screen-reader'] }),
);

journeyOn(
  'demo: a deleted bot has its backup, as long as the demo runs',
  [
    ['', 'support-prod'],
    ...deleting('support-prod'),
    ['', 'Backup: :trash'],
    [':trash Enter', /› Backups[\s\S]*▸ +support-prod +deleted +bot/],
  ],
  demo({ flags: ['--no-grace'] }),
);
