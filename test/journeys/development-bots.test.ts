// @module-tag program

import { expect } from 'vitest';
import type { ExplorerRun } from '../helpers/explorer.ts';
import { journeys } from '../helpers/journey.ts';
import { not } from '../helpers/rows.ts';

const { journey } = journeys();

const development = ({ sandbox }: ExplorerRun) =>
  sandbox.requests.map(({ path }) => path).filter(path => path.includes('dev=true'));

journey(
  'development bots: D opens them, marked ones are deleted, and D returns to the list of bots',
  [
    ['', not('crew-roster-helper')],
    run => expect(development(run)).toEqual([]),
    ['D', '› Development bots', 'crew-roster-helper', not('support-prod')],
    run => expect(development(run)[0]).toBe('/v1/admin/bots?dev=true'),
    ['Space Space Ctrl-D', /Type this to confirm.*\n +delete 2\n/, /2 of 2 +dev/],
    ['delete Space 2 Confirm', '2 deleted'],
    ['Esc', 'Development bots', not('crew-roster-helper')],
    { DELETE: 2 },
    ['D', 'support-prod', not('Development bots')],
  ],
  { flags: ['--no-grace'] },
);
