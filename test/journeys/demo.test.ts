// @module-tag program

import { afterEach, test } from 'vitest';
import { confirmIn } from '../helpers/explorer.ts';
import { openTerminal, type Terminal } from '../helpers/terminal.ts';

let terminal: Terminal;
afterEach(() => terminal.close());

const open = async (options: Parameters<typeof openTerminal>[0] = {}) => {
  terminal = await openTerminal({ ...options, flags: ['--demo', ...(options.flags ?? [])] });
  await terminal.waitFor('support-prod');
};

test('demo: one line says what to try, until the first key', async () => {
  await open();
  await terminal.waitFor('Sample data: Enter opens a bot, ? lists the keys, Ctrl-P connects.');

  await terminal.press('j');

  await terminal.waitFor(screen => !screen.includes('Sample data'));
});

test('demo: a screen reader announces what to try', async () => {
  await open({ columns: 200, rows: 100, flags: ['--screen-reader'] });

  await terminal.waitFor(/Sample data: Enter opens a bot/);
});

test('demo: a deleted bot has its backup, as long as the demo runs', async () => {
  await open({ flags: ['--no-grace'] });
  await terminal.press('ctrl+d');
  await terminal.waitFor("Type the bot's name");
  await terminal.press(...'support-prod');
  await terminal.waitFor('Enter DELETES');
  await confirmIn(terminal);
  await terminal.waitFor(/Deleted bot support-prod .* Backup: :trash/);

  await terminal.press(':', ...'trash', 'Enter');

  await terminal.waitFor(/› Backups[\s\S]*▸ +support-prod +deleted +bot/);
});
