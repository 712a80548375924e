// @module-tag program

import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { Fault } from '../../src/sandbox/types.ts';
import { type ExplorerRun, openExplorer } from '../helpers/explorer.ts';
import { take } from '../helpers/journey.ts';
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

type Expected = {
  readonly shows: readonly (string | RegExp)[];
  /** The fault of the load after the DELETE. */
  readonly look?: Fault;
  /** True if the row stays in the list. Not compared if the outcome is unknown. */
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
    ['r', 'all loaded', not('STALE', 'OFFLINE')],
  );
  if (isThere !== undefined) expect(terminal.text().includes(`${name} `)).toBe(isThere);
}

test.each([400, 401, 403, 409, 413, 429])(
  'delete: a %d deletes nothing, is reported, and the DELETE is not retried',
  status =>
    deleteUnder({ status, body: { message: 'no' } }, { shows: ['Not deleted', `${status}`], isThere: true }),
);

const UNPROVED = 'Outcome unknown: it exists, but may yet be deleted';
const REFUSED_TWICE = 'Not deleted: it still exists';

/** Responses after which the record is loaded, and what is said if it exists. */
const LOST: readonly (readonly [string, Fault, string])[] = [
  ['a reset', { reset: 'before' }, UNPROVED],
  ['a reset during the response', { reset: 'during', status: 200, body: '{"ok":true}' }, UNPROVED],
  ['no response in time', { hang: 'headers' }, UNPROVED],
  ['a protocol switch', { status: 101, headers: { upgrade: 'websocket', connection: 'Upgrade' } }, UNPROVED],
  ['half a response', { hang: 'body', status: 200, body: '{"ok":true}' }, UNPROVED],
  ['404', { status: 404 }, REFUSED_TWICE],
  ['408', { status: 408 }, UNPROVED],
  ['500', { status: 500 }, UNPROVED],
  ['502', { status: 502 }, UNPROVED],
  ['503', { status: 503 }, UNPROVED],
  ['504', { status: 504 }, UNPROVED],
  ['a redirect', { status: 307, headers: { location: '/v1/admin/bots/other' } }, REFUSED_TWICE],
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

test.each<readonly [string, Fault]>([
  ['a reset', { reset: 'after' }],
  ['502', { status: 502, carriedOut: true }],
  ['HTML', { status: 200, carriedOut: true, body: '<html>', contentType: 'text/html' }],
])('delete: after %s the record is missing and counts as deleted', (_name, fault) =>
  deleteUnder(fault, { shows: ['Deleted bot $name'], isThere: false }),
);

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
