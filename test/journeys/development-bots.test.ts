// @module-tag program

import { expect } from 'vitest';
import type { ExplorerRun } from '../helpers/explorer.ts';
import { settingsEnv } from '../helpers/home.ts';
import { journeys } from '../helpers/journey.ts';
import { not } from '../helpers/rows.ts';

const { journey } = journeys();

const development = ({ sandbox }: ExplorerRun) =>
  sandbox.requests.map(({ path }) => path).filter(path => path.includes('dev=true'));
const REFUSED = 'dev=true is an undocumented parameter: --strict refuses it.';

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

journey(
  'development bots: a saved view with the filter dev:true opens their list',
  [
    [':view Space stale Enter', 'Development bots /updated>90d/ ─', 'kb-sync-nightly'],
    [':view Space again Space = Enter', 'Saved: :view again opens it'],
  ],
  { env: settingsEnv('views:\n  stale: bots?filter=dev:true updated>90d\n') },
);

journey('development bots: the place bots?dev=true opens their list', [['', '› Development bots']], {
  flags: ['bots?dev=true'],
  first: 'crew-roster-helper',
});

journey(
  'development bots: --strict refuses the place bots?dev=true and D with a reason',
  [
    run => expect(development(run)).toEqual([]),
    ['Esc', 'support-prod'],
    ['D', REFUSED],
    run => expect(development(run)).toEqual([]),
  ],
  { flags: ['bots?dev=true', '--strict'], first: REFUSED },
);
