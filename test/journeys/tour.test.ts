// @module-tag program

import { afterEach, describe, expect, test } from 'vitest';
import { confirmIn } from '../helpers/explorer.ts';
import { openTerminal, type Terminal } from '../helpers/terminal.ts';

let terminal: Terminal;
afterEach(() => terminal.close());

const open = async (options: Parameters<typeof openTerminal>[0] = {}) => {
  terminal = await openTerminal({ ...options, flags: ['--demo', ...(options.flags ?? [])] });
  await terminal.waitFor('support-prod');
};

describe.each([
  [80, 24],
  [120, 40],
])('at %i x %i', (columns, rows) => {
  test('tour: its six steps lead from a failing bot to its cause, through a delete, and out', async () => {
    await open({ columns, rows });
    await terminal.waitFor(/▸ open a bot +Enter/);
    await terminal.waitFor('0 of 6');

    await terminal.press('Enter');
    await terminal.waitFor(/▸ find the broken integration +2 Enter/);
    expect(terminal.text()).toContain('1 of 6');
    await terminal.press('2', 'Enter');
    await terminal.waitFor('2 of 6');
    await terminal.press('Escape', 'Escape');
    await terminal.waitFor(/▸ mark three and delete them +Space Ctrl-D/);
    await terminal.press('Space', 'Space', 'Space', 'ctrl+d');
    await terminal.waitFor('delete 3');
    await terminal.press(...'delete 3');
    await terminal.settle();
    await terminal.press('Enter');
    await terminal.waitFor('─ Done');
    await terminal.press('Escape', 'L');
    await terminal.waitFor('DELETE');
    await terminal.press('Escape');
    await terminal.waitFor(/4 of 6/);
    expect(terminal.text()).toMatch(/▸ connect to your workspace +Ctrl-P/);
    await terminal.press('ctrl+p');
    await terminal.waitFor(screen => !screen.includes('4 of 6'));
    await terminal.press('Escape');
    await terminal.waitFor(/5 of 6/);
    expect(terminal.text()).toMatch(/▸ quit +q/);
    await terminal.press('q', 'q', 'q').catch(() => undefined);
    expect((await terminal.exit).code).toBe(0);
  });
});

test('tour: a small screen shows only the next step, below the list', async () => {
  await open({ columns: 40, rows: 12 });
  await terminal.waitFor(/▸ Enter {2}open a bot/);

  await terminal.press('Enter');
  await terminal.waitFor(/▸ 2 Enter {2}find the broken/);
});

test('tour: T closes it at any time and opens it again', async () => {
  await open();
  await terminal.waitFor('0 of 6');
  await terminal.press('T');
  await terminal.waitFor(screen => !screen.includes('0 of 6'));
  await terminal.press('Enter');
  await terminal.waitFor('invalid_auth');
  await terminal.press('T');

  await terminal.waitFor('1 of 6');
});

test('tour: a screen reader announces each step once', async () => {
  await open({ columns: 200, rows: 100, flags: ['--screen-reader'] });
  await terminal.waitFor(/^Try this: open a bot: Enter.$/m);
  await terminal.press('Enter');

  await terminal.waitFor(/^Try this: find the broken integration: 2, Enter.$/m);
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
