// @module-tag program

import { expect } from 'vitest';
import type { LogEntry } from '../../src/sandbox/types.ts';
import type { ExplorerRun } from '../helpers/explorer.ts';
import { journeys, until } from '../helpers/journey.ts';
import { not } from '../helpers/rows.ts';

const { journey } = journeys({ first: /\d+\+|\d+ loaded/ });

const isWhole = ({ path }: LogEntry): boolean => /^\/v1\/admin\/bots\/[^?/]+$/.test(path);
const wholeReads = ({ sandbox }: ExplorerRun) => sandbox.requests.filter(isWhole);
const expectReads = (count: number) => (run: ExplorerRun) => expect(wholeReads(run)).toHaveLength(count);
const CAUSE = 'invalid_auth: the bot token was revoked';

journey('health: H, z and Enter lead to the failing bot and its cause', [
  expectReads(0),
  [
    'H',
    /(\d+) of \1 bots checked · \d+ need attention \(z\)/,
    /support-prod +✗ slack registration_failed \+1/,
    /! \w+/,
    '✓ ok',
  ],
  ['z', '/!health:ok/', not('✓ ok')],
  ['Enter', 'Diagnosis: 2 problems', CAUSE],
  // Each bot was loaded once, also the opened one, and no other requests were sent.
  run => {
    const paths = wholeReads(run).map(({ path }) => path);
    expect(new Set(paths).size).toBe(paths.length);
    expect(run.sandbox.requests.every(({ method }) => method === 'GET')).toBe(true);
  },
]);

journey('health: a check that must wait counts down the seconds, and Esc stops it', [
  'GET /v1/admin/bots/{id} 429 header=retry-after:50',
  // The bar in the title has the count if the responses took long enough for a bar.
  ['H', /429 · (0 of \d+ · )?continuing in \d+ s · Esc stops/, /\b0 of \d+/],
  ['Esc', /Stopped · 0 of \d+ bots checked/],
]);

journey('health: the workspace lists findings, worst first, and Enter opens the diagnosis', [
  ['Esc', 'No bots checked yet. H in the bots list checks all.'],
  ['Enter', '› Bots'],
  ['H', /(\d+) of \1 bots checked/],
  [
    'Esc',
    /Needs attention ─+ checked /,
    /✗ Timed out[^\n]+ \d+\+? bots [\s\S]*✗ invalid_auth/,
    /(\d+) of \1 bots checked$/m,
    not('healthy'),
  ],
  ['g j'],
  until('j', /▸ ✗/),
  ['Enter', /─ Bots · \S.* match/, /▸ +\S/],
]);

journey('filter: one that needs full records explains how to load them', [
  ['/ int:slack Enter', '20 not checked yet · H checks all'],
  [':scan Enter', /\d+ of \d+ match/, /support-prod +✗ slack registration_failed \+1/],
]);

journey(
  'integration usage: shows the number of checked bots and disabled ones, and :check all, or :scan all, checks every bot',
  [
    { start: { sandbox: { bots: 40 } } },
    ['Enter', 'Diagnosis'],
    ['2', /teams@1\.1\.3/],
    until('j', /▸ \S teams@/),
    [
      'u',
      /Used by ─+ 1 found · 1 of 20\+ bots checked/,
      /! support-prod +disabled, registered/,
      '19+ bots not checked · :check all',
    ],
    [':check Space all Enter', /Used by ─+ \d+ found · 30 of 30 bots checked ─/, not('not checked')],
  ],
);

journey('alarm: the first screen shows which bots fail without a key, and then nothing runs', [
  { start: { health: 'auto', first: '9 need attention · 18 of 20+ checked' } },
  ['', /support-prod +✗ slack registration_failed \+1/, not('not checked')],
  expectReads(18),
  ['j k'],
  expectReads(18),
  ['L', /\/v1\/\S+ +GET +200/],
  ['Enter', /sent by +auto/],
]);

for (const flag of ['--read-only', '--strict', '--dry-run'])
  journey(`alarm: ${flag} does not change the checks`, [
    {
      start: {
        health: 'auto',
        flags: [flag],
        first: '9 need attention · 18 of 20+ checked',
      },
    },
    expectReads(18),
  ]);

journey('integrations in use: a list of the versions that loaded bots use, which leads to those bots', [
  [':integrations Enter', 'No records checked yet'],
  ['Esc Enter', 'support-prod'],
  ['H', /(\d+) of \1 bots checked/],
  ['Esc', 'Needs attention'],
  ['G', /Integrations in use +\d+ across (\d+) of \1 bots$/m],
  until('k', /▸ +Integrations in use/),
  [
    'Enter',
    /Integrations in use ─+ \d+ in \d+ bots checked/,
    /NAME@VERSION +BOTS +FAILING +STATUS\n ▸ +\S+@\S+ +\d+ +\d+/,
  ],
  ['/ bots>1 Enter', /\d+ of \d+ match/],
  ['Enter', /Used by ─+ \d+ found · (\d+) of \1 bots checked/],
]);
