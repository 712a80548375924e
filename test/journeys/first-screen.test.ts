// @module-tag program

import { expect } from 'vitest';
import type { ExplorerRun } from '../helpers/explorer.ts';
import { journeys } from '../helpers/journey.ts';

const { smoke } = journeys();

/** Turns on bracketed paste, which only Ink does. */
const INK = '\u001b[?2004h';
const ALTERNATE = '\u001b[?1049h';

const untilInk = ({ terminal }: ExplorerRun) => terminal.waitFor(() => terminal.bytes().includes(INK));
const askedOnce = ({ sandbox }: ExplorerRun) =>
  expect(sandbox.requests.filter(({ path }) => path === '/v1/admin/bots')).toHaveLength(1);

for (const [columns, rows] of [
  [120, 40],
  [40, 12],
] as const)
  smoke(
    `first screen: at ${columns} x ${rows} it is painted before Ink starts, and its list is loaded once`,
    [
      { start: { columns, rows } },
      untilInk,
      ['j'],
      ({ terminal }) => {
        expect(terminal.bytes().indexOf('Bots')).toBeLessThan(terminal.bytes().indexOf(INK));
        expect(terminal.bytes().split(ALTERNATE)).toHaveLength(2);
      },
      askedOnce,
    ],
  );

smoke('first screen: a failed first request is shown like any other, and sent once', [
  { start: { fault: { status: 401 }, first: 'refused the token' } },
  untilInk,
  ['g l'],
  askedOnce,
]);
