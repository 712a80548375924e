import { afterEach, test } from 'vitest';
import { type Opened, openExplorer } from '../helpers/explorer.ts';

let opened: Opened;
afterEach(() => opened.close());

/** On the list of bots, in a terminal that has room for one line only. */
const open = async () => {
  opened = await openExplorer({ columns: 60, rows: 4 });
  await opened.terminal.waitFor(/1\/\d+\+/);
  return opened.terminal;
};

test('one line shows the record that the cursor of a sorted list is on', async () => {
  const terminal = await open();

  await terminal.press(':', ...'bots?sort=name', 'Enter');

  await terminal.waitFor(/▸ [a-r]\S* .* 1\/\d+\+$/m);
});

test('one line shows the field that asks for an id, and what is wrong with it', async () => {
  const terminal = await open();

  await terminal.press('p');
  await terminal.waitFor(/issue id > +_/);
  await terminal.press('x', 'y');
  await terminal.waitFor('issue id > xy_');
  await terminal.press('ctrl+u', 'Enter');

  await terminal.waitFor('That cannot be an id');
});

test('one line shows the chosen one of the bookmarks', async () => {
  const terminal = await open();
  await terminal.press('b', 'j', 'b', "'");
  await terminal.waitFor(/▸ 1\/2 bot support-staging/);

  await terminal.press('j');

  await terminal.waitFor(/▸ 2\/2 bot /);
});

test('a delete says what goes above its question, and on a single row beside it', async () => {
  const terminal = await open();

  await terminal.press('ctrl+d');

  await terminal.waitFor(
    /deployed .* ago, set to stay always alive, \d+ integrations\s+installed\nDelete support-prod\? _/,
  );
  await terminal.resize(60, 1);
  await terminal.waitFor(/^Delete support-prod\? _ {2}deployed .* ago/);
  await terminal.press('s');
  await terminal.waitFor(/^Delete support-prod\? s_$/m);
});

test('a sentence that is longer than the row takes the next ones', async () => {
  opened = await openExplorer({ columns: 29, rows: 7 });
  const { terminal } = opened;
  await terminal.waitFor(/1\/\d+\+/);

  await terminal.press('h');

  await terminal.waitFor(/1 of 20\+ bots checked, 1\s+needs attention: z shows\s+them\./);
});
