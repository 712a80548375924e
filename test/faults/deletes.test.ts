// @module-tag program

import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Fault } from '../../src/sandbox/types.ts';
import { type ExplorerRun, openExplorer } from '../helpers/explorer.ts';
import { atRest, take } from '../helpers/journey.ts';
import { not } from '../helpers/rows.ts';

const BOT = '/v1/admin/bots/{id}';

let opened: ExplorerRun;
beforeAll(async () => {
  opened = await openExplorer({
    sandbox: { bots: 15 },
    // A deadline for faults that do not end by themselves.
    flags: ['--timeout', '2', '--no-grace'],
    columns: 110,
    rows: 32,
  });
  await opened.terminal.waitFor('support-prod');
});
afterAll(() => opened.close());

const START = '\u001b[200~';
const END = '\u001b[201~';

/** Clipboard texts that would confirm the delete of one bot or of two. */
const TEXTS = [
  ...['support-prod\r', 'support-prod\n', 'support-prod\r\n', 'support-prod\r\r\r'],
  ...['support-prod\r\u001b[B\r', 'delete 2\r', 'delete 2\n', 'delete 2\r\r', 'ydy\n', 'y\r', 'd\r', '\r'],
  '\u0004support-prod\r',
];

/** Forms in which a terminal delivers a paste. */
const WAYS: readonly (readonly [name: string, wrap: (text: string) => string])[] = [
  ['bracketed', text => START + text + END],
  ['not bracketed', text => text],
  ['with a forged end', text => `${START}x${END}${text}${END}`],
  ['with a second end', text => START + text + END + END],
];

const PASTES = WAYS.flatMap(([way, wrap]) => TEXTS.map(text => [way, text, wrap(text)] as const));

const KEYS = {
  y: 'y',
  Y: 'Y',
  d: 'd',
  'Enter, ten times in one read': '\r'.repeat(10),
  'Enter as a line feed': '\n',
  Space: ' ',
  Tab: '\t',
  Delete: '\u001b[3~',
  Backspace: '\u007f',
  'ctrl+h': '\u0008',
  'ctrl+d': '\u0004',
  End: '\u001b[F',
  'shift+Tab': '\u001b[Z',
  Down: '\u001b[B',
  Home: '\u001b[H',
  F8: '\u001b[19~',
};

/** The dialogs: number of marked bots, the confirmation to type, and the title. */
const DIALOGS = [
  { marks: 0, asks: "Type the bot's name", shows: 'Delete this bot', pastes: PASTES },
  {
    marks: 2,
    asks: 'Type this to confirm',
    shows: 'Delete 2 bots permanently',
    pastes: PASTES.slice(0, 2 * TEXTS.length),
  },
];

describe.each(DIALOGS)('$shows', ({ marks, asks, shows, pastes }) => {
  beforeAll(async () => {
    await take(opened, [`g ${'Space '.repeat(marks)}`, marks > 0 ? `${marks} marked` : '']);
  });
  afterAll(() => take(opened, [marks > 0 ? 'Esc' : '', not('marked')]));

  const survives = (bytes: string): Promise<void> =>
    take(
      opened,
      ['Ctrl-D', asks],
      [`\`${bytes}\``],
      atRest,
      ['', shows],
      () => expect(opened.deletes()).toEqual([]),
      ['Esc', not(shows), 'NAME'],
    );

  test.each(pastes)('delete dialog: a paste deletes nothing: %s: %j', (_way, _text, bytes) =>
    survives(bytes),
  );
  test.each(Object.entries(KEYS))('delete dialog: %s deletes nothing', (_key, bytes) => survives(bytes));
});

type Expected = {
  readonly shows: readonly (string | RegExp)[];
  /** The fault of the load after the DELETE. */
  readonly look?: Fault;
  readonly isThere?: boolean;
  readonly meanwhile?: readonly string[];
};

/** Deletes the first bot under a fault, and checks the dialog, that one DELETE was sent, and the list. */
async function deleteUnder(fault: Fault, { shows, look, isThere, meanwhile = [] }: Expected) {
  const { terminal, sandbox } = opened;
  await take(opened, ['g Ctrl-D']);
  // On a busy machine it may arrive in one read with the key before it.
  if (terminal.text().includes('arrived with other keys')) await terminal.press('ctrl+d');
  await take(opened, ['', 'checked just now']);
  const [, name = ''] = /name {2,}(\S+)/.exec(terminal.text()) ?? [];
  onTestFinished(sandbox.fault({ path: BOT, method: 'DELETE', ...fault }));
  if (look !== undefined) onTestFinished(sandbox.fault({ path: BOT, method: 'GET', ...look }));
  await take(
    opened,
    [name, `Enter DELETES ${name}`],
    ['Confirm'],
    async () => {
      for (const bytes of meanwhile) {
        terminal.send(bytes);
        await terminal.settle(50);
      }
    },
    ['', ...shows.map(text => (typeof text === 'string' ? text.replace('$name', name) : text))],
    { DELETE: 1 },
    () => /this bot|─ Done/i.test(terminal.text()) && terminal.press('Escape'),
    ['r', / \d+ loaded| of \d+ checked/, not('STALE', 'OFFLINE')],
  );
  if (isThere !== undefined) expect(terminal.text().includes(`${name} `)).toBe(isThere);
}

// `delete-results.test.ts` tries every response; here is one of each result.
test('delete: a refusal deletes nothing, is reported, and the DELETE is not retried', () =>
  deleteUnder({ status: 403, body: { message: 'no' } }, { shows: ['Not deleted', '403'], isThere: true }));

/** Responses after which the record is loaded, and what is said if it exists. */
const LOST: readonly (readonly [string, Fault, string])[] = [
  ['no response in time', { hang: 'headers' }, 'Outcome unknown: it exists, but may yet be deleted'],
  ['404', { status: 404 }, 'Not deleted: it still exists'],
];

test.each(LOST)(
  'delete: after %s the record is loaded: it still exists, and the DELETE is not retried',
  (_name, fault, words) => deleteUnder(fault, { shows: [words], isThere: true }),
);

test.each(LOST)(
  'delete: after %s and a failed load the outcome is unknown, and never "deleted"',
  async (_name, fault) => {
    const shows = [/^(?![\s\S]*Deleted bot)[\s\S]*Outcome unknown: it may or may not be gone/];
    await deleteUnder(fault, { shows, look: { status: 500 } });
  },
);

test('delete: after a lost response the record is missing and counts as deleted', () =>
  deleteUnder({ reset: 'after' }, { shows: ['Deleted bot $name'], isThere: false }));

test('delete: a bot that is missing after a 404 was already gone, and its row is removed', () =>
  deleteUnder(
    { status: 404, carriedOut: true },
    { shows: [/^(?![\s\S]*Deleted bot)[\s\S]*already gone \(404\)/], isThere: false },
  ));

test('delete: while a DELETE is under way, no key sends another', () =>
  deleteUnder(
    { delayMs: 800 },
    { shows: ['Deleted bot'], meanwhile: ['\r', '\r', '\r\r', '\x04', 'y', '\x1b[3~', '\r'] },
  ));
