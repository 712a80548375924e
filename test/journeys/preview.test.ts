// @module-tag program

import { expect } from 'vitest';
import { listen } from '../api/test-client.ts';
import { deleting, journeyOn, journeys, openOn, take, until } from '../helpers/journey.ts';
import { not } from '../helpers/rows.ts';
import type { TerminalOptions } from '../helpers/terminal.ts';

const { journey } = journeys({ health: 'auto' });

/** A wide terminal whose line is never measured as slow, which would close the preview. */
const WIDE = { columns: 160, rows: 50, repliesToStatus: false };
const BOTS = 163;
const PAGE = 20;
const DAY = '2026-01-01T00:00:00.000Z';

/**
 * Starts the explorer on bots of which one fails; `row` counts from 1. The server holds back bots behind row
 * `heldFrom` until `release`.
 */
async function openFailing(
  row: number,
  { heldFrom = BOTS, ...options }: TerminalOptions & { readonly heldFrom?: number },
) {
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  const item = (at: number) => ({ id: `bot-${at}`, name: `bot ${at}`, createdAt: DAY, updatedAt: DAY });
  const entry = { name: 'slack', enabled: true, lifecycleStatus: 'published' };
  const failing = { ...entry, status: 'registration_failed', statusReason: 'the bot token was revoked' };
  const whole = (at: number) => ({
    ...item(at),
    ...{
      status: 'active',
      recurringEvents: {},
      configuration: { data: {}, schema: {} },
      subscriptions: { events: {} },
    },
    integrations: { a: at === row ? failing : { ...entry, status: 'registered' } },
  });
  const server = await listen(async ({ url = '' }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://x');
    const [, at] = /bots\/bot-(\d+)$/.exec(pathname) ?? [];
    const from = Number(searchParams.get('nextToken') ?? 0);
    const page = Array.from({ length: Math.min(PAGE, BOTS - from) }, (_, index) => item(from + index + 1));
    const meta = from + PAGE < BOTS ? { nextToken: String(from + PAGE) } : {};
    const body = at !== undefined ? { bot: whole(Number(at)) } : { bots: page, meta };
    if (Number(at) > heldFrom) await isReleased;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(pathname.includes('/bots') ? body : { id: 'wkspace_1', name: 'Acme' }));
  });
  // Empty: the default, by which health is checked.
  return { ...(await openOn(server, { ...options, env: { BOTSCOPE_HEALTH: '' } })), release };
}

for (const row of [2, 20])
  journeyOn(`causes: at 160x50 no key leads to the cause of the failing bot in row ${row}`, [
    () => openFailing(row, WIDE),
    ['', /─ Causes ─/, /✗ the bot token was revoked +1\+ ▇/],
  ]);

journeyOn(
  'preview: with the failing bot on page 3 the first screen says how many of the loaded bots are checked',
  [
    () => openFailing(50, WIDE),
    ['', /─ Bots ─+ 44 of 60\+ checked ─/, '44 of 60+ bots checked · no problems found. H checks all.'],
    ['M', /─ Bots ─+ 44 of 163 checked ─/],
    ['PgDn PgDn', /bot 50 +✗ \S/],
  ],
);

journeyOn(
  'preview: at 80x24 the title counts what is checked, on the home screen that of the first page: 20 of 163 checked',
  [
    () => openFailing(50, {}),
    ['', /─ Bots ─+ 18 of 20\+ checked ─/],
    ['Esc', '20 of 20+ bots checked · no problems found. H in the bots list checks all.'],
    ['Enter M', /─ Bots ─+ 20 of 163 checked ─/],
    ['PgDn PgDn PgDn', /bot 50 +✗ \S/],
  ],
);

for (const [at, all, others, bots, checked, size] of [
  ['80x24', 'H', 'p', 'Enter', 20, {}],
  ['80x24', 'H', 'z Enter', '', 20, {}],
  ['40x12', 'H', 'p', 'Enter', 20, { columns: 40, rows: 12 }],
  ['160x50', 'H', '', 'Tab Enter', 44, WIDE],
  ['120x40', 'H', '', 'Tab Enter', 34, { ...WIDE, columns: 120, rows: 40 }],
] as const)
  journeyOn(
    `causes: at ${at} the keys ${all} ${others} lead from the start to the cause of the failing bot on page 3, and ${bots} to the bot`,
    [
      () => openFailing(50, { ...size, heldFrom: checked }),
      ['', /of \d+\+ checked/],
      [all, new RegExp(` ━\\S* ${checked} of 163 checked `), not('needs attention')],
      ({ release }) => release(),
      ['', /163 bots checked · 1 needs\s+attention \(z\)/],
      [others, /the bot token was\s+revoked|the bot token…/],
      [bots, 'bot 50'],
    ],
  );

const eachOnce =
  (form: RegExp) =>
  ({ sandbox: { requests } }: { readonly sandbox: { readonly requests: readonly { path: string }[] } }) => {
    const paths = requests.map(({ path }) => path).filter(path => form.test(path));
    expect(paths).toHaveLength(new Set(paths).size);
  };

journey('preview: at 80x24 it stays below a list while a filter is typed', [
  ['L p', /^─ \/v1\S+ ─/m],
  async run => {
    const at = run.terminal.rows().findLastIndex(row => row.startsWith('─ /v1'));
    await take(run, ['/ works', /1 of \d+ match/]);
    expect(run.terminal.row(at)).toMatch(/^─ \/v1/);
  },
]);

journey('preview: issues have it, too; each is requested once, after the cursor rested on it', [
  { start: { ...WIDE, health: 'manual', sandbox: { ext: true } } },
  ['i e y', 'all issues …'],
  until('j', /▸ +all issues/),
  ['Enter', /│─ Unhandled exception in action findBooking ─/],
  ['j', /│─ Messages carry a tag that is not defined ─/, /│─ Description ─/],
  ['k', /│─ Unhandled exception in action findBooking ─/],
  eachOnce(/\/issues\/[^/?]+$/),
]);

journey('preview: a backup and an entry of the journal show their facts, without a request', [
  { start: { ...WIDE, health: 'manual', flags: ['--no-grace'] } },
  ...deleting('support-prod'),
  ['', 'Backup: :trash'],
  { DELETE: 1 },
  [':trash Enter p', '│─ support-prod ─', /│ +record id +\S+/],
  [':journal Enter', '│─ support-prod ─', /│ +stage +✓ deleted/],
  { all: 0 },
]);
