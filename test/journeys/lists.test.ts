// @module-tag smoke

import { afterEach, expect, test } from 'vitest';
import { type ExplorerRun, openExplorer, sharedExplorer } from '../helpers/explorer.ts';

const openShared = sharedExplorer();
let opened: ExplorerRun;
afterEach(() => opened.close());

/** Opens the shared explorer, or a separate one with options. */
const open = async (options?: Parameters<typeof openExplorer>[0]) => {
  opened = await (options === undefined ? openShared() : openExplorer(options));
  await opened.terminal.waitFor(/\d+\+|all loaded/);
  return opened;
};

const BOTS_PATH = /^\/v1\/admin\/bots(\?|$)/;
const listRequests = () => opened.sandbox.requests.filter(({ path }) => BOTS_PATH.test(path)).length;

test('filter: j and k are text, typing narrows the list, and Enter opens the only match', async () => {
  const { terminal, type } = await open();

  await terminal.press('/');
  await type('jk');
  await terminal.waitFor('No matches');
  await terminal.press('ctrl+u');
  await type('support-prod');
  await terminal.waitFor('1 of 20');
  await terminal.press('Enter');

  await terminal.waitFor(/› support-prod/);
  await terminal.press('Escape');
  await terminal.waitFor('Bots /support-prod/');
});

test('filter: Esc in the field cancels it; on the list it clears the filter, then goes back', async () => {
  const { terminal, type } = await open();
  await terminal.press('/');
  await type('zzz');
  await terminal.waitFor('No matches');
  await terminal.press('Escape');
  await terminal.waitFor(screen => screen.includes('support-prod') && !screen.includes('/zzz/'));
  await terminal.press('/');
  await type('faq');

  await terminal.press('Enter');
  // The next page loads automatically; Esc would stop that first.
  await terminal.waitFor(/\/faq\/ .* of (40|60)\+ match/);
  await terminal.waitFor(/RW · (now|\d+s ago)/);

  await terminal.press('Escape');
  await terminal.waitFor(screen => !screen.includes('/faq/'));
  expect(terminal.text()).toContain('› Bots');
  await terminal.press('Escape');

  await terminal.waitFor('Workspace Borealis Air');
});

test('filter: values that the list lacks are unchecked until the record is loaded', async () => {
  const { terminal, type } = await open();

  await terminal.press('/');
  await type('alwaysAlive:true');
  await terminal.waitFor(/0 of 20\+ match · 20 unchecked/);
  await terminal.press('Enter');
  await terminal.press('Enter');
  await terminal.waitFor('signing secret');
  await terminal.press('Escape');

  await terminal.waitFor(/1 of 20\+ match · 19 unchecked/);
});

test('filter: matches are underlined, also single letters of a loose match', async () => {
  const { terminal, type } = await open();

  await terminal.press('/');
  await type('track');
  await terminal.waitFor(/match/);
  await terminal.press('ctrl+u');
  await type('faq');
  await terminal.waitFor('faq-de');
  expect(terminal.styled()).toMatch(/<underline>faq<\/>-de/);

  await terminal.press('ctrl+u');
  await type('spstg');
  await terminal.waitFor('similar');
  await terminal.press('ctrl+u');
  await type('fqe');
  await terminal.waitFor('similar');

  expect(terminal.styled()).toMatch(/<underline>f<\/>a<underline>q<\/>-d<underline>e<\/>/);
});

test('filter: an invalid one shows its problem', async () => {
  const { terminal, type } = await open();

  await terminal.press('/');
  await type('colour:red');

  await terminal.waitFor(/Unknown field "colour"/);
});

test('marks: they survive a filter, a reload and opening a record', async () => {
  const { terminal, type } = await open();
  await terminal.press('Space', 'Space');
  await terminal.waitFor('2 marked');

  await terminal.press('/');
  await type('support-prod');
  await terminal.waitFor('2 marked, 1 hidden');
  await terminal.press('Enter');
  await terminal.waitFor(/› support-prod/);
  await terminal.press('Escape');
  await terminal.waitFor('2 marked, 1 hidden');
  await terminal.press('r');
  await terminal.press('Escape');

  await terminal.waitFor(screen => screen.includes('2 marked') && !screen.includes('hidden'));
  expect(terminal.text().match(/●/g)).toHaveLength(2);
});

test('marks: keys mark a range and all matches, and Esc clears them', async () => {
  const { terminal } = await open();

  await terminal.press('v', 'j', 'j');
  await terminal.waitFor(screen => screen.match(/○/g)?.length === 3);
  // Ctrl-space ends the range too.
  terminal.send('\x00');
  await terminal.waitFor('3 marked');
  terminal.send('\x1b[1;2B');
  await terminal.waitFor('4 marked');
  // Marks and marked names have the accent colour; the fourth is under the cursor.
  expect(terminal.styled().match(/<bold,fg=6>● +[^<]*\w/g)).toHaveLength(3);
  await terminal.press('Escape');
  await terminal.waitFor('4 marks cleared');
  await terminal.press('*');
  await terminal.waitFor(/\d+ marked\. Only loaded rows/);
  await terminal.press('Escape');

  await terminal.waitFor(/\d+ marks cleared/);
});

test('sorting: the cursor stays on its record, and missing pages are reported', async () => {
  const { terminal } = await open({ sandbox: { pageSize: 100 } });
  await terminal.press('j', 'j', 'j');
  await terminal.waitFor(/ 4\/\d/);
  const under = () => /▸.{2} ?(\S+)/.exec(terminal.text())?.[1];
  const record = under();
  const titleAt = () => /^.*?UPDATED/m.exec(terminal.text())?.[0].length;
  const unsortedAt = titleAt();

  await terminal.press('s');
  await terminal.waitFor('server order');
  await terminal.press('N');
  await terminal.waitFor(/NAME↑/);
  expect(under()).toBe(record);
  expect(terminal.text()).toMatch(/· by name ↑ over \d+ loaded/);
  await terminal.press('s');
  await terminal.waitFor(/sort by name {2}↑ ascending, again: reverse +N/);
  await terminal.press('N');
  await terminal.waitFor(/NAME↓/);
  expect(under()).toBe(record);
  await terminal.press('s', 'U');
  await terminal.waitFor(/UPDATED↓/);

  expect(under()).toBe(record);
  expect(titleAt(), 'the title stays above its values').toBe(unsortedAt);
});

test('list: w shows whole ids', async () => {
  const { terminal } = await open();

  await terminal.press('w');

  await terminal.waitFor(
    screen => !screen.includes('UPDATED') && /[0-9a-f-]{36}/.test(screen.split('\n')[3] ?? ''),
  );
});

test('list: M loads all pages, and Esc stops it and keeps the loaded rows', async () => {
  const { terminal } = await open({ sandbox: { bots: 225, pageSize: 20, latency: 200 } });

  await terminal.press('M');
  await terminal.waitFor(/(60|80|100)\+/);
  terminal.send('\x1b');
  await terminal.waitFor(/RW · (now|\d+s ago)/);
  const stopped = Number(/ (\d+)\+ loaded · more/.exec(terminal.text())?.[1]);
  expect(stopped).toBeGreaterThanOrEqual(60);
  expect(stopped).toBeLessThan(163);

  await terminal.press('M');
  await terminal.waitFor('163 · all loaded');
});

test('list: M needs a second press to load more than 2000 rows', async () => {
  const { terminal } = await open({ sandbox: { bots: 6630, pageSize: 1000 } });

  await terminal.press('M');
  await terminal.waitFor(/2000 loaded\. M again/);
  await terminal.press('M');

  await terminal.waitFor('5000 · all loaded');
});

test('filter: one with few matches loads one page at a time, and :next page loads the next', async () => {
  const { terminal, type } = await open();

  await terminal.press('/');
  await type('support-');
  await terminal.press('Enter');
  await terminal.waitFor('of 40+ match');
  await terminal.settle();
  const asked = listRequests();
  await terminal.press(...':next page', 'Enter');
  await terminal.waitFor('of 60+ match');

  expect(asked).toBe(2);
  expect(listRequests()).toBe(3);
});

test('keyboard: 300 keys in one write move 300 rows of a filtered list', async () => {
  const { terminal, type } = await open({ sandbox: { bots: 4718, pageSize: 1000 } });
  await terminal.press('M');
  await terminal.waitFor('2000 loaded');
  await terminal.press('/');
  await type('!zzz');
  await terminal.press('Enter');
  await terminal.waitFor(/Bots \/!zzz\//);

  terminal.send('j'.repeat(300));

  await terminal.waitFor('301/');
});

test('list: the bar counts from the moment that M is pressed, also while a page loads', async () => {
  opened = await openExplorer({ sandbox: { latency: 250 } });
  const { terminal } = opened;
  await terminal.waitFor('20+ loaded');

  terminal.send('G');
  terminal.send('j');
  await terminal.waitFor('loading');
  terminal.send('M');

  await terminal.waitFor(/─ Bots ─+ \d+ loaded so far/);
  await terminal.waitFor('all loaded');
});

test('list: a bar in the title counts while all pages are loaded, and while rows are checked', async () => {
  opened = await openExplorer({ sandbox: { latency: 250 } });
  const { terminal } = opened;
  await terminal.waitFor('20+ loaded');

  terminal.send('M');
  await terminal.waitFor(/─ Bots ─+ \d+ loaded so far/);
  await terminal.waitFor('all loaded');
  terminal.send('h');
  await terminal.waitFor(/─ Bots ─+ ━+╌+ \d+ of 18 /);

  await terminal.waitFor(/18 of \d+ checked/);
  expect(terminal.text()).not.toContain('━');
});
