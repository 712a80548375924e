// @module-tag program

import { expect } from 'vitest';
import { AFTER_REFUSAL_MS } from '../../src/explorer/actions/delete/confirmation.ts';
import { type ExplorerRun, expectRestored } from '../helpers/explorer.ts';
import { atRest, journeys, take } from '../helpers/journey.ts';
import { pace } from '../helpers/pace.ts';
import { fastClock } from '../helpers/preload.ts';

const { journey, open } = journeys({
  // Wide enough that no line wraps, and high enough that none scrolls away.
  columns: 250,
  rows: 100,
  flags: ['--screen-reader'],
  first: /\d+\+? loaded|need attention/,
});

const heard = ({ terminal }: ExplorerRun): readonly string[] =>
  terminal.bytes().replace(ALLOWED, '').replaceAll('\r', '').split('\n');

const says =
  (keys: string, ...lines: readonly unknown[]) =>
  async (run: ExplorerRun): Promise<void> => {
    await atRest(run);
    const before = heard(run).length;
    await take(run, [keys], atRest);
    const said = heard(run).slice(before - 1);
    expect(said.filter(line => line !== '').slice(0, lines.length)).toEqual(lines);
  };

const saidOnce =
  (...texts: readonly string[]) =>
  (run: ExplorerRun): void => {
    for (const text of texts)
      expect(
        heard(run).filter(line => line.includes(text)),
        text,
      ).toHaveLength(1);
  };

const confirm =
  (isDone: (run: ExplorerRun) => boolean) =>
  async (run: ExplorerRun): Promise<void> => {
    do {
      await run.terminal.settle(AFTER_REFUSAL_MS);
      await take(run, ['Enter'], atRest);
    } while (!isDone(run));
  };

// Allowed: bracketed paste on and off, and showing the cursor.
const ALLOWED = /\u001b\[\?2004[hl]|\u001b\[\?25h/g;
const CONTROL = /[\u0000-\u0009\u000b\u000c\u000e-\u001f\u007f-\u009f]/;
const DRAWN = /[\u2500-\u259f▸●✗✓•…]/;
const BOT = (at: number) => expect.stringMatching(new RegExp(`^bot ${at} of \\d+\\+: `));

for (const TERM of ['dumb', 'xterm-256color'])
  journey(`screen reader: leads from a failing bot to its cause in the terminal ${TERM}`, [
    { start: { env: { TERM } } },
    ['', 'bot 1 of ', 'Commands: Enter open'],
    ['/ support-prod', 'Filter: support-prod'],
    ({ terminal }) => expect(terminal.beforeCursor()).toBe('Filter: support-prod'),
    [
      'Enter',
      /^Bot support-prod, in Bots, in Borealis Air/m,
      /^Diagnosis: 2 problems, 1 warning/m,
      /^1 of \d+: problem: integration slack is registration_failed. invalid_auth: the bot token was revoked$/m,
    ],
    async ({ terminal }) => {
      await terminal.press('q', 'q', 'q', 'q').catch(() => undefined);
      expect((await terminal.exit).code).toBe(0);
      const bytes = terminal.bytes();
      expect(TERM === 'dumb' ? bytes : bytes.replace(ALLOWED, '')).not.toMatch(CONTROL);
      expect(bytes).not.toMatch(DRAWN);
    },
  ]);

journey('screen reader: each step is one line, and nothing is announced twice', [
  says('j j k', BOT(2), BOT(3), BOT(2)),
  says('Space', '1 marked.', BOT(3), 'Commands: Escape clear marks, Control D delete marked.'),
]);

journey('screen reader: long lines break between words', [
  { start: { columns: 40, first: /\d+\+?\s+loaded/ } },
  ['j', /^bot 2 of /m],
  atRest,
  run => {
    expect(heard(run).filter(line => line.length > 39)).toEqual([]);
    expect(heard(run).join(' ')).toContain('question mark help');
  },
]);

journey('screen reader: a delete is announced, typed and confirmed as on the screen', [
  { start: { flags: ['--screen-reader', '--no-grace'] } },
  [
    'Ctrl-D',
    "Type the bot's name to confirm (Esc cancels):",
    /^Delete this bot permanently\?$/m,
    'name: support-prod',
    'warning: 6 integrations installed',
    'Deletes: the bot and its installed integrations. Cannot be undone.',
  ],
  ['support-prof Enter'],
  { DELETE: 0 },
  ['Backspace `d\r`', 'Commands: Enter DELETES support-prod, Escape cancel.'],
  atRest,
  { DELETE: 0 },
  confirm(run => run.deletes().length > 0),
  ['', /^Deleted bot support-prod/m],
  { DELETE: 1 },
  // The confirmation is typed in one line, which is announced again only if letters are removed.
  run => expect(heard(run)).toContain('Type it: support-prof'),
]);

journey('screen reader: several deletes are sent in order, and each result is announced once', [
  [
    'Space Space Ctrl-D',
    /^Type this to confirm \(Esc cancels\):\ndelete 2$/m,
    'Current state, checked just now',
  ],
  ['delete Space 2', 'Commands: Enter DELETES 2 after 5 s, Escape cancel.'],
  confirm(({ terminal }) => terminal.text().includes('Deleting 2 bots in 5 s. Esc cancels.')),
  ['', 'Done, 2 deleted'],
  { DELETE: 2 },
  // The result is announced first, then each row.
  ['', /^support-prod, .*deleted$/m, /^support-staging, .*deleted$/m],
  atRest,
  // The seconds pass in silence.
  saidOnce('Deleting 2 bots in'),
  run => {
    const rows = heard(run).filter(line => /^support-\w+, .*, deleted$/.test(line));
    expect(rows.map(row => row.split(',')[0])).toEqual(['support-prod', 'support-staging']);
  },
]);

journey('screen reader: slow loads, failures and stale rows are announced', [
  'GET /v1/* hang',
  ['r', /^loading, 1 second so far. Escape stops it.$/m],
  ['Esc'],
  'heal',
  'GET /v1/* 500',
  ['r', /Server error/, /^STALE, /m],
  ['Enter', /^1 of \d+: GET \/v1\/admin\/bots\//m, 'token: hidden, from BP_TOKEN'],
]);

journey('screen reader: an unreachable server is announced once, and its return too', [
  'GET /v1/* reset',
  ['r', /^The connection broke. Retrying automatically: r retries now, X stops.$/m],
  ['j'],
  'heal',
  ['', 'Back online.'],
  saidOnce('The connection broke'),
]);

for (const [signal, code] of [
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const)
  for (const [where, keys] of [
    ['in a list', ''],
    ['in a field', '/ s'],
    ['after it was suspended', 'Ctrl-Z'],
  ] as const)
    journey(`screen reader: ${where}, the end by ${signal} restores the terminal`, [
      { start: { shell: true } },
      [keys],
      ({ terminal }) => terminal.kill('SIGCONT'),
      atRest,
      async ({ terminal }) => {
        terminal.kill(signal);
        expect((await terminal.exit).code).toBe(code);
        expectRestored(terminal);
        expect(terminal.bytes().replace(ALLOWED, '')).not.toMatch(CONTROL);
      },
    ]);

journey('screen reader: a bot without findings is said to have no problems', [
  ['/ order-tracker Enter Enter', /^Diagnosis: no problems found\.$/m],
]);

journey('screen reader: no secret is announced', [
  ['Enter', 'Diagnosis'],
  ['Tab', /webhook: hidden/],
  ['x', 'Secrets stay masked'],
]);

journey('screen reader: a menu announces its numbered rows, and a number selects one', [
  ['C', /^1: c: copy the id$/m],
  ['↓', /2: copy the name[\s\S]*2: copy the name/],
  ['1', /Bot id copied/],
]);

journey('screen reader: one sentence counts the bots that need attention, and each row says its own health', [
  { start: { health: 'auto' } },
  ['', /^\d+ need attention/m],
  atRest,
  saidOnce('need attention'),
  says('j', expect.stringMatching(/^bot 2 of .*, health weekly-report: 11 failures, /)),
  saidOnce('need attention'),
]);

const WAIT = { timeout: 15_000 * pace };
const lists = ({ sandbox: { requests } }: ExplorerRun): number =>
  requests.filter(({ path }) => path === '/v1/admin/bots').length;
const FAST = { env: fastClock(60), refresh: 'auto' } as const;

journey(
  'screen reader: a list is refreshed only when asked, while one on the screen is refreshed every minute',
  [
    { start: FAST },
    async run => {
      const drawn = await open({ ...FAST, flags: [], columns: 80, rows: 24 });
      // Two minutes of the fast clock have passed.
      await expect.poll(() => lists(drawn), WAIT).toBeGreaterThan(2);
      expect(lists(run)).toBe(1);
    },
    ['R', 'Refreshing every 5 s'],
    run => expect.poll(() => lists(run), WAIT).toBeGreaterThan(1),
  ],
);
