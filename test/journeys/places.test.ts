// @module-tag program

import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import { confirmIn, sharedExplorer } from '../helpers/explorer.ts';
import { newFolder } from '../helpers/folder.ts';
import { openRestartable } from '../helpers/restarting.ts';
import { openTerminal } from '../helpers/terminal.ts';

const openShared = sharedExplorer();
const closing: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

async function open() {
  const opened = await openShared();
  closing.push(opened.close);
  return opened;
}

/** Opens a sandbox on which the explorer can be started several times. */
async function restartable() {
  const started = await openRestartable();
  closing.push(started.close);
  return started;
}

const paths = ({
  sandbox,
}: {
  readonly sandbox: { readonly requests: readonly { readonly path: string }[] };
}) => sandbox.requests.map(({ path }) => path.replace(/\?.*/, ''));

test('start place: bot/<id> opens that bot without loading the list, and Esc returns to the list', async () => {
  const { sandbox, start } = await restartable();
  const terminal = await start(`bot/${sandbox.ids.botId}`);

  await terminal.waitFor('› support-prod');
  await terminal.waitFor('Borealis Air › Bots › support-prod');
  expect(paths({ sandbox })).not.toContain('/v1/admin/bots');
  await terminal.press('Escape');

  await terminal.waitFor('20+');
});

test('start place: an issue opens below its bot', async () => {
  const { sandbox, start } = await restartable();
  const terminal = await start(`bot/${sandbox.ids.botId}/issues/${sandbox.ids.issueId}`);

  await terminal.waitFor('Description');
  await terminal.waitFor('support-prod ›');
  await terminal.press('Escape');

  await terminal.waitFor('› support-prod');
});

test.each([
  ['bot/..', '"bot/.."'],
  ['nonsense', 'Unknown command or place: nonsense.'],
  ['bot/b1/conversations/c1', '"bot/b1/conversations/c1"'],
])('start place: %s is refused with a reason and exit code 2', async (place, reason) => {
  const { start } = await restartable();
  const terminal = await start(place);

  expect((await terminal.exit).code).toBe(2);
  expect(terminal.text()).toContain(reason);
  expect(terminal.altScreen()).toBe(false);
});

test('history: - returns to the previous view, [ and ] step through all views, and each is unchanged', async () => {
  const { terminal } = await open();
  await terminal.waitFor('20+');
  // The second page loads automatically: the first one does not fill two screens.
  await terminal.press('j', 'j', 'j');
  const list = await terminal.waitFor(' 4/40+');
  await terminal.press('Enter');
  await terminal.waitFor('› rebooking');
  // Without the title: it counts the health of the bot that was opened.
  const bodyOf = (screen: string) =>
    screen
      .split('\n')
      .slice(2, 20)
      .map(row => row.slice(0, 24));

  await terminal.press('-');
  await terminal.waitFor(' 4/40+');
  expect(bodyOf(terminal.text())).toEqual(bodyOf(list));
  await terminal.press('-');
  await terminal.waitFor('› rebooking');
  await terminal.press('[');
  await terminal.waitFor(' 4/40+');
  await terminal.press(']');
  await terminal.waitFor('› rebooking');
  await terminal.press('ctrl+o');

  await terminal.waitFor(' 4/40+');
});

test('bookmarks: one survives a restart, in a file for its owner only', async () => {
  const { start, files } = await restartable();
  const first = await start();
  await first.waitFor('20+');
  await first.press('j', 'b');
  await first.waitFor('Bookmarked bot support-staging');
  first.send('\x03\x03');
  await first.exit;

  const [file = ''] = files('places');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ bookmarks: [{ name: 'support-staging' }] });
  const second = await start();
  await second.waitFor('20+');
  await second.press("'");
  await second.waitFor(/1 bot +support-staging/);
  await second.press('Enter');

  await second.waitFor('› support-staging');
});

test('state off: a run leaves bookmarks, journal and backups, but nothing of what was seen', async () => {
  const { sandbox, start, files, folder } = await restartable();
  const remembering = await start();
  await remembering.waitFor('support-prod');
  await remembering.press('Enter');
  await remembering.waitFor('› support-prod');
  remembering.send('\x03\x03');
  await remembering.exit;
  const copies = files('copies');
  const before = Object.fromEntries(copies.map(path => [path, readFileSync(path, 'utf8')]));
  sandbox.put('bot', { id: sandbox.ids.botId, name: 'renamed' });

  const terminal = await start('--state', 'off', '--no-grace');
  await terminal.waitFor('renamed');
  await terminal.press('j', 'b', 'k', 'Enter');
  await terminal.waitFor('› renamed');
  expect(terminal.text()).not.toContain('Since you last looked');
  await terminal.press('Escape', 'j', 'j', 'ctrl+d');
  await terminal.waitFor('checked just now');
  const [, name = ''] = /name {2,}(\S+)/.exec(terminal.text()) ?? [];
  await terminal.press(...name);
  await terminal.waitFor(`Enter DELETES ${name}`);
  await confirmIn(terminal);
  await terminal.waitFor(`Deleted bot ${name}`);
  terminal.send('\x03\x03');
  await terminal.exit;

  const [file = ''] = files('places');
  expect(copies).not.toEqual([]);
  expect(Object.fromEntries(files('copies').map(path => [path, readFileSync(path, 'utf8')]))).toEqual(before);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
    recents: [{ name: 'support-prod' }],
    bookmarks: [{ name: 'support-staging' }],
  });
  expect(readdirSync(folder)).toEqual(expect.arrayContaining(['journal.ndjson', 'trash']));
});

test('recent records: they are stored even if a signal ends the program, and home opens them by number', async () => {
  const { sandbox, start } = await restartable();
  const first = await start(`bot/${sandbox.ids.botId}`);
  await first.waitFor('› support-prod');
  first.kill('SIGTERM');
  await first.exit;

  const second = await start('ws');
  await second.waitFor(/3 +support-prod +bot/);
  await second.press('3');

  await second.waitFor('› support-prod');
});

test('state file: an invalid one is quarantined and reported, and the explorer starts', async () => {
  const { start, files } = await restartable();
  const first = await start();
  await first.waitFor('20+');
  await first.press('b');
  await first.waitFor('Bookmarked');
  await first.press('q', 'q', 'q');
  await first.exit;
  const [file = ''] = files('places');
  writeFileSync(file, '{"half');

  const second = await start();

  await second.waitFor('were unreadable; moved to');
  await second.waitFor('20+');
  expect(files('places').some(name => name.endsWith('.broken'))).toBe(true);
});

test('demo: writes no files', async () => {
  const state = newFolder('state');
  const terminal = await openTerminal({
    flags: ['--demo'],
    env: { XDG_STATE_HOME: state },
  });
  closing.push(terminal.close);
  await terminal.waitFor('20+');
  await terminal.press('b');
  await terminal.waitFor('Bookmarked');
  await terminal.press('q', 'q', 'q');
  await terminal.exit;

  expect(readdirSync(state)).toEqual([]);
});

test('paste: the path of an issue opens it with Enter and one request', async () => {
  const { terminal, sandbox } = await open();
  const { botId, issueId } = sandbox.ids;
  await terminal.waitFor('20+');
  const path = `/v1/admin/bots/${botId}/issues/${issueId}`;
  const before = sandbox.requests.length;

  await terminal.paste(`https://api.example.org${path}`);
  await terminal.waitFor(/▸ issue/);
  expect(sandbox.requests).toHaveLength(before);
  await terminal.press('Enter');

  await terminal.waitFor('Description');
  expect(paths({ sandbox }).slice(before)).toEqual([path]);
});

test('paste: an unbracketed id is offered too, and runs no keys', async () => {
  const { terminal, sandbox } = await open();
  const { botId } = sandbox.ids;
  await terminal.waitFor('20+');

  terminal.send(`${botId}\r`);

  await terminal.waitFor(/▸ bot/);
  await terminal.press('Enter');
  await terminal.waitFor('Diagnosis');
});

test('paste: an alert offers the records that it names', async () => {
  const { terminal, sandbox } = await open();
  const { botId, issueId } = sandbox.ids;
  await terminal.waitFor('20+');

  await terminal.paste(`ALERT\nissue ${issueId} in bot ${botId}\n\nq\n`);
  await terminal.waitFor('Open pasted id as …');
  await terminal.press('2');

  await terminal.waitFor('Diagnosis');
});

test('paste: a conversation id on a bot opens the delete dialog without a request', async () => {
  const { terminal, sandbox, deletes } = await open();
  await terminal.waitFor('20+');
  await terminal.press('Enter');
  await terminal.waitFor('Diagnosis');
  const before = sandbox.requests.length;

  await terminal.paste(sandbox.ids.conversationId);
  await terminal.waitFor(/▸ conversation/);
  await terminal.settle();
  await terminal.press('Enter');

  await terminal.waitFor('Delete this conversation permanently?');
  expect(deletes()).toEqual([]);
  expect(sandbox.requests).toHaveLength(before);
});

test.each(['q\rq\rq\r', '\x1b[31m:quit\r', 'jjj\rctrl', '\u202e../../x', 'record.delete\r'])(
  'paste: text without an id (%j) is shown and has no effect',
  async text => {
    const { terminal, sandbox } = await open();
    await terminal.waitFor(' 1/20+');
    const before = sandbox.requests.length;

    await terminal.paste(text);
    await terminal.waitFor('Nothing to open in what you pasted ("');

    expect(sandbox.requests).toHaveLength(before);
    expect(terminal.text()).toContain('› Bots');
    await terminal.press('j');
    await terminal.waitFor(' 2/20+');
  },
);

test('palette: a record seen before is completed by a part of its name or the beginning of its id', async () => {
  const { terminal, sandbox, type } = await open();
  await terminal.waitFor('20+');

  await terminal.press(':');
  await type('bot lost');
  await terminal.waitFor(/▸ bot lost-luggage/);
  await terminal.press('Enter');
  await terminal.waitFor('› lost-luggage');
  await terminal.press(':');
  await type(`bot ${sandbox.ids.botId.slice(0, 8)}`);
  await terminal.press('Enter');

  await terminal.waitFor('› support-prod');
});
