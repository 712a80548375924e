// @module-tag program

import { afterEach, expect, test } from 'vitest';
import type { LogEntry, Sandbox } from '../../src/sandbox/types.ts';
import { type ExplorerRun, openExplorer } from '../helpers/explorer.ts';

let opened: ExplorerRun;
afterEach(() => opened.close());

const open = async (options: Parameters<typeof openExplorer>[0] = {}) => {
  opened = await openExplorer(options);
  await opened.terminal.waitFor(/\d+\+|all loaded/);
  return opened;
};

const isWhole = ({ path }: LogEntry): boolean => /^\/v1\/admin\/bots\/[^?/]+$/.test(path);
const wholeReads = () => opened.sandbox.requests.filter(isWhole);

test('health: h, z and Enter lead to the failing bot and its cause', async () => {
  const { terminal } = await open();
  expect(wholeReads()).toHaveLength(0);

  await terminal.press('h');
  await terminal.waitFor(/18 of \d+\+ bots checked · \d+ need attention \(z\)/);
  expect(terminal.text()).toMatch(/support-prod +✗ 2 problems +6/);
  expect(terminal.text()).toMatch(/! \w+/);
  expect(terminal.text()).toContain('✓ ok');
  await terminal.press('z');
  await terminal.waitFor(screen => screen.includes('/!health:ok/') && !screen.includes('✓ ok'));
  expect(terminal.text()).toMatch(/\d+ unchecked/);
  await terminal.press('Enter');

  await terminal.waitFor('Diagnosis: 2 problems');
  expect(terminal.text()).toContain('invalid_auth: the bot token was revoked');
  // Each bot was loaded once, also the opened one, and no other requests were sent.
  const paths = wholeReads().map(({ path }) => path);
  expect(new Set(paths).size).toBe(paths.length);
  expect(opened.sandbox.requests.every(({ method }) => method === 'GET')).toBe(true);
});

test('health: a check that must wait counts down the seconds, and Esc stops it', async () => {
  const { terminal, sandbox } = await open();
  sandbox.fault({ path: '/v1/admin/bots/{id}', status: 429, headers: { 'retry-after': '50' } });

  await terminal.press('h');
  await terminal.waitFor(/429 · (0 of 18 · )?continuing in \d+ s · Esc stops/);
  // The bar in the title has the count if the responses took long enough for a bar.
  expect(terminal.text()).toContain('0 of 18');
  await terminal.press('Escape');

  await terminal.waitFor('Stopped at 0 of 18');
});

test('health: at most twelve requests run at once, also if h is held', async () => {
  const { terminal, sandbox } = await open({ sandbox: { latency: 80 } });
  let most = 0;
  // A request in the log has no status until its response.
  const look = setInterval(() => {
    most = Math.max(
      most,
      sandbox.requests.filter(entry => isWhole(entry) && entry.status === undefined).length,
    );
  }, 2);

  terminal.send('hhhhh');
  await terminal.waitFor(/18 of \d+\+ bots checked/);
  clearInterval(look);

  expect(most).toBeGreaterThan(2);
  expect(most).toBeLessThanOrEqual(12);
});

test('health: Esc stops the check before anything else', async () => {
  const { terminal } = await open({ sandbox: { latency: 300 } });

  // Does not wait for the screen to be at rest: on a busy machine the check would be over.
  terminal.send('h');
  await terminal.waitFor('… checking');
  await terminal.press('Escape');

  await terminal.waitFor(/Stopped at \d+ of 18 · .*h continues/);
  expect(terminal.text()).toContain('› Bots');
  expect(terminal.text()).not.toContain('… checking');
  expect(wholeReads().length).toBeLessThan(18);
});

test('health: the workspace lists findings, worst first, and Enter opens the diagnosis', async () => {
  const { terminal } = await open();
  await terminal.press('Escape');
  await terminal.waitFor('No bots checked yet. h in the bots list checks visible rows.');
  await terminal.press('Enter');
  await terminal.waitFor('› Bots');
  await terminal.press('h');
  await terminal.waitFor(/18 of \d+\+ bots checked/);

  await terminal.press('Escape');

  await terminal.waitFor(/Needs attention ─+ checked /);
  const screen = terminal.text();
  expect(screen.indexOf('✗ loyalty-points')).toBeGreaterThan(0);
  expect(screen.indexOf('✗ support-prod')).toBeGreaterThan(screen.indexOf('✗ loyalty-points'));
  expect(screen).toMatch(/18 of \d+\+ bots checked\. h in the bots list/);
  expect(screen).not.toContain('healthy');
  await terminal.press('g', 'j');
  while (!/▸ ✗/.test(terminal.text())) await terminal.press('j');
  await terminal.press('Enter');
  await terminal.waitFor(/Diagnosis: \d problem/);
});

test.each([
  [80, ['borealis/flight-status: registration_failed +3', 'slack: registration_failed, and 1 more']],
  [120, ['integration borealis/flight-status is registration_failed, and 3 more', 'integration slack is']],
] as const)(
  'health: the workspace at %i columns shows findings without cut-off words',
  async (columns, words) => {
    const { terminal } = await open({ columns });
    await terminal.press('h');
    await terminal.waitFor(/ of \d+\+ bots checked/);

    await terminal.press('Escape');

    for (const word of words) await terminal.waitFor(word);
    const lines = terminal.rows().filter(row => row.includes(' ✗ '));
    for (const line of lines) expect(line).not.toContain('…');
  },
);

test('filter: one that needs full records explains how to load them', async () => {
  const { terminal, type } = await open();

  await terminal.press('/');
  await type('int:slack');
  await terminal.press('Enter');
  await terminal.waitFor('20 unchecked · h checks visible rows, H checks all');
  await terminal.press(':');
  await type('scan');
  await terminal.press('Enter');

  await terminal.waitFor(/\d+ of \d+\+ match/);
  await terminal.waitFor(/support-prod +✗ 2 problems/);
});

test('integration usage: shows the number of checked bots and disabled ones, and :scan all checks every bot', async () => {
  const { terminal, type } = await open({ sandbox: { bots: 40 } });
  await terminal.press('Enter');
  await terminal.waitFor('Diagnosis');
  await terminal.press('2');
  await terminal.waitFor(/teams@1\.1\.3/);
  while (!/▸ \S teams@/.test(terminal.text())) await terminal.press('j');
  await terminal.press('u');

  await terminal.waitFor(/Used by ─+ 1 found · 1 of 20\+ bots checked/);
  expect(terminal.text()).toMatch(/! support-prod +disabled, registered/);
  expect(terminal.text()).toContain('19+ bots not checked · :scan all');
  await terminal.press(':');
  await type('scan all');
  await terminal.press('Enter');

  await terminal.waitFor(/Used by ─+ \d+ found · 30 of 30 bots checked ─/);
  expect(terminal.text()).not.toContain('not checked');
});

test('health: on a narrow screen its signs are before the names', async () => {
  const { terminal } = await open({ columns: 40, rows: 12 });

  await terminal.press('h');

  await terminal.waitFor(/✗ support-prod/);
  await terminal.waitFor(/✓ order-tracker/);
});

test('health: the result of a check wraps if it is wider than the screen', async () => {
  const { terminal } = await open({ columns: 40, rows: 12 });

  await terminal.press('h');

  await terminal.waitFor(/8 of 20\+ bots checked · \d need\s+attention \(z\)/);
});

/** Installations of a bot with one that fails. */
const FAILING = {
  slack: {
    name: 'slack',
    version: '2.5.0',
    enabled: true,
    status: 'registration_failed',
    statusReason: 'invalid_auth: the bot token was revoked',
  },
};

/** Leaves one failing bot in the first three pages: that of the given row, counted from 1. */
const failingAt =
  (row: number) =>
  (sandbox: Sandbox): void => {
    const ids = sandbox.idsOf('bot', { workspaceId: sandbox.workspaceId }).slice(0, 60);
    for (const [at, id] of ids.entries())
      sandbox.put('bot', {
        id,
        status: 'active',
        recurringEvents: {},
        configuration: {},
        integrations: at === row - 1 ? FAILING : {},
      });
  };

test.each([
  [2, ['j', 'Enter'], '1 of 18 needs attention'],
  [20, ['G', 'Enter'], '18 of 20+ checked'],
] as const)(
  'alarm: the failing bot in row %i and its cause are two keys from the start',
  async (row, keys, title) => {
    const { terminal } = await open({ health: 'auto', prepare: failingAt(row) });
    await terminal.waitFor(title);

    await terminal.press(...keys);

    await terminal.waitFor('Diagnosis: 1 problem');
    expect(terminal.text()).toContain('invalid_auth: the bot token was revoked');
  },
);

test('alarm: with the failing bot on page 3 the title says how many bots are checked', async () => {
  const { terminal } = await open({ health: 'auto', prepare: failingAt(50) });

  await terminal.waitFor('18 of 20+ checked');

  expect(terminal.text()).not.toContain('attention');
  expect(terminal.text()).not.toContain('✗');
});

test('alarm: the first screen shows which bots fail without a key, and then nothing runs', async () => {
  const { terminal } = await open({ health: 'auto' });

  await terminal.waitFor('9 of 18 need attention');

  expect(terminal.text()).toMatch(/support-prod +✗ 2 problems +6/);
  expect(terminal.text()).not.toContain('not checked');
  expect(wholeReads()).toHaveLength(18);
  await terminal.press('j', 'k');
  expect(wholeReads()).toHaveLength(18);
  await terminal.press('L');
  await terminal.waitFor(/\/v1\/\S+ +GET +200 .* auto/);
});

test.each(['--read-only', '--strict', '--dry-run'])('alarm: %s does not change the checks', async flag => {
  const { terminal } = await open({ health: 'auto', flags: [flag] });

  await terminal.waitFor('9 of 18 need attention');

  expect(wholeReads()).toHaveLength(18);
});
