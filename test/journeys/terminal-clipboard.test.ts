// @module-tag program

import { expect } from 'vitest';
import type { ExplorerRun } from '../helpers/explorer.ts';
import { journeys } from '../helpers/journey.ts';

const { journey } = journeys();

const expectCopies =
  (copies: (sandbox: ExplorerRun['sandbox']) => readonly unknown[]) =>
  ({ terminal, sandbox }: ExplorerRun): void =>
    expect(terminal.copies()).toEqual(copies(sandbox));

const expectNoCopy = ({ terminal }: ExplorerRun): void => expect(terminal.bytes()).not.toContain('\x1b]52');

journey('copy: c copies the id under the cursor, shows it and reports how', [
  ['c', 'Bot id copied (OSC 52)   $botId'],
  expectCopies(({ ids }) => [ids.botId]),
]);

journey('copy: without its key nothing reaches the clipboard', [['j Enter Esc C Esc y Esc'], expectNoCopy]);

journey('copy: C copies a bot and its issue as Markdown, findings first, without secrets', [
  ['Enter', 'signing secret'],
  [':copy.markdown Enter', /Markdown, secrets masked .*copied/],
  ['"$issueId" Enter', 'Description'],
  ['C', 'copy as Markdown'],
  ['markdown Enter', /Markdown, secrets masked .*copied/],
  ({ terminal }) => {
    const [bot, issue] = terminal.copies();
    expect(bot).toMatch(/^# Bot: support-prod\n\n## Diagnosis\n\n- \*\*problem\*\*: integration slack/);
    expect(bot).not.toMatch(/xoxb|https:\/\/webhook/);
    expect(issue).toMatch(/^# Issue: /);
    expect(issue).toMatch(/\n\| key \| value \|\n/);
  },
]);

for (const [way, env, start] of [
  ['tmux', { TMUX: '/run/tmux-1/default,1,0' }, '\x1bPtmux;\x1b\x1b]52;c;'],
  ['screen', { STY: '1.pts-0.host', TERM: 'screen-256color' }, '\x1bP\x1b]52;c;'],
] as const)
  journey(`copy: inside ${way} the sequence is wrapped, as reported`, [
    { start: { env } },
    ['c', `copied (OSC 52 through ${way})`],
    ({ terminal }) => expect(terminal.bytes()).toContain(start),
  ]);

journey('copy: without a clipboard nothing is sent, and the value is shown', [
  { start: { env: { TERM: 'linux' } } },
  ['c', '$botId'],
  expectNoCopy,
]);
