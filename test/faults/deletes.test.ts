// @module-tag program

import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { Fault } from '../../src/sandbox/types.ts';
import { type ExplorerRun, openExplorer } from '../helpers/explorer.ts';

/** A deadline for faults that do not end by themselves. */
const PATIENCE = ['--timeout', '2'];
const BOT = '/v1/admin/bots/{id}';

let opened: ExplorerRun;
beforeAll(async () => {
  opened = await openExplorer({
    sandbox: { bots: 15 },
    flags: [...PATIENCE, '--no-grace'],
    columns: 110,
    rows: 32,
  });
  await opened.terminal.waitFor('support-prod');
});
afterAll(() => opened.close());

/** Returns the name of the row under the cursor. */
const here = (): string => /▸ {2}([a-z-]+) /.exec(opened.terminal.text())?.[1] ?? '';

/** Spoils DELETEs until the end of the test; with `look`, also the loads after them. */
function spoil(fault: Fault, look: Fault | undefined): void {
  const { sandbox } = opened;
  onTestFinished(sandbox.fault({ path: BOT, method: 'DELETE', ...fault }));
  if (look !== undefined) onTestFinished(sandbox.fault({ path: BOT, method: 'GET', ...look }));
}

/** Opens the dialog for the first bot and confirms it under a fault. Returns the bot's name. */
async function deleting(fault: Fault, look?: Fault): Promise<string> {
  const { terminal, type, confirm } = opened;
  await terminal.press('g');
  const name = here();
  await terminal.press('ctrl+d');
  // On a busy machine it may arrive in one read with the key before it.
  if (terminal.text().includes('arrived with other keys')) await terminal.press('ctrl+d');
  await terminal.waitFor('checked just now');
  spoil(fault, look);
  await type(name);
  await terminal.waitFor(`Enter DELETES ${name}`);
  await confirm();
  return name;
}

/** Closes the dialog, if it is still open, and reloads the list. */
async function backOnList(): Promise<void> {
  const { terminal } = opened;
  if (/this bot|─ Done/i.test(terminal.text())) await terminal.press('Escape');
  await terminal.press('r');
  await terminal.waitFor(screen => /all loaded/.test(screen) && !/STALE|OFFLINE/.test(screen));
}

const sent = (since: number) => opened.deletes().slice(since);

const REFUSED: readonly (readonly [string, Fault, string | RegExp])[] = [
  ['400', { status: 400 }, '400'],
  ['401', { status: 401 }, '401'],
  ['403', { status: 403 }, '403'],
  ['409', { status: 409 }, '409'],
  ['413', { status: 413 }, '413'],
  ['429', { status: 429, body: { message: 'slowly' } }, '429'],
];

test.each(REFUSED)(
  'delete: a %s deletes nothing, is reported, and the DELETE is not retried',
  async (_status, fault, words) => {
    const { terminal, deletes } = opened;
    const before = deletes().length;
    const name = await deleting(fault);

    await terminal.waitFor('Not deleted');
    await terminal.waitFor(words);
    expect(sent(before)).toHaveLength(1);
    await backOnList();
    expect(terminal.text()).toContain(name);
  },
);

const UNPROVED = 'Outcome unknown: it exists, but may yet be deleted';
const REFUSED_TWICE = 'Not deleted: it still exists';

/** Responses after which the record is loaded, and what is said if it exists. */
const LOST: readonly (readonly [string, Fault, string])[] = [
  ['a reset', { reset: 'before' }, UNPROVED],
  ['a reset during the response', { reset: 'during', status: 200, body: '{"ok":true}' }, UNPROVED],
  ['no response in time', { hang: 'headers' }, UNPROVED],
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
  async (_name, fault, words) => {
    const { terminal, deletes } = opened;
    const before = deletes().length;
    const name = await deleting(fault);

    await terminal.waitFor(words);
    expect(sent(before)).toHaveLength(1);
    await backOnList();
    expect(terminal.text()).toContain(name);
  },
);

test.each(LOST)(
  'delete: after %s and a failed load the outcome is unknown, and never "deleted"',
  async (_name, fault) => {
    const { terminal, deletes } = opened;
    const before = deletes().length;
    await deleting(fault, { status: 500 });

    await terminal.waitFor('Outcome unknown: it may or may not be gone');
    expect(terminal.text()).not.toMatch(/Deleted bot/);
    expect(sent(before)).toHaveLength(1);
    await backOnList();
  },
);

const DONE: readonly (readonly [string, Fault])[] = [
  ['a reset', { reset: 'after' }],
  ['502', { status: 502, carriedOut: true }],
  ['HTML', { status: 200, carriedOut: true, body: '<html>', contentType: 'text/html' }],
];

test.each(DONE)('delete: after %s the record is missing and counts as deleted', async (_name, fault) => {
  const { terminal, deletes } = opened;
  const before = deletes().length;
  const name = await deleting(fault);

  await terminal.waitFor(new RegExp(`Deleted bot ${name}`));
  expect(sent(before)).toHaveLength(1);
  await backOnList();
  expect(terminal.text()).not.toContain(`${name} `);
});

test('delete: a bot that is missing after a 404 was already gone, and its row is removed', async () => {
  const { terminal, deletes } = opened;
  const before = deletes().length;
  const name = await deleting({ status: 404, carriedOut: true });

  await terminal.waitFor('already gone (404)');
  expect(terminal.text()).not.toContain('Deleted bot');
  expect(sent(before)).toHaveLength(1);
  await backOnList();
  expect(terminal.text()).not.toContain(`${name} `);
});

test('delete: while a DELETE is under way, no key sends another', async () => {
  const { terminal, deletes } = opened;
  const before = deletes().length;
  await deleting({ delayMs: 800 });
  await terminal.waitFor('deleting');

  for (const key of ['\r', '\r', '\r\r', '\x04', 'y', '\x1b[3~', '\r']) {
    terminal.send(key);
    await terminal.settle(50);
  }

  await terminal.waitFor('Deleted bot');
  expect(sent(before)).toHaveLength(1);
  await backOnList();
});
