// @module-tag program

import { afterEach, expect, test } from 'vitest';
import { openExplorer } from '../helpers/explorer.ts';
import { rawServer } from '../helpers/raw-server.ts';
import { openTerminal, type Terminal, type TerminalOptions } from '../helpers/terminal.ts';

let closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.reverse()) await close();
  closing = [];
});

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
): Promise<Terminal & { readonly release: () => void }> {
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
  const env = { BP_API_URL: server.url, BP_TOKEN: 'bp_pat_preview', BP_WORKSPACE_ID: 'wkspace_1' };
  // Empty: the default, by which health is checked.
  const terminal = await openTerminal({ ...options, env: { ...env, BOTSCOPE_HEALTH: '' } });
  closing = [server.close, terminal.close];
  return { ...terminal, release };
}

test.each([2, 20])(
  'preview: at 160x50 no key leads to the failing bot in row %i and its cause',
  async row => {
    const terminal = await openFailing(row, WIDE);

    await terminal.waitFor('the bot token was revoked');

    const [, beside = ''] = terminal.text().split('Needs attention');
    expect(beside).toMatch(new RegExp(`✗ bot ${row}$`, 'm'));
    expect(beside).toContain('integration slack is registration_failed');
  },
);

test('preview: with the failing bot on page 3 the first screen says how many of the loaded bots are checked', async () => {
  const terminal = await openFailing(50, WIDE);
  await terminal.waitFor(/─ Bots ─+ 60\+ loaded · more available · 44 of 60\+ checked · H checks all ─/);
  expect(terminal.text()).toContain('No problems found in 44 of 60+ bots. H checks all.');

  await terminal.press('M');
  await terminal.waitFor(/─ Bots ─+ 163 · all loaded · 44 of 163 checked · H checks all ─/);
  await terminal.press('PageDown', 'PageDown');

  await terminal.waitFor(/bot 50 +✗ 1 problem/);
});

test('preview: at 80x24 the title counts what is checked, on the home screen that of the first page: 20 of 163 checked', async () => {
  const terminal = await openFailing(50, { columns: 80, rows: 24 });
  await terminal.waitFor(/─ Bots ─+ 20\+ loaded · more available · 18 of 20\+ checked · H checks all ─/);

  await terminal.press('Escape');
  await terminal.waitFor('20 of 20+ bots checked · no problems found. H in the bots list checks all.');
  await terminal.press('Enter', 'M');
  await terminal.waitFor(/─ Bots ─+ 163 · all loaded · 20 of 163 checked · H checks all ─/);
  await terminal.press('PageDown', 'PageDown', 'PageDown');

  await terminal.waitFor(/bot 50 +✗ 1 problem/);
});

test.each([
  ['80x24', ['H', 'p'], { columns: 80, rows: 24 }],
  ['80x24', ['H', 'z', 'Enter'], { columns: 80, rows: 24 }],
  ['40x12', ['H', 'p'], { columns: 40, rows: 12 }],
  ['160x50', ['H'], WIDE],
] as const)(
  'preview: at %s the keys %j lead from the start to the failing bot on page 3 and its cause',
  async (_size, [all, ...others], size) => {
    const terminal = await openFailing(50, { ...size, heldFrom: size.columns > 100 ? 44 : 20 });
    await terminal.waitFor('H checks all');

    await terminal.press(all);
    await terminal.waitFor(size.columns > 100 ? / ━\S* 44 of 163 checked / : / ━\S* 20 of 163 checked /);
    expect(terminal.text()).not.toContain('needs attention');
    terminal.release();
    await terminal.waitFor(/163 bots checked · 1 needs\s+attention \(z\)/);
    await terminal.press(...others);

    await terminal.waitFor('the bot token was revoked');
    expect(terminal.text()).toContain('bot 50');
  },
);

test('preview: the row under the cursor follows a moment after a burst of keys, and no other row is painted', async () => {
  const terminal = await openFailing(6, WIDE);
  await terminal.waitFor('the bot token was revoked');
  const from = terminal.bytes().length;

  terminal.send('jjjjj');
  await terminal.waitFor('Diagnosis: 1 problem');

  expect(terminal.text()).toContain('│─ bot 6 ─');
  expect(terminal.bytes().slice(from)).not.toMatch(/─ bot [2-5] ─/);
});

test('preview: p opens and closes it at 80x24, below the list', async () => {
  const opened = await openExplorer({ columns: 80, rows: 24, health: 'auto' });
  closing = [opened.close];
  const { terminal } = opened;
  await terminal.waitFor(/✗ 2 problems/);
  const before = terminal.text().split('\n').length;

  await terminal.press('p');
  await terminal.waitFor('invalid_auth: the bot token was revoked');
  expect(terminal.text()).toContain('─ Needs attention ─');
  await terminal.press('j');
  await terminal.waitFor(/^─ support-staging ─/m);
  await terminal.press('p');

  await terminal.waitFor(screen => !screen.includes('─ support-staging ─'));
  expect(terminal.text().split('\n')).toHaveLength(before);
});

test('preview: opening the row and going back shows it again; each bot is requested once', async () => {
  const opened = await openExplorer({ ...WIDE, health: 'auto' });
  closing = [opened.close];
  const { terminal, sandbox } = opened;
  await terminal.waitFor('Needs attention');
  await terminal.waitFor(/\d+ need attention/);

  await terminal.press('j');
  await terminal.waitFor('│─ support-staging ─');
  await terminal.press('Enter');
  await terminal.waitFor('› support-staging');
  await terminal.press('Escape');
  await terminal.waitFor('│─ support-staging ─');

  const paths = sandbox.requests.map(({ path }) => path).filter(path => /\/bots\/[^?/]+$/.test(path));
  expect(new Set(paths).size).toBe(paths.length);
});

test('preview: at 80x24 it stays below the list while a filter is typed', async () => {
  const opened = await openExplorer({ columns: 80, rows: 24, health: 'auto' });
  closing = [opened.close];
  const { terminal } = opened;
  await terminal.waitFor(/✗ 2 problems/);
  await terminal.press('p');
  await terminal.waitFor('─ Needs attention ─');
  const at = terminal.rows().findIndex(row => row.includes('─ Needs attention ─'));

  await terminal.press('/', 'o', 'r', 'd');
  await terminal.waitFor(/▸ +order-tracker/);

  expect(terminal.row(at)).toMatch(/^─ (Needs attention|order-tracker) ─/);
});

test('preview: issues have it, too; each is requested once, after the cursor rested on it', async () => {
  const opened = await openExplorer({ ...WIDE, sandbox: { ext: true } });
  closing = [opened.close];
  const { terminal, sandbox } = opened;
  await terminal.waitFor('support-prod');
  await terminal.press('i', 'e', 'y');
  await terminal.waitFor('all issues …');
  while (!/▸ +all issues/.test(terminal.text())) await terminal.press('j');

  await terminal.press('Enter');
  await terminal.waitFor(/│─ Unhandled exception in action findBooking ─/);
  await terminal.press('j');
  await terminal.waitFor(/│─ Messages carry a tag that is not defined ─/);
  await terminal.waitFor(/│─ Description ─/);
  await terminal.press('k');
  await terminal.waitFor(/│─ Unhandled exception in action findBooking ─/);

  const paths = sandbox.requests.map(({ path }) => path).filter(path => /\/issues\/[^/?]+$/.test(path));
  expect(paths.length).toBe(new Set(paths).size);
});

test('preview: a backup and an entry of the journal show their facts, without a request', async () => {
  const opened = await openExplorer({ ...WIDE, flags: ['--no-grace'] });
  closing = [opened.close];
  const { terminal, type, confirm, sandbox } = opened;
  await terminal.waitFor('support-prod');
  await terminal.press('ctrl+d');
  await terminal.waitFor("Type the bot's name");
  await type('support-prod');
  await terminal.waitFor('Enter DELETES');
  await confirm();
  await terminal.waitFor('Backup: :trash');
  const sent = sandbox.requests.length;

  await terminal.press(':', ...'trash', 'Enter');
  await terminal.waitFor('│─ support-prod ─');
  await terminal.waitFor(/│ +record id +\S+/);
  await terminal.press(':', ...'journal', 'Enter');
  await terminal.waitFor(/│─ Journal entry \d+ ─/);
  await terminal.waitFor(/│ +stage +✓ deleted/);

  expect(sandbox.requests).toHaveLength(sent);
});

test('preview: on a slow line it closes itself and says why; p opens it', async () => {
  const terminal = await openFailing(6, {
    ...WIDE,
    repliesToStatus: true,
    bytesPerSecond: 5000,
    answersAfterMs: 60,
  });
  await terminal.waitFor('the bot token was revoked');
  const isClosed = (screen: string) => screen.includes('The line to your terminal is slow');

  for (let row = 2; !isClosed(terminal.text()); row++) {
    await terminal.press('j');
    await terminal.waitFor(screen => isClosed(screen) || screen.includes(`│─ bot ${row} ─`));
    // The line is measured by what is alone on it.
    await terminal.settle();
  }
  await terminal.waitFor('opens the preview.');
  // Below the words of the closed preview, rows have no separator.
  await terminal.waitFor(() => /bot \d+[^│]*$/.test(terminal.rows()[20] ?? ''));
  await terminal.press('p', 'j');

  await terminal.waitFor(/│─ bot \d+ ─/);
});
