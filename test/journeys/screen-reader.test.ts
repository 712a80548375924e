// @module-tag program

import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { AFTER_REFUSAL_MS } from '../../src/explorer/actions/delete/confirmation.ts';
import { fastClock } from '../helpers/clock.ts';
import { type ExplorerRun, openExplorer } from '../helpers/explorer.ts';
import { pace } from '../helpers/pace.ts';

let opened: ExplorerRun;
afterEach(() => opened.close());

/** Wide enough that no line wraps, and high enough that none scrolls away. */
const SIZE = { columns: 250, rows: 100 };

async function listen(options: Parameters<typeof openExplorer>[0] = {}) {
  opened = await openExplorer({ ...SIZE, ...options, flags: ['--screen-reader', ...(options.flags ?? [])] });
  await opened.terminal.waitFor('Commands: Enter open');
  await opened.terminal.waitFor(/more available|all loaded/);
  return opened;
}

/** Returns all announced lines in order. */
const heard = (): readonly string[] =>
  opened.terminal.bytes().replace(ALLOWED, '').replaceAll('\r', '').split('\n');

/** Returns the lines announced after the first `count`. */
const since = (count: number): readonly string[] =>
  heard()
    .slice(count - 1)
    .filter(line => line !== '');

/** Presses Enter, again if it was too soon after the last letter. */
async function enter(isDone: () => boolean): Promise<void> {
  const { terminal } = opened;
  do {
    await terminal.settle(AFTER_REFUSAL_MS);
    await terminal.press('Enter');
    await terminal.settle();
  } while (!isDone());
}

// Allowed: bracketed paste on and off, and showing the cursor.
const ALLOWED = /\u001b\[\?2004[hl]|\u001b\[\?25h/g;
const CONTROL = /[\u0000-\u0009\u000b\u000c\u000e-\u001f\u007f-\u009f]/;
const DRAWN = /[\u2500-\u259f▸●✗✓•…]/;

describe.each([['dumb'], ['xterm-256color']])('in the terminal %s', TERM => {
  test('screen reader: leads from a failing bot to its cause', async () => {
    const { terminal, type } = await listen({ env: { TERM } });
    expect(terminal.text()).toContain('bot 1 of ');

    await terminal.press('/');
    await type('support-prod');
    await terminal.waitFor('Filter: support-prod');
    await terminal.press('Enter');

    await terminal.waitFor(/^Bot support-prod, in Bots, in Borealis Air/m);
    await terminal.waitFor(/^Diagnosis: 2 problems, 1 warning/m);
    await terminal.waitFor(
      /^1 of \d+: problem: integration slack is registration_failed. invalid_auth: the bot token was revoked$/m,
    );
    await terminal.press('q', 'q', 'q', 'q').catch(() => undefined);
    expect((await terminal.exit).code).toBe(0);
    const bytes = terminal.bytes();
    expect(TERM === 'dumb' ? bytes : bytes.replace(ALLOWED, '')).not.toMatch(CONTROL);
    expect(bytes).not.toMatch(DRAWN);
  });
});

test('screen reader: each step is one line, and nothing is announced twice', async () => {
  const { terminal } = await listen();
  await terminal.waitFor(/all loaded|more available/);
  await terminal.settle();
  const before = heard().length;

  await terminal.press('j', 'j', 'k');

  expect(since(before)).toEqual([
    expect.stringMatching(/^bot 2 of \d+\+: /),
    expect.stringMatching(/^bot 3 of \d+\+: /),
    expect.stringMatching(/^bot 2 of \d+\+: /),
  ]);
  await terminal.press('Space');
  expect(since(before).slice(3)).toEqual([
    '1 marked.',
    expect.stringMatching(/^bot 3 of \d+\+: /),
    'Commands: Escape clear marks, Control D delete marked.',
  ]);
});

test('screen reader: long lines break between words', async () => {
  const { terminal } = await listen({ columns: 40 });
  await terminal.press('j');
  await terminal.waitFor(/^bot 2 of /m);
  await terminal.settle();

  const lines = heard();
  expect(lines.filter(line => line.length > 39)).toEqual([]);
  expect(lines.join(' ')).toContain('question mark help');
});

test('screen reader: a delete is announced, typed and confirmed as on the screen', async () => {
  const { terminal, type, deletes } = await listen({ flags: ['--no-grace'] });
  await terminal.press('ctrl+d');
  await terminal.waitFor("Type the bot's name to confirm (Esc cancels):");
  expect(terminal.text()).toMatch(/^Delete this bot permanently\?$/m);
  expect(terminal.text()).toContain('name: support-prod');
  expect(terminal.text()).toContain('warning: 6 integrations installed');
  expect(terminal.text()).toContain('Deletes: the bot and its installed integrations. Cannot be undone.');

  await type('support-prof');
  await terminal.press('Enter');
  expect(deletes()).toHaveLength(0);
  await terminal.press('Backspace');
  terminal.send('d\r');
  await terminal.waitFor('Commands: Enter DELETES support-prod, Escape cancel.');
  await terminal.settle();
  expect(deletes()).toHaveLength(0);
  await enter(() => deletes().length > 0);

  await terminal.waitFor(/^Deleted bot support-prod/m);
  expect(deletes()).toHaveLength(1);
  // The confirmation is typed in one line, which is announced again only if letters are removed.
  expect(heard()).toContain('Type it: support-prof');
});

test('screen reader: several deletes are sent in order, and each result is announced once', async () => {
  const { terminal, type, deletes } = await listen();
  await terminal.press('Space', 'Space', 'ctrl+d');
  await terminal.waitFor(/^Type this to confirm \(Esc cancels\):\ndelete 2$/m);
  expect(terminal.text()).toContain('Current state, checked just now');
  await type('delete 2');
  await terminal.waitFor('Commands: Enter DELETES 2 after 5 s, Escape cancel.');
  await enter(() => terminal.text().includes('Deleting 2 bots in 5 s. Esc cancels.'));

  await terminal.waitFor('Done, 2 deleted');
  expect(deletes()).toHaveLength(2);
  // The seconds pass in silence.
  expect(heard().filter(line => line.startsWith('Deleting 2 bots in'))).toHaveLength(1);
  const ends = (name: string) =>
    heard().filter(line => line.startsWith(`${name}, `) && line.endsWith(', deleted'));
  // The result is announced first, then each row.
  await terminal.waitFor(() => ends('support-prod').length + ends('support-staging').length > 1);
  await terminal.settle();
  for (const name of ['support-prod', 'support-staging']) expect(ends(name)).toHaveLength(1);
});

test('screen reader: slow loads, failures and stale rows are announced', async () => {
  const { terminal, sandbox } = await listen();
  const heal = sandbox.fault({ hang: 'headers' });
  await terminal.press('r');
  await terminal.waitFor(/^loading, 1 second so far. Escape stops it.$/m);
  await terminal.press('Escape');
  heal();
  sandbox.fault({ status: 500 });
  await terminal.press('r');
  await terminal.waitFor(/Server error/);
  await terminal.waitFor(/^STALE, /m);
  await terminal.press('Enter');

  await terminal.waitFor(/^1 of \d+: GET \/v1\/admin\/bots\//m);
  expect(terminal.text()).toContain('token: hidden, from BP_TOKEN');
});

test('screen reader: an unreachable server is announced once, and its return too', async () => {
  const { terminal, sandbox } = await listen();
  const heal = sandbox.fault({ reset: 'before' });
  await terminal.press('r');
  await terminal.waitFor(/^The connection broke. Retrying automatically: r retries now, X stops.$/m);
  await terminal.press('j');
  heal();

  await terminal.waitFor('Back online.');
  expect(heard().filter(line => line.startsWith('The connection broke'))).toHaveLength(1);
});

describe.each([
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const)('ended by %s', (signal, code) => {
  test.each([
    ['in a list', []],
    ['in a field', ['/', 's']],
    ['after it was suspended', ['ctrl+z']],
  ])('screen reader: %s, the end restores the terminal', async (_where, keys) => {
    const { terminal } = await listen({ shell: true });
    await terminal.press(...keys);
    terminal.kill('SIGCONT');
    await terminal.settle();
    terminal.kill(signal);

    expect((await terminal.exit).code).toBe(code);
    const { before, after } = terminal.settings();
    expect(after).toBe(before);
    expect(terminal.modes().bracketedPasteMode).toBe(false);
    expect(terminal.cursorVisible()).toBe(true);
    expect(terminal.bytes().replace(ALLOWED, '')).not.toMatch(CONTROL);
  });
});

test('screen reader: no secret is announced', async () => {
  const { terminal, sandbox } = await listen();
  await terminal.press('Enter');
  await terminal.waitFor('Diagnosis');
  await terminal.press('Tab');
  await terminal.waitFor(/webhook: hidden/);
  await terminal.press('x');
  await terminal.waitFor('Secrets stay masked');
  expect(terminal.bytes()).not.toContain(sandbox.token);
});

test('screen reader: hostile names are announced as plain text', async () => {
  const { terminal } = await listen({ rows: 400 });
  await terminal.press('M');
  await terminal.waitFor(/all loaded/);
  const before = heard().length;
  // All names of the list, hostile ones among them, one line each.
  for (let at = 2; at <= 114; at++) {
    terminal.send('j');
    await terminal.waitFor(screen => screen.includes(`\nbot ${at} of 114: `));
  }

  const said = since(before);
  expect(said).toHaveLength(113);
  expect(said.some(line => line.includes('^[]52;c;'))).toBe(true);
  expect(said.some(line => line.includes('<U+202E>'))).toBe(true);
  const text = terminal.bytes().replace(ALLOWED, '');
  expect(text).not.toMatch(CONTROL);
  expect(text).not.toMatch(/[\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/);
});

test('screen reader: a menu announces its numbered rows, and a number selects one', async () => {
  const { terminal } = await listen();
  await terminal.press('C');
  await terminal.waitFor(/^1: copy the id, c:$/m);
  await terminal.press('Down');
  await terminal.waitFor(/2: copy the name[\s\S]*2: copy the name/);
  await terminal.press('1');
  await terminal.waitFor(/Bot id copied/);
});

test('screen reader: one sentence counts the bots that need attention, and each row says its own health', async () => {
  const { terminal } = await listen({ health: 'auto' });
  await terminal.waitFor(/\d+ need attention/);
  await terminal.settle();

  const counted = heard().filter(line => line.includes('need attention'));
  expect(counted).toHaveLength(1);
  expect(counted[0]).toMatch(/^\d+ need attention/);
  const before = heard().length;
  await terminal.press('j');
  expect(since(before)[0]).toMatch(/^bot 2 of .*, health 1 problem, /);
  expect(heard().filter(line => line.includes('need attention'))).toHaveLength(1);
});

const WAIT = { timeout: 15_000 * pace };

test('screen reader: a list is refreshed only when asked, while one on the screen is refreshed every minute', async () => {
  const env = fastClock(60);
  const lists = ({ sandbox }: ExplorerRun) =>
    sandbox.requests.filter(({ path }) => path === '/v1/admin/bots').length;
  const { terminal } = await listen({ env, refresh: 'auto' });
  const drawn = await openExplorer({ env, refresh: 'auto' });
  onTestFinished(drawn.close);
  // Two minutes of the fast clock have passed.
  await expect.poll(() => lists(drawn), WAIT).toBeGreaterThan(2);
  expect(lists(opened)).toBe(1);

  await terminal.press('R');
  await terminal.waitFor('Refreshing every 5 s');
  await expect.poll(() => lists(opened), WAIT).toBeGreaterThan(1);
});
