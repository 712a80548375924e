import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { Fault } from '../../src/sandbox/faults.ts';
import { type Opened, openExplorer } from '../helpers/explorer.ts';

/** Faults that end by themselves, or within this deadline. */
const PATIENCE = ['--timeout', '2'];
const BOT = '/v1/admin/bots/{id}';

let opened: Opened;
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

/** The name of the row under the cursor. */
const here = (): string => /▸ {2}([a-z-]+) /.exec(opened.terminal.text())?.[1] ?? '';

/** Spoils deletes, and with `look` also what is read after them, to the end of the test. */
function spoil(fault: Fault, look: Fault | undefined): void {
  const { sandbox } = opened;
  onTestFinished(sandbox.fault({ path: BOT, method: 'DELETE', ...fault }));
  if (look !== undefined) onTestFinished(sandbox.fault({ path: BOT, method: 'GET', ...look }));
}

/** Opens the dialog for the first bot and confirms it under a fault. Answers with the bot's name. */
async function deleting(fault: Fault, look?: Fault): Promise<string> {
  const { terminal, type, confirm } = opened;
  await terminal.press('g');
  const name = here();
  await terminal.press('ctrl+d');
  // On a busy machine it may have come in one read with the key before it.
  if (terminal.text().includes('arrived with other keys')) await terminal.press('ctrl+d');
  await terminal.waitFor('checked just now');
  spoil(fault, look);
  await type(name);
  await terminal.waitFor(`Enter DELETES ${name}`);
  await confirm();
  return name;
}

/** Leaves the dialog, if it is still there, and reads the list anew. */
async function backOnList(): Promise<void> {
  const { terminal } = opened;
  if (terminal.text().includes('this bot')) await terminal.press('Escape');
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
  'a delete that is answered %s has deleted nothing, says so, and is not sent again',
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

const LOST: readonly (readonly [string, Fault])[] = [
  ['a reset', { reset: 'before' }],
  ['a reset in the answer', { reset: 'during', status: 200, body: '{"ok":true}' }],
  ['no answer in time', { hang: 'headers' }],
  ['half an answer', { hang: 'body', status: 200, body: '{"ok":true}' }],
  ['404', { status: 404 }],
  ['408', { status: 408 }],
  ['500', { status: 500 }],
  ['502', { status: 502 }],
  ['503', { status: 503 }],
  ['504', { status: 504 }],
  ['a redirect', { status: 307, headers: { location: '/v1/admin/bots/other' } }],
];

test.each(LOST)(
  'after %s the record is read again: it is still there, and nothing is sent again',
  async (_name, fault) => {
    const { terminal, deletes } = opened;
    const before = deletes().length;
    const name = await deleting(fault);

    await terminal.waitFor('Not deleted: it still exists');
    expect(sent(before)).toHaveLength(1);
    await backOnList();
    expect(terminal.text()).toContain(name);
  },
);

test.each(LOST)(
  'after %s and a look that fails the outcome is unknown, and nobody says deleted',
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

test.each(DONE)(
  'after %s in place of the answer it is gone, which counts as deleted',
  async (_name, fault) => {
    const { terminal, deletes } = opened;
    const before = deletes().length;
    const name = await deleting(fault);

    await terminal.waitFor(new RegExp(`Deleted bot ${name}`));
    expect(sent(before)).toHaveLength(1);
    await backOnList();
    expect(terminal.text()).not.toContain(`${name} `);
  },
);

test('a bot whose DELETE is answered 404 and that is not there when read again is gone, and its row goes', async () => {
  const { terminal, deletes } = opened;
  const before = deletes().length;
  const name = await deleting({ status: 404, carriedOut: true });

  await terminal.waitFor('already gone (404)');
  expect(terminal.text()).not.toContain('Deleted bot');
  expect(sent(before)).toHaveLength(1);
  await backOnList();
  expect(terminal.text()).not.toContain(`${name} `);
});

test('while a delete is under way no key sends another', async () => {
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
