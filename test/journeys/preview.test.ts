// @module-tag program

import { expect } from 'vitest';
import { atRest, deleting, journeyOn, journeys, openOn, take, until } from '../helpers/journey.ts';
import { rawServer } from '../helpers/raw-server.ts';
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
  const server = await rawServer(async ({ url = '' }, response) => {
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
  journeyOn(
    `preview: at 160x50 no key leads to the failing bot in row ${row} and its cause`,
    [
      ['', 'the bot token was revoked'],
      ({ terminal }) => {
        const [, beside = ''] = terminal.text().split('Needs attention');
        expect(beside).toMatch(new RegExp(`✗ bot ${row}$`, 'm'));
        expect(beside).toContain('integration slack is registration_failed');
      },
    ],
    () => openFailing(row, WIDE),
  );

journeyOn(
  'preview: with the failing bot on page 3 the first screen says how many of the loaded bots are checked',
  [
    [
      '',
      /─ Bots ─+ 60\+ loaded · more available · 44 of 60\+ checked · H checks all ─/,
      '44 of 60+ bots checked · no problems found. H checks all.',
    ],
    ['M', /─ Bots ─+ 163 · all loaded · 44 of 163 checked · H checks all ─/],
    ['PgDn PgDn', /bot 50 +✗ 1 problem/],
  ],
  () => openFailing(50, WIDE),
);

journeyOn(
  'preview: at 80x24 the title counts what is checked, on the home screen that of the first page: 20 of 163 checked',
  [
    ['', /─ Bots ─+ 20\+ loaded · more available · 18 of 20\+ checked · H checks all ─/],
    ['Esc', '20 of 20+ bots checked · no problems found. H in the bots list checks all.'],
    ['Enter M', /─ Bots ─+ 163 · all loaded · 20 of 163 checked · H checks all ─/],
    ['PgDn PgDn PgDn', /bot 50 +✗ 1 problem/],
  ],
  () => openFailing(50, {}),
);

for (const [at, all, others, size] of [
  ['80x24', 'H', 'p', {}],
  ['80x24', 'H', 'z Enter', {}],
  ['40x12', 'H', 'p', { columns: 40, rows: 12 }],
  ['160x50', 'H', '', WIDE],
] as const) {
  const checked = size === WIDE ? 44 : 20;
  journeyOn(
    `preview: at ${at} the keys ${all} ${others} lead from the start to the failing bot on page 3 and its cause`,
    [
      ['', 'H checks all'],
      [all, new RegExp(` ━\\S* ${checked} of 163 checked `), not('needs attention')],
      ({ release }) => release(),
      ['', /163 bots checked · 1 needs\s+attention \(z\)/],
      [others, 'the bot token was revoked', 'bot 50'],
    ],
    () => openFailing(50, { ...size, heldFrom: checked }),
  );
}

const BOTS_BELOW = ['p', '─ Needs attention ─'] as const;

journey(
  'preview: p opens and closes it at 80x24, below the list',
  [
    BOTS_BELOW,
    ['', 'invalid_auth: the bot token was revoked'],
    ['j', /^─ support-staging ─/m],
    ['p', not('─ support-staging ─'), screen => screen.split('\n').length === 24],
  ],
  { first: /✗ 2 problems/ },
);

const eachOnce =
  (form: RegExp) =>
  ({ sandbox: { requests } }: { readonly sandbox: { readonly requests: readonly { path: string }[] } }) => {
    const paths = requests.map(({ path }) => path).filter(path => form.test(path));
    expect(paths).toHaveLength(new Set(paths).size);
  };

journey(
  'preview: at 80x24 it stays below the list while a filter is typed',
  [
    BOTS_BELOW,
    async run => {
      const at = run.terminal.rows().findIndex(row => row.includes('─ Needs attention ─'));
      await take(run, ['/ ord', /▸ +order-tracker/]);
      expect(run.terminal.row(at)).toMatch(/^─ (Needs attention|order-tracker) ─/);
    },
  ],
  { first: /✗ 2 problems/ },
);

journey(
  'preview: issues have it, too; each is requested once, after the cursor rested on it',
  [
    ['i e y', 'all issues …'],
    until('j', /▸ +all issues/),
    ['Enter', /│─ Unhandled exception in action findBooking ─/],
    ['j', /│─ Messages carry a tag that is not defined ─/, /│─ Description ─/],
    ['k', /│─ Unhandled exception in action findBooking ─/],
    eachOnce(/\/issues\/[^/?]+$/),
  ],
  { ...WIDE, health: 'manual', sandbox: { ext: true } },
);

journey(
  'preview: a backup and an entry of the journal show their facts, without a request',
  [
    ...deleting('support-prod'),
    ['', 'Backup: :trash'],
    { DELETE: 1 },
    [':trash Enter', '│─ support-prod ─', /│ +record id +\S+/],
    [':journal Enter', /│─ Journal entry \d+ ─/, /│ +stage +✓ deleted/],
    { all: 0 },
  ],
  { ...WIDE, health: 'manual', flags: ['--no-grace'] },
);

const isClosed = (screen: string): boolean => screen.includes('The line to your terminal is slow');

journeyOn(
  'preview: on a slow line it closes itself and says why; p opens it',
  [
    ['', 'the bot token was revoked'],
    async run => {
      for (let row = 2; !isClosed(run.terminal.text()); row++)
        // The line is measured by what is alone on it.
        await take(run, ['j', screen => isClosed(screen) || screen.includes(`│─ bot ${row} ─`)], atRest);
    },
    // Below the words of the closed preview, rows have no separator.
    ['', 'opens the preview.', screen => /bot \d+[^│]*$/.test(screen.split('\n')[20] ?? '')],
    ['p j', /│─ bot \d+ ─/],
  ],
  () => openFailing(6, { ...WIDE, repliesToStatus: true, bytesPerSecond: 5000, answersAfterMs: 60 }),
);
