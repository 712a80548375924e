// @module-tag program

import { deleting, journeyOn, openOn } from '../helpers/journey.ts';
import { not } from '../helpers/rows.ts';
import type { TerminalOptions } from '../helpers/terminal.ts';

const demo =
  ({ flags = [], ...options }: TerminalOptions = {}) =>
  () =>
    openOn(undefined, { ...options, flags: ['--demo', ...flags] });

journeyOn('demo: one line says what to try, until the first key', [
  demo(),
  ['', 'Sample data: Enter opens a bot, ? lists the keys, Ctrl-P connects.', not('^[')],
  ['j', not('Sample data')],
]);

journeyOn('demo: a screen reader announces what to try', [
  demo({ columns: 200, rows: 100, flags: ['--screen-reader'] }),
  ['', 'support-prod', /Sample data: Enter opens a bot/],
]);

journeyOn('demo: with --odd its names are also those that a hostile service sends', [
  demo({ rows: 50, flags: ['--odd'] }),
  ['/ -screen', 'clear^[[2J'],
]);

journeyOn('demo: changes of the last hour are listed on the first start, and lead to their bots', [
  demo({ columns: 160, flags: ['--health', 'auto'] }),
  ['', 'support-prod', 'need attention'],
  [
    ':changes Enter',
    /slack 3\.0\.2 → 3\.1\.0 +support-prod +\d+m ago +digest/,
    /between .* and | to \d\d:\d\d /,
  ],
  ['/ 3.0.2 Enter', /› support-prod/],
]);

const PANE = [
  ['', /✗ connect ECONNREFUSED 10\.4\.0\.12:4\S* +7/],
  ['Tab', 'Tab list'],
  ['Enter', 'Bots · connect ECONNREFUSED', 'Changed before:', /pnr-lookup 0\.9\.0 → 1\.0\.0 on/],
  ['P', /post about connect ECONNREFUSED .* copied/],
] as const;
const NO_PANE = [
  ['', /need attention · (18|2\d|3\d) of/],
  ['p', /▸ +✗ (connect ECONNREFUSED|request to https:\/\/pnr)/],
  ['Enter', /Bots · (connect|request)/],
  ['p', /▸ +borealis\/pnr-lookup 0\.9\.0 → 1\.0\.0/],
  ['P', /post about (connect|request)/, 'copied'],
] as const;
for (const [columns, rows, steps] of [
  [160, 50, PANE],
  [120, 40, PANE],
  [80, 24, NO_PANE],
] as const)
  journeyOn(
    `demo: at ${columns}x${rows} ${steps.length - 1} keys lead from the start to the cause, its bots, the changes before it and its post`,
    [demo({ columns, rows, flags: ['--health', 'auto'] }), ...steps],
  );

journeyOn('demo: a deleted bot has its backup and is a change, as long as the demo runs', [
  demo({ flags: ['--no-grace'] }),
  ['', 'support-prod'],
  ...deleting('support-prod'),
  ['', 'Backup: :trash'],
  [':trash Enter', /› Backups[\s\S]*▸ +support-prod +deleted +bot/],
  [':changes Enter', /▸ +bot deleted here/],
]);
