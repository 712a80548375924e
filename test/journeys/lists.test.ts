// @module-tag program

import { expect, test } from 'vitest';
import { journeys, take } from '../helpers/journey.ts';
import { not } from '../helpers/rows.ts';

const { journey, open, smoke } = journeys({ isShared: true, first: /\d+\+|\d+ loaded/ });

smoke('filter: j and k are text, typing narrows the list, and Enter opens the only match', [
  ['/ jk', 'No matches'],
  ['Ctrl-U support-prod', '1 of 20'],
  ['Enter', '› support-prod'],
  ['Esc', 'Bots /support-prod/'],
]);

journey('filter: matches are underlined, also single letters of a loose match', [
  ['/ track', 'match'],
  ['Ctrl-U faq', 'faq-de'],
  ({ terminal }) => expect(terminal.styled()).toMatch(/<underline>faq<\/>-de/),
  ['Ctrl-U spstg', 'similar'],
  ['Ctrl-U fqe', 'similar'],
  ({ terminal }) => expect(terminal.styled()).toMatch(/<underline>f<\/>a<underline>q<\/>-d<underline>e<\/>/),
]);

test('sorting: the cursor goes to the first row, and missing pages are reported', async () => {
  const run = await open({ sandbox: { pageSize: 100 } });
  const titleAt = () => /^.*?UPDATED/m.exec(run.terminal.text())?.[0].length;
  await take(run, ['j j j', / 4\/\d/]);
  const unsortedAt = titleAt();

  await take(
    run,
    ['s', 'server order'],
    ['N', 'NAME↑', / 1\/\d/, /· by name ↑ over \d+ loaded/],
    ['s', /N {2}sort by name {2}↑ ascending, again: reverse/],
    ['N', 'NAME↓', / 1\/\d/],
    ['s U', 'UPDATED↓'],
  );

  expect(titleAt(), 'the title stays above its values').toBe(unsortedAt);
});

journey('list: w shows whole ids', [
  ['w', not('UPDATED'), screen => /[0-9a-f-]{36}/.test(screen.split('\n')[3] ?? '')],
]);

smoke('list: M loads all pages, and Esc stops it and keeps the loaded rows', [
  { start: { sandbox: { bots: 225, pageSize: 20, latency: 200 } } },
  ['M', /(60|80|100)\+/],
  ['`\x1b`', /RW · (now|\d+s ago)/],
  ({ terminal }) => {
    const stopped = Number(/ (\d+)\+ loaded/.exec(terminal.text())?.[1]);
    expect(stopped).toBeGreaterThanOrEqual(60);
    expect(stopped).toBeLessThan(163);
  },
  ['M', /─ 163 loaded [─·]/],
]);
