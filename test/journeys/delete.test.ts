// @module-tag smoke

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { adjustableClock } from '../helpers/clock.ts';
import { type ExplorerRun, openExplorer } from '../helpers/explorer.ts';
import { newFolder } from '../helpers/folder.ts';

let opened: ExplorerRun;
afterEach(() => opened.close());

/** Opens the explorer on the list of bots; by default without the seconds to cancel a delete. */
async function openOnBots(options: Parameters<typeof openExplorer>[0] = {}): Promise<ExplorerRun> {
  opened = await openExplorer({ ...options, flags: options.flags ?? ['--no-grace'] });
  await opened.terminal.waitFor('support-prod');
  return opened;
}

test('delete: a bot is deleted once by its typed name, and its row is removed', async () => {
  const { terminal, sandbox, type, confirm, deletes } = await openOnBots();

  await terminal.press('ctrl+d');
  await terminal.waitFor('checked just now');
  expect(terminal.text()).toContain(sandbox.ids.botId);
  expect(terminal.text()).toMatch(/created \d+\w+ ago, changed \d+\w+ ago/);
  expect(terminal.text()).toMatch(/\d events?, \d actions?, \d states?, \d recurring events?/);
  await type('support-prod');
  await terminal.waitFor('Enter DELETES support-prod');
  await confirm();

  await terminal.waitFor(/Deleted bot support-prod \(\S+\)\. Backup: :trash/);
  expect(terminal.rows().slice(3, 20).join('\n')).not.toContain(sandbox.ids.botId.slice(0, 8));
  expect(deletes()).toHaveLength(1);
  expect(deletes()[0]?.headers['x-workspace-id']).toBe(sandbox.workspaceId);
  expect(deletes()[0]?.headers['x-bot-id']).toBeUndefined();
});

test('delete: the request is sent after five seconds, and Esc within them sends nothing', async () => {
  const { terminal, type, confirm, deletes } = await openOnBots({ flags: [] });
  await terminal.press('ctrl+d');
  await terminal.waitFor('After Enter you have 5 seconds to cancel');
  await type('support-prod');
  await terminal.waitFor('Enter DELETES support-prod after 5 s');
  await confirm();

  await terminal.waitFor(/Deleting support-prod in [345] s ▓+░* {2}Esc cancels/);
  await terminal.press('Escape');
  await terminal.waitFor('Cancelled. Nothing was sent');
  expect(deletes()).toHaveLength(0);

  await type('support-prod');
  await terminal.waitFor('Enter DELETES support-prod after 5 s');
  await confirm();
  await terminal.waitFor('Deleted bot support-prod');
  expect(deletes()).toHaveLength(1);
});

test('delete: a wrong name is reported and deletes nothing', async () => {
  const { terminal, type, confirm, deletes } = await openOnBots();
  await terminal.press('ctrl+d');
  await terminal.waitFor("Type the bot's name");

  await type('support-prot');
  await confirm();

  await terminal.waitFor("That doesn't match");
  await terminal.press('Escape');
  await terminal.waitFor('20+');
  expect(deletes()).toHaveLength(0);
});

test('delete: an integration version is deleted from its record view', async () => {
  const { terminal, sandbox, type, confirm, deletes } = await openOnBots();
  await terminal.press(':');
  await terminal.paste(`integration ${sandbox.ids.integrationId}`);
  await terminal.press('Enter');
  await terminal.waitFor('verification status');

  await terminal.press('ctrl+d');
  await terminal.waitFor('checked just now');
  await type('whatsapp');
  await confirm();

  await terminal.waitFor('Deleted integration');
  expect(deletes().map(({ path }) => path)).toEqual([`/v1/admin/integrations/${sandbox.ids.integrationId}`]);
});

test('delete: a conversation is deleted by the end of its id, with the bot id and without the workspace id', async () => {
  const { terminal, sandbox, type, confirm, deletes } = await openOnBots();
  const { conversationId, botId } = sandbox.ids;
  await terminal.press('a');
  await terminal.waitFor('Actions');
  while (!/▸ delete conversation of this bot by id/.test(terminal.text())) await terminal.press('Down');
  await terminal.press('Enter');
  await terminal.waitFor('_<conversationId>');
  await terminal.paste(conversationId);
  await terminal.press('Enter');
  await terminal.waitFor("The API can't show a conversation");

  await type(conversationId.slice(-6));
  await confirm();

  await terminal.waitFor('Deleted conversation');
  // The receipt has the request with its bot id, and the status of the response.
  expect(terminal.text()).toContain(`x-bot-id: ${botId}`);
  expect(terminal.text()).toMatch(/status +200/);
  expect(deletes()).toHaveLength(1);
  expect(deletes()[0]?.path).toBe(`/v1/chat/conversations/${conversationId}`);
  expect(deletes()[0]?.headers['x-bot-id']).toBe(botId);
  expect(deletes()[0]?.headers['x-workspace-id']).toBeUndefined();
});

test.each([
  ['every letter and Enter in one write', 'support-prod\r'],
  ['held Enter', '\r\r\r\r\r\r'],
  ['a paste of name and Enter', '\u001b[200~support-prod\r\u001b[201~'],
  ['a paste whose end is forged', '\u001b[200~x\u001b[201~support-prod\r'],
  ['y and other letters', 'yYdD \r'],
])('delete: %s does not delete', async (_name, bytes) => {
  const { terminal, deletes } = await openOnBots();
  await terminal.press('ctrl+d');
  await terminal.waitFor("Type the bot's name");

  terminal.send(bytes);
  await terminal.settle();

  expect(deletes()).toHaveLength(0);
  expect(terminal.text()).toContain('Delete this bot');
});

test('delete: ctrl+d at the end of a burst of keys opens no dialog', async () => {
  const { terminal } = await openOnBots();

  terminal.send('jj\u0004');

  await terminal.waitFor('the delete key arrived with other keys');
});

test('delete: a 403 is reported as not deleted, and the bot stays', async () => {
  const { terminal, sandbox, type, confirm, deletes } = await openOnBots();
  sandbox.fault({ method: 'DELETE', status: 403 });
  await terminal.press('ctrl+d');
  await terminal.waitFor("Type the bot's name");
  await type('support-prod');
  await confirm();

  await terminal.waitFor('This bot was not deleted');
  expect(terminal.text()).toContain('403 Your token may not do this');
  expect(terminal.text()).not.toContain('undone');
  expect(terminal.text()).toContain('Esc close  L what was sent  Ctrl-P other profile');
  await terminal.press('Enter', 'y');
  await type('support-prod');
  await terminal.press('Enter');
  expect(terminal.text()).toContain('This bot was not deleted');
  expect(deletes()).toHaveLength(1);

  await terminal.press('L');
  await terminal.waitFor(/\/v1\/\S+ +DELETE +403/);
  await terminal.press('Escape', 'ctrl+d');
  await terminal.waitFor('! Your token was refused (403) when deleting a bot before.');
  await terminal.waitFor("Type the bot's name");
  await terminal.press('Escape', 'r', 'ctrl+d');
  await terminal.waitFor("Type the bot's name");
  expect(terminal.text()).not.toContain('was refused');
});

test('delete: a version in use gets a 409 and stays', async () => {
  const { terminal, sandbox, type, confirm } = await openOnBots();
  await terminal.press(':');
  await terminal.paste(`integration ${sandbox.ids.lockedIntegrationId}`);
  await terminal.press('Enter');
  await terminal.waitFor('verification status');
  await terminal.press('ctrl+d');
  await terminal.waitFor('Type the');
  const name = /name {9}(\S+)/.exec(terminal.text())?.[1] ?? '';

  await type(name);
  await confirm();

  await terminal.waitFor('409 It is in use');
  expect(terminal.text()).toContain('Not deleted');
});

test('delete: after a lost response the record is loaded; a missing one counts as deleted, and nothing is sent twice', async () => {
  const { terminal, sandbox, type, confirm, deletes } = await openOnBots();
  sandbox.fault({ method: 'DELETE', reset: 'after' });
  await terminal.press('ctrl+d');
  await terminal.waitFor("Type the bot's name");
  await type('support-prod');
  await confirm();

  await terminal.waitFor('Deleted bot support-prod (c200b264…ff5d). The response was lost');
  expect(deletes()).toHaveLength(1);
});

test('delete: after a connection that broke before the request, the outcome is unknown', async () => {
  const { terminal, sandbox, type, confirm, deletes } = await openOnBots();
  sandbox.fault({ method: 'DELETE', reset: 'before' });
  await terminal.press('ctrl+d');
  await terminal.waitFor("Type the bot's name");
  await type('support-prod');
  await confirm();

  await terminal.waitFor('Outcome unknown: it exists, but may yet be deleted');
  expect(deletes()).toHaveLength(1);
});

test('delete dialog: deletes the bot that it names, whatever happens to the list below', async () => {
  const { terminal, sandbox, type, confirm, deletes } = await openOnBots();
  await terminal.press('ctrl+d');
  await terminal.waitFor("Type the bot's name");
  await fetch(`${sandbox.url}/v1/admin/bots/${sandbox.ids.botId}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${sandbox.token}`, 'x-workspace-id': sandbox.workspaceId },
  });

  await type('support-prod');
  await confirm();

  await terminal.waitFor('already gone (404)');
  expect(deletes().map(({ path }) => path)).toEqual(Array(2).fill(`/v1/admin/bots/${sandbox.ids.botId}`));
});

test('delete dialog: deletes the bot that it names, also if the list shifts before it opens', async () => {
  const { terminal, sandbox, type, confirm, deletes } = await openOnBots();
  const [first = '', , third = ''] = sandbox.idsOf('bot', {});
  await terminal.press('j', 'j');
  await terminal.waitFor('▸  order-tracker');
  await fetch(`${sandbox.url}/v1/admin/bots/${first}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${sandbox.token}`, 'x-workspace-id': sandbox.workspaceId },
  });
  // The shorter list arrives while the dialog is open: all rows move up by one.
  sandbox.fault({ path: '/v1/admin/bots', delayMs: 1500 });
  await terminal.press('r');
  await terminal.waitFor('loading');
  await terminal.press('ctrl+d');
  await terminal.waitFor("Type the bot's name");

  await type('order-tracker');
  await confirm();

  await terminal.waitFor('Deleted bot order-tracker');
  expect(deletes().map(({ path }) => path)).toEqual([first, third].map(id => `/v1/admin/bots/${id}`));
});

test('delete dialog: while a DELETE is under way, it does not offer Esc to stop', async () => {
  const { terminal, sandbox, type, confirm } = await openOnBots();
  sandbox.fault({ method: 'DELETE', hang: 'headers' });
  await terminal.press('ctrl+d');
  await terminal.waitFor("Type the bot's name");
  await type('support-prod');
  await confirm();

  await terminal.waitFor(/deleting \d+ s/);

  expect(terminal.text()).not.toMatch(/Esc (stops|cancels)/);
});

test('read-only: ctrl+d opens no dialog and sends no DELETE', async () => {
  const { terminal, deletes } = await openOnBots({ flags: ['--read-only'] });

  await terminal.press('ctrl+d');

  await terminal.waitFor('Read-only: start without --read-only');
  expect(deletes()).toHaveLength(0);
});

/**
 * A clock that advances only when input arrives, as for a key held down that repeats about 30 times a second.
 */
const HELD_CLOCK = `const { ReadStream } = require('node:tty');
const { push } = ReadStream.prototype;
let now = Date.now();
Date.now = () => now;
performance.now = () => now - performance.timeOrigin;
ReadStream.prototype.push = function (...read) {
  now += 30;
  return push.apply(this, read);
};`;

test('delete dialog: Enter held down after the last letter never deletes', async () => {
  const clock = join(newFolder('clock'), 'clock.cjs');
  writeFileSync(clock, HELD_CLOCK);
  const { terminal, deletes } = await openOnBots({ env: { NODE_OPTIONS: `--require=${clock}` } });
  await terminal.press('ctrl+d');
  await terminal.waitFor("Type the bot's name");
  terminal.send('support-prod');
  await terminal.waitFor('Enter DELETES');

  for (let key = 0; key < 40; key++) {
    terminal.send('\r');
    await terminal.settle(20);
  }

  await terminal.waitFor('press Enter again');
  expect(deletes()).toHaveLength(0);
});

test('delete dialog: works after the clock is set back by an hour', async () => {
  const clock = adjustableClock();
  const { terminal, type, confirm, deletes } = await openOnBots({ env: clock.env });
  await terminal.press('ctrl+d');
  await terminal.waitFor("Type the bot's name");
  await type('support-prod');
  await terminal.waitFor('Enter DELETES');
  clock.setBack();

  await confirm();

  await terminal.waitFor('Deleted bot');
  expect(deletes()).toHaveLength(1);
});

test.each([
  [40, 12],
  [30, 8],
])(
  'delete dialog: at %i x %i all facts are shown before the confirmation can be typed',
  async (columns, rows) => {
    opened = await openExplorer({ columns, rows, flags: ['--no-grace'] });
    const { terminal, type, confirm, deletes } = opened;
    await terminal.waitFor('support');
    await terminal.press('ctrl+d');
    await terminal.waitFor('more: Enter');
    await type('support-prod');
    await terminal.press('x');

    let seen = '';
    while (!terminal.text().includes('  > _')) {
      seen += terminal.text();
      expect(deletes()).toEqual([]);
      await terminal.press('Enter');
    }
    seen += terminal.text();

    expect(seen).not.toContain('0 more');
    for (const fact of ['always', 'integrations', 'Deletes', 'undone', 'Backup'])
      expect(seen.replace(/\s+/g, ' ')).toContain(fact);
    await type('support-prod');
    await confirm();
    await terminal.waitFor('Deleted bot');
    expect(deletes()).toHaveLength(1);
  },
);

test('delete dialog: for an integration it has the version and the loaded bots that use it', async () => {
  const { terminal, sandbox } = await openOnBots();
  await terminal.press('Enter');
  await terminal.waitFor('Diagnosis');
  await terminal.press('Escape', ':');
  await terminal.paste(`integration ${sandbox.ids.lockedIntegrationId}`);
  await terminal.press('Enter');
  await terminal.waitFor('verification status');

  await terminal.press('ctrl+d');

  await terminal.waitFor(/version \d+\.\d+/);
  await terminal.waitFor(/Used by at least 1 bot/);
  expect(terminal.text()).toMatch(/1 of \d+\+ bots checked/);
});

test('delete key: the tabs of a bot name what it deletes: the bot, an integration version, or nothing', async () => {
  const { terminal, type, confirm, deletes } = await openOnBots();
  await terminal.press('Enter');
  await terminal.waitFor(/Diagnosis.*Ctrl-D delete bot/s);

  await terminal.press('6');
  await terminal.waitFor('id: ');
  const text = terminal.rows().slice(2, 20);
  await terminal.press('ctrl+d');
  await terminal.waitFor('Text has no row to delete. Ctrl-D deletes this bot on tab Overview.');
  expect(terminal.rows().slice(2, 20)).toEqual(text);

  await terminal.press('3');
  await terminal.waitFor('Conversations');
  await terminal.press('ctrl+d');
  await terminal.waitFor("This line can't be deleted. Ctrl-D deletes this bot on tab Overview.");

  await terminal.press('2');
  await terminal.waitFor('Ctrl-D delete integration');
  await terminal.press('ctrl+d');
  await terminal.waitFor(
    /Delete integration version \S+ for ALL bots: this does not\s+uninstall it from support-prod/,
  );
  await terminal.waitFor(/Used by at least 1 bot: support-prod \(1 of \d+\+ bots checked/);
  const name = /name {9}(\S+)/.exec(terminal.text())?.[1] ?? '';
  await type(name);
  await terminal.waitFor(`Enter DELETES ${name}`);
  await confirm();

  await terminal.waitFor('Deleted integration');
  expect(deletes().map(({ path }) => path)).toEqual([expect.stringContaining('/v1/admin/integrations/')]);
});
